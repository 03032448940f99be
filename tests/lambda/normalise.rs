//! The plain way to a normal form: by substitution.

use super::term::{Term, app, lam};

/// Which redex is next.
#[derive(Clone, Copy, PartialEq)]
pub enum Order {
    /// The leftmost outermost: it finds the normal form if there is one.
    Normal,
    /// The same, but what it would erase is reduced before: it has no end where any order has none (Barendregt et al.).
    Perpetual,
}

/// What may be spent.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Substitutions.
    pub steps: usize,
    /// Of all terms on the way; it bounds the depth of recursion too.
    pub size: usize,
}

/// The normal form, and the steps to it; none if the budget does not suffice.
pub fn normalise(term: &Term, order: Order, budget: Budget) -> Option<(Term, usize)> {
    let mut term = term.clone();
    let mut steps = 0;
    while step(&mut term, order) {
        steps += 1;
        if steps > budget.steps || term.size() > budget.size {
            return None;
        }
    }
    Some((term, steps))
}

/// Reduces one redex, if there is one.
fn step(term: &mut Term, order: Order) -> bool {
    match term {
        Term::Var(_) => false,
        Term::Lam(body) => step(body, order),
        Term::App(function, argument) => {
            if let Term::Lam(body) = &**function {
                let erased = order == Order::Perpetual && !uses(body, 0);
                if !(erased && step(argument, order)) {
                    *term = substitute(body, 0, argument);
                }
                return true;
            }
            step(function, order) || step(argument, order)
        }
    }
}

/// Is there the variable with that index?
fn uses(term: &Term, index: usize) -> bool {
    match term {
        Term::Var(at) => *at == index,
        Term::Lam(body) => uses(body, index + 1),
        Term::App(function, argument) => uses(function, index) || uses(argument, index),
    }
}

/// `value` for the variable with that index, whose λ is gone.
fn substitute(term: &Term, index: usize, value: &Term) -> Term {
    match term {
        Term::Var(at) if *at == index => lift(value, index, 0),
        Term::Var(at) => Term::Var(at - usize::from(*at > index)),
        Term::Lam(body) => lam(substitute(body, index + 1, value)),
        Term::App(function, argument) => app(substitute(function, index, value), substitute(argument, index, value)),
    }
}

/// The term below `by` more λs; those of its variables that are bound inside have an index below `bound`.
pub fn lift(term: &Term, by: usize, bound: usize) -> Term {
    match term {
        Term::Var(at) if *at < bound => Term::Var(*at),
        Term::Var(at) => Term::Var(at + by),
        Term::Lam(body) => lam(lift(body, by, bound + 1)),
        Term::App(function, argument) => app(lift(function, by, bound), lift(argument, by, bound)),
    }
}
