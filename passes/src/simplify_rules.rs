//! The right sides of rules, reduced before the book runs.

use crate::{draft::Draft, sure::waits, used::used};
use polarnet_columns::{Idx, Space, space};
use polarnet_reducer::Graph;
use polarnet_syntax::book::{AnyBook, Book, Defs};

/// The most interactions for a rule, and for a whole book, and how many times as large a net may be on the way.
const MOST_STEPS: usize = 1_000;
const MOST_WORK: usize = 1 << 18;
const GROWTH: usize = 8;

/// Each rule with the redexes of its right side reduced, as far as it does not grow, and without the rules that are never
/// used, since one of their agents is in no definition, nor on the right of a rule that is used.
///
/// Whoever uses a rule has all redexes of its right side reduced, so each interaction that is made here is saved at each
/// use. What needs the numbers that a rule computes, or is undefined, or has no rule, stays as it is.
///
/// ```
/// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// # let text = "agent +Z, +S(+n), -Add(+b, -out), -Next(-out), -Prev(-out);
/// #     rule Next(out) ~ Z => Add(S(Z), out) ~ Z;  rule Next(out) ~ S(n) => Add(S(Z), out) ~ S(n);
/// #     rule Add(b, out) ~ Z => out ~ b;  rule Add(b, out) ~ S(n) => out ~ S(t) & Add(b, t) ~ n;
/// #     rule Prev(out) ~ Z => out ~ Z;  @main = r & Next(r) ~ S(Z)";
/// # let net = parse_text(text, Numbers::Hvm24).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// use polarnet_passes::simplify_rules;
/// // of `rule Next(out) ~ Z => Add(S(Z), out) ~ Z;` and more, with a rule for `Prev` that nobody uses
/// let new = book.with(|book| simplify_rules(book)).to_string();
/// assert!(new.contains("rule Next(x0) ~ Z => x0 ~ S(Z);"), "{new}");
/// assert!(!new.contains("rule Prev"), "{new}");
/// ```
#[must_use]
pub fn simplify_rules<S: Space>(book: &Book<S>) -> AnyBook {
    let (used, empty) = (used(book), Graph::new(book));
    space!(New, guard);
    let (mut new, mut left) = (Draft::new(book, guard), MOST_WORK);
    for def in book.defs() {
        if used.contains(&def) {
            let net = new.is_rule(def).then(|| simplified(&empty, def, &mut left)).flatten();
            let body = net.and_then(|net| new.read_rule(&net)).unwrap_or_else(|| new.copy(def));
            new.define(def, body);
        }
    }
    new.keep_shared();
    new.finish()
}

/// The furthest net of a rule that is no larger than the rule; none if that is the rule itself.
fn simplified<'b, S: Space>(empty: &Graph<'b, S>, rule: Idx<Defs<S>>, left: &mut usize) -> Option<Graph<'b, S>> {
    let mut opened = empty.clone();
    opened.open(rule);
    // All redexes have their turn: one may go on without end.
    let step = |net: &mut Graph<'b, S>, turn| {
        let redexes = net.redexes();
        let mut turns = (0..redexes.len()).map(|at| (turn + at) % redexes.len());
        turns.find(|&at| !waits(net, redexes[at])).map(|at| net.step_at(at))
    };
    let (mut net, mut best) = (opened.clone(), 0);
    for turn in 0..MOST_STEPS.min(*left) {
        *left -= 1;
        let sound = step(&mut net, turn).is_some() && net.fault().is_none() && net.stuck().is_none();
        if !sound || net.size() > GROWTH * opened.size() {
            break;
        }
        best = if net.size() <= opened.size() { turn + 1 } else { best };
    }
    for turn in 0..best {
        step(&mut opened, turn);
    }
    (best > 0).then_some(opened)
}
