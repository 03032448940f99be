//! What can be reduced before a run, and what cannot.

use polarnet_columns::Space;
use polarnet_reducer::{Graph, Kind, ROOT};

/// Is a redex for the run only: would it compute with a number that is not known yet, lose it, or call Rust?
pub(crate) fn waits<S: Space>(net: &Graph<'_, S>, (a, b): (usize, usize)) -> bool {
    let unknown = |node| matches!(net.kind(node), Kind::Num(number) if number.as_unknown().is_some());
    let computes = |number, node| match net.kind(node) {
        Kind::Opr(literal) => unknown(number) || literal && unknown(net.peer((node, 1)).0),
        Kind::Swi => unknown(number),
        _ => false,
    };
    let is_number = |node| matches!(net.kind(node), Kind::Num(_));
    let held = |node| match net.kind(node) {
        Kind::User(symbol) => &net.book().agent(symbol).numbers[..],
        _ => &[],
    };
    let holder = |node, port: u32| net.peer((node, 1 + port as usize)).0;
    // What a rule computes has no number at all before the rule is used.
    let computed = |node| held(node).iter().any(|&(port, _)| !is_number(holder(node, port)));
    if computed(a) || computed(b) {
        return true;
    }
    is_number(a) && computes(a, b) || is_number(b) && computes(b, a) || net.waits_for_run((a, b))
}

/// The reference that stands at the root, if it is expanded whenever this definition is: not an entry's, which is part of
/// the result.
pub(crate) fn root_call<S: Space>(net: &Graph<'_, S>, entry: bool) -> Option<usize> {
    match net.peer(ROOT) {
        (node, 0) if !entry => matches!(net.kind(node), Kind::Ref(_)).then_some(node),
        _ => None,
    }
}
