//! Copies of templates: a pass from a frozen net to the heap.

use crate::{
    cell::Cell,
    program::{Body, NODES, Slot},
    word::{Redex, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// Makes a copy of the definition number `at`: its nodes, then its redexes. Returns its root.
    pub(crate) fn instantiate(&mut self, at: u32) -> Word {
        let program = self.program;
        let (root, last) = self.copy(program.template(at).whole());
        if !last.is_none() {
            self.bag.push(last);
        }
        root
    }

    /// The `at`th argument of the next copy.
    #[inline(always)]
    pub(crate) fn argument(&mut self, at: usize, word: Word) {
        // SAFETY: `placed` has `Program::places` entries, and calls take at most `ARGUMENTS` arguments.
        unsafe { *self.placed.get_unchecked_mut(1 + at) = word.0 }
    }

    /// An argument that was given.
    #[inline(always)]
    pub(crate) fn placed_argument(&self, at: usize) -> Word {
        Word(self.placed[1 + at])
    }

    /// Makes a copy of a body, whose arguments have been given with [`argument`](Self::argument). Returns its root, and
    /// the last of its redexes; the others are in the bag.
    #[inline(always)]
    pub(crate) fn copy(&mut self, body: &Body) -> (Word, Redex) {
        self.alloc_many(NODES as usize, body.nodes.len());
        for (i, &[w0, w1]) in body.nodes.iter().enumerate() {
            // SAFETY: `alloc_many` has just placed that many nodes.
            let node = unsafe { *self.placed.get_unchecked(NODES as usize + i) };
            self.fill((node >> 32) as u32, self.shift(w0), self.shift(w1));
        }
        let mut last = Redex::NONE;
        for &(a, b) in &body.redexes {
            let redex = self.join(self.shift(a), self.shift(b));
            last = self.both(last, redex);
        }
        (self.shift(body.root), last)
    }

    #[inline(always)]
    fn shift(&self, slot: Slot) -> Word {
        // SAFETY: `Layout` names the zero, arguments, and nodes of its own body.
        let by = unsafe { *self.placed.get_unchecked(slot.by as usize) };
        Word(slot.word.0.wrapping_add(by))
    }
}
