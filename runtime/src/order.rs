//! Nodes of two words in the order of memory.
//!
//! The newest free node is the best one to use next, because it is in the cache; but a long list whose nodes went out of order stays
//! so for ever, and each of its nodes is another miss. Where rules take long data apart and build other data as they go, a node that is
//! freed is only marked; a *block* all of which is free is used again from its beginning to its end. A list that was built in order is taken apart in
//! order, mostly: then its nodes are a *row*, which is marked as a whole.
//!
//! Where the run is over (memory has run out, say) nothing is marked any more, and no block becomes free: [`Worker::end`] has emptied all of this, so who
//! frees something comes to [`release_in_new_block`](Worker::release_in_new_block), and need not ask before.

use crate::{cell::Cell, worker::Worker};
use core::ops::Range;

/// Words of a node, and of a block: a bit of 64 for each of its nodes.
const NODE: u32 = 2;
const BLOCK: u32 = NODE * u64::BITS;

/// The free blocks of a worker, and the free nodes of others. Two workers may have nodes of one block.
#[derive(Default)]
pub(crate) struct Order {
    /// The words of the blocks that are filled now: one for each of two lists that are made at once. So each is whole in its blocks, which
    /// are free again when it is gone, though the other is still there, or with another worker.
    runs: [Range<u32>; 2],
    /// The nodes that were freed last, one behind the other in one block: not marked yet.
    row: Range<u32>,
    /// By block: which of its nodes are free.
    free: Vec<u64>,
    /// Blocks that are free.
    blocks: Vec<u32>,
    /// When the heap has handed out so many words, blocks that are partly free are looked for.
    look_at: u64,
}

