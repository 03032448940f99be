//! One wire, its two ends in different threads.

use super::*;
use crate::cell::Orders;

/// Both ends bring a fresh node. One thread ends up with the redex, sees what both filled, and frees the wire's node,
/// the term slot of which the owner had read.
pub(super) fn both_bring_nodes<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let cell = fresh_wire(worker, 7);
        let bring = move |worker: &mut W<Shared<O>>, tag, n| {
            let node = worker.node(leaf(n), leaf(n));
            worker.link(Word::new(tag, 0, node), wire(cell));
            for Redex(a, b) in worker.bag.iter() {
                assert_eq!(
                    (take(worker, a.loc()), take(worker, b.loc() + 1)),
                    match a.tag() {
                        Tag::PAIR => (leaf(1), leaf(2)),
                        _ => (leaf(2), leaf(1)),
                    }
                );
            }
        };
        parts![move |worker: &mut W<_>| bring(worker, Tag::PAIR, 1), move |worker: &mut W<_>| {
            assert_eq!(take(worker, cell + 1), leaf(7));
            bring(worker, Tag::SUP, 2);
        },]
    });
    assert_eq!((end.redexes().len(), end.freed(2), end.live()), (1, vec![2], 4));
}

#[test]
fn both_ends_bring_nodes() {
    model(both_bring_nodes::<Proved>);
}

/// Publication alone: the wire's node keeps another live cell, so that nothing is freed.
pub(super) fn publication<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let dup = worker.node(Word::EMPTY, Word::EMPTY);
        let bring = move |worker: &mut W<Shared<O>>, n| {
            let node = worker.node(leaf(n), leaf(n));
            let got = worker.cell(dup + 1).meet(Word::new(Tag::PAIR, 0, node));
            if !got.is_empty() {
                assert_eq!(take(worker, got.loc() + 1), leaf(3 - n));
                worker.bag.push(Redex(got, got));
            }
        };
        parts![move |worker: &mut W<_>| bring(worker, 1), move |worker: &mut W<_>| bring(worker, 2)]
    });
    assert_eq!(end.redexes().len(), 1, "exactly one is the second");
}

#[test]
fn publication_alone() {
    model(publication::<Proved>);
}

/// Retirement alone: only leaves cross the wire, nothing is published; but the node is freed, and its owner has read
/// its term slot.
pub(super) fn retirement<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let cell = fresh_wire(worker, 7);
        parts![
            move |worker: &mut W<_>| {
                worker.link(leaf(1), wire(cell));
                rebuild(worker, cell);
            },
            move |worker: &mut W<_>| {
                assert_eq!(take(worker, cell + 1), leaf(7));
                worker.link(leaf(2), wire(cell));
                rebuild(worker, cell);
            },
        ]
    });
    assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
    assert_eq!(end.counted(crate::stats::Rule::Void), 1, "freed once");
}

/// Whoever freed `node` builds it anew, both words, and notes that.
pub(super) fn rebuild<C: Cell>(worker: &mut W<C>, node: u32) {
    if worker.free[2] == node {
        let again = worker.node(leaf(8), leaf(9));
        assert_eq!(again, node, "the newest free node comes first");
        worker.counts.add(crate::stats::Rule::Void);
    }
}

#[test]
fn retirement_alone() {
    model(retirement::<Proved>);
}

/// A party may look first ([`Worker::known`]): if it finds a term it is the second, and done without leaving one.
pub(super) fn retirement_by_looking<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let cell = fresh_wire(worker, 7);
        parts![
            move |worker: &mut W<_>| {
                assert_eq!(take(worker, cell + 1), leaf(7));
                worker.link(leaf(1), wire(cell));
            },
            move |worker: &mut W<_>| {
                let known = worker.known(wire(cell));
                rebuild(worker, cell);
                if known.is_var() {
                    worker.link(known, leaf(2));
                } else {
                    worker.bag.push(Redex(known, leaf(2)));
                }
            },
        ]
    });
    assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
}

/// Both parties look first, along a chain.
#[test]
fn both_look() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (one, two) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            let look = |worker: &mut W<Real>, var, other| {
                let known = worker.known(var);
                worker.link(known, other);
            };
            parts![
                move |worker: &mut W<Real>| look(worker, wire(one), leaf(1)),
                move |worker: &mut W<Real>| look(worker, wire(two), leaf(2)),
                move |worker: &mut W<Real>| worker.link(wire(one), wire(two)),
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
        assert_eq!((end.freed(2).len(), end.live()), (2, 0));
    });
}

