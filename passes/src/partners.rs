//! What meets what for certain.

use crate::entries::Entries;
use polarnet_columns::{Data, Idx, Space};
use polarnet_syntax::{book::Book, net::Agent};

/// The rows of which one meets a row's principal port first, each time that its definition is called; none where anything
/// may come.
///
/// A side of a redex meets the other one, the root of a definition what its calls apply it to, if there are no references
/// but calls, and children of two `CON`s that meet, or of two `DUP`s of one label, meet each other. Of these only what is
/// joined without a wire between is known.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// use polarnet_passes::{Entries, partners};
/// # let net = parse_text("@main = r & @f ~ (3 r)  @f = (x x)", Numbers::Native).0.unwrap();
/// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// # any.with(|book| {
/// // of `@main = r & @f ~ (3 r)` and `@f = (x x)`
/// let partners = partners(book, &Entries::default());
/// let root = book.root(book.find("f").unwrap());
/// let [partner] = partners[root].as_ref().unwrap()[..] else { panic!() };
/// assert_eq!(book.agents().operator(partner), "Con");
/// # });
/// ```
#[must_use]
pub fn partners<S: Space>(book: &Book<S>, entries: &Entries) -> Data<S, Option<Vec<Idx<S>>>> {
    let (agents, entries) = (book.agents(), entries.of(book));
    let mut tops = agents.data(|_| None);
    for def in book.defs() {
        tops.update(book.root(def), |top| *top = (!entries[def]).then(Vec::new));
    }
    for row in agents.indices() {
        let other = book.wires()[row];
        match (agents.node(row), agents.node(other)) {
            // `@f ~ (a b)`: what `f` is meets it.
            (Agent::Ref(def), Agent::Con(..)) => {
                tops.update(book.root(def), |top| top.iter_mut().for_each(|top| top.push(other)));
                tops.update(other, |top| *top = Some(vec![book.root(def)]));
            }
            (Agent::Ref(def), _) => tops.update(book.root(def), |top| *top = None),
            (Agent::Wire, _) | (_, Agent::Ref(_)) => {}
            _ if other != row => tops.update(row, |top| *top = Some(vec![other])),
            _ => {}
        }
    }
    // Of rows that annihilate when they meet: which, and what then meets.
    let parts = |row: Idx<S>| match agents.node(row) {
        Agent::Con(a, b) => Some((None, [a, b])),
        Agent::Dup(label, a, b) => Some((Some(label), [a, b])),
        _ => None,
    };
    let join = |to: &mut Option<Vec<Idx<S>>>, from| *to = from;
    let below = agents.fill_down(None, join, |mut row| {
        let own = row.value().as_ref().or(tops[row.idx()].as_ref());
        let (Some(own), Some((kind, _))) = (own, parts(row.idx())) else { return };
        let met: Option<Vec<_>> =
            own.iter().map(|&met| parts(met).filter(|(met, _)| *met == kind).map(|(_, parts)| parts)).collect();
        let Some(met) = met else { return };
        for (slot, child) in row.node().children().enumerate() {
            row.join(child, Some(met.iter().map(|parts| parts[slot]).collect()));
        }
    });
    below.zip_map(&tops, |below, top| below.as_ref().or(top.as_ref()).cloned())
}
