//! Functions that call themselves once with something left to do, `f(n) = n - f(n - 1)`: the call takes their place, and what is needed for the rest
//! is on the stack of `contexts`, some words a turn, or is derived from how many turns there were.
//!
//! The first turn is called as ever, but comes back to [`Code::Awaited`], in the frame below: there turns are taken off, the last one first.

use super::{
    Code, Go,
    calls::{put_off, put_off_last},
    frame::{above, ahead, back, enter, enter_last, get, go, next, row, set},
    handlers,
};
use crate::{
    cell::Cell,
    direct::{
        code::{Instr, ROW, Reg},
        contexts::{LOOK, shifted},
    },
    word::Word,
    worker::Worker,
};

/// The words of the instruction: the code of the function follows, its arguments, and where [`Code::Awaited`] is.
pub(crate) const WAIT: usize = 4;

/// The most words that are moved without asking how many there are.
const FEW: Reg = 2;

/// Words go to the beginning of a frame, of which fewer may be needed.
#[inline(always)]
unsafe fn put<const WORDS: usize>(frame: *mut Word, words: [Word; WORDS]) {
    // SAFETY: D1: the frame begins at most one frame behind the limit, so there is room for more than it has: those are nobody's yet.
    words.into_iter().enumerate().for_each(|(at, word)| unsafe { *frame.add(at) = word });
}

/// What was put on the stack last goes to its registers.
#[inline(always)]
unsafe fn take<C: Cell>(w: &mut Worker<'_, C>, behind: *const Instr, base: *mut Word) {
    // SAFETY: D2, D3: the row of the registers stands two words before. D6: the turn's words are on the stack.
    unsafe {
        if (*behind).b == 0 {
            return w.contexts.end_turn();
        }
        let regs = (*behind.sub(2)).regs();
        if let [first, rest @ ..] = w.contexts.pop((*behind).b as usize) {
            set(base, regs[0], *first);
            for (&reg, &word) in regs[1..].iter().zip(rest) {
                set(base, reg, word);
            }
        }
    }
}

/// How much waits: words, or turns that have none.
#[inline(always)]
fn waiting<C: Cell>(w: &Worker<'_, C>, needs: Reg) -> u64 {
    (if needs == 0 { w.contexts.turns() } else { w.contexts.len() }) as u64
}

/// Is it to be looked whether the run is over, where so much is left to be taken off? Nobody else looks there.
#[inline(always)]
fn is_to_look(left: u64) -> bool {
    left >= LOOK as u64 && left % (LOOK as u64) < ROW as u64
}

/// What is needed in a turn, by an instruction for it: what it was in the first, in this frame, and a constant for each turn since.
#[inline(always)]
unsafe fn derived<C: Cell>(w: &Worker<'_, C>, derive: Instr, first: *mut Word) -> Word {
    // SAFETY: D3: registers of the first turn's frame, which that has written.
    let (word, before) = unsafe { (get(first, derive.b), get(first, derive.c)) };
    let turns = (w.contexts.turns() as u64).wrapping_sub(before.0) as u32;
    shifted(word, derive.n.wrapping_mul(turns))
}

/// Is everything that is needed what would be derived? A definition that the turn before called may have called the function with other arguments; and what
/// is added is that of unsigned numbers.
#[inline(always)]
unsafe fn can_derive<C: Cell>(w: &Worker<'_, C>, behind: *const Instr, base: *mut Word) -> bool {
    // SAFETY: D2: such instructions stand right behind that one, and others behind them. D1, D3: below the frame is the first turn's.
    unsafe {
        let (first, mut at) = ((*base.sub(1)).0 as *mut Word, behind.add(1));
        while (*at).op == Code::Derive as u8 {
            if get(base, (*at).a) != derived(w, *at, first) {
                return false;
            }
            at = at.add(1);
        }
    }
    true
}

