//! A normal form as a term. The net has done most of it: `Read` went through all of it, and made a tree.

use super::term::{Term, app, lam};
use polarnet::{FromNormal, Term as Part};
use std::slice::Iter;

/// A fan or a delimiter that is left is no term.
impl FromNormal for Term {
    fn read(parts: &mut Iter<'_, Part>) -> Option<Self> {
        let Part::User(name, _) = parts.next()? else { return None };
        match &**name {
            "Bound" => Some(Term::Var(u32::read(parts)? as usize)),
            "Abs" => Some(lam(Term::read(parts)?)),
            "Apply" => Some(app(Term::read(parts)?, Term::read(parts)?)),
            _ => None,
        }
    }
}
