//! Where each `let` stands.
//!
//! Scopes are the whole, the λs, and the values of `let`s. What a scope has in it without a scope between leads to the next
//! ones; a `let` stands in its immediate dominator: Cooper, Harvey and Kennedy's way, in one pass, since there is no circle.

use super::{
    NONE, Tree,
    way::{Base, Sides, Step},
};
use std::collections::{HashMap, HashSet};

/// The scope that is the whole.
pub(super) const ROOT: u32 = NONE;

/// The `let`s of each scope.
pub(super) struct Scopes {
    lets: HashMap<u32, Vec<u32>>,
}

/// How far a scope has been searched.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    /// Its number in postorder.
    Done(u32),
}

impl Scopes {
    /// None if the net is no term.
    pub(super) fn new(tree: &Tree<'_>) -> Option<Self> {
        let mut state = HashMap::from([(ROOT, State::Open)]);
        let mut from: HashMap<u32, Vec<u32>> = HashMap::new();
        let mut order = Vec::new();
        let mut stack = vec![(ROOT, inside(tree, ROOT)?)];
        while let Some((scope, next)) = stack.last_mut() {
            let scope = *scope;
            let Some(to) = next.pop() else {
                state.insert(scope, State::Done(order.len() as u32));
                order.push(scope);
                stack.pop();
                continue;
            };
            from.entry(to).or_default().push(scope);
            match state.get(&to) {
                None => {
                    state.insert(to, State::Open);
                    stack.push((to, inside(tree, to)?));
                }
                // A value that is made of itself.
                Some(State::Open) => return None,
                Some(State::Done(_)) => {}
            }
        }
        // By numbers in postorder: what dominates has the greater ones.
        let number = |scope: u32| match state.get(&scope) {
            Some(State::Done(number)) => *number as usize,
            _ => 0,
        };
        let mut above: Vec<usize> = (0..order.len()).collect();
        let mut lets: HashMap<u32, Vec<u32>> = HashMap::new();
        for (at, &scope) in order.iter().enumerate().rev().skip(1) {
            let mut scopes = from[&scope].iter().map(|&scope| number(scope));
            let mut found = scopes.next()?;
            for mut other in scopes {
                while found != other {
                    let lower = if found < other { &mut found } else { &mut other };
                    *lower = above[*lower];
                }
            }
            above[at] = found;
            if tree.is_let(scope) {
                lets.entry(order[found]).or_default().push(scope);
            }
        }
        Some(Scopes { lets })
    }

    /// The `let`s of a scope; the later ones are used in those before.
    pub(super) fn lets(&self, scope: u32) -> &[u32] {
        self.lets.get(&scope).map_or(&[], Vec::as_slice)
    }
}

/// The scopes right in this one.
fn inside(tree: &Tree<'_>, scope: u32) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    let mut values = Vec::new();
    let mut all = Sides::new(tree.terms.len());
    let mut above = |node: u32, values: &mut Vec<u32>, found: &mut Vec<u32>| {
        let way = tree.way(node, NONE, &mut all)?;
        if let Base::Part(node, _) = way.base {
            found.push(node);
        }
        for step in way.steps {
            match step {
                Step::Argument(value, _) | Step::Operator(_, value, _) => values.push(value),
                Step::Switch(arms, _) => values.extend(tree.arms(arms)?),
                Step::Partial(..) => {}
            }
        }
        Some(())
    };
    match scope {
        ROOT => values.push(0),
        _ if tree.positive(scope) => values.push(tree.child(scope, 1)),
        _ => above(scope, &mut values, &mut found)?,
    }
    // A value that is shared in parts may be on a way to itself.
    let mut seen = HashSet::new();
    while let Some(value) = values.pop() {
        if !seen.insert(value) {
            continue;
        }
        if !tree.positive(value) {
            return None;
        }
        if tree.is_lambda(value) {
            found.push(value);
        } else if let super::Term::Wire(_) = tree.term(value) {
            above(tree.source(value)?, &mut values, &mut found)?;
        } else {
            values.extend((0..tree.term(value).arity() as u32).map(|port| tree.child(value, port)));
        }
    }
    Some(found)
}
