//! Whole rules, on nodes whose wires are in the hands of two other threads.
//!
//! Each thread reduces what it holds after its links. At the end the results are in the roots, all else was freed.

use super::*;
use crate::{stats::Rule, word::LATE};
use polarnet_syntax::number::{Number, Numbers, Op};

/// A part that links, and reduces what comes of it.
fn links<const N: usize>(links: [(Word, Word); N]) -> Part<Real> {
    Box::new(move |worker| {
        for (a, b) in links {
            worker.link(a, b);
        }
        worker.reduce(64);
    })
}

pub(super) fn redex(a: Word, b: Word) -> Part<Real> {
    Box::new(move |worker| {
        worker.bag.push(Redex(a, b));
        worker.reduce(64);
    })
}

/// A cell for a result, and the right to leave it there.
pub(super) fn root(worker: &mut W<Real>) -> (u32, Word) {
    let node = worker.node(Word::EMPTY, Word::ERA);
    (node, Word::var(node, 0, 2, 1))
}

/// Every redex was reduced. What the roots hold, when their other parties come for it; and the words of nodes that are
/// left then.
pub(super) fn results<const N: usize>(mut end: End<Real>, roots: [u32; N]) -> ([Word; N], usize) {
    assert_eq!(end.redexes(), []);
    let main = &mut end.workers[0];
    let held = roots.map(|root| main.join(Word::ERA, Word::var(root, 0, 2, 1)).1);
    (held, end.live())
}

fn identity(worker: &mut W<Real>) -> Word {
    let lam = worker.node(Word::EMPTY, Word::EMPTY);
    worker.fill(lam, Word::EMPTY, wire(lam));
    Word::new(Tag::LAM, 0, lam)
}

fn node(worker: &mut W<Real>, tag: Tag, label: u32, w0: Word, w1: Word) -> Word {
    Word::new(tag, label, worker.node(w0, w1))
}

/// The right to the result of an `APP`, `OPR` or `SWI`, its slot 1.
fn result(node: Word) -> Word {
    Word::port(node.tag(), node.loc(), 1)
}

/// `λx.x` applied to what a second thread brings; the result is taken by a third.
#[test]
fn app_lam() {
    model(|| {
        let mut at = 0;
        let end = run::<Real>(|worker| {
            let (root, out) = root(worker);
            at = root;
            let courier = fresh_wire(worker, 8);
            let app = node(worker, Tag::APP, 0, wire(courier), Word::EMPTY);
            let lam = identity(worker);
            vec![links([(leaf(5), wire(courier))]), links([(out, result(app))]), redex(lam, app)]
        });
        assert_eq!(end.counted(Rule::AppLam), 1);
        assert_eq!(results(end, [at]), ([leaf(5)], 0));
    });
}

/// `((λx.x λy.y) 5)`, its result erased: the second redex appears when the two links of the first have met their
/// other parties.
#[test]
fn two_applications_and_an_eraser() {
    model(|| {
        let end = run::<Real>(|worker| {
            let (first, second) = (identity(worker), identity(worker));
            let inner = node(worker, Tag::APP, 0, second, Word::EMPTY);
            let outer = node(worker, Tag::APP, 0, leaf(5), Word::EMPTY);
            vec![links([(outer, result(inner))]), links([(Word::ERA, result(outer))]), redex(first, inner)]
        });
        assert_eq!((end.counted(Rule::AppLam), end.counted(Rule::Void)), (2, 1));
        assert_eq!(results(end, []), ([], 0));
    });
}

/// A consumer of two ports and a value of two ports, with a party of each wire in another thread.
pub(super) fn two_ports(consumer: Tag, value: Tag, labels: (u32, u32), rule: Rule) {
    model(move || {
        let mut at = [0; 2];
        let end = run::<Real>(|worker| {
            let [(one, left), (two, right)] = [root(worker), root(worker)];
            at = [one, two];
            let (fst, snd) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
            let consumer = node(worker, consumer, labels.0, Word::EMPTY, Word::EMPTY);
            let value = node(worker, value, labels.1, wire(fst), wire(snd));
            let port = |slot| Word::port(consumer.tag(), consumer.loc(), slot);
            vec![
                links([(left, port(0)), (leaf(2), wire(snd))]),
                links([(leaf(1), wire(fst)), (port(1), right)]),
                redex(value, consumer),
            ]
        });
        assert_eq!(end.counted(rule), 1);
        if labels.0 == labels.1 {
            assert_eq!(results(end, at), ([leaf(1), leaf(2)], 0));
        } else {
            // Two copies of the value, whose slots lead to the copies of two leaves.
            assert_eq!(end.counted(Rule::Copy), 2);
            let (copies, live) = results(end, at);
            assert_eq!((copies.map(Word::tag), live), ([value; 2], 8));
        }
    });
}

