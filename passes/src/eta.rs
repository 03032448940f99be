//! Nodes that are taken apart and put together again.

use crate::{draft::Draft, entries::Entries, partners::partners};
use polarnet_columns::{Idx, Space, space};
use polarnet_syntax::{
    book::{AnyBook, Book},
    net::Agent,
};
use std::collections::{HashMap, HashSet};

/// `(a b) … (a b)`, the same wires in the same places, as one wire, where a `CON` meets one of the two whenever the
/// definition is called; so for `DUP`s that meet a `DUP` of their label.
///
/// What meets it then is taken apart and put together as it was. A number would be copied, `*` and a `DUP` would leave
/// two nodes where there was a wire: where those may come, and where a definition is entered from outside, the two stay.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = r & @id ~ ((1 2) r)  @id = ((a b) (a b))", Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::{Entries, eta};
/// // of `@main = r & @id ~ ((1 2) r)` and `@id = ((a b) (a b))`
/// let new = book.with(|book| eta(book, &Entries::default()));
/// assert_eq!(new.to_string(), "@main = x0\n  & @id ~ ((1 2) x0)\n\n@id = (x0 x0)\n");
/// ```
#[must_use]
pub fn eta<S: Space>(book: &Book<S>, entries: &Entries) -> AnyBook {
    let partners = partners(book, entries);
    let kind = |row| match book.agents().node(row) {
        Agent::Con(a, b) => Some((None, [a, b])),
        Agent::Dup(label, a, b) => Some((Some(label), [a, b])),
        _ => None,
    };
    let above = book.agents().fill_down(
        None,
        |to, from| *to = from,
        |mut row| {
            let this = row.idx();
            row.node().children().for_each(|child| row.join(child, Some(this)));
        },
    );
    // Nodes that are gone; nodes on whose presence that rests.
    let (mut gone, mut needed) = (HashMap::new(), HashSet::new());
    for one in book.agents().indices() {
        let Some((label, wires)) = kind(one) else { continue };
        let ends = wires.map(|wire| book.wires()[wire]);
        let Some(two) = above[ends[0]].filter(|&two| two != one && kind(two) == Some((label, ends))) else { continue };
        let free = |row: Idx<S>| !gone.contains_key(&row) && row != one && row != two;
        let meets = |met: &Idx<S>| kind(*met).is_some_and(|(met, _)| met == label) && free(*met);
        let sure = partners[one].as_ref().is_some_and(|met| !met.is_empty() && met.iter().all(meets));
        // `@f ~ (a b)`: what is at the other node may never call it.
        let calls = matches!(book.agents().node(book.wires()[one]), Agent::Ref(_));
        if sure && !calls && ![one, two].iter().any(|row| gone.contains_key(row) || needed.contains(row)) {
            needed.extend(partners[one].iter().flatten().copied());
            gone.extend([(one, two), (two, one)]);
        }
    }
    space!(New, guard);
    let mut new = Draft::new(book, guard);
    let mut ends = HashMap::new();
    for def in book.defs() {
        let body = new.copy_with(def, |new, row, agent| match (gone.get(&row), ends.remove(&row)) {
            (Some(_), Some(end)) => end,
            (Some(&other), None) => {
                let [end, other_end] = new.wire();
                ends.insert(other, other_end);
                end
            }
            (None, _) => new.push(agent),
        });
        new.define(def, body);
    }
    new.keep_shared();
    new.finish()
}
