//! Nodes with several cells. They are freed once and never early, in whatever order their rights are used: whoever
//! frees rebuilds the node at once, all words of it, so that an early one races with what is still to come.

use super::{wire::rebuild, *};
use crate::{cell::Orders, stats::Rule};

/// One use of a right of a `DUP`: of which half, and whether it is the owner's.
type Use = (u32, bool);

/// Runs the four rights of one `DUP`, those of one list in one thread, in its order. Half `s` joins `leaf(1 + s)` and
/// `leaf(11 + s)`.
pub(super) fn dup<C: Cell + Send + Sync + 'static>(threads: Vec<Vec<Use>>) -> impl Fn() + Send + Sync + 'static {
    move || {
        let end = run::<C>(|worker| {
            let node = worker.node(Word::EMPTY, Word::EMPTY);
            let part = |uses: Vec<Use>| {
                Box::new(move |worker: &mut W<C>| {
                    for (slot, owner) in uses {
                        worker.link(leaf(1 + slot + 10 * u32::from(owner)), half(node, slot));
                        rebuild(worker, node);
                    }
                }) as Part<C>
            };
            threads.iter().cloned().map(part).collect()
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(11)), (leaf(2), leaf(12))]);
        assert_eq!(end.counted(Rule::Void), 1, "freed once");
    }
}

/// The owner, either half first, and each variable in a thread of its own.
pub(super) fn owner_and_two<O: Orders>(first: u32) -> impl Fn() + Send + Sync + 'static {
    let owner = vec![(first, true), (1 - first, true)];
    dup::<Shared<O>>(vec![vec![(0, false)], vec![(1, false)], owner])
}

#[test]
fn owner_meets_slot_0_first() {
    model(owner_and_two::<Proved>(0));
}

/// Every order of the four rights, shared between two threads. The two parties of a cell are alike: orders in which the
/// owner comes second are left out.
#[test]
fn every_order_of_two_threads() {
    let uses = [(0, true), (0, false), (1, true), (1, false)];
    for order in 0..24_usize {
        let mut left = uses.to_vec();
        let order: Vec<Use> = [order / 6, order / 2 % 3, order % 2, 0].iter().map(|&at| left.remove(at)).collect();
        let at = |right: Use| order.iter().position(|&other| other == right);
        if (0..2).any(|slot| at((slot, false)) < at((slot, true))) {
            continue;
        }
        for cut in 2..=3 {
            let (one, two) = order.split_at(cut);
            model(dup::<Real>(vec![one.to_vec(), two.to_vec()]));
        }
    }
}

/// No two of the four rights in one thread.
pub(super) fn each_right_alone() -> impl Fn() + Send + Sync + 'static {
    dup::<Real>([(0, true), (0, false), (1, true), (1, false)].map(|right| vec![right]).to_vec())
}

#[test]
fn each_right_in_its_own_thread() {
    bounded(2, each_right_alone());
}

/// A node that is freed, rebuilt as a `DUP`, and dies again in the thread that freed it: twice freed in all.
#[test]
fn two_lives() {
    model(|| {
        let end = run::<Real>(|worker| {
            let node = worker.node(Word::EMPTY, Word::EMPTY);
            let kill = move |worker: &mut W<Real>, slot, n| {
                worker.link(leaf(n), half(node, slot));
                if worker.free[2] == node {
                    let again = worker.node(Word::EMPTY, Word::EMPTY);
                    for slot in [1, 0] {
                        assert_eq!(worker.free[2], 0, "not freed while a half lives");
                        worker.link(leaf(20), half(again, slot));
                        worker.link(leaf(21), half(again, slot));
                    }
                    assert_eq!(worker.free[2], again);
                }
            };
            worker.link(leaf(1), half(node, 0));
            worker.link(leaf(2), half(node, 1));
            parts![move |worker: &mut W<_>| kill(worker, 0, 11), move |worker: &mut W<_>| kill(worker, 1, 12)]
        });
        assert_eq!((end.redexes().len(), end.freed(2).len(), end.live()), (4, 1, 0));
    });
}

/// One half is dead, the other's second party does not come: the node stays. When it comes, the node is freed.
#[test]
fn half_dead_nodes() {
    for dead in [0, 1] {
        model(move || {
            let mut end = run::<Real>(|worker| {
                let node = worker.node(Word::EMPTY, Word::EMPTY);
                parts![move |worker: &mut W<Real>| worker.link(leaf(1), half(node, dead)), move |worker: &mut W<
                    Real,
                >| {
                    worker.link(leaf(2), half(node, dead));
                    worker.link(leaf(3), half(node, 1 - dead));
                },]
            });
            assert_eq!((end.freed(2).len(), end.live()), (0, 2), "a half lives");
            end.workers[0].link(leaf(4), half(2, 1 - dead));
            assert_eq!(end.redexes(), [(leaf(1), leaf(2)), (leaf(3), leaf(4))]);
            assert_eq!((end.freed(2).len(), end.live()), (1, 0));
        });
    }
}

