//! The cells of lazy reduction: plain ones, whose meetings are seen.

use crate::{
    cell::{Cell, Plain},
    word::Word,
};

/// A [`Plain`] cell. What is left in it is written down by [`Worker::was_left`](crate::worker::Worker::was_left).
#[repr(transparent)]
pub struct Seen(Plain);

// SAFETY: transparent over `Plain`, of which the contract holds.
unsafe impl Cell for Seen {
    const LAZY: bool = true;

    #[cfg(any(loom, shuttle, miri))]
    fn new(word: Word) -> Self {
        Seen(Plain::new(word))
    }
    #[inline(always)]
    unsafe fn init(&self, word: Word) {
        // SAFETY: the caller's.
        unsafe { self.0.init(word) }
    }
    #[inline(always)]
    unsafe fn take(&self) -> Word {
        // SAFETY: the caller's.
        unsafe { self.0.take() }
    }
    #[inline(always)]
    fn meet(&self, mine: Word) -> Word {
        self.0.meet(mine)
    }
    #[inline(always)]
    fn peek(&self) -> Word {
        self.0.peek()
    }
    fn replace(&self, word: Word) {
        self.0.replace(word);
    }
    #[inline(always)]
    fn die(&self, cells: u32) -> bool {
        self.0.die(cells)
    }
}
