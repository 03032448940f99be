//! Definitions that nobody uses.

use crate::{draft::Draft, entries::Entries};
use polarnet_columns::{Idx, Space, space};
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    net::Agent,
};

/// The definitions that the entries reach, and no others.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = (1 @a)  @a = 2  @b = @a", Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::{Entries, prune};
/// // of `@main = (1 @a)`, `@a = 2` and `@b = @a`
/// let new = book.with(|book| prune(book, &Entries::default()));
/// assert_eq!(new.to_string(), "@main = (1 @a)\n\n@a = 2\n");
/// ```
#[must_use]
pub fn prune<S: Space>(book: &Book<S>, entries: &Entries) -> AnyBook {
    let mut reached = entries.of(book);
    let mut todo: Vec<Idx<Defs<S>>> = book.defs().filter(|&def| reached[def]).collect();
    space!(New, guard);
    let mut new = Draft::new(book, guard);
    while let Some(def) = todo.pop() {
        let body = new.copy_with(def, |new, _, agent| {
            if let Agent::Ref(used) = agent {
                reached.update(used, |reached| {
                    if !std::mem::replace(reached, true) {
                        todo.push(used);
                    }
                });
            }
            new.push(agent)
        });
        new.define(def, body);
    }
    new.finish()
}