/// The node of a wire is rebuilt at once by whoever freed it, lives a second life as another wire in that thread
/// alone, and travels to the other thread as a third.
#[test]
fn freed_and_reused_by_either() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (first, second) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            let again = |worker: &mut W<_>, n| {
                let node = fresh_wire(worker, n);
                worker.link(leaf(n), wire(node));
                worker.link(leaf(n + 1), wire(node));
                let node = fresh_wire(worker, n + 2);
                Word::new(Tag::LAM, 0, node)
            };
            parts![
                move |worker: &mut W<Real>| {
                    worker.link(leaf(1), wire(first));
                    let lam = again(worker, 10);
                    worker.link(lam, wire(second));
                },
                move |worker: &mut W<Real>| {
                    take(worker, first + 1);
                    take(worker, second + 1);
                    worker.link(leaf(2), wire(first));
                    let lam = again(worker, 20);
                    worker.link(lam, wire(second));
                    for Redex(a, b) in worker.bag.iter().filter(|redex| redex.0.tag() == Tag::LAM) {
                        let got = [a, b].map(|lam| take(worker, lam.loc() + 1));
                        assert!(got == [leaf(12), leaf(22)] || got == [leaf(22), leaf(12)]);
                    }
                },
            ]
        });
        assert_eq!(end.redexes().len(), 4);
        assert_eq!(end.live(), 4, "the two abstractions");
    });
}

/// The second life of a cell is met by a third thread, which must never see the first life's contents.
#[test]
fn reused_while_a_third_arrives() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (first, second) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            parts![
                move |worker: &mut W<Real>| worker.link(leaf(1), wire(first)),
                move |worker: &mut W<Real>| worker.link(leaf(3), wire(second)),
                move |worker: &mut W<Real>| {
                    take(worker, first + 1);
                    worker.link(leaf(2), wire(first));
                    let node = fresh_wire(worker, 9); // the first wire's node, if this thread freed it
                    worker.link(wire(node), wire(second));
                    take(worker, node + 1);
                    worker.link(leaf(4), wire(node));
                },
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(2)), (leaf(3), leaf(4))]);
        assert_eq!(end.live(), 0);
    });
}

/// The owner's right travels: it is left in another cell, and used by whoever finds it there, while the variable
/// arrives.
#[test]
fn owners_right_delegated() {
    for to_the_owner in [false, true] {
        model(move || {
            let end = run::<Real>(|worker| {
                let (cell, courier) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
                parts![
                    move |worker: &mut W<Real>| worker.link(leaf(1), wire(courier)),
                    move |worker: &mut W<Real>| worker.link(leaf(2), wire(cell)),
                    move |worker: &mut W<Real>| {
                        assert_eq!(take(worker, cell + 1), leaf(7));
                        let (a, b) = (wire(cell), wire(courier));
                        if to_the_owner { worker.link(a, b) } else { worker.link(b, a) }
                    },
                ]
            });
            assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
            assert_eq!((end.freed(2).len(), end.live()), (2, 0));
        });
    }
}

/// Both rights of a cell are delegated, through two other cells, to two other threads.
pub(super) fn both_delegate() {
    let end = run::<Real>(|worker| {
        let [cell, left, right] = [7, 8, 9].map(|n| fresh_wire(worker, n));
        parts![
            move |worker: &mut W<Real>| worker.link(leaf(1), wire(left)),
            move |worker: &mut W<Real>| worker.link(leaf(2), wire(right)),
            move |worker: &mut W<Real>| worker.link(wire(cell), wire(left)),
            move |worker: &mut W<Real>| {
                assert_eq!(take(worker, cell + 1), leaf(7));
                worker.link(wire(right), wire(cell));
            },
        ]
    });
    assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
    assert_eq!((end.freed(2).len(), end.live()), (3, 0));
}

#[test]
fn both_rights_delegated() {
    bounded(2, both_delegate);
}

/// A cell born with a term: the owner's meeting is the only one, and frees the node, which came through another wire.
#[test]
fn born_with_a_term() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (full, courier) = (worker.node(leaf(1), leaf(0)), fresh_wire(worker, 8));
            parts![
                move |worker: &mut W<Real>| {
                    take(worker, full + 1);
                    worker.link(wire(full), wire(courier));
                },
                move |worker: &mut W<Real>| worker.link(leaf(2), wire(courier)),
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
        assert_eq!((end.freed(2).len(), end.live()), (2, 0));
    });
}