#[test]
fn split_pair() {
    two_ports(Tag::SPLIT, Tag::PAIR, (0, 0), Rule::SplitPair);
}

#[test]
fn dup_sup() {
    two_ports(Tag::DUP, Tag::SUP, (1, 1), Rule::DupSup);
}

#[test]
fn dup_sup_of_different_labels() {
    two_ports(Tag::DUP, Tag::SUP, (1, 2), Rule::Commute);
}

#[test]
fn dup_pair() {
    two_ports(Tag::DUP, Tag::PAIR, (1, 0), Rule::DupPair);
}

/// Both copies of `λx.x` are applied, by two threads, to leaves.
pub(super) fn dup_lam_applied() {
    let mut at = [0; 2];
    let end = run::<Real>(|worker| {
        let [(one, left), (two, right)] = [root(worker), root(worker)];
        at = [one, two];
        let dup = node(worker, Tag::DUP, 1, Word::EMPTY, Word::EMPTY);
        let lam = identity(worker);
        let apply = |worker: &mut W<Real>, n, out| {
            let app = node(worker, Tag::APP, 0, leaf(n), Word::EMPTY);
            worker.link(out, result(app));
            app
        };
        let (first, second) = (apply(worker, 5, left), apply(worker, 6, right));
        vec![links([(first, half(dup.loc(), 0))]), links([(second, half(dup.loc(), 1))]), redex(lam, dup)]
    });
    assert_eq!(results(end, at), ([leaf(5), leaf(6)], 0));
}

#[test]
fn dup_lam() {
    bounded(2, dup_lam_applied);
}

/// Both copies of `λx.6` and the bound variable are erased.
pub(super) fn dup_lam_erased() {
    let end = run::<Real>(|worker| {
        let dup = node(worker, Tag::DUP, 1, Word::EMPTY, Word::EMPTY);
        let lam = node(worker, Tag::LAM, 0, Word::EMPTY, leaf(6));
        let both = redex(lam, dup);
        vec![
            links([(Word::ERA, half(dup.loc(), 0))]),
            links([(Word::ERA, half(dup.loc(), 1))]),
            Box::new(move |worker: &mut W<Real>| {
                both(worker);
                worker.link(Word::ERA, wire(lam.loc()));
                worker.reduce(64);
            }),
        ]
    });
    assert_eq!(results(end, []), ([], 0));
}

#[test]
fn dup_lam_all_erased() {
    bounded(2, dup_lam_erased);
}

/// An application meets a superposition, for which only the generic rule is there. Its results are erased.
pub(super) fn commute_erased() {
    let end = run::<Real>(|worker| {
        let (fst, snd) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
        let app = node(worker, Tag::APP, 0, leaf(3), Word::EMPTY);
        let sup = node(worker, Tag::SUP, 1, wire(fst), wire(snd));
        vec![
            links([(Word::ERA, wire(fst)), (Word::ERA, result(app))]),
            links([(Word::ERA, wire(snd))]),
            redex(sup, app),
        ]
    });
    assert_eq!(end.counted(Rule::Commute), 1);
    assert_eq!(results(end, []), ([], 0));
}

#[test]
fn commute() {
    bounded(2, commute_erased);
}

/// Two consumers of one kind annihilate: four wires, of which the two threads hold the far ends crosswise.
pub(super) fn annihilate_crosswise() {
    let end = run::<Real>(|worker| {
        let [a, b] = [0, 1].map(|_| node(worker, Tag::SPLIT, 0, Word::EMPTY, Word::EMPTY));
        let port = |node: Word, slot| Word::port(Tag::SPLIT, node.loc(), slot);
        vec![
            Box::new(move |worker: &mut W<Real>| {
                worker.link(leaf(1), port(a, 0));
                worker.link(port(b, 1), leaf(12));
            }),
            Box::new(move |worker: &mut W<Real>| {
                worker.link(leaf(2), port(a, 1));
                worker.link(leaf(11), port(b, 0));
            }),
            Box::new(move |worker: &mut W<Real>| {
                let last = worker.interact(Redex(a, b));
                worker.bag.push(last);
            }),
        ]
    });
    let redexes: Vec<_> = end.redexes().into_iter().filter(|redex| !redex.0.is_empty()).collect();
    assert_eq!(redexes, [(leaf(1), leaf(11)), (leaf(2), leaf(12))]);
    assert_eq!((end.freed(2).len(), end.live()), (2, 0));
}