/// The first turn: what is needed now, and how much waits.
#[inline(always)]
unsafe fn begin<C: Cell>(w: &Worker<'_, C>, wait: Instr, behind: *const Instr, base: *mut Word) {
    // SAFETY: D2, D3, as above.
    unsafe {
        set(base, wait.c, Word(waiting(w, wait.b)));
        let mut at = behind.add(1);
        while (*at).op == Code::Derive as u8 {
            set(base, (*at).b, get(base, (*at).a));
            at = at.add(1);
        }
    }
}

handlers! {
    /// Here those that follow a turn, as nearly all do: no register needs to be saved for what else may be.
    wait(w, i, base, pc) {
        let behind = pc.add((*pc.add(WAIT - 1)).n as usize);
        let is_turn = (*base.sub(2)).0 == behind as u64;
        let is_short = i.b <= FEW && (*pc.add(2)).a <= FEW;
        let goes_on = is_turn && is_short && w.fused > 0 && !w.frames.is_low(base);
        if !goes_on || !(if i.b == 0 { can_derive(w, behind, base) } else { w.contexts.has_room() }) {
            return wait_slowly(w, pc, base);
        }
        match i.b {
            0 => w.contexts.begin_turn(),
            _ => w.contexts.push(&row::<{ FEW as usize }>(behind.sub(2), base), i.b as usize),
        }
        put(base, row::<{ FEW as usize }>(pc.add(2), base));
        let (code, count) = (*pc.add(1)).linked();
        w.fused -= count;
        go(w, pc.offset(code), base)
    }

    #[inline(never)]
    wait_slowly(w, i, base, pc) {
        let behind = pc.add((*pc.add(WAIT - 1)).n as usize);
        let is_turn = (*base.sub(2)).0 == behind as u64;
        let has_room = match i.b {
            0 => !is_turn || can_derive(w, behind, base),
            _ => !w.contexts.is_full(),
        };
        // Low frames are in the cache: there a call that returns is faster.
        if !has_room || w.frames.is_low(base) {
            return ahead(w, pc.add(WAIT), base);
        }
        if !is_turn {
            begin(w, i, behind, base);
        }
        // D6: it was looked whether there is room.
        match i.b {
            0 => w.contexts.begin_turn(),
            _ => w.contexts.push(&row::<ROW>(behind.sub(2), base), i.b as usize),
        }
        let (code, count) = (*pc.add(1)).linked();
        let frame = if is_turn { base } else { above(base, i.a) };
        put(frame, row::<ROW>(pc.add(2), base));
        let entered = match is_turn {
            true => enter_last(w, pc.offset(code), count, base),
            false => enter(w, pc.offset(code), count, behind, base, frame),
        };
        match (entered, is_turn) {
            (Some((pc, base)), _) => go(w, pc, base),
            (None, true) => put_off_last(w, base, i.n),
            (None, false) => put_off(w, behind.sub(1), base, frame, i.n),
        }
    }

    awaited(w, i, base, pc) {
        take(w, pc, base);
        next(w, pc, base)
    }

    derive(w, i, base, pc) {
        set(base, i.a, derived(w, i, base));
        next(w, pc, base)
    }

    /// Here turns of few words, as nearly all are.
    awaited_all(w, i, base, pc) {
        let behind = pc.sub(i.n as usize);
        let left = waiting(w, (*behind).b) - get(base, i.b).0;
        if left == 0 {
            return back(w, base, get(base, i.a));
        }
        if (*behind).b > FEW || is_to_look(left) {
            return awaited_slowly(w, pc, base);
        }
        if (*behind).b == 0 {
            w.contexts.end_turn();
        } else {
            let regs = (*behind.sub(2)).regs();
            let words = w.contexts.pop((*behind).b as usize);
            set(base, regs[0], words[0]);
            if words.len() > 1 {
                set(base, regs[1], words[1]);
            }
        }
        go(w, behind.add(1), base)
    }

    #[inline(never)]
    awaited_slowly(w, i, base, pc) {
        let behind = pc.sub(i.n as usize);
        let left = waiting(w, (*behind).b) - get(base, i.b).0;
        if is_to_look(left) && w.is_stopped() {
            return (core::ptr::null(), base);
        }
        take(w, behind, base);
        go(w, behind.add(1), base)
    }
}
