//! Rules of a book, on nodes of three words, whose wires are in the hands of other threads: a node's slot 0 holds a term
//! while the deaths of its cells are counted there; cells are born full.

use super::{
    rules::{redex, results, root},
    *,
};
use crate::{stats::Rule, test_books::program};

/// `V` has two cells, and a term in slot 0; `A` has one cell, and that in slot 0.
const BOOK: &str = "
    agent +V(+x, -p, -q), -A(-r, +y, +z), -Again(-r, +y, +z);
    rule A(r, y, z) ~ V(x, p, q) => r ~ x & p ~ y & q ~ z;
    rule Again(r, y, z) ~ V(x, p, q) => r ~ V(x, p, q) & * ~ y & * ~ z;
";
const V: u32 = 0;
const A: u32 = 1;
const AGAIN: u32 = 2;

fn agent(worker: &mut W<Real>, tag: Tag, symbol: u32, slots: [Word; 3]) -> Word {
    let node = worker.alloc(3);
    for (at, slot) in (0..).zip(slots) {
        // SAFETY: L2: the node is fresh.
        unsafe { worker.cell(node + at).init(slot) }
    }
    Word::new(tag, symbol, node)
}

/// The right to meet a cell of a `V`, which has two.
fn cell(value: Word, slot: u32) -> Word {
    Word::var(value.loc(), slot, 3, 2)
}

/// Links, reduces what comes of it, and overwrites the nodes of three words that it has freed.
fn links<const N: usize>(links: [(Word, Word); N]) -> Part<Real> {
    Box::new(move |worker| {
        for (a, b) in links {
            worker.link(a, b);
            reuse(worker);
        }
        worker.reduce(64);
        reuse(worker);
    })
}

/// Whoever has freed a node overwrites it: an early one would race with who still looks at it.
fn reuse(worker: &mut W<Real>) {
    while worker.free[3] != 0 {
        agent(worker, Tag::VALUE, V, [leaf(9); 3]);
        worker.counts.add(Rule::Void);
    }
}

fn act(value: Word, actor: Word) -> Part<Real> {
    let both = redex(value, actor);
    Box::new(move |worker| {
        both(worker);
        reuse(worker);
    })
}

/// Words of the nodes that [`reuse`] keeps.
const KEPT: usize = 4;

/// The rule against the other parties of `V`'s cells and of what it holds. `claimed`: how many cells these take it to have.
fn raced(claimed: u32) -> (Vec<u64>, [Word; 3], usize) {
    let mut at = [0; 3];
    let program = Arc::new(program(BOOK).0);
    let end = run_program::<Real>(program, |worker| {
        let [(one, p), (two, q), (three, r)] = [(); 3].map(|()| root(worker));
        at = [one, two, three];
        let courier = fresh_wire(worker, 8);
        let value = agent(worker, Tag::VALUE, V, [wire(courier), Word::EMPTY, Word::EMPTY]);
        let actor = agent(worker, Tag::ACTOR, A, [Word::EMPTY, leaf(2), leaf(3)]);
        worker.link(r, Word::var(actor.loc(), 0, 3, 1));
        let port = |slot| Word::var(value.loc(), slot, 3, claimed);
        vec![links([(p, port(1))]), links([(leaf(1), wire(courier)), (q, port(2))]), act(value, actor)]
    });
    let counts = [Rule::User, Rule::Void].map(|rule| end.counted(rule)).to_vec();
    let (held, live) = results(end, at);
    (counts, held, live)
}

pub(super) fn acted() {
    assert_eq!(raced(2), (vec![1, 2], [leaf(2), leaf(3), leaf(1)], 2 * KEPT));
}

#[test]
fn act_against_all_parties() {
    bounded(2, acted);
}

/// As above, but two parties believe that `V` has one cell, whose death frees it.
#[test]
#[should_panic(expected = "Causality violation")]
fn wrong_deaths_are_too_few() {
    model(|| drop(raced(1)));
}

/// Or one cell more than it has: then nobody frees it.
#[test]
#[should_panic(expected = "assertion `left == right` failed")]
fn wrong_deaths_are_too_many() {
    model(|| assert_eq!(raced(3).0, [1, 2]));
}

