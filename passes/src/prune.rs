//! Definitions that nobody uses.

use crate::{draft::Draft, entries::Entries};
use polarnet_columns::{Idx, Space, space};
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    net::Agent,
};

/// The definitions that the entries reach, and no others.
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
