//! The memory of a worker: nodes that are free, nodes that nobody has used, and hints of what is used next.

use crate::{
    cell::Cell,
    word::Word,
    worker::{MAX_ARITY, Worker},
};
use core::ops::Range;

/// How far ahead memory is asked for, in words: some 30 nodes.
const AHEAD: usize = 64;

impl<C: Cell> Worker<'_, C> {
    /// A hint that what a word stands for will be looked at soon. It need not stand for a node.
    #[inline(always)]
    pub(crate) fn fetch(&self, word: Word) {
        self.prefetch(word.loc() as usize);
    }

    /// Asks for the memory a little behind data that was taken apart: a pair, the value of a rule, a closure that holds several
    /// values; and behind the next operator of a chain. What was built in order is read in order, roughly, which is too irregular for the
    /// processor to see: trees are summed up 1.5 to 3.5 times as fast with this, and two threads merge what each has built in a tenth less
    /// time. Not for other nodes of the core, which come and go in no order.
    #[inline(always)]
    pub(crate) fn foresee(&self, data: u32) {
        self.prefetch(data as usize + AHEAD);
    }

    #[inline(always)]
    fn prefetch(&self, loc: usize) {
        let address = core::ptr::from_ref(self.cell(0)).wrapping_add(loc);
        #[cfg(all(target_arch = "x86_64", not(any(miri, loom, shuttle))))]
        // SAFETY: a hint reads nothing, whatever the address.
        unsafe {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(address.cast());
        }
        #[cfg(not(all(target_arch = "x86_64", not(any(miri, loom, shuttle)))))]
        let _ = address;
    }

    /// A node of `arity` words, at an even location, that nobody else knows. The newest free one, so that the hot set stays in the cache.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, arity: u32) -> u32 {
        self.alloc_or(arity, |worker| worker.alloc_fresh(arity))
    }

    /// The same, with another way to a fresh node.
    #[inline(always)]
    pub(crate) fn alloc_or(&mut self, arity: u32, fresh: impl FnOnce(&mut Self) -> u32) -> u32 {
        let node = self.free[arity as usize];
        if node == 0 {
            return fresh(self);
        }
        // SAFETY: L3: a free node is this worker's alone.
        self.free[arity as usize] = unsafe { self.cell(node).take() }.0 as u32;
        node
    }

    /// The same, if that is quickly done.
    #[inline(always)]
    pub(crate) fn alloc_quickly(&mut self, arity: u32) -> Option<u32> {
        let node = self.free[arity as usize];
        if node != 0 {
            // SAFETY: L3: a free node is this worker's alone.
            self.free[arity as usize] = unsafe { self.cell(node).take() }.0 as u32;
            return Some(node);
        }
        self.alloc_turned(arity)
    }

    /// Allocates `count` nodes of two words; their locations go to `placed[from..]`, in the upper half.
    #[inline(always)]
    pub(crate) fn alloc_many(&mut self, from: usize, count: usize) {
        assert!(from + count <= self.placed.len());
        let placed = self.placed[from..from + count].as_mut_ptr();
        // In a local, so that the stores below do not make it be read again.
        let mut free = self.free[2];
        for i in 0..count {
            let node = free;
            if node == 0 {
                self.free[2] = 0;
                // SAFETY: L6: `i < count`, and the slice was taken with that length.
                unsafe { *placed.add(i) = u64::from(self.alloc_fresh(2)) << 32 }
                free = self.free[2];
                continue;
            }
            // SAFETY: L3: a free node is this worker's alone; `i < count` as above.
            unsafe {
                free = self.cell(node).take().0 as u32;
                *placed.add(i) = u64::from(node) << 32;
            }
        }
        self.free[2] = free;
    }

    #[inline(never)]
    pub(crate) fn alloc_fresh(&mut self, arity: u32) -> u32 {
        match self.alloc_turned(arity) {
            Some(node) => node,
            None => self.alloc_chunk(arity.next_multiple_of(2)),
        }
    }

    /// A node of the page at hand, if there is room.
    #[inline(always)]
    pub(crate) fn alloc_turned(&mut self, arity: u32) -> Option<u32> {
        let (node, words) = (self.fresh.start, arity.next_multiple_of(2));
        let has_room = words <= self.fresh.end - node;
        if has_room {
            self.fresh.start = node + words;
        }
        has_room.then_some(node)
    }

    #[cold]
    #[inline(never)]
    fn alloc_chunk(&mut self, words: u32) -> u32 {
        loop {
            // What is left is too little for this node, not for smaller ones.
            for node in core::mem::take(&mut self.fresh).step_by(2) {
                self.release(node, 2);
            }
            if words == 2 && self.has_in_order(false) {
                return self.alloc(2);
            }
            match self.page() {
                Some(page) => self.fresh = page,
                None if words == 2 && self.has_in_order(true) => return self.alloc(2),
                None => {
                    self.run_out();
                    break;
                }
            }
            if self.fresh.len() >= words as usize {
                break;
            }
        }
        assert!(self.fresh.len() >= words as usize, "one interaction needs no more than the spare words");
        let node = self.fresh.start;
        self.fresh.start += words;
        node
    }

    /// Memory has run out. The interaction at hand still gets its nodes; then reduction stops. `Program::spare` words suffice for it;
    /// functions that wait for others to return get the same words again, for what nobody will see.
    pub(crate) fn run_out(&mut self) {
        self.exhausted = true;
        self.end();
        // Of these words some may be on the lists already.
        self.free = [0; MAX_ARITY + 1];
        self.fresh = self.spare.clone();
    }

    /// Words that nobody has used.
    ///
    /// For rules that are functions a page at a time, which begins in its middle, somewhere: a long list that is made at once, and then taken
    /// apart, would else be lists whose nodes are a power of two apart, and few of those fit a cache.
    fn page(&mut self) -> Option<Range<u32>> {
        /// Words of a page, and of a cache line.
        const PAGE: u32 = 512;
        const LINE: u32 = 8;
        if !self.turned.is_empty() {
            return Some(core::mem::take(&mut self.turned));
        }
        if self.chunk.is_empty() {
            self.chunk = self.heap.chunk()?;
            self.chunks.take(&self.chunk);
        }
        if !self.program.has_functions() {
            return Some(core::mem::take(&mut self.chunk));
        }
        let (start, page) = (self.chunk.start, self.chunk.start / PAGE);
        let end = self.chunk.end.min((page + 1).saturating_mul(PAGE));
        let turn = (page.wrapping_mul(0x9e37_79b9) >> 26) * LINE;
        let middle = (page * PAGE + turn).clamp(start, end - 2);
        (self.chunk.start, self.turned) = (end, start..middle);
        Some(middle..end)
    }

    /// Gives a node back.
    ///
    /// The caller is the last who knows it: every other party's last touch of all its words happened before.
    #[inline(always)]
    pub(crate) fn release(&mut self, node: u32, arity: u32) {
        if C::LAZY {
            self.faces.release(node, arity);
        }
        // SAFETY: L3, by the caller's word.
        unsafe { self.cell(node).init(Word(u64::from(self.free[arity as usize]))) }
        self.free[arity as usize] = node;
    }

    /// A fresh node of two words.
    #[inline(always)]
    pub(crate) fn node(&mut self, w0: Word, w1: Word) -> u32 {
        let node = self.alloc(2);
        self.fill(node, w0, w1);
        node
    }

    /// Fills a fresh node.
    #[inline(always)]
    pub(crate) fn fill(&self, node: u32, w0: Word, w1: Word) {
        // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
        unsafe {
            self.cell(node).init(w0);
            self.cell(node + 1).init(w1);
        }
    }
}
