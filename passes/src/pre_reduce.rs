//! Redexes of definitions, reduced before the book runs.

use crate::{
    draft::Draft,
    entries::Entries,
    sure::{root_call, waits},
};
use polarnet_columns::{Idx, Space, space};
use polarnet_reducer::{Graph, ROOT};
use polarnet_syntax::book::{AnyBook, Book, Defs};

/// How much [`pre_reduce`] may do for each definition.
///
/// ```
/// use polarnet_passes::{Budget, Entries, pre_reduce};
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let with = |interactions| pre_reduce(&book, &Entries::default(), Budget { interactions, ..Budget::default() }).to_string();
/// assert!(with(100).contains("@main = 42\n"));
/// assert_eq!(with(0), book.to_string());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The interactions, calls among them.
    pub interactions: usize,
    /// The agents of the result. Definitions that are larger stay as they are.
    pub agents: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { interactions: 10_000, agents: 1_000 }
    }
}

/// For a whole book: interactions, and so many copied agents to one. Else many definitions that go on without end would keep
/// a compiler busy for long.
const MOST_WORK: usize = 1 << 21;
const COPIED: usize = 16;

/// Each definition with its redexes reduced and what it calls for certain put in its place, as far as the budget goes.
///
/// Who calls a definition has all its redexes reduced, so each interaction that is made here is saved at each call, and the
/// normal form stays the same. Where the budget ends, the definition is what it was before the first call that was too
/// much. Nothing is done that would be an undefined operation, so that a strict run still reports it.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let net = parse_text("@main = r & @f ~ (5 r)  @f = ({x y} r) & @add ~ (x (y r))  @add = (x (y r)) & x ~ $([+] $(y r))", Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::{Budget, Entries, pre_reduce};
/// // of `@f = ({x y} r) & @add ~ (x (y r))` and `@add = ($([+] $(y r)) (y r))`
/// let new = book.with(|book| pre_reduce(book, &Entries::new(["f"]), Budget::default()));
/// assert!(new.to_string().contains("@f = ({$([+] $(x0 x1)) x0} x1)\n"), "{new}");
/// ```
#[must_use]
pub fn pre_reduce<S: Space>(book: &Book<S>, entries: &Entries, budget: Budget) -> AnyBook {
    let (entries, empty) = (entries.of(book), Graph::new(book));
    space!(New, guard);
    let (mut new, mut left) = (Draft::new(book, guard), MOST_WORK);
    for def in book.defs() {
        if new.is_rule(def) {
            let body = new.copy(def);
            new.define(def, body);
            continue;
        }
        let net = reduced(empty.clone(), def, entries[def], budget, &mut left);
        let body = net.and_then(|net| new.read(&net)).unwrap_or_else(|| new.copy(def));
        new.define(def, body);
    }
    new.keep_shared();
    new.finish()
}

/// The furthest net of a definition that is small enough.
fn reduced<'b, S: Space>(
    mut net: Graph<'b, S>,
    def: Idx<Defs<S>>,
    entry: bool,
    budget: Budget,
    left: &mut usize,
) -> Option<Graph<'b, S>> {
    net.instantiate(def, ROOT);
    let (mut best, mut turn) = (None, 0);
    for _ in 0..budget.interactions.min(*left) {
        let redexes = net.redexes();
        // All calls have their turn: one may go on without end.
        let mut turns = (0..redexes.len()).map(|at| (turn + at) % redexes.len());
        if let Some(at) = redexes.iter().rposition(|&redex| !net.is_call(redex) && !waits(&net, redex)) {
            net.step_at(at);
        } else {
            if net.size() <= budget.agents {
                best = Some(net.clone());
                *left = left.saturating_sub(net.size() / COPIED);
            }
            match (turns.find(|&at| net.is_call(redexes[at])), root_call(&net, entry)) {
                (Some(at), _) => {
                    turn = at + 1;
                    net.step_at(at);
                }
                (None, Some(reference)) => net.expand(reference),
                (None, None) => return best,
            }
        }
        *left = left.saturating_sub(1);
        if net.fault().is_some() || net.stuck().is_some() || net.size() > 8 * budget.agents || *left == 0 {
            return best;
        }
    }
    best
}
