//! Random closed terms: some made of variables and λs, some of functions and numerals that people know.

use super::term::{Term, app, lam};
use crate::support::choices::Choices;

/// Closed terms that copy, erase, compose and count.
const KNOWN: [&str; 16] = [
    "λx. x",
    "2",
    "λx. x x",
    "λx. λy. x",
    "λx. λy. λz. x z (y z)",
    "λf. λg. λx. f (g x)",
    "λf. λx. f x x",
    "λf. λx. λy. f y x",
    "λn. n n",
    "0",
    "3",
    "λn. λf. λx. f (n f x)",
    "λm. λn. λf. λx. m f (n f x)",
    "λm. λn. λf. m (n f)",
    "λx. λy. λp. p x y",
    "λp. p (λx. λy. y)",
];

/// A closed term of at most some 30 parts, not counting those of known ones.
pub fn closed(c: &mut Choices) -> Term {
    let size = 4 + c.below(27);
    term(c, size, 0)
}

/// A term below `depth` λs.
fn term(c: &mut Choices, size: usize, depth: usize) -> Term {
    if size < 3 {
        return match depth {
            0 => Term::parse(c.one(&KNOWN)),
            _ if c.chance(40) => Term::parse(c.one(&KNOWN)),
            _ => Term::Var(c.below(depth)),
        };
    }
    if c.chance(if depth < 4 { 110 } else { 60 }) {
        return lam(term(c, size - 1, depth + 1));
    }
    let part = 1 + c.below(size - 2);
    let function = term(c, part, depth);
    app(function, term(c, size - 1 - part, depth))
}
