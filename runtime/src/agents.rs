//! The agents that a book declares, of any arity: its rules, and those that every agent has, with `*` and with `DUP`.
//!
//! A port's sign is declared, so which slots of a node are cells is known from the agent: the negative ones. A cell may be
//! born full, holding the term that stands there.

use crate::{
    cell::Cell,
    program::AgentShape,
    stats::Rule,
    word::{Kind, Redex, Tag, Word},
    worker::Worker,
};

impl<C: Cell> Worker<'_, C> {
    /// Reduces a redex in which there is an agent of the book.
    #[inline(never)]
    pub(crate) fn interact_agent(&mut self, a: Word, b: Word) -> Redex {
        let (agent, other) = if a.tag().is_agent() { (a, b) } else { (b, a) };
        match other.tag() {
            Tag::ERA => self.erase_agent(agent),
            Tag::REF => self.call(agent, other),
            tag if tag.is_node() && tag.kind() == Kind::Dup => self.copy_agent(agent, other),
            Tag::VALUE if agent.tag() == Tag::ACTOR => self.act(agent, other),
            Tag::ACTOR if agent.tag() == Tag::VALUE => self.act(other, agent),
            _ => self.no_rule(agent, other),
        }
    }

    /// A rule of the book: `-A(x …) ~ +B(y …)`  =>  its net, in which the names stand for what stood at the ports.
    #[inline(always)]
    pub(crate) fn act(&mut self, actor: Word, value: Word) -> Redex {
        let program = self.program;
        let Some(body) = program.rule(actor.label(), value.label()) else { return self.no_rule(actor, value) };
        self.counts.add(Rule::User);
        let [actor_shape, value_shape] = [actor, value].map(|agent| program.agent(agent.label()));
        self.take(actor, actor_shape, 0);
        self.take(value, value_shape, actor_shape.arity);
        // Only now: what is known of one port may have been the last that held on to the node of another.
        for at in 0..actor_shape.arity + value_shape.arity {
            let port = self.placed_argument(at as usize);
            if port.is_var() {
                let port = self.known(port);
                self.argument(at as usize, port);
            }
        }
        self.copy(body)
    }

    /// What stands at the ports of an agent, as the arguments from number `first` on.
    #[inline(always)]
    fn take(&mut self, agent: Word, shape: &AgentShape, first: u32) {
        for slot in 0..shape.arity {
            let port = self.port_of(agent, shape, slot);
            self.argument((first + slot) as usize, port);
        }
        self.free_taken(agent, shape);
    }

    /// Of a term slot the term, of a cell the right to meet it.
    #[inline(always)]
    fn port_of(&self, agent: Word, shape: &AgentShape, slot: u32) -> Word {
        match shape.is_cell(slot) {
            true => shape.var(agent.loc(), slot),
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            false => unsafe { self.cell(agent.loc() + slot).take() },
        }
    }

    /// A node without cells is free once its ports are taken; others are freed by the last death of a cell.
    #[inline(always)]
    fn free_taken(&mut self, agent: Word, shape: &AgentShape) {
        if shape.arity > 0 && shape.cells == 0 {
            self.release(agent.loc(), shape.words());
        }
    }

    /// `* ~ A(x …)`  =>  `* ~ x`, …
    fn erase_agent(&mut self, agent: Word) -> Redex {
        self.counts.add(Rule::Erase);
        let shape = self.program.agent(agent.label());
        self.take(agent, shape, 0);
        let mut next = Redex::NONE;
        for slot in 0..shape.arity {
            let port = self.placed_argument(slot as usize);
            let redex = self.join(port, Word::ERA);
            next = self.both(next, redex);
        }
        next
    }

    /// `A(x …) ~ {c d}`  =>  `x ~ {1 2}`, …, `c ~ A(1 …)`, `d ~ A(2 …)`
    fn copy_agent(&mut self, agent: Word, dup: Word) -> Redex {
        self.counts.add(Rule::Commute);
        let shape = self.program.agent(agent.label());
        self.take(agent, shape, 0);
        let sides = self.ports(dup.tag(), dup.loc());
        let copies = [0, 1].map(|_| if shape.arity == 0 { 0 } else { self.alloc(shape.words()) });
        // A negative port gets a SUP, whose wires end in cells of the copies; a positive one a DUP, with cells of its own.
        for slot in 0..shape.arity {
            let copier = self.alloc(2);
            let tag = if shape.is_cell(slot) { Tag::SUP } else { Tag::DUP };
            self.argument((shape.arity + slot) as usize, Word::new(tag, dup.label(), copier));
            for (at, &copy) in (0..).zip(&copies) {
                let [in_copy, in_copier] = match shape.is_cell(slot) {
                    true => [Word::EMPTY, shape.var(copy, slot)],
                    false => [Word::port(Tag::DUP, copier, at), Word::EMPTY],
                };
                // SAFETY: L2: both were just allocated, and are published by the next meeting only.
                unsafe {
                    self.cell(copy + slot).init(in_copy);
                    self.cell(copier + at).init(in_copier);
                }
            }
        }
        for (side, copy) in sides.into_iter().zip(copies) {
            self.link(Word::new(agent.tag(), agent.label(), copy), side);
        }
        let mut next = Redex::NONE;
        for slot in 0..shape.arity {
            let [port, copier] = [slot, shape.arity + slot].map(|at| self.placed_argument(at as usize));
            let redex = self.join(port, copier);
            next = self.both(next, redex);
        }
        next
    }

    /// The run ends: it cannot go on with these two.
    #[cold]
    #[inline(never)]
    fn no_rule(&mut self, a: Word, b: Word) -> Redex {
        self.stuck.get_or_insert([a, b]);
        self.budget = 0;
        Redex::NONE
    }

    /// A word, as a message names it.
    pub(crate) fn name(&self, word: Word) -> String {
        match word.tag() {
            Tag::VALUE | Tag::ACTOR => format!("`{}`", self.program.agent(word.label()).name),
            Tag::NUM => "a number".to_owned(),
            tag => match tag.kind() {
                Kind::Opr => "an operator".to_owned(),
                Kind::Swi => "a switch".to_owned(),
                Kind::Con | Kind::Dup => "`(a b)`".to_owned(),
            },
        }
    }
}
