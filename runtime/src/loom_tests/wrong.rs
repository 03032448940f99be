//! Protocols that look right and are not: loom objects to each. They say why the real one is as it is.

use super::{shared_nodes::dup, wire::rebuild, *};
use crate::cell::Orders;
use loom::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, SeqCst},
};

/// A term slot read after the meeting instead of before: the node may be somebody else's by then.
#[test]
#[should_panic(expected = "Causality violation")]
fn wrong_take_after_join() {
    model(|| {
        run::<Real>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![
                move |worker: &mut W<Real>| {
                    worker.link(leaf(1), wire(cell));
                    rebuild(worker, cell);
                },
                move |worker: &mut W<Real>| {
                    worker.link(leaf(2), wire(cell));
                    take(worker, cell + 1);
                },
            ]
        });
    });
}

/// A node filled after it was published.
#[test]
#[should_panic(expected = "Causality violation")]
fn wrong_fill_after_join() {
    model(|| {
        run::<Real>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![
                move |worker: &mut W<Real>| {
                    worker.link(Word::ERA, wire(cell));
                    worker.reduce(4);
                },
                move |worker: &mut W<Real>| {
                    let pair = worker.alloc(2);
                    worker.link(Word::new(Tag::PAIR, 0, pair), wire(cell));
                    worker.fill(pair, leaf(1), leaf(2));
                    worker.reduce(4);
                },
            ]
        });
    });
}

/// A node of two cells freed at a second meeting of either: the rule for one cell, misapplied.
#[test]
#[should_panic(expected = "Causality violation")]
fn wrong_two_cells_freed_at_a_second_meeting() {
    model(|| {
        run::<Real>(|worker| {
            let node = worker.node(Word::EMPTY, Word::EMPTY);
            let half = move |slot| Word::var(node, slot, 2, 1);
            parts![
                move |worker: &mut W<Real>| worker.link(leaf(1), half(0)),
                move |worker: &mut W<Real>| worker.link(leaf(2), half(1)),
                move |worker: &mut W<Real>| {
                    worker.link(leaf(11), half(0));
                    worker.link(leaf(12), half(1));
                },
            ]
        })
        .freed(2);
    });
}

/// A right used twice: a `VAR` that was copied instead of moved.
#[test]
#[should_panic(expected = "Causality violation")]
fn wrong_variable_copied() {
    model(|| {
        let end = run::<Real>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![
                move |worker: &mut W<Real>| worker.link(leaf(1), wire(cell)),
                move |worker: &mut W<Real>| worker.link(leaf(2), wire(cell)),
                move |worker: &mut W<Real>| worker.link(leaf(3), wire(cell)),
            ]
        });
        assert!(end.redexes().len() == 1 && end.freed(2).len() == 1);
    });
}

/// A cell of which one access is done otherwise.
macro_rules! variant {
    ($name:ident, $($method:item)+) => {
        struct $name(Real);
        // SAFETY: as `Shared`; what is wrong with it is what the test shows.
        unsafe impl Cell for $name {
            fn new(word: Word) -> Self {
                $name(Real::new(word))
            }
            unsafe fn init(&self, word: Word) {
                // SAFETY: the caller's.
                unsafe { self.0.init(word) }
            }
            unsafe fn take(&self) -> Word {
                // SAFETY: the caller's.
                unsafe { self.0.take() }
            }
            fn peek(&self) -> Word {
                self.0.peek()
            }
            fn replace(&self, word: Word) {
                self.0.replace(word);
            }
            $($method)+
        }
    };
}

variant! { Swapping,
    /// Leaves with an exchange, which wipes out a death that was counted in word 0 before.
    fn meet(&self, mine: Word) -> Word {
        let held = self.0.load(Proved::LOOK).alive();
        if held.is_empty() { Word(self.0.atom().swap(mine.0, Proved::LEAVE)).alive() } else { held }
    }
    fn die(&self, cells: u32) -> bool {
        self.0.die(cells)
    }
}

