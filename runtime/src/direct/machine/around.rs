//! Functions that end with a call whose results go into nodes: these are built, with holes, and the call takes their place.
//!
//! Below the frame of such a function stands another one, of [`PSEUDO`] words, once for all turns of a loop: the results, as far as
//! they are there, and where those go that the function gives back. It goes on with [`FILL`].

use super::{
    Code, Go,
    frame::{back, get, next, set},
    handlers,
};
use crate::{
    cell::Cell,
    direct::{
        code::{Given, Instr, MOST_AROUND, Place, Reg},
        exec::LINK,
    },
    word::{Tag, Word},
    worker::Worker,
};

/// What goes on when a result comes back to such a frame: the register for the first, and the instruction.
static FILL: [Instr; 2] =
    [Instr::new(Code::Row as u8, [FIRST as Reg, 0, 0], 0), Instr::new(Code::FillHoles as u8, [0; 3], 0)];

/// The places behind the results, the first result that comes back, and how many come.
const PLACES: usize = MOST_AROUND;
const FIRST: usize = 2 * MOST_AROUND;
const COUNT: usize = FIRST + 1;

/// The words of such a frame.
pub(crate) const PSEUDO: usize = COUNT + 1;

/// A slot of a node, or a result, as a place.
fn slot(node: Word, slot: u8) -> Word {
    Word::new(Tag::NUM, 0, node.loc() + u32::from(slot))
}

fn result(at: usize) -> Word {
    Word::new(Tag::REF, 0, at as u32)
}

handlers! {
    around_one(w, i, base, pc) {
        if !is_around(base) {
            return first_turn(w, pc, base, 0, 0, 1);
        }
        let (term, hole) = (get(base, i.a), slot(get(base, i.b), i.c));
        let frame = below(base);
        put(w, frame, *frame.add(PLACES), term);
        *frame.add(PLACES) = hole;
        next(w, pc, base)
    }

    around_two_results[KIND](w, i, base, pc) {
        // The result that is built, and that of the call which goes into it; each of the others is the other one.
        let (built, into) = (KIND >> 1, KIND & 1);
        if !is_around(base) {
            return first_turn(w, pc, base, built, into, 2);
        }
        let (term, hole) = (get(base, i.a), slot(get(base, i.b), i.c));
        let frame = below(base);
        let other = *frame.add(PLACES + 1 - built);
        put(w, frame, *frame.add(PLACES + built), term);
        *frame.add(PLACES + into) = hole;
        *frame.add(PLACES + 1 - into) = other;
        next(w, pc, base)
    }

    around(w, i, base, pc) {
        let program = w.program;
        let around = &program.direct().expect("there is code").around[i.n as usize];
        let mut places = [Word::EMPTY; MOST_AROUND];
        for (place, at) in places.iter_mut().zip(&around.places) {
            if let Place::Slot(node, at) = *at {
                *place = slot(get(base, node), at);
            }
        }
        let mut given = [Word::EMPTY; MOST_AROUND];
        for (word, result) in given.iter_mut().zip(&around.results) {
            if let Given::Term(reg) = *result {
                *word = get(base, reg);
            }
        }
        let (frame, base) = match is_around(base) {
            true => (below(base), base),
            false => {
                let above = raise(base, around.words.into());
                for at in 0..around.results.len() {
                    *base.add(PLACES + at) = result(at);
                }
                (base, above)
            }
        };
        for (at, result) in around.results.iter().enumerate() {
            let place = *frame.add(PLACES + at);
            match *result {
                Given::Term(_) => put(w, frame, place, given[at]),
                Given::Of(result) => places[result as usize] = place,
            }
        }
        for (at, &place) in places.iter().enumerate().take(around.places.len()) {
            *frame.add(PLACES + at) = place;
        }
        *frame.add(COUNT) = Word(around.places.len() as u64);
        next(w, pc, base)
    }

    fill_holes(w, i, base, pc) {
        let first = get(base, FIRST as Reg);
        put(w, base, *base.add(PLACES), first);
        for at in 1..(*base.add(COUNT)).0 as usize {
            // They are where the frame above began.
            let result = *base.add(PSEUDO + LINK + at);
            put(w, base, *base.add(PLACES + at), result);
        }
        // All results are where this one begins.
        back(w, base, *base)
    }
}

/// Of a loop with `count` results the first turn: `built` is the one that is a node, `into` what comes into that.
#[inline(never)]
unsafe fn first_turn<C: Cell>(
    w: &mut Worker<'_, C>,
    pc: *const Instr,
    base: *mut Word,
    built: usize,
    into: usize,
    count: u64,
) -> Go {
    // SAFETY: D1, D2, D3: as `Handler` has it.
    unsafe {
        let i = *pc;
        let (term, hole) = (get(base, i.a), slot(get(base, i.b), i.c));
        let above = raise(base, i.n as usize);
        *base.add(built) = term;
        // Of two, the other one goes on as it is. Of one, this is no place that is read.
        *base.add(PLACES + 1 - into) = result(1 - built);
        *base.add(PLACES + into) = hole;
        *base.add(COUNT) = Word(count);
        next(w, pc, above)
    }
}

/// Does the function at hand give its results to such a frame?
#[inline(always)]
unsafe fn is_around(base: *mut Word) -> bool {
    // SAFETY: the caller's.
    unsafe { gives_to(base, &FILL) }
}

/// Does it give them to the second of these?
#[inline(always)]
pub(super) unsafe fn gives_to(base: *mut Word, back: &'static [Instr; 2]) -> bool {
    // SAFETY: D1: below each frame are the instruction to go back to and the frame there.
    unsafe { (*base.sub(2)).0 as *const Instr == &raw const back[1] }
}

#[inline(always)]
pub(super) unsafe fn below(base: *mut Word) -> *mut Word {
    // SAFETY: as above.
    unsafe { (*base.sub(1)).0 as *mut Word }
}

/// The frame at hand, of so many words, moves up, and such a frame takes its place.
#[inline(always)]
unsafe fn raise(base: *mut Word, words: usize) -> *mut Word {
    // SAFETY: D5: there is room for it behind the limit.
    unsafe {
        let above = base.add(PSEUDO + LINK);
        for at in (0..words).rev() {
            *above.add(at) = *base.add(at);
        }
        link(base, &FILL)
    }
}

/// The frame above one of so few words, which gives its result to the second of these.
#[inline(always)]
pub(super) unsafe fn link(base: *mut Word, back: &'static [Instr; 2]) -> *mut Word {
    // SAFETY: D5: there is room for both behind the limit.
    unsafe {
        let above = base.add(PSEUDO + LINK);
        *above.sub(2) = Word(&raw const back[1] as u64);
        *above.sub(1) = Word(base as u64);
        above
    }
}

/// A term goes to a place of such a frame.
#[inline(always)]
unsafe fn put<C: Cell>(w: &Worker<'_, C>, frame: *mut Word, place: Word, term: Word) {
    // SAFETY: D1; L2: the hole is a term slot of a fresh node, which nobody reads before all holes are filled.
    unsafe {
        match place.tag() == Tag::NUM {
            true => w.cell(place.loc()).init(term),
            false => set(frame, place.loc() as Reg, term),
        }
    }
}
