//! Which half of its redexes a worker gives away.
//!
//! Nobody knows how much work a redex stands for. In divide and conquer, where they are few, each is as much as all that are younger; and where all are the
//! same, each is as much as any other. Of few the oldest and the younger ones are half of it in both, of many every second one is. What does hardly anything, it seems, is
//! not counted: a match of a constructor without fields, as is where a tree ends, and a call that waits for what is still to come. Nine such in front of a sort's last
//! calls, and who got half of all was hungry again at once.
//!
//! Either half would do. Who takes data apart that another has built waits for it to come from the other's cache; so it gives that half away whose
//! data are not its own, if the data of the other half are.

use crate::{
    cell::Cell,
    word::{Redex, Tag, Word},
    worker::Worker,
};

/// So many are few.
const FEW: usize = if cfg!(any(test, debug_assertions)) { 8 } else { 64 };

/// One half of some redexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Half {
    /// How many redexes there are.
    len: usize,
    /// Of few: the oldest one that counts.
    first: usize,
    /// Of few: it is the other one, which has the newest.
    is_other: bool,
}

impl Half {
    /// Of so many, whatever they are.
    pub const fn of(len: usize) -> Self {
        Half { len, first: 0, is_other: false }
    }

    /// Is that redex in it? They are numbered from the oldest on.
    pub const fn has(self, at: usize) -> bool {
        let Half { len, first, is_other } = self;
        let is_newest = at + 1 == len;
        if len > FEW {
            return !is_newest && at.is_multiple_of(2);
        }
        let younger = first + (len - first).div_ceil(2);
        (!is_newest && (at == first || at >= younger)) != is_other
    }
}

impl<C: Cell> Worker<'_, C> {
    /// The half of its redexes that is to be given away. Not the newest, which goes on with what was done last, but for the sake of who has built what.
    pub(crate) fn half_to_give(&self) -> Half {
        let half = Half::of(self.bag.len());
        if half.len > FEW {
            return half;
        }
        let counts = |redex| !self.is_little(redex);
        let half = match self.bag.iter().position(counts) {
            // Both halves have one that counts.
            Some(first) if first + 1 < half.len => Half { first, ..half },
            _ => half,
        };
        let of = |is_given| self.bag.iter().enumerate().filter(move |&(at, _)| half.has(at) == is_given);
        let is_own = |is_given| of(is_given).find_map(|(_, redex)| self.is_own(redex));
        Half { is_other: is_own(true) == Some(true) && is_own(false) == Some(false), ..half }
    }

    /// Is it done in no time, or waits for something before it does anything? It seems so.
    fn is_little(&self, redex: Redex) -> bool {
        let Redex(a, b) = redex;
        let is_call = |word: Word| matches!(word.tag(), Tag::CALL | Tag::ACTOR);
        let is_bare = |word: Word| word.tag() == Tag::REF || word.tag() == Tag::VALUE && word.loc() == 0;
        let is_end = is_bare(a) && is_call(b) || is_bare(b) && is_call(a);
        is_end && self.is_own(redex).is_none() || self.waits_for_more(redex)
    }

    /// Is what it takes apart in memory of this worker, for the most part? `None`: there is nothing, or as much of others.
    fn is_own(&self, Redex(a, b): Redex) -> Option<bool> {
        let mut more = 0;
        let mut count = |data: Word| {
            if is_data(data) {
                more += if self.chunks.have(data.loc()) { 1 } else { -1 };
            }
        };
        for word in [a, b] {
            match word.tag() {
                Tag::CALL => self.other_arguments(word).for_each(&mut count),
                // SAFETY: L1, L2: term slots of a node that this worker holds.
                Tag::ACTOR => self
                    .program
                    .agent(word.label())
                    .terms()
                    .for_each(|slot| count(unsafe { self.slot(word.loc(), slot).take() })),
                _ => count(word),
            }
        }
        (more != 0).then_some(more > 0)
    }
}