/// One half's cell holds the right to the other half of the same node.
#[test]
fn chained_to_itself() {
    for first in [0, 1] {
        model(move || {
            let end = run::<Real>(|worker| {
                let node = worker.node(Word::EMPTY, Word::EMPTY);
                parts![
                    move |worker: &mut W<Real>| worker.link(leaf(1), half(node, first)),
                    move |worker: &mut W<Real>| worker.link(half(node, 1 - first), half(node, first)),
                    move |worker: &mut W<Real>| worker.link(leaf(2), half(node, 1 - first)),
                ]
            });
            assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
            assert_eq!((end.freed(2).len(), end.live()), (1, 0));
        });
    }
}

/// A node whose two halves are joined, by two threads: a vicious circle inside one node.
#[test]
fn circle_in_one_node() {
    model(|| {
        let end = run::<Real>(|worker| {
            let node = worker.node(Word::EMPTY, Word::EMPTY);
            parts![move |worker: &mut W<Real>| worker.link(half(node, 0), half(node, 1)), move |worker: &mut W<
                Real,
            >| worker
                .link(half(node, 1), half(node, 0)),]
        });
        assert_eq!((end.redexes().len(), end.live()), (0, 2));
    });
}

/// A node of `arity` words, the cells of which are the given slots: `dead` of them die before the threads start, and
/// then thread `i` uses one right of `slots[i]` and one of the next one.
pub(super) fn wide(
    arity: u32,
    cells: u32,
    dead: &'static [u32],
    slots: &'static [u32],
) -> impl Fn() + Send + Sync + 'static {
    move || {
        let end = run::<Real>(|worker| {
            let node = worker.alloc(arity);
            let right = move |slot| Word::var(node, slot, arity, cells);
            for word in 0..arity {
                let term = dead.contains(&word) || slots.contains(&word);
                // SAFETY: the node is fresh.
                unsafe { worker.cell(node + word).init(if term { Word::EMPTY } else { leaf(99) }) }
            }
            for &slot in dead {
                worker.link(leaf(50 + slot), right(slot));
                worker.link(leaf(70 + slot), right(slot));
            }
            let part = |i: usize| {
                Box::new(move |worker: &mut W<Real>| {
                    for at in [i, (i + 1) % slots.len()] {
                        worker.link(leaf(10 * i as u32 + slots[at]), right(slots[at]));
                        if worker.free[arity as usize] == node {
                            let again = worker.alloc(arity);
                            for word in 0..arity {
                                // SAFETY: freed, so this thread's alone; or loom objects.
                                unsafe { worker.cell(again + word).init(leaf(9)) }
                            }
                            worker.counts.add(Rule::Void);
                        }
                    }
                }) as Part<Real>
            };
            (0..slots.len()).map(part).collect()
        });
        assert_eq!(end.redexes().len(), dead.len() + slots.len());
        assert_eq!(end.counted(Rule::Void), 1, "freed once");
    }
}

#[test]
fn node_of_three_cells() {
    bounded(2, wide(3, 3, &[], &[0, 1, 2]));
}

/// Three words, of which the middle one is a term slot.
#[test]
fn node_of_two_cells_and_a_term() {
    model(wide(3, 2, &[], &[0, 2]));
    model(wide(3, 2, &[], &[2, 0]));
}

/// The widest node: the count of its deaths fills its four bits. Word 0 is among the last two to die, or already dead.
#[test]
fn node_of_sixteen_cells() {
    model(wide(16, 16, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], &[0, 15]));
    model(wide(16, 16, &[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], &[1, 15]));
}

/// Two deaths that may both find the other one alive, and nothing else: each half was met once before.
pub(super) fn dies_by_addition<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let node = worker.node(Word::EMPTY, Word::EMPTY);
        let kill = move |worker: &mut W<Shared<O>>, slot| {
            worker.link(leaf(11 + slot), half(node, slot));
            rebuild(worker, node);
        };
        worker.link(leaf(1), half(node, 0));
        worker.link(leaf(2), half(node, 1));
        parts![move |worker: &mut W<_>| kill(worker, 0), move |worker: &mut W<_>| kill(worker, 1)]
    });
    assert_eq!(end.redexes(), [(leaf(1), leaf(11)), (leaf(2), leaf(12))]);
    assert_eq!(end.counted(Rule::Void), 1, "freed once");
}