/// Cells that are born full: with a term, and with the right to another cell, which its other party meets meanwhile.
#[test]
fn cells_born_full() {
    model(|| {
        let mut at = [0; 2];
        let end = run_program::<Real>(Arc::new(program(BOOK).0), |worker| {
            let [(one, q), (two, r)] = [(); 2].map(|()| root(worker));
            at = [one, two];
            let courier = fresh_wire(worker, 8);
            let value = agent(worker, Tag::VALUE, V, [leaf(1), wire(courier), Word::EMPTY]);
            let actor = agent(worker, Tag::ACTOR, A, [r, leaf(2), leaf(3)]);
            vec![links([(q, cell(value, 2))]), links([(Word::ERA, wire(courier))]), act(value, actor)]
        });
        assert_eq!((end.counted(Rule::User), end.counted(Rule::Void)), (1, 2 + 1), "two nodes, and the eraser");
        assert_eq!(results(end, at), ([leaf(3), leaf(1)], 2 * KEPT));
    });
}

/// Two rules in a row, the second on a node that the first has made, both of whose cells hold what is still raced for.
pub(super) fn again() {
    let mut at = [0; 3];
    let end = run_program::<Real>(Arc::new(program(BOOK).0), |worker| {
        let [(one, p), (two, q), (three, r)] = [(); 3].map(|()| root(worker));
        at = [one, two, three];
        let value = agent(worker, Tag::VALUE, V, [leaf(1), Word::EMPTY, Word::EMPTY]);
        let last = agent(worker, Tag::ACTOR, A, [r, leaf(2), leaf(3)]);
        let first = agent(worker, Tag::ACTOR, AGAIN, [last, leaf(5), leaf(6)]);
        vec![links([(p, cell(value, 1))]), links([(q, cell(value, 2))]), act(value, first)]
    });
    assert_eq!(end.counted(Rule::User), 2);
    assert_eq!(results(end, at).0, [leaf(2), leaf(3), leaf(1)]);
}

#[test]
fn two_rules_in_a_row() {
    bounded(2, again);
}

/// `*` meets a `V`, while others meet its cells and what it holds.
#[test]
fn erase_agent() {
    model(|| {
        let mut at = [0; 2];
        let end = run_program::<Real>(Arc::new(program(BOOK).0), |worker| {
            let [(one, p), (two, q)] = [(); 2].map(|()| root(worker));
            at = [one, two];
            let courier = fresh_wire(worker, 8);
            let value = agent(worker, Tag::VALUE, V, [wire(courier), Word::EMPTY, Word::EMPTY]);
            let others = links([(leaf(1), wire(courier)), (q, cell(value, 2))]);
            vec![links([(p, cell(value, 1))]), others, act(value, Word::ERA)]
        });
        assert_eq!((end.counted(Rule::Erase), end.counted(Rule::Void)), (1, 1 + 1), "one node, and the leaf");
        assert_eq!(results(end, at), ([Word::ERA; 2], KEPT));
    });
}

/// A `DUP` meets a `V`: the copies, whose cells and terms hold what two threads bring meanwhile, are erased.
pub(super) fn copied() {
    let mut at = [0; 2];
    let end = run_program::<Real>(Arc::new(program(BOOK).0), |worker| {
        let [(one, p), (two, q)] = [(); 2].map(|()| root(worker));
        at = [one, two];
        let dup = worker.node(Word::EMPTY, Word::EMPTY);
        let value = agent(worker, Tag::VALUE, V, [leaf(1), Word::EMPTY, Word::EMPTY]);
        vec![
            links([(p, cell(value, 1)), (Word::ERA, half(dup, 0))]),
            links([(Word::ERA, half(dup, 1)), (q, cell(value, 2))]),
            act(value, Word::new(Tag::DUP, 0, dup)),
        ]
    });
    assert_eq!((end.counted(Rule::Commute), end.counted(Rule::Copy)), (1, 1));
    let (held, _) = results(end, at);
    assert_eq!(held.map(Word::tag), [Tag::SUP; 2]);
}

#[test]
fn copy_agent() {
    bounded(1, copied);
}
