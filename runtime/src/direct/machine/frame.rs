//! Registers, and where the machine goes on.

use super::{Go, Machine};
use crate::{
    cell::Cell,
    direct::{
        code::{Direct, Instr, NONE, Reg},
        exec::{LARGEST, LINK},
    },
    word::{Tag, Word},
    worker::Worker,
};

/// # Safety
/// D3: a register of the frame.
#[inline(always)]
pub(super) unsafe fn get(base: *mut Word, reg: Reg) -> Word {
    // SAFETY: the caller's.
    unsafe { *base.add(reg as usize) }
}

/// # Safety
/// D3: a register of the frame.
#[inline(always)]
pub(super) unsafe fn set(base: *mut Word, reg: Reg, word: Word) {
    // SAFETY: the caller's.
    unsafe { *base.add(reg as usize) = word }
}

/// Two registers or three to two or three others, all at once.
#[inline(always)]
pub(super) unsafe fn move_all(i: Instr, base: *mut Word) {
    // SAFETY: D3, by the caller's word.
    unsafe {
        let [d, e, f, _] = i.n.to_le_bytes();
        let (x, y, z) = (get(base, i.b), get(base, d), get(base, f));
        set(base, i.a, x);
        set(base, i.c, y);
        if e != f {
            set(base, e, z);
        }
    }
}

#[inline(always)]
pub(super) fn is(value: Word, tag: Tag) -> bool {
    !value.is_var() && value.tag() == tag
}

/// Goes on at an instruction. Optimised, this is a jump. Where it is not, it is a call, and the stack grows: then
/// [`Worker::run_code`] goes on before it is full.
#[inline(always)]
pub(super) unsafe fn go<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    if w.is_deep() {
        return (pc, base);
    }
    // SAFETY: D2, by the caller's word.
    unsafe { ahead(w, pc, base) }
}

/// The same for one that comes later in the function, and not much later: [`Code::Breathe`] sees to that.
#[inline(always)]
pub(super) unsafe fn ahead<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    if cfg!(debug_assertions) {
        return (pc, base);
    }
    // SAFETY: D2, by the caller's word: the code of an instruction is in the table.
    unsafe { Machine::<C>::TABLE.get_unchecked((*pc).op as usize)(w, pc, base) }
}

/// The next instruction.
#[inline(always)]
pub(super) unsafe fn next<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    unsafe { ahead(w, pc.add(1), base) }
}

/// An instruction; none, if memory ran out or the run is over: what was allocated since is nobody's, and may be neither
/// read nor published (**D4**).
#[inline(always)]
pub(super) unsafe fn on<C: Cell>(w: &mut Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { ahead(w, pc, base) } }
}

/// The function has this result, which took a slow path.
#[inline(always)]
pub(super) unsafe fn back_on<C: Cell>(w: &mut Worker<'_, C>, base: *mut Word, result: Word) -> Go {
    // SAFETY: D1, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { back(w, base, result) } }
}

/// The function has this result.
#[inline(always)]
pub(super) unsafe fn back<C: Cell>(w: &mut Worker<'_, C>, base: *mut Word, result: Word) -> Go {
    // SAFETY: D1: below each frame are the instruction to go back to and the frame there. The one before names the register.
    unsafe {
        let pc = (*base.sub(2)).0 as *const Instr;
        let base = (*base.sub(1)).0 as *mut Word;
        set(base, (*pc.sub(1)).a, result);
        go(w, pc, base)
    }
}

/// A function that counts so much, whose arguments are in its frame already, above the one at hand; `None`: it may not begin.
#[inline(always)]
pub(super) unsafe fn enter<C: Cell>(
    w: &mut Worker<'_, C>,
    code: *const Instr,
    count: i64,
    back: *const Instr,
    base: *mut Word,
    frame: *mut Word,
) -> Option<Go> {
    // The last one may spend more than there is: so there is progress with any budget.
    if w.fused <= 0 || frame >= w.frames.limit {
        return None;
    }
    w.fused -= count;
    // SAFETY: D1: there is room for a frame more behind the limit.
    unsafe {
        *frame.sub(2) = Word(back as u64);
        *frame.sub(1) = Word(base as u64);
    }
    Some((code, frame))
}

/// A function in the place of the one at hand; its arguments are where the others were.
#[inline(always)]
pub(super) fn enter_last<C: Cell>(
    w: &mut Worker<'_, C>,
    code: *const Instr,
    count: i64,
    base: *mut Word,
) -> Option<Go> {
    // Where calls are put off, nothing is left.
    if w.fused <= 0 {
        return None;
    }
    w.fused -= count;
    Some((code, base))
}

/// The function that a value is, if it is one of so many arguments together with those that it holds; and how many these are.
#[inline(always)]
pub(crate) fn known_function<C: Cell>(w: &Worker<'_, C>, value: Word, count: usize) -> Option<(u32, usize)> {
    let (def, given) = match value.tag() {
        _ if value.is_var() => return None,
        Tag::CLOSURE => (value.label() >> 4, (value.label() & 15) as usize),
        Tag::REF => (value.loc(), 0),
        _ => return None,
    };
    // SAFETY: D2: references and closures are of definitions of the program; neither a closure nor an application has more
    // arguments than `ARGUMENTS`.
    let function = unsafe { *(*w.entries.add(def as usize)).exact.get_unchecked(given + count) };
    (function != NONE).then_some((function, given))
}

/// The frame above the one at hand, of so many words.
#[inline(always)]
pub(super) unsafe fn above(base: *mut Word, words: Reg) -> *mut Word {
    // SAFETY: D1, by the caller's word.
    unsafe { base.add(words as usize + LINK) }
}

/// The first arguments of a row.
#[inline(always)]
pub(super) unsafe fn row<const N: usize>(pc: *const Instr, base: *mut Word) -> [Word; N] {
    // SAFETY: D2, D3, by the caller's word.
    unsafe {
        let regs = (*pc).regs();
        core::array::from_fn(|at| get(base, regs[at]))
    }
}

impl<C: Cell> Worker<'_, C> {
    /// The code of a function, and what it counts.
    ///
    /// # Safety
    /// D2: a function of the program.
    #[inline(always)]
    pub(super) unsafe fn code_of(&self, function: u32) -> (*const Instr, i64) {
        // SAFETY: the caller's.
        unsafe {
            let callee = &*self.callees.add(function as usize);
            (self.code.add(callee.code as usize), i64::from(callee.count))
        }
    }

    pub(super) fn direct(&self) -> &Direct {
        self.program.direct().expect("there is code")
    }

    /// What a closure holds goes to the beginning of a frame; another word may come behind it.
    #[inline(always)]
    pub(super) unsafe fn take_closed(&mut self, closure: Word, given: usize, frame: *mut Word) {
        if given == 0 {
            return;
        }
        self.unexpanded -= 1;
        // SAFETY: L1, L2: term slots of a node that this worker holds, which has two words at least. D1: the frame has room.
        unsafe {
            *frame = self.cell(closure.loc()).take();
            *frame.add(1) = self.cell(closure.loc() + 1).take();
            for at in 2..given {
                *frame.add(at) = self.cell(closure.loc() + at as u32).take();
            }
        }
        self.release(closure.loc(), (given as u32).max(2));
    }

    /// What slow paths use begins behind the frame.
    #[inline(always)]
    pub(super) unsafe fn above(&mut self, base: *mut Word) -> &mut Self {
        // SAFETY: D1: in the stack of frames, which has room for one more of the largest size.
        self.frames.top = unsafe { base.add(LARGEST) };
        self
    }
}
