//! The register machine.
//!
//! Functions call each other on a stack of frames of its own; it is left only for what takes a node, and entered again when a
//! node calls. Where the stack ends, where the budget is spent and there is no more, or memory runs out, calls are put off ([`super::park`]), and
//! all that wait for them wait in the net.

use super::{
    code::{Instr, Reg},
    machine::{Code, Machine, PSEUDO},
};
use crate::{cell, word::Word, worker::Worker};
use core::cell::Cell;

/// Words of all frames. The hot end of it should stay in the cache. Debug builds have few, so that small nets test it.
const STACK: usize = if cfg!(debug_assertions) { 1 << 9 } else { 1 << 17 };

/// Words of those that stay in the nearest cache.
const LOW: usize = STACK >> 5;

/// Words of the largest frame, with the link.
pub(crate) const LARGEST: usize = Reg::MAX as usize + 1 + LINK;

/// Words below a frame: the instruction to go back to, and the frame there.
pub(crate) const LINK: usize = 2;

/// The frames of a worker.
pub(crate) struct Frames {
    words: Vec<u64>,
    /// Where they begin. The one pointer that all others come from: another borrow would end them.
    bottom: *mut Word,
    /// What is in use ends here.
    pub top: *mut Word,
    /// Calls whose frames would end behind this are put off.
    pub limit: *mut Word,
    /// Frames that begin before this stay in the nearest cache.
    low: *mut Word,
}

thread_local! {
    /// The frames of the last worker that this thread has dropped, for the next one: to clear them takes longer than a small net.
    static KEPT: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

impl Drop for Frames {
    fn drop(&mut self) {
        let words = core::mem::take(&mut self.words);
        if !words.is_empty() {
            // Where the thread ends there is no next one.
            let _ = KEPT.try_with(|kept| kept.set(words));
        }
    }
}

impl Default for Frames {
    fn default() -> Self {
        let none = core::ptr::null_mut();
        Frames { words: Vec::new(), bottom: none, top: none, limit: none, low: none }
    }
}

impl Frames {
    /// From here on all calls are put off, until the outermost function has returned.
    pub fn unwind(&mut self) {
        self.limit = core::ptr::null_mut();
    }

    #[inline(always)]
    pub fn is_unwinding(&self) -> bool {
        self.limit.is_null()
    }

    /// Is a frame so near to the bottom that those above it stay in the cache?
    #[inline(always)]
    pub fn is_low(&self, base: *mut Word) -> bool {
        base < self.low
    }

    /// Is there no room for another frame?
    pub fn is_full(&self) -> bool {
        self.top >= self.limit
    }

    /// Calls go on again.
    pub fn open(&mut self) {
        if self.words.is_empty() {
            self.words = KEPT.try_with(Cell::take).unwrap_or_default();
        }
        if self.words.is_empty() {
            // Zeros, which the system has: pages that are not reached are not made. For the first frame of a nested run, and what the slow paths of its last one use.
            // And two frames that stand below another.
            self.words = vec![0; STACK + 3 * LARGEST + 2 * (PSEUDO + LINK)];
        }
        if self.bottom.is_null() {
            self.bottom = self.words.as_mut_ptr().cast();
            self.top = self.bottom;
        }
        // SAFETY: D1: `STACK` words are in it.
        (self.low, self.limit) = unsafe { (self.bottom.add(LOW), self.bottom.add(STACK)) };
    }
}

/// Where the machine goes back to in the end: the result goes to register 0 of what is below.
static HALT: [Instr; 2] = [Instr::new(Code::Row as u8, [0; 3], 0), Instr::new(Code::Halt as u8, [0; 3], 0)];

impl<C: cell::Cell> Worker<'_, C> {
    /// Runs a function of the book's code.
    ///
    /// # Safety
    ///
    /// There are as many arguments as it takes, each is used once, and [`Frames::is_full`] says no.
    pub(crate) unsafe fn run_code(&mut self, function: u32, args: &[Word]) -> Word {
        let callee = self.program.direct().expect("who calls has it").callees[function as usize];
        debug_assert_eq!(args.len(), callee.args as usize);
        self.fused -= i64::from(callee.count);
        let bottom = self.frames.top;
        // SAFETY: D1: it begins below the limit, by the caller's word. D2: the code is the program's.
        let result = unsafe {
            let mut base = bottom.add(LINK);
            *bottom = Word(HALT.as_ptr().add(1) as u64);
            *bottom.add(1) = Word(bottom as u64);
            for (at, &arg) in args.iter().enumerate() {
                *base.add(at) = arg;
            }
            let mut pc = self.code.add(callee.code as usize);
            while !pc.is_null() {
                (pc, base) = (Machine::<C>::TABLE.get_unchecked((*pc).op as usize))(self, pc, base);
            }
            // D4: over, it may have stopped anywhere.
            if self.over { Word::ERA } else { *base }
        };
        self.frames.top = bottom;
        // What is left half done then is of no use to anybody.
        if self.over { Word::ERA } else { result }
    }
}
