//! Interactions whose outcome a function needs, where the fast way is not open: they are done by the rules, and what they
//! bring is reduced at once.
//!
//! The function has counted them already, for the fast way; the rules count them again. So they are taken back here first.

use super::resolve::Args;
use crate::{
    cell::Cell,
    program::Program,
    stats::Rule,
    word::{LATE, Redex, Tag, Word},
    worker::Worker,
};
use polarnet_lower::ARGUMENTS;

impl<C: Cell> Worker<'_, C> {
    /// A redex, and all that it brings, if there is stack and budget for it. What is left of it comes before what is put off after it.
    pub(crate) fn settle_now(&mut self, redex: Redex) {
        if redex.is_none() {
            return;
        }
        if self.must_stop() {
            self.later.push(redex);
            return;
        }
        let mark = self.bag.len();
        let mut next = redex;
        loop {
            self.budget -= 1;
            next = self.interact(next);
            if next.is_none() {
                if self.bag.len() <= mark {
                    return;
                }
                next = self.bag.pop();
            }
            if self.must_stop() {
                self.bag.push(next);
                while self.bag.len() > mark {
                    let next = self.bag.pop();
                    self.later.push(next);
                }
                return;
            }
        }
    }

    fn must_stop(&mut self) -> bool {
        self.budget <= 0
            || self.over
            || self.frames.is_unwinding()
            || self.is_deep()
            || self.fused <= 0 && !self.has_more()
    }

    /// What a value is once it is looked at: a definition without arguments is called.
    #[inline(always)]
    pub(crate) fn value_now(&mut self, value: Word) -> Word {
        let value = self.known(value);
        if value.is_var() || value.tag() != Tag::REF { value } else { self.call_value(value) }
    }

    #[inline(never)]
    fn call_value(&mut self, mut value: Word) -> Word {
        while !value.is_var() && value.tag() == Tag::REF {
            let Some((function, 0)) = self.function_of(value, 0) else { break };
            let called = self.call_now(function, &[]);
            let called = self.known(called);
            if called == value {
                break;
            }
            value = called;
        }
        value
    }

    /// The function of a reference for so many arguments, and how many it takes.
    pub(crate) fn function_of(&self, reference: Word, args: usize) -> Option<(u32, u16)> {
        let (function, callee) = self.program.direct()?.function_for(reference.loc(), args)?;
        Some((function, callee.args))
    }

    /// A function cannot begin with the argument at `port`, which should be a `wanted`: it can now, if nothing comes back; else
    /// that is its result.
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn miss(&mut self, function: u32, args: *mut Word, port: u8, wanted: Tag) -> Option<Word> {
        // SAFETY: the caller's word.
        unsafe { self.miss_here(function, args, port, wanted) }
    }

    /// The same, inlined.
    #[inline(always)]
    pub(super) unsafe fn miss_here(&mut self, function: u32, args: *mut Word, port: u8, wanted: Tag) -> Option<Word> {
        let program = self.program;
        let callee = program.direct()?.callees[function as usize];
        // SAFETY: D1, D3: a frame begins with its arguments; nobody else holds on to it meanwhile.
        let args = unsafe { core::slice::from_raw_parts_mut(args, callee.args.into()) };
        let value = self.known(args[port as usize]);
        args[port as usize] = value;
        if !value.is_var() && value.tag() == wanted {
            return None;
        }
        debug_assert!(program.has_template(callee.def), "those that are several as one are called apart");
        // A definition without arguments is not called here: it may be copied as it is, or erased.
        self.fused += i64::from(callee.count);
        let mut words = Args::default();
        for &mut word in args {
            words.push(word);
        }
        if value.is_var() {
            return Some(self.park(function, words.as_slice(), port.into()));
        }
        Some(self.expand_now(callee.def, words.as_slice()))
    }

    /// A definition, applied, is copied into the net.
    pub(crate) fn expand_now(&mut self, def: u32, args: &[Word]) -> Word {
        let Some((spine, result)) = self.spine_of(args) else { return Word::ERA };
        let redex = self.call_applied(spine, Word::new(Tag::REF, 0, def));
        self.settle_now(redex);
        self.known(result)
    }

    /// `value ~ {a b}`
    #[inline(never)]
    pub(crate) fn copy_now(&mut self, label: u32, value: Word) -> [Word; 2] {
        let value = self.known(value);
        if !value.is_var() {
            match value.tag() {
                Tag::NUM | Tag::ERA => return [value; 2],
                Tag::REF if self.program.template(value.loc()).copyable => return [value; 2],
                Tag::SUP if value.label() == label => return self.ports(Tag::SUP, value.loc()),
                _ => {}
            }
        }
        self.core_now(Tag::DUP, label, value, [Word::EMPTY; 2], 1)
    }

    /// `value ~ (a b)`
    #[inline(never)]
    pub(crate) fn split_now(&mut self, value: Word) -> [Word; 2] {
        let value = self.value_now(value);
        if !value.is_var() {
            match value.tag() {
                Tag::PAIR => return self.ports(Tag::PAIR, value.loc()),
                Tag::NUM | Tag::ERA => return [value; 2],
                _ => {}
            }
        }
        self.core_now(Tag::SPLIT, 0, value, [Word::EMPTY; 2], 1)
    }

    /// A negative node that is in the net meets a value; what comes to one of its cells.
    #[inline(always)]
    pub(super) fn meet_now(&mut self, value: Word, node: Word, result: Word) -> Word {
        if self.over {
            return Word::ERA;
        }
        let redex = self.join(value, node);
        if redex.is_none() { result } else { self.settle_result(redex, result) }
    }

    #[inline(never)]
    fn settle_result(&mut self, redex: Redex, result: Word) -> Word {
        self.settle_now(redex);
        self.known(result)
    }

    /// A negative node of the core meets a value. For each slot: the term in it, or, of a cell, what comes there.
    #[inline(never)]
    pub(crate) fn core_now(
        &mut self,
        tag: Tag,
        label: u32,
        mut value: Word,
        mut slots: [Word; 2],
        counted: u8,
    ) -> [Word; 2] {
        if tag == Tag::OPR {
            (value, slots[0]) = self.operands_now(value, slots[0]);
            if [value, slots[0]].iter().all(|word| !word.is_var() && word.tag() == Tag::NUM) {
                return [Word::EMPTY, self.operate(value, slots[0])];
            }
        }
        self.fused += i64::from(counted);
        if self.over {
            return [Word::ERA; 2];
        }
        // What was no number where the net had it counts as one that came by a wire, though it be one now.
        let label = if counted == 2 { LATE } else { label };
        let node = self.node(slots[0], slots[1]);
        if self.over {
            return [Word::ERA; 2];
        }
        let redex = self.join(value, Word::new(tag, label, node));
        self.settle_now(redex);
        [0, 1].map(|slot| if tag.cell(slot) == 1 { self.known(Word::port(tag, node, slot)) } else { Word::EMPTY })
    }

    /// A negative agent of the book meets a value. Its node; `None` if it has none, or memory has run out.
    #[inline(never)]
    pub(crate) fn act_now(&mut self, symbol: u32, value: Word, terms: &mut dyn Iterator<Item = Word>) -> Option<u32> {
        let program = self.program;
        let shape = program.agent(symbol);
        let mut node = 0;
        if shape.arity > 0 && !self.over {
            node = self.alloc(shape.words());
            for slot in 0..shape.words() {
                let is_term = slot < shape.arity && !shape.is_cell(slot);
                let word = if is_term { terms.next().unwrap_or(Word::ERA) } else { Word::EMPTY };
                // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
                unsafe { self.cell(node + slot).init(word) }
            }
        }
        if self.over {
            return None;
        }
        let redex = self.join(value, Word::new(Tag::ACTOR, symbol, node));
        self.settle_now(redex);
        Some(node)
    }

    /// `* ~ value`, of what is no leaf, or not known to be one.
    #[inline(never)]
    pub(crate) fn erase_now(&mut self, value: Word) {
        if self.over {
            return;
        }
        let mut value = self.known(value);
        // `* ~ +(-* +body)`: the lambda, and the two `*`; then the body.
        while !value.is_var() && value.tag() == Tag::LAM && self.cell(value.loc()).peek() == Word::ERA {
            self.fused -= 2;
            let [_, body] = self.ports(Tag::LAM, value.loc());
            self.release(value.loc(), 2);
            value = self.known(body);
        }
        if !value.is_var() && value.tag().is_leaf() {
            return;
        }
        self.fused += 1;
        let redex = self.join(value, Word::ERA);
        self.settle_now(redex);
    }

    /// A value goes to where it is awaited.
    pub(crate) fn give_now(&mut self, value: Word, place: Word) {
        let redex = self.answer_now(value, place);
        self.settle_now(redex);
    }

    /// What a program in direct style does in place of the rules for references; and for what only it has.
    pub(crate) fn interact_direct(&mut self, pos: Word, neg: Word) -> Redex {
        match (neg.tag(), pos.tag()) {
            (Tag::CALL, _) => self.resume(neg, pos),
            (Tag::APP, _) => self.apply_spine(neg, pos),
            (_, Tag::CLOSURE) => {
                let (def, args) = self.open_closure(pos);
                let Some((spine, result)) = self.spine_of(&args) else { return Redex::NONE };
                let first = self.call_applied(spine, Word::new(Tag::REF, 0, def));
                let second = self.join(result, neg);
                self.both(first, second)
            }
            _ => self.call(neg, pos),
        }
    }

    /// `-(+a -(+b -ret)) ~ value`, with as many arguments as there are.
    fn apply_spine(&mut self, mut app: Word, value: Word) -> Redex {
        let mut args = Args::default();
        let mut count = 1;
        loop {
            // SAFETY: L1, L2: a term slot of a node that this worker holds.
            args.push(unsafe { self.cell(app.loc()).take() });
            // What the cell holds was left by its other party: this is the second meeting.
            let next = self.cell(app.loc() + 1).peek();
            if next.is_var() || next.tag() != Tag::APP || count == ARGUMENTS {
                break;
            }
            count += 1;
            self.release(app.loc(), 2);
            app = next;
        }
        let result = self.apply_now(value, &mut args);
        self.answer_now(result, Word::port(Tag::APP, app.loc(), 1))
    }

    /// What functions have counted since `before` was left to them.
    pub(crate) fn count_fused(&mut self, before: i64) {
        self.counts.add_many(Rule::Fused, u64::try_from(before - self.fused).unwrap_or(0));
    }
}

