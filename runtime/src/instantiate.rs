//! Copies of templates: a pass from a frozen net to the heap.

use crate::{
    cell::Cell,
    program::{Body, NODES, RESULT, Slot},
    word::{Redex, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// The `at`th argument of the next copy.
    #[inline(always)]
    pub(crate) fn argument(&mut self, at: usize, word: Word) {
        // SAFETY: L6: bodies have at most `PLACES` arguments.
        unsafe { *self.placed.get_unchecked_mut(1 + at) = word.0 }
    }

    /// An argument that was given.
    #[inline(always)]
    pub(crate) fn placed_argument(&self, at: usize) -> Word {
        // SAFETY: as for `argument`.
        Word(unsafe { *self.placed.get_unchecked(1 + at) })
    }

    /// Makes a copy of a body, whose arguments have been given with [`argument`](Self::argument), for `place`: what waits
    /// for its result.
    #[inline(always)]
    pub(crate) fn enter(&mut self, body: &Body, place: Word) -> Redex {
        let Some(root) = body.root else {
            let place = self.known(place);
            // SAFETY: L6: the result has a place.
            unsafe { *self.placed.get_unchecked_mut(RESULT as usize) = place.0 }
            return self.copy(body);
        };
        let last = self.copy(body);
        let root = self.shift(root);
        let next = if place.is_var() { self.give(root, place) } else { self.join(root, place) };
        self.both(last, next)
    }

    /// The nodes of a body, then its redexes; the last one is returned, the others are in the bag.
    #[inline(always)]
    pub(crate) fn copy(&mut self, body: &Body) -> Redex {
        if !body.large.is_empty() {
            return self.copy_large(body);
        }
        self.alloc_many(NODES as usize, body.nodes.len());
        self.fill_pairs(body);
        self.join_redexes(body)
    }

    #[inline(always)]
    fn fill_pairs(&mut self, body: &Body) {
        for (i, &[w0, w1]) in body.nodes.iter().enumerate() {
            // SAFETY: L6: `alloc_many` has just placed that many nodes.
            let node = unsafe { *self.placed.get_unchecked(NODES as usize + i) };
            self.fill((node >> 32) as u32, self.shift(w0), self.shift(w1));
        }
    }

    #[inline(always)]
    fn join_redexes(&mut self, body: &Body) -> Redex {
        let mut last = Redex::NONE;
        for &(a, b) in &body.redexes {
            let redex = self.join(self.shift(a), self.shift(b));
            last = self.both(last, redex);
        }
        for &at in &body.dropped {
            self.erase(self.placed_argument(at));
        }
        last
    }

    /// [`copy`](Self::copy) where there are nodes of more than two words. All nodes are there before the first is filled:
    /// they name each other.
    #[inline(never)]
    fn copy_large(&mut self, body: &Body) -> Redex {
        self.alloc_many(NODES as usize, body.nodes.len());
        let first = NODES as usize + body.nodes.len();
        for (i, slots) in body.large.iter().enumerate() {
            self.placed[first + i] = u64::from(self.alloc(slots.len() as u32)) << 32;
        }
        self.fill_pairs(body);
        for (i, slots) in body.large.iter().enumerate() {
            let node = (self.placed[first + i] >> 32) as u32;
            for (at, &slot) in (0..).zip(slots) {
                // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
                unsafe { self.cell(node + at).init(self.shift(slot)) }
            }
            if slots.len() % 2 == 1 {
                // For who looks at the heap: sizes are even.
                // SAFETY: L2: as above.
                unsafe { self.cell(node + slots.len() as u32).init(Word::EMPTY) }
            }
        }
        self.join_redexes(body)
    }

    #[inline(always)]
    fn shift(&self, slot: Slot) -> Word {
        // SAFETY: L6: a slot names a place.
        let by = unsafe { *self.placed.get_unchecked(slot.by as usize) };
        Word(slot.word.0.wrapping_add(by))
    }
}
