//! Which half of its redexes a worker gives away.
//!
//! Nobody knows how much work a redex stands for. In divide and conquer, where they are few, each is as much as all that are younger; and where all are the
//! same, each is as much as any other. Of few the oldest and the younger ones are half of it in both, of many every second one is. What seems to be little is
//! not counted: a match of what has no fields, as is where a tree ends, and a call that waits for what is still to come. Nine such in front of a sort's last
//! calls, and who got half of all was hungry again at once. It may be more than it seems; so where all that was given the last time was little, all count.
//!
//! Either half would do. Who takes data apart that another has built waits for them to come from the other's cache. So where the one half begins with what
//! this worker has built, and the other does not, the other is given, though it has the newest redex, which goes on with what was done last.

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
    /// Of few: it is the one that has the newest.
    has_newest: bool,
}

impl Half {
    /// Of so many, whatever they are.
    pub const fn of(len: usize) -> Self {
        Half { len, first: 0, has_newest: false }
    }

    /// Is that redex in it? They are numbered from the oldest on.
    pub const fn has(self, at: usize) -> bool {
        let Half { len, first, has_newest } = self;
        let is_newest = at + 1 == len;
        if len > FEW {
            return !is_newest && at.is_multiple_of(2);
        }
        let younger = first + (len - first).div_ceil(2);
        (!is_newest && (at == first || at >= younger)) != has_newest
    }
}

