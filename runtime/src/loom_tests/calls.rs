//! Calls, which take several steps at once: arguments that are on their way, applications that are not there yet, and
//! results that are told where to go.

use super::*;
use crate::{cell::Orders, test_books::program};

/// Gives a result to a place, and keeps what comes of it.
fn give<C: Cell>(worker: &mut W<C>, result: Word, place: Word) {
    let redex = worker.give(result, place);
    if !redex.is_none() {
        worker.bag.push(redex);
    }
}

/// A known result, for a place that another thread fills.
pub(super) fn given<O: Orders>() {
    let end = run::<Shared<O>>(|worker| {
        let place = fresh_wire(worker, 7);
        parts![
            move |worker: &mut W<_>| {
                assert_eq!(take(worker, place + 1), leaf(7));
                worker.link(leaf(1), wire(place));
            },
            move |worker: &mut W<_>| {
                give(worker, leaf(2), wire(place));
                super::wire::rebuild(worker, place);
            },
        ]
    });
    assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
}

#[test]
fn known_result() {
    model(given::<Proved>);
}

/// A result that is still to come is told the place; result and place are met by two other threads.
#[test]
fn result_to_come() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (result, place) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            parts![
                move |worker: &mut W<Real>| worker.link(leaf(1), wire(place)),
                move |worker: &mut W<Real>| worker.link(leaf(2), wire(result)),
                move |worker: &mut W<Real>| give(worker, wire(result), wire(place)),
            ]
        });
        assert_eq!(end.redexes(), [(leaf(1), leaf(2))]);
        assert_eq!((end.freed(2).len(), end.live()), (2, 0));
    });
}

/// A result that is given to itself: a vicious circle, which hangs nobody.
#[test]
fn result_is_its_own_place() {
    model(|| {
        let end = run::<Real>(|worker| {
            let cell = fresh_wire(worker, 7);
            parts![move |worker: &mut W<Real>| give(worker, wire(cell), wire(cell))]
        });
        assert_eq!((end.redexes(), end.live()), (vec![], 2));
    });
}

/// A call of `@f` with two arguments: one thread brings the first, another what stands behind it: the next application,
/// and the result's place. The call takes one argument or both, of which it may know the value or not.
pub(super) fn call(preemptions: usize, book: &str, expected: Word) {
    let (program, names) = program(book);
    let f = names.iter().position(|name| name == "f").expect("@f") as u32;
    let program = Arc::new(program);
    bounded(preemptions, move || {
        let mut place = 0;
        let mut end = run_program::<Real>(program.clone(), |worker| {
            place = worker.node(Word::EMPTY, Word::ERA);
            let out = Word::var(place, 0, 2, 1);
            let courier = fresh_wire(worker, 8);
            let [first, next] = [wire(courier), leaf(6)].map(|argument| {
                let app = worker.node(argument, Word::EMPTY);
                (Word::new(Tag::APP, 0, app), Word::port(Tag::APP, app, 1))
            });
            parts![
                move |worker: &mut W<Real>| {
                    worker.link(leaf(5), wire(courier));
                    worker.reduce(64);
                },
                move |worker: &mut W<Real>| {
                    worker.link(first.1, next.0);
                    worker.link(next.1, out);
                    worker.reduce(64);
                },
                move |worker: &mut W<Real>| {
                    worker.bag.push(Redex(Word::new(Tag::REF, 0, f), first.0));
                    worker.reduce(64);
                },
            ]
        });
        assert_eq!(end.redexes(), []);
        let Redex(_, value) = end.workers[0].join(Word::ERA, Word::var(place, 0, 2, 1));
        assert_eq!((value, end.live()), (expected, 0));
    });
}

#[test]
fn call_of_two_arguments() {
    call(2, "@f = (a (* a))", leaf(5));
    call(2, "@f = (* (b b))", leaf(6));
}

#[test]
fn call_that_returns_a_function() {
    call(2, "@f = (a r) & @g ~ (a r)  @g = (* (b b))", leaf(6));
    call(2, "@f = (* @g)  @g = (b b)", leaf(6));
}

/// The result is a tail call's: its application is born with the place in its cell.
pub(super) const TAIL: &str = "@f = (a (b r)) & @g ~ (b (a r))  @g = (* (b b))";

#[test]
fn tail_call() {
    call(2, TAIL, leaf(5));
}
