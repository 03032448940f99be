//! Negative agents as functions: from their nodes, and back to nodes.

use super::exec::LINK;
use crate::{
    cell::Cell,
    word::{Redex, Tag, Word},
    worker::{MAX_ARITY, Worker},
};
use smallvec::SmallVec;

/// What stands at the ports of an agent, and what it meets.
type Ports = SmallVec<[Word; MAX_ARITY + 1]>;

impl<C: Cell> Worker<'_, C> {
    /// A rule of the book, if it was compiled, to Rust or to code of the machine.
    #[inline(always)]
    pub(crate) fn by_function(&mut self, actor: Word, value: Word) -> Option<Redex> {
        let program = self.program;
        if let Some(entry) = program.entries(actor.label()).and_then(C::entry) {
            return Some(self.run_function(entry, actor, value));
        }
        let function = program.direct().and_then(|direct| direct.actor(actor.label()))?;
        Some(self.run_actor(function, actor, value))
    }

    /// The same, of an agent that has this function.
    fn run_actor(&mut self, function: u32, actor: Word, value: Word) -> Redex {
        if self.fused <= 0 || self.over || self.frames.is_full() || self.is_deep() {
            self.stop_calls();
            self.later.push(Redex(value, actor));
            return Redex::NONE;
        }
        let shape = self.program.agent(actor.label());
        let mut args = Ports::from_slice(&[value]);
        for slot in (0..shape.arity).filter(|&slot| !shape.is_cell(slot)) {
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            args.push(unsafe { self.cell(actor.loc() + slot).take() });
        }
        if shape.arity > 0 && shape.cells == 0 {
            self.release(actor.loc(), shape.words());
        }
        // SAFETY: there is room, as was asked; and as many arguments as it takes: a value, and one for each positive port.
        let first = unsafe { self.run_code(function, &args) };
        if self.over {
            return Redex::NONE;
        }
        let mut results = Ports::from_slice(&[first]);
        for at in 1..shape.cells as usize {
            // SAFETY: D1: they are where the frame began.
            results.push(unsafe { *self.frames.top.add(LINK + at) });
        }
        let mut last = Redex::NONE;
        let cells = (0..shape.arity).filter(|&slot| shape.is_cell(slot));
        for (slot, result) in cells.zip(results) {
            let next = self.give(result, shape.var(actor.loc(), slot));
            last = self.both(last, next);
        }
        last
    }

    /// An agent, with its value and what stands at its positive ports in `frame`, becomes a node; its results are there then.
    ///
    /// # Safety
    ///
    /// D1: they are there, and there is room for the results.
    pub(super) unsafe fn actor_node(&mut self, symbol: u32, frame: *mut Word) -> Redex {
        let program = self.program;
        let shape = program.agent(symbol);
        let mut node = 0;
        // SAFETY: the caller's word; L2: the node was just allocated, and is published by the meeting below only.
        unsafe {
            let value = *frame;
            if shape.arity > 0 && !self.over {
                node = self.alloc(shape.words());
                let mut from = frame;
                for slot in 0..shape.words() {
                    let is_term = slot < shape.arity && !shape.is_cell(slot);
                    from = from.add(usize::from(is_term));
                    self.cell(node + slot).init(if is_term { *from } else { Word::EMPTY });
                }
            }
            let cells = (0..shape.arity).filter(|&slot| shape.is_cell(slot));
            for (at, slot) in cells.enumerate() {
                *frame.add(at) = if self.over { Word::ERA } else { shape.var(node, slot) };
            }
            if shape.cells == 0 {
                *frame = Word::ERA;
            }
            match self.over {
                true => Redex::NONE,
                false => self.join(value, Word::new(Tag::ACTOR, symbol, node)),
            }
        }
    }

    /// An agent is put off, and all calls that come after it.
    ///
    /// # Safety
    ///
    /// As [`actor_node`](Self::actor_node).
    pub(super) unsafe fn put_off_actor(&mut self, symbol: u32, frame: *mut Word) {
        self.stop_calls();
        // SAFETY: the caller's word.
        let redex = unsafe { self.actor_node(symbol, frame) };
        if !redex.is_none() {
            self.later.push(redex);
        }
    }
}
