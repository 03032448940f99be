//! Calls that are put off: as nodes of the net, that wait for one of their arguments.
//!
//! ```text
//!  0            1        2 …
//! ┌────────────┬────────┬─────────────────┐
//! │ f, n, port │ result │ other arguments │
//! └────────────┴────────┴─────────────────┘
//! ```
//!
//! Such a node is a negative agent; it stands for the expansion of function `f`, of `n` arguments, before that is made. Its one
//! cell is that of the result. What it meets is the argument number `port`.

use super::resolve::Args;
use crate::{
    cell::Cell,
    word::{Redex, Tag, Word},
    worker::Worker,
};
use core::cmp::Ordering;

/// The slot of the result.
const RESULT: u32 = 1;

/// Variables that are followed to see whether an argument is there: it is only asked whether to give its call away.
const FEW: u32 = 4;

/// Words of a node for so many arguments.
const fn words(args: u32) -> u32 {
    args + 1
}

impl<C: Cell> Worker<'_, C> {
    /// Runs a function, if there is stack and budget for it; else the call is put off.
    pub(crate) fn call_now(&mut self, function: u32, args: &[Word]) -> Word {
        if self.over || self.frames.is_full() || self.is_deep() || self.fused <= 0 && !self.has_more() {
            return self.put_off_call(function, args);
        }
        // SAFETY: there are as many arguments as it takes, by who calls.
        unsafe {
            match self.is_emitted {
                true => self.run_emitted(function, args.as_ptr()),
                false => self.run_code(function, args),
            }
        }
    }

    /// A call is put off, and all that come after it: what they have was to be done after this.
    #[cold]
    #[inline(never)]
    pub(crate) fn put_off_call(&mut self, function: u32, args: &[Word]) -> Word {
        self.stop_calls();
        if self.over {
            return Word::ERA;
        }
        let Some(direct) = self.program.direct() else { unreachable!("only direct code calls") };
        if args.is_empty() {
            return Word::new(Tag::REF, 0, direct.callees[function as usize].def);
        }
        let port = args.iter().position(|arg| !arg.is_var()).unwrap_or(0);
        let Some((call, result)) = self.call_node(function, args, port) else { return Word::ERA };
        let redex = self.join(args[port], call);
        if !redex.is_none() {
            self.later.push(redex);
        }
        result
    }

    /// A function does not begin without knowing an argument: it waits for it.
    pub(crate) fn park(&mut self, function: u32, args: &[Word], port: usize) -> Word {
        let Some((call, result)) = self.call_node(function, args, port) else { return Word::ERA };
        let redex = self.join(args[port], call);
        self.settle_now(redex);
        self.known(result)
    }

    /// The node of a call that waits for the argument at `port`, and the right to meet its result. `None`: memory has run out.
    pub(crate) fn call_node(&mut self, function: u32, args: &[Word], port: usize) -> Option<(Word, Word)> {
        self.unexpanded += 1;
        let count = args.len() as u32;
        let node = self.alloc(words(count));
        let header = Word::new(Tag::REF, count << 4 | port as u32, function);
        let others = args.iter().enumerate().filter(|&(at, _)| at != port).map(|(_, &arg)| arg);
        let slots = [header, Word::EMPTY].into_iter().chain(others);
        for (slot, word) in (0..).zip(slots) {
            // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
            unsafe { self.cell(node + slot).init(word) }
        }
        (!self.over).then(|| (Word::new(Tag::CALL, 0, node), Word::var(node, RESULT, words(count), 1)))
    }

    /// `-call ~ +value`: the function is called.
    pub(crate) fn resume(&mut self, call: Word, value: Word) -> Redex {
        let mut args = Args::default();
        let (function, result) = self.open_call(call, value, &mut args);
        let given = self.call_now(function, args.as_slice());
        self.answer_now(given, result)
    }

    /// The function of a call, and the right to meet its result, with which its node is freed. `args` get its arguments, with the one that it waited for.
    pub(crate) fn open_call(&mut self, call: Word, value: Word, args: &mut Args) -> (u32, Word) {
        self.unexpanded -= 1;
        let node = call.loc();
        // SAFETY: L1, L2: term slots of a node that this worker holds.
        let term = |slot: u32| unsafe { self.cell(node + slot).take() };
        let header = term(0);
        let (count, port) = (header.label() >> 4, header.label() & 15);
        // Those behind it are one slot further on than they were.
        for at in 0..count {
            args.push(match at.cmp(&port) {
                Ordering::Less => term(at + 2),
                Ordering::Equal => value,
                Ordering::Greater => term(at + 1),
            });
        }
        (header.loc(), Word::var(node, RESULT, words(count), 1))
    }

    /// Is it a call one of whose other arguments is not there yet? It may wait for that before it does anything. Of a redex that this worker holds.
    pub(crate) fn waits_for_more(&self, Redex(a, b): Redex) -> bool {
        let call = [a, b].into_iter().find(|word| word.tag() == Tag::CALL);
        call.is_some_and(|call| self.other_arguments(call).any(|arg| !self.is_there(arg)))
    }

    /// The arguments of a call but the one that it meets. Of a redex that this worker holds.
    pub(crate) fn other_arguments(&self, call: Word) -> impl Iterator<Item = Word> + '_ {
        // SAFETY: L1, L2: term slots of a node that this worker holds.
        let term = move |slot: u32| unsafe { self.cell(call.loc() + slot).take() };
        (2..=term(0).label() >> 4).map(term)
    }

    /// Is it a term, or is one found behind a few variables? They stay as they are.
    fn is_there(&self, mut term: Word) -> bool {
        for _ in 0..FEW {
            if !term.is_var() {
                break;
            }
            term = self.cell(term.loc()).peek();
        }
        !term.is_var() && !term.is_empty()
    }

    /// A result goes to where it is awaited.
    pub(crate) fn answer_now(&mut self, given: Word, result: Word) -> Redex {
        if self.over { Redex::NONE } else { self.give(given, result) }
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{cell::Plain, heap::Heap, program::Program};

    #[test]
    fn a_call_waits_for_what_is_not_there() {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let mut worker = Worker::new(&heap, &program, 0, 1);
        let number = Word::new(Tag::REF, 0, 1);
        let [near, far] = [0, 0].map(|_| Word::port(Tag::APP, worker.node(Word::ERA, Word::EMPTY), 1));
        let [none, one] = [&[number][..], &[number, near]].map(|args| worker.call_node(0, args, 0).expect("memory").0);
        let waits = |worker: &Worker<'_, Plain>, call| {
            let [there, back] = [Redex(number, call), Redex(call, number)].map(|redex| worker.waits_for_more(redex));
            assert_eq!(there, back);
            there
        };
        assert!(!waits(&worker, none) && !waits(&worker, Word::ERA));
        assert!(waits(&worker, one));
        // It comes, but is still to come elsewhere; and then it is there.
        assert!(worker.cell(near.loc()).meet(far).is_empty() && waits(&worker, one));
        assert!(worker.cell(far.loc()).meet(number).is_empty() && !waits(&worker, one));
    }
}