#[test]
fn annihilate() {
    bounded(2, annihilate_crosswise);
}

/// An operator gets its left operand, and finds the right one or waits in place for the right one, while its result's other party arrives.
#[test]
fn operator_in_place() {
    model(|| {
        const NUMBERS: Numbers = Numbers::Native;
        let mut at = 0;
        let end = run::<Real>(|worker| {
            let (root, out) = root(worker);
            at = root;
            let courier = fresh_wire(worker, 8);
            let opr = node(worker, Tag::OPR, LATE, wire(courier), Word::EMPTY);
            let add = Word::number(Number::partial(Op::Add, Number::u(40, NUMBERS), NUMBERS));
            let two = Word::number(Number::u(2, NUMBERS));
            vec![links([(two, wire(courier))]), links([(out, result(opr))]), redex(add, opr)]
        });
        assert_eq!(end.counted(Rule::Operate), 2);
        assert_eq!(results(end, [at]), ([Word::number(Number::u(42, NUMBERS))], 0));
    });
}

/// An operator that has its operand meets a superposition of numbers that two threads bring; a third takes the results apart.
pub(super) fn opr_sup_of_numbers() {
    const NUMBERS: Numbers = Numbers::Native;
    let number = |n| Word::number(Number::u(n, NUMBERS));
    let mut at = [0; 2];
    let end = run::<Real>(|worker| {
        let [(one, left), (two, right)] = [root(worker), root(worker)];
        at = [one, two];
        let (fst, snd) = (fresh_wire(worker, 7), fresh_wire(worker, 8));
        let add = Word::number(Number::partial(Op::Add, Number::u(40, NUMBERS), NUMBERS));
        let opr = node(worker, Tag::OPR, 0, add, Word::EMPTY);
        let sup = node(worker, Tag::SUP, 1, wire(fst), wire(snd));
        let dup = node(worker, Tag::DUP, 1, Word::EMPTY, Word::EMPTY);
        vec![
            links([(left, half(dup.loc(), 0)), (number(2), wire(snd))]),
            links([(number(1), wire(fst)), (right, half(dup.loc(), 1)), (dup, result(opr))]),
            redex(sup, opr),
        ]
    });
    let counted = [Rule::Commute, Rule::Copy, Rule::DupSup, Rule::Operate].map(|rule| end.counted(rule));
    assert_eq!(counted, [1, 1, 1, 4]);
    assert_eq!(results(end, at), ([number(41), number(42)], 0));
}

#[test]
fn opr_sup() {
    bounded(2, opr_sup_of_numbers);
}

/// A switch gets its number, and becomes in place the application of its second arm; or gives its result to the first.
/// The arms are a pair in its slot, or come from another thread.
fn switch(number: u32, in_place: bool) {
    model(move || {
        let mut at = 0;
        let end = run::<Real>(|worker| {
            let (root, out) = root(worker);
            at = root;
            let courier = fresh_wire(worker, 8);
            let succ = identity(worker);
            let pair = node(worker, Tag::PAIR, 0, leaf(7), succ);
            let arms = if in_place { pair } else { wire(courier) };
            let swi = node(worker, Tag::SWI, 0, arms, Word::EMPTY);
            let brought = if in_place { leaf(0) } else { pair };
            let rest = if in_place { vec![(leaf(0), wire(courier))] } else { vec![] };
            vec![
                Box::new(move |worker: &mut W<Real>| {
                    rest.into_iter().for_each(|(a, b)| worker.link(a, b));
                    worker.link(brought, wire(courier));
                    worker.reduce(64);
                }),
                links([(out, result(swi))]),
                redex(swi, Word::number(Number::u(number, Numbers::Native))),
            ]
        });
        let expected = if number == 0 { leaf(7) } else { Word::number(Number::u(number - 1, Numbers::Native)) };
        assert_eq!(end.counted(Rule::Switch), 1);
        assert_eq!(results(end, [at]), ([expected], 0));
    });
}

#[test]
fn switch_to_application_in_place() {
    switch(3, true);
    switch(3, false);
}

#[test]
fn switch_to_zero() {
    switch(0, true);
    switch(0, false);
}
