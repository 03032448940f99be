//! Which rules may be used.

use polarnet_columns::{Idx, Space};
use polarnet_reducer::copyable;
use polarnet_syntax::{
    book::{Book, Defs},
    net::{Agent, Partner, Rule, Symbol},
};
use std::collections::HashSet;

/// All definitions, and the rules whose two agents are in one of them, or on the right of such a rule.
///
/// Where the `DUP` of a rule that is never used has references expanded instead of copied, and no other rule's would,
/// all rules are: see [`Draft::keep_shared`](crate::Draft::keep_shared).
pub(crate) fn used<S: Space>(book: &Book<S>) -> HashSet<Idx<Defs<S>>> {
    let mut agents = book.names().map(|_| Vec::new());
    let mut has_dup = book.names().map(|_| false);
    for row in book.agents().indices() {
        let owner = book.owner()[row];
        match book.agents().node(row) {
            Agent::User(symbol, _) => agents.update(owner, |own| own.push(symbol)),
            Agent::Dup(..) => has_dup.update(owner, |has_dup| *has_dup = true),
            _ => {}
        }
    }
    let rules: HashSet<_> = book.rules().iter().map(|&(_, def)| def).collect();
    let mut found: Vec<_> = book.defs().filter(|def| !rules.contains(def)).collect();
    let (mut used, mut met) = (HashSet::new(), HashSet::new());
    while !found.is_empty() {
        met.extend(found.iter().flat_map(|&def| agents[def].iter().copied()));
        used.extend(found);
        let new = |(rule, def): &&(Rule, _)| !used.contains(def) && meets(rule, &met);
        found = book.rules().iter().filter(new).map(|&(_, def)| def).collect();
    }
    let copyable = copyable(book);
    let expands = rules.iter().any(|def| !used.contains(def) && !copyable[def.raw() as usize]);
    if expands && !rules.iter().any(|&def| used.contains(&def) && has_dup[def]) {
        used.extend(rules);
    }
    used
}

/// Are there both agents that a rule is for? Numbers may come at any time.
fn meets(rule: &Rule, there: &HashSet<Symbol>) -> bool {
    let partner = match rule.partner {
        Partner::Agent(symbol) => there.contains(&symbol),
        Partner::Number(_) | Partner::Era | Partner::Dup(_) => true,
    };
    partner && there.contains(&rule.actor)
}
