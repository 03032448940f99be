//! Applications of values: what is called.

use crate::{
    cell::Cell,
    word::{Tag, Word},
    worker::Worker,
};
use arrayvec::ArrayVec;
use polarnet_lower::ARGUMENTS;
use smallvec::SmallVec;

/// Arguments that are collected: those of a closure, and of an application.
#[derive(Default)]
pub(crate) struct Args(ArrayVec<Word, { 2 * ARGUMENTS as usize }>);

impl Args {
    #[inline(always)]
    pub fn push(&mut self, arg: Word) {
        self.0.push(arg);
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[Word] {
        &self.0
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    /// The first.
    fn next(&mut self) -> Word {
        self.0.remove(0)
    }

    /// The first ones.
    fn split(&mut self, count: usize) -> Args {
        Args(self.0.drain(..count).collect())
    }

    /// Others come before them.
    fn prepend(&mut self, args: &[Word]) {
        let after = core::mem::take(&mut self.0);
        self.0.extend(args.iter().copied().chain(after));
    }
}

impl AsRef<[Word]> for Args {
    fn as_ref(&self) -> &[Word] {
        &self.0
    }
}

/// What follows from an application.
pub(crate) enum Next {
    /// The arguments are those of this function.
    Call(u32),
    /// The result.
    Done(Word),
}

/// Definitions of a larger number are not closed over arguments: a word has no room for them.
pub(crate) const CLOSED: u32 = 1 << 17;

impl<C: Cell> Worker<'_, C> {
    /// A value is applied to arguments.
    pub(crate) fn resolve(&mut self, mut value: Word, args: &mut Args) -> Next {
        loop {
            value = self.known(value);
            if args.len() == 0 {
                return Next::Done(value);
            }
            if self.over {
                return Next::Done(Word::ERA);
            }
            if value.is_var() {
                return Next::Done(self.wait_applied(value, args.as_slice()));
            }
            match value.tag() {
                Tag::REF => {
                    let Some(direct) = self.program.direct() else { unreachable!("only direct code applies") };
                    let def = value.loc();
                    if args.len() < direct.entries[def as usize].arity as usize {
                        return Next::Done(self.close(def, args));
                    }
                    match direct.function_for(def, args.len()) {
                        Some((function, callee)) if callee.args as usize == args.len() => return Next::Call(function),
                        Some((function, callee)) => {
                            let first = args.split(callee.args.into());
                            value = self.call_now(function, first.as_slice());
                            if callee.args == 0 && !value.is_var() && value.tag() == Tag::REF && value.loc() == def {
                                // It was put off.
                                return Next::Done(self.wait_applied(value, args.as_slice()));
                            }
                        }
                        // Too large to be a function: it is copied.
                        None => return Next::Done(self.expand_now(def, args.as_slice())),
                    }
                }
                Tag::CLOSURE => {
                    let (def, given) = self.open_closure(value);
                    args.prepend(&given);
                    value = Word::new(Tag::REF, 0, def);
                }
                Tag::LAM => {
                    // -(+arg -ret) ~ +(-var +bod)  =>  var ~ arg, ret ~ bod
                    self.fused -= 1;
                    let [var, bod] = self.ports(Tag::LAM, value.loc());
                    if bod == var {
                        // `(x x)`: both who would meet in the cell are here.
                        self.retire(var);
                        value = args.next();
                        continue;
                    }
                    let redex = self.join(args.next(), var);
                    self.settle_now(redex);
                    value = bod;
                }
                _ => return Next::Done(self.wait_applied(value, args.as_slice())),
            }
        }
    }

    /// `value(args…)`, now if that can be.
    pub(crate) fn apply_now(&mut self, value: Word, args: &mut Args) -> Word {
        match self.resolve(value, args) {
            Next::Call(function) => self.call_now(function, args.as_slice()),
            Next::Done(result) => result,
        }
    }

    /// A spine of applications meets a value that is not known yet, or is no function.
    pub(crate) fn wait_applied(&mut self, value: Word, args: &[Word]) -> Word {
        let Some((spine, result)) = self.spine_of(args) else { return Word::ERA };
        let redex = self.join(value, spine);
        self.settle_now(redex);
        self.known(result)
    }

    /// `-(+a -(+b -result))`, and the right to meet the result. `None`: memory has run out.
    pub(crate) fn spine_of(&mut self, args: &[Word]) -> Option<(Word, Word)> {
        let mut below = Word::EMPTY;
        let mut result = Word::EMPTY;
        for &arg in args.iter().rev() {
            if self.over {
                return None;
            }
            let node = self.node(arg, below);
            if below.is_empty() {
                result = Word::port(Tag::APP, node, 1);
            }
            below = Word::new(Tag::APP, 0, node);
        }
        (!self.over).then_some((below, result))
    }

    /// A definition with fewer arguments than it has lambdas.
    pub(crate) fn close(&mut self, def: u32, args: &Args) -> Word {
        if self.over {
            return Word::ERA;
        }
        if def >= CLOSED {
            let Some((spine, result)) = self.spine_of(args.as_slice()) else { return Word::ERA };
            let redex = self.call_applied(spine, Word::new(Tag::REF, 0, def));
            self.settle_now(redex);
            return self.known(result);
        }
        self.unexpanded += 1;
        let count = args.len() as u32;
        let node = self.alloc(count.max(2));
        let slots = args.as_slice().iter().copied().chain((count < 2).then_some(Word::ERA));
        for (slot, arg) in (0..).zip(slots) {
            // SAFETY: L2: the node was just allocated, and is published by the next meeting only.
            unsafe { self.cell(node + slot).init(arg) }
        }
        Word::new(Tag::CLOSURE, def << 4 | count, node)
    }

    /// The definition of a closure, and its arguments. Its node is free.
    pub(crate) fn open_closure(&mut self, closure: Word) -> (u32, SmallVec<[Word; 16]>) {
        self.unexpanded -= 1;
        let (def, count) = (closure.label() >> 4, closure.label() & 15);
        // SAFETY: L1, L2: term slots of a node that this worker holds.
        let args = (0..count).map(|slot| unsafe { self.cell(closure.loc() + slot).take() }).collect();
        self.release(closure.loc(), count.max(2));
        if count > 1 {
            self.foresee(closure.loc());
        }
        (def, args)
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{cell::Plain, heap::Heap, program::Program};
    use polarnet_syntax::number::{Number, Numbers};

    /// `(x x)` gives its argument back, of which nothing is left in the heap.
    #[test]
    fn the_identity_is_one_interaction() {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 10, program.spare()).expect("a small heap");
        let mut worker = Worker::new(&heap, &program, 0, 1);
        let node = worker.node(Word::EMPTY, Word::EMPTY);
        // SAFETY: L2: the node was just allocated.
        unsafe { worker.cell(node + 1).init(Word::port(Tag::LAM, node, 0)) }
        let number = Word::number(Number::u(7, Numbers::Native));
        let mut args = Args::default();
        args.push(number);
        let before = worker.fused;
        assert!(matches!(worker.resolve(Word::new(Tag::LAM, 0, node), &mut args), Next::Done(word) if word == number));
        assert_eq!((before - worker.fused, args.len()), (1, 0));
        assert!(worker.bag.len() == 0 && worker.node(Word::ERA, Word::ERA) == node, "it is free");
    }
}