impl<C: Cell> Worker<'_, C> {
    /// A node of two words, as [`alloc`](Self::alloc) has it, behind the last one; if the block is not full.
    #[inline(always)]
    pub(crate) fn alloc_in_order(&mut self) -> Option<u32> {
        self.alloc_in_run(0)
    }

    /// The same behind the last one of this side: 0 or 1.
    #[inline(always)]
    pub(crate) fn alloc_in_run(&mut self, side: usize) -> Option<u32> {
        let run = &mut self.order.runs[side & 1];
        let node = run.start;
        if node == run.end {
            return None;
        }
        run.start = node + NODE;
        Some(node)
    }

    /// The same as [`alloc_in_order`](Self::alloc_in_order), if it is: in the next block, if there is one.
    #[inline(never)]
    pub(crate) fn alloc_next(&mut self) -> u32 {
        self.alloc_behind(0)
    }

    /// The same as [`alloc_in_run`](Self::alloc_in_run).
    #[inline(never)]
    pub(crate) fn alloc_next_in_run(&mut self, side: usize) -> u32 {
        self.alloc_behind(side)
    }

    #[inline(always)]
    fn alloc_behind(&mut self, side: usize) -> u32 {
        let run = &mut self.order.runs[side & 1];
        if let Some(block) = self.order.blocks.pop() {
            *run = block * BLOCK..(block + 1) * BLOCK;
        } else if self.free[NODE as usize] == 0 && self.fresh.len() >= NODE as usize {
            *run = core::mem::take(&mut self.fresh);
        }
        match self.alloc_in_run(side) {
            Some(node) => node,
            None => self.alloc(NODE),
        }
    }

    /// Gives a node of two words back, as [`release`](Self::release) does; where the run is over, to nobody.
    #[inline(always)]
    pub(crate) fn release_in_order(&mut self, node: u32) {
        let (block, bit) = (node / BLOCK, 1 << (node % BLOCK / NODE));
        let Some(free) = self.order.free.get_mut(block as usize) else {
            return self.release_in_new_block(node);
        };
        *free |= bit;
        if *free == u64::MAX {
            self.block_is_free(block);
        }
    }

    /// The same for the next node of a list that is taken apart: where that is the next in memory, too, it is marked with those before it.
    #[inline(always)]
    pub(crate) fn release_in_row(&mut self, node: u32) {
        let row = &mut self.order.row;
        if node != row.end {
            return self.begin_row(node);
        }
        row.end = node + NODE;
        if row.end.is_multiple_of(BLOCK) {
            self.row_is_at_its_end();
        }
    }

    #[inline(never)]
    fn begin_row(&mut self, node: u32) {
        self.end_row();
        self.order.row = node..node + NODE;
        if (node + NODE).is_multiple_of(BLOCK) {
            self.end_row();
        }
    }

    /// [`end_row`](Self::end_row), out of the loop's way.
    #[inline(never)]
    fn row_is_at_its_end(&mut self) {
        self.end_row();
    }

    #[inline(always)]
    fn end_row(&mut self) {
        let row = core::mem::take(&mut self.order.row);
        let block = row.start / BLOCK;
        let Some(free) = self.order.free.get_mut(block as usize) else { return self.release_row(row) };
        if row.is_empty() {
            return;
        }
        *free |= u64::MAX >> (u64::BITS - row.len() as u32 / NODE) << (row.start % BLOCK / NODE);
        if *free == u64::MAX {
            self.block_is_free(block);
        }
    }

    #[cold]
    #[inline(never)]
    fn release_row(&mut self, row: Range<u32>) {
        for node in row.step_by(NODE as usize) {
            self.release_in_order(node);
        }
    }

    #[cold]
    #[inline(never)]
    fn block_is_free(&mut self, block: u32) {
        self.order.free[block as usize] = 0;
        self.order.blocks.push(block);
    }

    #[cold]
    #[inline(never)]
    fn release_in_new_block(&mut self, node: u32) {
        if self.over {
            return;
        }
        let free = &mut self.order.free;
        let blocks = (self.heap.used().div_ceil(u64::from(BLOCK)) as usize).max(2 * free.len());
        // Words beyond what the heap has handed out are those of another worker, for which memory has run out. And where none is left for marks, it is as
        // elsewhere.
        if (node / BLOCK) as usize >= blocks || free.try_reserve_exact(blocks - free.len()).is_err() {
            return self.release(node, NODE);
        }
        free.resize(blocks, 0);
        self.release_in_order(node);
    }

    /// Frees what is kept here, for who would else ask the heap for more: a block, and when the heap has handed out twice as much as the
    /// last time, or `all` is needed, the nodes of others. Was there anything?
    #[cold]
    #[inline(never)]
    pub(crate) fn has_in_order(&mut self, all: bool) -> bool {
        self.end_row();
        let used = self.heap.used();
        if all || used > self.order.look_at {
            self.order.look_at = 2 * used;
            for block in (0..self.order.free.len()).rev() {
                let mut free = core::mem::take(&mut self.order.free[block]);
                while free != 0 {
                    let last = u64::BITS - 1 - free.leading_zeros();
                    free ^= 1 << last;
                    self.release(block as u32 * BLOCK + last * NODE, NODE);
                }
            }
        }
        let block = self.order.blocks.pop().map(|block| block * BLOCK..(block + 1) * BLOCK);
        let rest = match block {
            Some(block) => [block, 0..0],
            None => core::mem::take(&mut self.order.runs),
        };
        for node in rest.into_iter().flat_map(|run| run.rev().step_by(NODE as usize)) {
            self.release(node - 1, NODE);
        }
        self.free[NODE as usize] != 0
    }

    /// Words of free nodes.
    #[cfg(test)]
    pub(crate) fn words_in_order(&self) -> Vec<u32> {
        let whole = self.order.blocks.iter().flat_map(|block| block * BLOCK..(block + 1) * BLOCK);
        let part = (0..).zip(&self.order.free).flat_map(|(block, free)| {
            (0..BLOCK).filter(move |word| free >> (word / NODE) & 1 == 1).map(move |word| block * BLOCK + word)
        });
        self.order.runs.iter().cloned().flatten().chain(self.order.row.clone()).chain(whole).chain(part).collect()
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{cell::Plain, heap::Heap, program::Program};
    use std::collections::HashSet;

    const NODES: u32 = 10 * u64::BITS;

    /// Whatever their order, and however they are freed, all are free then, each once; and they are used again before memory runs out.
    #[test]
    fn each_node_is_free_once() {
        type Release = fn(&mut Worker<'_, Plain>, u32, u32);
        let ways: [Release; 4] = [
            |worker, _, node| worker.release_in_row(node),
            |worker, _, node| worker.release_in_order(node),
            // By turns.
            |worker, at, node| if at % 3 == 0 { worker.release_in_order(node) } else { worker.release_in_row(node) },
            |worker, at, node| {
                if at / 50 % 2 == 0 { worker.release_in_order(node) } else { worker.release_in_row(node) }
            },
        ];
        let orders: [fn(u32) -> u32; 4] = [|at| at, |at| NODES - 1 - at, |at| (at * 7) % NODES, |at| at ^ 1];
        for (way, order) in ways.into_iter().flat_map(|way| orders.map(|order| (way, order))) {
            let program = Program::default();
            let heap = Heap::<Plain>::new(1 << 12, program.spare()).expect("a small heap");
            let mut worker = Worker::new(&heap, &program, 0, 1);
            let mut nodes: Vec<_> = (0..NODES).map(|_| worker.alloc(NODE)).collect();
            // Ten times what there is room for.
            for _ in 0..if cfg!(miri) { 4 } else { 30 } {
                (0..NODES).for_each(|at| way(&mut worker, at, nodes[order(at) as usize]));
                let free = worker.words_in_order();
                let set: HashSet<_> = free.iter().copied().collect();
                assert_eq!(free.len(), set.len(), "each once");
                assert!(nodes.iter().all(|node| set.contains(node) && set.contains(&(node + 1))));
                let again: HashSet<_> =
                    (0..NODES).map(|_| worker.alloc_in_order().unwrap_or_else(|| worker.alloc_next())).collect();
                assert_eq!(again.len() as u32, NODES);
                nodes = again.into_iter().collect();
                nodes.sort_unstable();
            }
            assert!(!worker.exhausted);
        }
    }

    /// What was allocated then is nobody's.
    #[test]
    fn nothing_is_freed_when_the_run_is_over() {
        for has_memory in [true, false] {
            let program = Program::default();
            let heap = Heap::<Plain>::new(1 << 14, program.spare()).expect("a small heap");
            let mut worker = Worker::new(&heap, &program, 0, 1);
            let nodes: Vec<_> = (0..NODES).map(|_| worker.alloc(NODE)).collect();
            nodes[..100].iter().for_each(|&node| worker.release_in_row(node));
            assert_eq!(worker.words_in_order().len(), 200);
            if has_memory {
                worker.end()
            } else {
                worker.run_out()
            }
            for &node in &nodes {
                worker.release_in_row(node);
                worker.release_in_order(node);
            }
            assert!(worker.order.blocks.is_empty() && worker.order.free.is_empty());
            assert!(worker.free.iter().all(|&node| node == 0));
        }
    }
}