/// Is it a positive node?
fn is_data(word: Word) -> bool {
    let tag = word.tag();
    let is_positive = matches!(tag, Tag::VALUE | Tag::CLOSURE) || tag.is_node() && tag.negative() == 0;
    !word.is_var() && is_positive && word.loc() != 0
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;
    use crate::{cell::Plain, heap::Heap, program::Program};

    /// The oldest and the younger ones of few, counted from one on; or the other half. Every second one of many.
    #[test]
    fn halves_are_as_large() {
        let numbers = |half: Half| (0..half.len).filter(|&at| half.has(at)).collect::<Vec<_>>();
        let of = |len, first, is_other| numbers(Half { len, first, is_other });
        assert_eq!([of(2, 0, false), of(2, 0, true)], [[0], [1]]);
        assert_eq!([of(7, 0, false), of(7, 3, false)], [vec![0, 4, 5], vec![3, 5]]);
        assert_eq!([of(7, 0, true), of(7, 3, true)], [vec![1, 2, 3, 6], vec![0, 1, 2, 4, 6]]);
        assert_eq!(numbers(Half::of(FEW + 1)), (0..FEW).step_by(2).collect::<Vec<_>>());
    }

    const END: Word = Word::new(Tag::REF, 0, 1);

    /// Two workers' data, and a way to say what the first one has, and is to give.
    fn gives(redexes: impl FnOnce(&mut Worker<'_, Plain>, [Word; 2]) -> Vec<Redex>) -> Vec<usize> {
        let program = Program::default();
        let heap = Heap::<Plain>::new(1 << 20, 2 * program.spare()).expect("address space");
        let [mut worker, mut other] = [0, 1].map(|part| Worker::new(&heap, &program, part, 2));
        let [own, others] = [&mut worker, &mut other].map(|of| Word::new(Tag::CLOSURE, 0, of.node(END, END)));
        let redexes = redexes(&mut worker, [own, others]);
        worker.bag.extend(redexes);
        let half = worker.half_to_give();
        (0..half.len).filter(|&at| half.has(at)).collect()
    }

    fn call(worker: &mut Worker<'_, Plain>, args: &[Word]) -> Redex {
        Redex(args[0], worker.call_node(0, args, 0).expect("memory").0)
    }

    #[test]
    fn who_has_built_the_data_gets_them() {
        let of = |first: usize, rest: usize| {
            gives(|worker, data| [first, rest, rest, rest].map(|of| call(worker, &[data[of]])).into())
        };
        let (own, others) = (0, 1);
        assert_eq!([of(own, own), of(others, own), of(others, others)], [[0, 2]; 3]);
        assert_eq!(of(own, others), [1, 3], "though that is the newest");
        // An argument that is not met is taken apart, too; two are more than one, and numbers are nothing.
        let number = Word::number(polarnet_syntax::number::Number::u(1, polarnet_syntax::number::Numbers::Native));
        let mixed = |first: [usize; 3]| {
            gives(|worker, data| vec![call(worker, &first.map(|of| data[of])), call(worker, &[number, data[others]])])
        };
        assert_eq!([mixed([own, others, own]), mixed([others, own, others])], [[1], [0]]);
        assert_eq!(gives(|worker, [own, _]| vec![call(worker, &[own]), call(worker, &[number])]), [0]);
    }

    #[test]
    fn what_is_little_does_not_count() {
        let ends = |ends: usize, rest: usize| {
            gives(|worker, [own, _]| {
                let little = (0..ends).map(|_| call(worker, &[END])).collect::<Vec<_>>();
                little.into_iter().chain((0..rest).map(|_| call(worker, &[own]))).collect()
            })
        };
        assert_eq!([ends(0, 4), ends(2, 4)], [[0, 2], [2, 4]]);
        // All are the same, or all but the newest.
        assert_eq!([ends(4, 0), ends(3, 1)], [[0, 2]; 2]);
        // A call that waits; and one that has more to do than to see an end.
        let before = |waits: bool| {
            gives(|worker, [own, _]| {
                let to_come = Word::port(Tag::APP, worker.node(Word::ERA, Word::EMPTY), 1);
                let first = call(worker, &[END, if waits { to_come } else { own }]);
                vec![first, call(worker, &[own]), call(worker, &[own])]
            })
        };
        assert_eq!([before(true), before(false)], [[1], [0]]);
    }
}