impl Program {
    /// Is it run in direct style?
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert!(!Program::new(&book).is_direct());
    /// assert!(Program::new(&book).in_direct_style(&book).is_direct());
    /// ```
    #[must_use]
    pub fn is_direct(&self) -> bool {
        self.direct().is_some()
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use crate::{
        cell::Plain,
        heap::Heap,
        program::Program,
        word::{Redex, Tag, Word},
        worker::Worker,
    };

    /// What is left of one redex comes before what is put off after it: else who reads a list would begin before it is made, and wait for each
    /// piece of it.
    #[test]
    fn what_is_left_comes_first() {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let mut worker = Worker::new(&heap, &program, 0, 1);
        let [old, after] = [1, 2].map(|def| Redex(Word::new(Tag::REF, 0, def), Word::ERA));
        worker.bag.push(old);
        worker.frames.open();
        (worker.budget, worker.fused) = (1, 9);
        // `* ~ ((* *) {* *})`, of which one interaction is left to do here.
        let [first, second] = [Tag::PAIR, Tag::SUP].map(|tag| Word::new(tag, 0, worker.node(Word::ERA, Word::ERA)));
        let pair = Word::new(Tag::PAIR, 0, worker.node(first, second));
        worker.settle_now(Redex(pair, Word::ERA));
        assert!(worker.bag.iter().eq([old]));
        worker.later.push(after);
        worker.put_off(Redex::NONE);
        for part in [second, first] {
            let left = worker.bag.pop();
            assert!([left.0, left.1].contains(&part), "{left:?}");
        }
        assert!(worker.bag.iter().eq([old, after]));
    }
}
