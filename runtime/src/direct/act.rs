//! Negative agents as functions: from their nodes, and back to nodes.

use super::exec::LINK;
use crate::{
    cell::Cell,
    word::{Redex, Tag, Word},
    worker::{MAX_ARITY, Worker},
};

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
        let mut args = [value; MAX_ARITY + 1];
        let mut count = 1;
        for slot in shape.terms() {
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            args[count] = unsafe { self.cell(actor.loc() + slot).take() };
            count += 1;
        }
        if shape.arity > 0 && shape.cells == 0 {
            self.release(actor.loc(), shape.words());
        }
        // SAFETY: D1: there is room, as was asked; and as many arguments as it takes: a value, and one for each positive port.
        let first = unsafe { self.run_code(function, &args[..count]) };
        if self.over {
            return Redex::NONE;
        }
        let mut last = Redex::NONE;
        for (at, slot) in shape.places().enumerate() {
            // SAFETY: D1: they are where the frame began; giving calls nobody.
            let result = if at == 0 { first } else { unsafe { *self.frames.top.add(LINK + at) } };
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
                for slot in 0..shape.words() {
                    self.cell(node + slot).init(Word::EMPTY);
                }
                for (at, slot) in shape.terms().enumerate() {
                    self.cell(node + slot).init(*frame.add(1 + at));
                }
            }
            for (at, slot) in shape.places().enumerate() {
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
