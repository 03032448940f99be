//! References that are copied as they are.

use polarnet_columns::Space;
use polarnet_syntax::{book::Book, net::Agent};
use rustc_hash::FxHashSet;

/// The definitions from which no `DUP` can be reached, by number: `DUP` copies references to these, and expands others.
/// What agents of the book do is what its rules do, all of them. An agent that has rules of its own with `DUP` counts as one.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = @a  @a = (x x)  @b = ({x y} (x y))", Numbers::Native).0.unwrap();
/// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// // of `@main = @a`, `@a = (x x)` and `@b = ({x y} (x y))`
/// # any.with(|book|
/// assert_eq!(polarnet_reducer::copyable(book), [true, true, false])
/// # );
/// ```
#[must_use]
pub fn copyable<S: Space>(book: &Book<S>) -> Vec<bool> {
    let mut copyable = vec![true; book.defs().len()];
    let mut users: Vec<Vec<u32>> = vec![Vec::new(); copyable.len()];
    let rules: FxHashSet<u32> = book.rules().iter().map(|(_, def)| def.raw()).collect();
    let mut agents = Vec::new();
    let mut todo = Vec::new();
    for row in book.agents().indices() {
        let owner = book.owner()[row].raw();
        match book.agents().node(row) {
            Agent::Dup(..) => todo.push(owner),
            // What copies it is a rule of the book.
            Agent::User(symbol, _) if book.has_own_copying(symbol) => {
                agents.push(owner);
                todo.push(owner);
            }
            Agent::User(..) => agents.push(owner),
            Agent::Ref(def) => users[def.raw() as usize].push(owner),
            _ => {}
        }
    }
    while let Some(def) = todo.pop() {
        if core::mem::replace(&mut copyable[def as usize], false) {
            todo.extend(&users[def as usize]);
            if rules.contains(&def) {
                todo.append(&mut agents);
            }
        }
    }
    copyable
}
