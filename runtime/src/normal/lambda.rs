//! A normal form as a term: `|x| |y| x(x(y))`.
//!
//! A positive tree is a term: `(x b)` is a λ, `(a b)` of two values a pair, `&7{a b}` a superposition. What stands at the
//! positive end of a wire is found from its negative end upwards: `(a r)` applies what comes from above, up to a binder. On
//! that way a duplication or a split is a `let`, unless it copies a variable. Each `let` stands in the innermost scope that
//! has all of its uses: its immediate dominator among scopes.
//!
//! Where there are superpositions of a duplication's label, it is no `let`: what it copies is shared in parts, and each copy
//! is shown in full. The sides that the way came from are kept ([`Sides`]), and a superposition below gives that side.
//!
//! All is done with lists of what is left to do, so no depth is too deep.

mod levels;
mod print;
mod scope;
#[cfg(test)]
mod tests;
mod tree;
mod way;

use super::Term;
use polarnet_syntax::{net::Polarity, number::Numbers};
use print::Printer;
use scope::Scopes;
use tree::Tree;

const NONE: u32 = u32::MAX;
/// The longest text: what is shared may be much longer as a term.
const LONGEST: usize = 1 << 26;

/// The text, if the tree is a term.
pub(super) fn term(terms: &[Term], signs: &[Polarity], numbers: Numbers) -> Option<String> {
    if signs.len() != terms.len() || *signs.first()? == Polarity::Negative {
        return None;
    }
    if levels::is_read(terms) {
        return levels::text(terms, signs, numbers);
    }
    let tree = Tree::new(terms, signs, numbers)?;
    let scopes = Scopes::new(&tree)?;
    Printer::new(&tree, &scopes).print()
}
