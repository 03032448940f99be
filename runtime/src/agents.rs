//! The agents that a book declares, of any arity: its rules, and those that every agent has, with `*` and with `DUP`.
//!
//! A port's sign is declared, so which slots of a node are cells is known from the agent: the negative ones. A cell may be
//! born full, holding the term that stands there.

use crate::{
    cell::Cell,
    declared::{Acting, AgentShape},
    error::Met,
    program::Program,
    stats::Rule,
    word::{Kind, Redex, Tag, Word},
    worker::Worker,
};
use polarnet_syntax::{native::Native, number::Number};
use smallvec::SmallVec;

impl<C: Cell> Worker<'_, C> {
    /// Reduces a redex in which there is an agent of the book.
    #[inline(never)]
    pub(crate) fn interact_agent(&mut self, a: Word, b: Word) -> Redex {
        let (agent, other) = if a.tag().is_agent() { (a, b) } else { (b, a) };
        match other.tag() {
            Tag::ERA => self.erase_agent(other, agent),
            Tag::REF => self.call(agent, other),
            tag if tag.is_node() && tag.kind() == Kind::Dup => {
                match agent.tag() == Tag::VALUE && self.program.agent(agent.label()).linear {
                    true => self.no_rule(agent, other),
                    false => self.copy_agent(agent, other),
                }
            }
            Tag::NUM if agent.tag() == Tag::ACTOR => self.act_num(agent, other),
            Tag::VALUE if agent.tag() == Tag::ACTOR => self.act(agent, other),
            Tag::ACTOR if agent.tag() == Tag::VALUE => self.act(other, agent),
            _ => self.no_rule(agent, other),
        }
    }

    /// A rule of the book: `-A(x …) ~ +B(y …)`  =>  its net, in which the names stand for what stood at the ports.
    #[inline(never)]
    pub(crate) fn act(&mut self, actor: Word, value: Word) -> Redex {
        let program = self.program;
        if let Some(next) = self.by_function(actor, value) {
            return next;
        }
        let [actor_shape, value_shape] = [actor, value].map(|agent| program.agent(agent.label()));
        let mut known = Numbers::default();
        known.held_by(self, actor, actor_shape);
        known.held_by(self, value, value_shape);
        let rules = program.rules(actor.label(), value.label()).iter();
        let Some(rule) = known.first_of(rules, program) else { return self.no_rule(actor, value) };
        if rule.native.is_some() && self.gives_before_rust() {
            return Redex(value, actor);
        }
        if !self.compute(rule, &mut known) {
            return Redex::NONE;
        }
        let mut count = self.take(actor, actor_shape, 0);
        count = self.take(value, value_shape, count);
        self.replace(rule, count, &known)
    }

    /// A rule of the book: `-A(x …) ~ 7`  =>  its net, in which values stand that are computed from the number.
    #[inline(never)]
    pub(crate) fn act_num(&mut self, actor: Word, num: Word) -> Redex {
        let program = self.program;
        if let Some(next) = self.by_function(actor, num) {
            return next;
        }
        let (shape, number) = (program.agent(actor.label()), num.as_number());
        let mut known = Numbers::default();
        known.held_by(self, actor, shape);
        known.push(number);
        let rules = shape.numeric.iter().filter(|(ty, _)| Some(*ty) == number.ty()).map(|(_, rule)| rule);
        let Some(rule) = known.first_of(rules, program) else { return self.no_rule(actor, num) };
        if rule.native.is_some() && self.gives_before_rust() {
            return Redex(num, actor);
        }
        if !self.compute(rule, &mut known) {
            return Redex::NONE;
        }
        let count = self.take(actor, shape, 0);
        self.replace(rule, count, &known)
    }

    /// Calls the Rust of a rule, if it has some: what that computes is known then. If it panics, the run ends.
    #[inline(always)]
    fn compute(&mut self, rule: &Acting, known: &mut Numbers) -> bool {
        rule.native.as_ref().is_none_or(|native| self.call_rust(native, known))
    }

    #[inline(never)]
    pub(crate) fn call_rust(&mut self, native: &Native, known: &mut Numbers) -> bool {
        self.pace.begin();
        let ran = native.run(&mut known.0, self.program.numbers());
        if self.pace.ends() {
            self.spend_all();
        }
        match ran {
            Ok(()) => true,
            Err(panicked) => {
                self.panicked = Some(panicked.into());
                self.end();
                false
            }
        }
    }

    /// The net of a rule, whose first `count` arguments are given.
    #[inline(always)]
    fn replace(&mut self, rule: &Acting, count: u32, known: &Numbers) -> Redex {
        self.counts.add(Rule::User);
        self.follow(count);
        for (at, code) in (count..).zip(&rule.values) {
            let (number, fault) = code.run(known.get(), self.program.numbers());
            self.fault = self.fault.or(fault);
            self.argument(at as usize, Word::number(number));
        }
        self.copy(&rule.body)
    }

    /// Follows arguments that are variables. Once all are taken: what is known of one port may have been the last that
    /// held on to the node of another.
    #[inline(always)]
    fn follow(&mut self, count: u32) {
        for at in 0..count {
            let port = self.placed_argument(at as usize);
            if port.is_var() {
                let port = self.known(port);
                self.argument(at as usize, port);
            }
        }
    }

    /// What stands at the ports of an agent, as the arguments from number `first` on; the number of the next one. Numbers
    /// that ports hold are none.
    #[inline(always)]
    fn take(&mut self, agent: Word, shape: &AgentShape, first: u32) -> u32 {
        let mut next = first;
        for slot in shape.wired() {
            let port = self.port_of(agent, shape, slot);
            self.argument(next as usize, port);
            next += 1;
        }
        self.free_taken(agent, shape);
        next
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

    /// A rule of the book: `A(x …) ~ *`, or `A(x …) ~ {c d}`  =>  its net
    #[inline(never)]
    fn act_alone<'p>(&mut self, agent: Word, rules: impl Iterator<Item = &'p Acting>, dup: Option<Word>) -> Redex {
        let program = self.program;
        let shape = program.agent(agent.label());
        let mut known = Numbers::default();
        known.held_by(self, agent, shape);
        let Some(rule) = known.first_of(rules, program) else { return self.no_rule(agent, dup.unwrap_or(Word::ERA)) };
        if !self.compute(rule, &mut known) {
            return Redex::NONE;
        }
        let mut count = self.take(agent, shape, 0);
        if let Some(dup) = dup {
            for side in self.ports(dup.tag(), dup.loc()) {
                self.argument(count as usize, side);
                count += 1;
            }
        }
        self.replace(rule, count, &known)
    }

    /// `* ~ A(x …)`  =>  `* ~ x`, …, unless a rule of the book says what becomes of it.
    fn erase_agent(&mut self, era: Word, agent: Word) -> Redex {
        let program = self.program;
        let shape = program.agent(agent.label());
        // What is dropped is not even looked at.
        if !shape.erasing.is_empty() && era == Word::ERA {
            return self.act_alone(agent, shape.erasing.iter(), None);
        }
        self.counts.add(Rule::Erase);
        let count = self.take(agent, shape, 0);
        let mut next = Redex::NONE;
        for at in 0..count {
            let port = self.placed_argument(at as usize);
            let redex = self.join(port, era);
            next = self.both(next, redex);
        }
        next
    }

    /// `A(x …) ~ {c d}`  =>  `x ~ {1 2}`, …, `c ~ A(1 …)`, `d ~ A(2 …)`, unless a rule of the book says what becomes of it.
    fn copy_agent(&mut self, agent: Word, dup: Word) -> Redex {
        let program = self.program;
        let shape = program.agent(agent.label());
        let mut own = shape.copying(dup.label()).peekable();
        if own.peek().is_some() {
            return self.act_alone(agent, own, Some(dup));
        }
        self.counts.add(Rule::Commute);
        let mut held = Numbers::default();
        held.held_by(self, agent, shape);
        let count = self.take(agent, shape, 0);
        let sides = self.ports(dup.tag(), dup.loc());
        let copies = [0, 1].map(|_| if shape.arity == 0 { 0 } else { self.alloc(shape.words()) });
        for copy in copies {
            for (&slot, &number) in shape.numbers.iter().zip(held.get()) {
                // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
                unsafe { self.cell(copy + slot).init(Word::number(number)) }
            }
        }
        // A negative port gets a SUP, whose wires end in cells of the copies; a positive one a DUP, with cells of its own.
        for (at, slot) in (count..).zip(shape.wired()) {
            let copier = self.alloc(2);
            let tag = if shape.is_cell(slot) { Tag::SUP } else { Tag::DUP };
            self.argument(at as usize, Word::new(tag, dup.label(), copier));
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
        for at in 0..count {
            let [port, copier] = [at, count + at].map(|at| self.placed_argument(at as usize));
            let redex = self.join(port, copier);
            next = self.both(next, redex);
        }
        next
    }

    /// What stands at the ports of an agent, numbers too; the agent is gone.
    pub(crate) fn open_agent(&mut self, agent: Word) -> Vec<Word> {
        let shape = self.program.agent(agent.label());
        let slots = (0..shape.arity).filter(|&slot| !shape.is_upper(slot));
        let ports = slots.map(|slot| self.port_of(agent, shape, slot)).collect();
        self.free_taken(agent, shape);
        ports
    }

    /// The run ends: it cannot go on with these two.
    #[cold]
    #[inline(never)]
    pub(crate) fn no_rule(&mut self, a: Word, b: Word) -> Redex {
        let pair = if b.tag() == Tag::ACTOR { [b, a] } else { [a, b] };
        self.stuck.get_or_insert(pair);
        self.end();
        Redex::NONE
    }

    /// A word, as a message names it.
    pub(crate) fn name(&self, word: Word) -> Met {
        match word.tag() {
            Tag::VALUE | Tag::ACTOR => {
                let agent = self.program.agent(word.label());
                Met::new(format!("`{}`", agent.name), agent.arity)
            }
            Tag::NUM => Met::new("a number", 0),
            tag => match tag.kind() {
                Kind::Opr => Met::new("an operator", 2),
                Kind::Swi => Met::new("a switch", 2),
                Kind::Con => Met::new("`(a b)`", 2),
                Kind::Dup => Met::new("`{a b}`", 2),
            },
        }
    }
}

/// The numbers that a rule knows.
#[derive(Default)]
pub(crate) struct Numbers(pub SmallVec<[Number; 4]>);

impl Numbers {
    #[inline(always)]
    fn push(&mut self, number: Number) {
        self.0.push(number);
    }

    /// Those that the ports of an agent hold.
    #[inline(always)]
    fn held_by<C: Cell>(&mut self, worker: &Worker<'_, C>, agent: Word, shape: &AgentShape) {
        for &slot in &shape.numbers {
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            self.push(unsafe { worker.cell(agent.loc() + slot).take() }.as_number());
        }
    }

    fn get(&self) -> &[Number] {
        &self.0
    }

    /// The first rule whose guard is true.
    #[inline(always)]
    fn first_of<'p>(&self, mut rules: impl Iterator<Item = &'p Acting>, program: &Program) -> Option<&'p Acting> {
        let numbers = program.numbers();
        rules.find(|rule| rule.guard.as_ref().is_none_or(|guard| guard.run(self.get(), numbers).0.raw(numbers) != 0))
    }
}
