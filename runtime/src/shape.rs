//! What the head of a definition looks like: its lambdas, and the arms of a switch.

use crate::program::ARGUMENTS;
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::Book,
    net::{Agent, Polarity},
};

/// Is it a binder: a cell that takes a value? Not so where signs clash; that is left to the general rules.
pub(crate) fn binds<S: Space>(book: &Book<S>, row: Idx<S>) -> bool {
    use Polarity::{Negative, Positive};
    let sign = |row: Idx<S>| book.polarity()[row];
    sign(row) == Negative
        && match book.agents().node(row) {
            Agent::Wire => sign(book.wires()[row]) == Positive,
            Agent::Num(_) | Agent::Ref(_) => false,
            _ => true,
        }
}

/// The lambdas at the head of a term, `+(-binder +body)`: as many as a call takes at once.
pub(crate) fn lambdas<S: Space>(book: &Book<S>, root: Idx<S>) -> Vec<[Idx<S>; 2]> {
    let sign = |row: Idx<S>| book.polarity()[row];
    let mut found = Vec::new();
    let mut row = root;
    while let Agent::Con(binder, body) = book.agents().node(row) {
        let is_lambda = [sign(row), sign(body)] == [Polarity::Positive; 2] && binds(book, binder);
        if !is_lambda || found.len() == ARGUMENTS {
            break;
        }
        found.push([binder, body]);
        row = body;
    }
    found
}

/// The arms of a switch `-?(+(+zero +succ) -out)`, either of which can be erased before the run.
pub(crate) fn arms<S: Space>(book: &Book<S>, switch: Idx<S>) -> Option<[Idx<S>; 2]> {
    use Polarity::{Negative, Positive};
    let sign = |row: Idx<S>| book.polarity()[row];
    let Agent::Swi(arms, out) = book.agents().node(switch) else { return None };
    let Agent::Con(zero, succ) = book.agents().node(arms) else { return None };
    let signs = [sign(switch), sign(arms), sign(zero), sign(succ), sign(out)];
    let found = signs == [Negative, Positive, Positive, Positive, Negative] && binds(book, out);
    (found && erased_by_all_rules(book, arms)).then_some([zero, succ])
}

/// Is there no agent in a term for which the book says what erases it?
fn erased_by_all_rules<S: Space>(book: &Book<S>, term: Idx<S>) -> bool {
    let mut todo = vec![term];
    while let Some(row) = todo.pop() {
        let agent = book.agents().node(row);
        if matches!(agent, Agent::User(symbol, _) if book.has_own_erasing(symbol)) {
            return false;
        }
        todo.extend(agent.children());
    }
    true
}