/// Slot 1 dies, and is counted in word 0; then slot 0 is met: the node is never freed.
#[test]
#[should_panic(expected = "freed once")]
fn wrong_meetings_exchange() {
    model(dup::<Swapping>(vec![vec![(1, true), (0, true)], vec![(1, false), (0, false)]]));
}

/// It does not help that the owner meets slot 0 first: the variable of slot 0 may have looked before that, and leave
/// after slot 1 has died. Its exchange would have to count the death that it took away.
#[test]
#[should_panic(expected = "freed once")]
fn wrong_meetings_exchange_slot_0_first() {
    model(dup::<Swapping>(vec![vec![(0, false)], vec![(1, false)], vec![(0, true), (1, true)]]));
}

variant! { Storing,
    fn meet(&self, mine: Word) -> Word {
        self.0.meet(mine)
    }
    /// Counts with a load and a store: two deaths may count one.
    fn die(&self, cells: u32) -> bool {
        let held = self.0.load(SeqCst).0;
        self.0.atom().store(held + Word::DEATH, SeqCst);
        Word(held).deaths() + 1 == cells
    }
}

#[test]
#[should_panic(expected = "freed once")]
fn wrong_deaths_counted_without_atomicity() {
    model(dup::<Storing>(vec![vec![(0, true), (0, false)], vec![(1, true), (1, false)]]));
}

variant! { Unseen,
    /// Leaves without looking whether somebody was faster.
    fn meet(&self, mine: Word) -> Word {
        let held = self.0.load(SeqCst).alive();
        if held.is_empty() {
            self.0.atom().fetch_add(mine.0, SeqCst);
        }
        held
    }
    fn die(&self, cells: u32) -> bool {
        self.0.die(cells)
    }
}

/// Both parties look, both leave, and the wire is lost.
#[test]
#[should_panic(expected = "the wire is joined")]
fn wrong_loser_does_not_notice() {
    model(|| {
        let end = run::<Unseen>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![move |worker: &mut W<Unseen>| worker.link(leaf(1), wire(cell)), move |worker: &mut W<Unseen>| worker
                .link(leaf(2), wire(cell)),]
        });
        assert_eq!(end.redexes().len(), 1, "the wire is joined");
    });
}

/// The way of hvm-64: a tombstone in each half, a look at the other half, and a compare-and-swap for who frees. It may
/// free twice, however strong the orderings: between the look and the compare-and-swap the node may be freed, rebuilt,
/// and have lost its first half again. (The accesses here are all read-modify-writes, which see the latest value.)
#[test]
#[should_panic(expected = "freed twice, the second time with a live half")]
fn wrong_tombstones() {
    const LIVE: u64 = 0;
    const DEAD: u64 = 1;
    const FREED: u64 = 2;
    fn frees(node: &[AtomicU64; 2], slot: usize) -> bool {
        node[slot].swap(DEAD, AcqRel);
        node[1 - slot].fetch_add(0, AcqRel) == DEAD && node[0].compare_exchange(DEAD, FREED, AcqRel, AcqRel).is_ok()
    }
    /// Kills a half. Whoever frees the node rebuilds it, and kills one half of its second life.
    fn kill(node: &[AtomicU64; 2], slot: usize) -> usize {
        if !frees(node, slot) {
            return 0;
        }
        node[0].swap(LIVE, AcqRel);
        node[1].swap(LIVE, AcqRel);
        1 + usize::from(frees(node, 0))
    }
    model(|| {
        let node = Arc::new([AtomicU64::new(LIVE), AtomicU64::new(LIVE)]);
        let other = node.clone();
        let thread = loom::thread::spawn(move || kill(&other, 1));
        let freed = kill(&node, 0) + thread.join().expect("a thread that ends");
        assert!(freed > 0, "never freed");
        assert!(freed == 1, "freed twice, the second time with a live half");
    });
}