impl<C: Cell> Worker<'_, C> {
    /// The half of its redexes that is to be given away.
    pub(crate) fn half_to_give(&self) -> Half {
        let half = Half::of(self.bag.len());
        if half.len > FEW || self.patience.remembers_crumbs() {
            return half;
        }
        let counts = || self.bag.iter().enumerate().filter(|&(_, redex)| !self.is_little(redex));
        let mut two = counts().map(|(at, _)| at);
        let (Some(first), Some(_)) = (two.next(), two.next()) else { return half };
        let half = Half { first, ..half };
        let is_own =
            |is_given| counts().filter(|&(at, _)| half.has(at) == is_given).find_map(|(_, redex)| self.is_own(redex));
        let has_newest = is_own(true) == Some(true) && is_own(false) == Some(false);
        Half { has_newest, ..half }
    }

    /// Is it done in no time, or waits for something before it does anything? It seems so.
    fn is_little(&self, redex: Redex) -> bool {
        let Redex(a, b) = redex;
        // To meet an agent a definition is expanded, which may be anything.
        let is_end = |value: Word, actor: Word| match value.tag() {
            Tag::REF => actor.tag() == Tag::CALL,
            Tag::VALUE => value.loc() == 0,
            _ => false,
        };
        (is_end(a, b) || is_end(b, a)) && self.data(redex).next().is_none() || self.waits_for_more(redex)
    }

    /// Has this worker built most of what it takes apart? `None`: there is nothing, or others have built as much.
    fn is_own(&self, redex: Redex) -> Option<bool> {
        let own = |data: Word| if self.chunks.have(data.loc()) { 1 } else { -1 };
        let more: i32 = self.data(redex).map(own).sum();
        (more != 0).then_some(more > 0)
    }

    /// The data that a redex takes apart, which are there: its value, and what its call or agent has beside that.
    fn data(&self, Redex(a, b): Redex) -> impl Iterator<Item = Word> + '_ {
        let of = |word: Word| {
            let call = (word.tag() == Tag::CALL).then(|| self.other_arguments(word));
            // SAFETY: L1, L2: term slots of a node that this worker holds.
            let term = move |slot| unsafe { self.slot(word.loc(), slot).take() };
            let actor = (word.tag() == Tag::ACTOR).then(|| self.program.agent(word.label()).terms().map(term));
            call.into_iter().flatten().chain(actor.into_iter().flatten()).chain([word])
        };
        of(a).chain(of(b)).filter(|&word| is_data(word))
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
    use crate::{cell::Plain, heap::Heap, test_books::program};
    use core::time::Duration;
    use polarnet_syntax::number::{Number, Numbers};

    /// The oldest and the younger ones of few, counted from one on; or the others. Every second one of many.
    #[test]
    fn either_half() {
        let numbers = |half: Half| (0..half.len).filter(|&at| half.has(at)).collect::<Vec<_>>();
        let of = |len, first, has_newest| numbers(Half { len, first, has_newest });
        assert_eq!([of(2, 0, false), of(2, 0, true)], [[0], [1]]);
        assert_eq!([of(7, 0, false), of(7, 3, false)], [vec![0, 4, 5], vec![3, 5]]);
        assert_eq!([of(7, 0, true), of(7, 3, true)], [vec![1, 2, 3, 6], vec![0, 1, 2, 4, 6]]);
        assert_eq!(numbers(Half::of(FEW + 1)), (0..FEW).step_by(2).collect::<Vec<_>>());
    }

    const END: Word = Word::new(Tag::REF, 0, 1);

    /// A redex, with some of so many words.
    type Make<const WORDS: usize> = fn(&mut Worker<'_, Plain>, [Word; WORDS]) -> Redex;

    /// What the first of two workers gives of its redexes, which are made with data that it has built, and data that the other has; also after crumbs.
    fn gives(redexes: impl FnOnce(&mut Worker<'_, Plain>, [Word; 2]) -> Vec<Redex>) -> [Vec<usize>; 2] {
        let (program, _) = program("agent +Pair(+a, +b), +Unit, -Add(+x, -out);  @main = 1");
        let heap =
            Heap::<Plain>::new(if cfg!(miri) { 1 << 10 } else { 1 << 17 }, 2 * program.spare()).expect("address space");
        let [mut worker, mut other] = [0, 1].map(|part| Worker::new(&heap, &program, part, 2));
        let [own, others] = [&mut worker, &mut other].map(|of| Word::new(Tag::CLOSURE, 0, of.node(END, END)));
        let redexes = redexes(&mut worker, [own, others]);
        worker.bag.extend(redexes);
        let numbers = |half: Half| (0..half.len).filter(|&at| half.has(at)).collect::<Vec<_>>();
        let first = numbers(worker.half_to_give());
        assert!(worker.patience.sees_crumbs([0, 0, 1]));
        worker.patience.grow_after_crumbs(Duration::ZERO);
        assert!(worker.patience.remembers_crumbs());
        [first, numbers(worker.half_to_give())]
    }

    fn call(worker: &mut Worker<'_, Plain>, args: &[Word]) -> Redex {
        Redex(args[0], worker.call_node(0, args, 0).expect("memory").0)
    }

    /// `Add(x, …) ~ value`
    fn add(worker: &mut Worker<'_, Plain>, x: Word, value: Word) -> Redex {
        Redex(Word::new(Tag::ACTOR, 2, worker.node(x, Word::EMPTY)), value)
    }

    #[test]
    fn who_has_built_the_data_gets_them() {
        let (own, others) = (0, 1);
        let of = |first: usize, rest: usize| {
            gives(|worker, data| [first, rest, rest, rest].map(|of| call(worker, &[data[of]])).into())
        };
        assert_eq!([of(own, own), of(others, own), of(others, others)], [[[0, 2], [0, 2]]; 3]);
        assert_eq!(of(own, others), [[1, 3], [0, 2]], "though that is the newest");
        // What is not met is taken apart, too: two are more than one, and one is as much as one. So are those of agents.
        let number = Word::number(Number::u(1 << 30, Numbers::Native));
        let pair = |data: Word| Word::new(Tag::VALUE, 0, data.loc());
        let first = |redex: Make<3>| {
            let [gives, _] = gives(|worker, [own, others]| {
                let first = redex(worker, [own, others, number]);
                [first, call(worker, &[number, others]), call(worker, &[others])].into()
            });
            gives
        };
        let has_newest: [Make<3>; 4] = [
            |worker, [own, others, _]| call(worker, &[own, others, own]),
            |worker, [own, _, number]| call(worker, &[number, own]),
            |worker, [own, _, number]| add(worker, own, number),
            |worker, [own, _, number]| {
                let Redex(value, call) = call(worker, &[number, own]);
                Redex(call, value)
            },
        ];
        for redex in has_newest {
            assert_eq!(first(redex), [1, 2]);
        }
        let has_not: [Make<3>; 4] = [
            |worker, [own, others, _]| call(worker, &[own, others]),
            |worker, [_, others, _]| add(worker, others, END),
            |worker, [_, _, number]| call(worker, &[number]),
            |worker, [own, others, _]| add(worker, others, own),
        ];
        for redex in has_not {
            assert_eq!(first(redex), [0]);
        }
        assert_eq!(
            gives(|worker, [own, others]| vec![
                add(worker, pair(own), pair(own)),
                call(worker, &[others]),
                call(worker, &[others])
            ])[0],
            [1, 2]
        );
        // Of two, too.
        assert_eq!(gives(|worker, [own, others]| vec![call(worker, &[own]), call(worker, &[others])]), [[1], [0]]);
    }

    #[test]
    fn what_is_little_does_not_count() {
        const UNIT: Word = Word::new(Tag::VALUE, 1, 0);
        let ends = |little: [usize; 3], rest: usize| {
            gives(|worker, [own, _]| {
                let [calls, agents, turned] = little;
                let calls = (0..calls).map(|_| call(worker, &[END])).collect::<Vec<_>>();
                let agents = (0..agents).map(|_| add(worker, END, UNIT)).collect::<Vec<_>>();
                let turned =
                    (0..turned).map(|_| add(worker, END, UNIT)).map(|Redex(a, b)| Redex(b, a)).collect::<Vec<_>>();
                let rest = (0..rest).map(|_| call(worker, &[own])).collect::<Vec<_>>();
                [calls, agents, turned, rest].concat()
            })
        };
        assert_eq!(ends([0; 3], 4), [[0, 2]; 2]);
        for little in [[2, 0, 0], [0, 2, 0], [0, 0, 2]] {
            assert_eq!(ends(little, 4), [vec![2, 4], vec![0, 3, 4]]);
        }
        // All are, or all but one: half of that one would be nothing.
        assert_eq!([ends([4, 0, 0], 0), ends([3, 0, 0], 1)], [[[0, 2], [0, 2]]; 2]);
        // A call that waits; what is an end, but has more to do; what may be anything.
        let before = |redex: Make<2>| {
            let [gives, _] = gives(|worker, data| {
                let first = redex(worker, data);
                [first, call(worker, &[data[1]]), call(worker, &[data[1]])].into()
            });
            gives
        };
        fn waits(worker: &mut Worker<'_, Plain>, data: Word) -> Redex {
            let to_come = Word::port(Tag::APP, worker.node(Word::ERA, Word::EMPTY), 1);
            call(worker, &[data, to_come])
        }
        assert_eq!(before(|worker, [own, _]| waits(worker, own)), [1]);
        let after_others =
            gives(|worker, [own, others]| vec![waits(worker, others), call(worker, &[own]), call(worker, &[own])]);
        assert_eq!(after_others[0], [1], "whose data it has does not matter, either");
        assert_eq!(before(|worker, [_, others]| call(worker, &[END, others])), [0]);
        assert_eq!(before(|worker, [own, others]| call(worker, &[END, own, others])), [0]);
        assert_eq!(before(|worker, _| add(worker, END, END)), [0]);
    }
}
