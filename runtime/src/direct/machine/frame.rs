//! Registers, and where the machine goes on.

use super::Go;
use crate::{
    cell::Cell,
    direct::{
        code::{Callee, Direct, Instr, NONE, ROW, Reg},
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

#[inline(always)]
pub(super) fn is(value: Word, tag: Tag) -> bool {
    !value.is_var() && value.tag() == tag
}

/// The next instruction.
#[inline(always)]
pub(super) unsafe fn next(pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    (unsafe { pc.add(1) }, base)
}

/// The next instruction; none, if memory ran out or the run is over: what was allocated since is nobody's, and may be neither
/// read nor published (**D4**).
#[inline(always)]
pub(super) unsafe fn on<C: Cell>(w: &Worker<'_, C>, pc: *const Instr, base: *mut Word) -> Go {
    // SAFETY: D2, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { next(pc, base) } }
}

/// The function has this result, which took a slow path.
#[inline(always)]
pub(super) unsafe fn back_on<C: Cell>(w: &Worker<'_, C>, base: *mut Word, result: Word) -> Go {
    // SAFETY: D1, by the caller's word.
    if w.over { (core::ptr::null(), base) } else { unsafe { back(base, result) } }
}

/// The function has this result.
#[inline(always)]
pub(super) unsafe fn back(base: *mut Word, result: Word) -> Go {
    // SAFETY: D1: below each frame are the instruction to go back to and the frame there. The one before names the register.
    unsafe {
        let pc = (*base.sub(2)).0 as *const Instr;
        let base = (*base.sub(1)).0 as *mut Word;
        set(base, (*pc.sub(1)).a, result);
        (pc, base)
    }
}

/// A function whose arguments are in its frame already, above the one at hand; `None`: it may not begin.
#[inline(always)]
pub(super) unsafe fn enter<C: Cell>(
    w: &mut Worker<'_, C>,
    n: u32,
    back: *const Instr,
    base: *mut Word,
    frame: *mut Word,
) -> Option<Go> {
    // SAFETY: D1, D2: functions are those of the program; there is room for a frame more than the limit.
    unsafe {
        let callee = w.callee(n);
        // The last one may spend more than there is: so there is progress with any budget.
        if w.fused <= 0 || frame.add(callee.frame as usize) > w.frames.limit {
            return None;
        }
        w.fused -= i64::from(callee.count);
        *frame.sub(2) = Word(back as u64);
        *frame.sub(1) = Word(base as u64);
        Some((w.code.add(callee.code as usize), frame))
    }
}

/// A function in the place of the one at hand; its arguments are where the others were.
#[inline(always)]
pub(super) unsafe fn enter_last<C: Cell>(w: &mut Worker<'_, C>, n: u32, base: *mut Word) -> Option<Go> {
    // SAFETY: D1, D2: as for `enter`. A frame that begins below the limit has room.
    unsafe {
        let callee = w.callee(n);
        if w.fused <= 0 || w.frames.is_unwinding() {
            return None;
        }
        w.fused -= i64::from(callee.count);
        Some((w.code.add(callee.code as usize), base))
    }
}

/// The function that a value is, if it is one of so many arguments together with those that it holds; and how many these are.
#[inline(always)]
pub(super) fn known_function<C: Cell>(w: &Worker<'_, C>, value: Word, count: usize) -> Option<(u32, usize)> {
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
pub(super) unsafe fn above(base: *mut Word, n: u32) -> *mut Word {
    // SAFETY: D1, by the caller's word.
    unsafe { base.add((n >> 24) as usize + LINK) }
}

impl<C: Cell> Worker<'_, C> {
    /// # Safety
    /// D2: a function of the program.
    #[inline(always)]
    pub(super) unsafe fn callee(&self, n: u32) -> Callee {
        // SAFETY: the caller's.
        unsafe { *self.callees.add((n & 0xff_ffff) as usize) }
    }

    pub(super) fn direct(&self) -> &Direct {
        self.program.direct().expect("there is code")
    }

    /// What a closure holds goes to the beginning of a frame.
    #[inline(always)]
    pub(super) unsafe fn take_closed(&mut self, closure: Word, given: usize, frame: *mut Word) {
        if given == 0 {
            return;
        }
        self.unexpanded -= 1;
        for at in 0..given {
            // SAFETY: L1, L2: term slots of a node that this worker holds. D1: the frame has room.
            unsafe { *frame.add(at) = self.cell(closure.loc() + at as u32).take() }
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

/// The arguments of an instruction, in order.
///
/// # Safety
/// D2, D3: rows of so many registers follow.
#[inline(always)]
pub(super) unsafe fn arguments(pc: *const Instr, count: usize, base: *mut Word, mut each: impl FnMut(usize, Word)) {
    let mut at = 0;
    let mut row = pc;
    while at < count {
        // SAFETY: the caller's.
        unsafe {
            row = row.add(1);
            // The bytes of a row, but the first, are registers.
            let regs = row.cast::<u8>().add(1);
            for reg in 0..(count - at).min(ROW) {
                each(at + reg, get(base, *regs.add(reg)));
            }
        }
        at += ROW;
    }
}

/// Behind the rows of so many arguments.
#[inline(always)]
pub(super) unsafe fn behind(pc: *const Instr, count: usize) -> *const Instr {
    // SAFETY: D2, by the caller's word.
    unsafe { pc.add(1 + count.div_ceil(ROW)) }
}
