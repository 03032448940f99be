//! Small definitions, put where they are called.

use crate::{draft::Draft, entries::Entries};
use polarnet_columns::{Data, Idx, Space, space};
use polarnet_syntax::{
    book::{AnyBook, Book, Defs},
    net::Agent,
};

/// A definition grows by so many times [`inline`]'s bound at most.
const GROWTH: usize = 16;

/// A book grows by so many rows at most: a long chain of definitions would by the square of its length.
const MOST_ADDED: usize = 1 << 18;

/// Each definition with what it calls in place of the calls, where that has `largest` rows at most, and nothing that it
/// reaches refers back.
///
/// A call is a reference that is expanded for certain: it meets an agent in a redex, or stands at the root of a definition
/// that is no entry. In all other places a reference may be copied or erased as it is, or be part of the result; there it
/// stays.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = (r @id) & @id ~ (1 r)  @id = (x x)", Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::{Entries, inline};
/// // of `@main = (r @id) & @id ~ (1 r)` and `@id = (x x)`
/// let new = book.with(|book| inline(book, &Entries::default(), 8));
/// assert_eq!(new.to_string(), "@main = (x0 @id)\n  & (x1 x1) ~ (1 x0)\n\n@id = (x0 x0)\n");
/// ```
#[must_use]
pub fn inline<S: Space>(book: &Book<S>, entries: &Entries, largest: usize) -> AnyBook {
    let (entries, ends) = (entries.of(book), not_recursive(book));
    let fits = |def: Idx<Defs<S>>| ends[def] && book.rows(def).count() <= largest;
    space!(New, guard);
    let (mut new, mut left) = (Draft::new(book, guard), MOST_ADDED);
    for def in book.defs() {
        let most = left.min(GROWTH * largest);
        let (mut body, mut room) = (new.copy(def), most);
        while let Agent::Ref(callee) = new.node(body.root)
            && !entries[def]
            && fits(callee)
            && book.rows(callee).count() <= room
            && new.is_copyable(callee) == new.is_copyable(def)
        {
            room -= book.rows(callee).count();
            let callee = new.copy(callee);
            body.root = callee.root;
            body.redexes.extend(callee.redexes);
        }
        let mut at = 0;
        while let Some(&redex) = body.redexes.get(at) {
            match new.call(redex) {
                Some((callee, applied)) if fits(callee) && book.rows(callee).count() <= room => {
                    room -= book.rows(callee).count();
                    let callee = new.copy(callee);
                    body.redexes[at] = (callee.root, applied);
                    body.redexes.extend(callee.redexes);
                }
                _ => at += 1,
            }
        }
        left -= most - room;
        new.define(def, body);
    }
    new.finish()
}

/// The definitions whose references end somewhere: those that refer to nothing, those that refer to such ones only, …
fn not_recursive<S: Space>(book: &Book<S>) -> Data<Defs<S>, bool> {
    let mut users = book.names().map(|_| Vec::new());
    let mut open = book.names().map(|_| 0);
    for row in book.agents().indices() {
        if let Agent::Ref(used) = book.agents().node(row) {
            let user = book.owner()[row];
            users.update(used, |users| users.push(user));
            open.update(user, |open| *open += 1);
        }
    }
    let mut todo: Vec<Idx<Defs<S>>> = book.defs().filter(|&def| open[def] == 0).collect();
    while let Some(def) = todo.pop() {
        for &user in &users[def] {
            open.update(user, |open| *open -= 1);
            todo.extend((open[user] == 0).then_some(user));
        }
    }
    open.map(|&open| open == 0)
}
