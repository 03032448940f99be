//! Normal forms: what a run gives back.

use crate::error::ErrorKind;
use core::fmt;
use polarnet_syntax::{
    net::{Label, Polarity},
    number::{Number, Numbers},
};
use std::sync::Arc;

/// One term of a normal form.
#[derive(Clone, PartialEq, Debug)]
pub enum Term {
    /// One end of a wire. Wires are numbered in the order of appearance; each has two ends.
    Wire(u32),
    /// `*`
    Era,
    /// A number.
    Num(Number),
    /// `@name`
    Ref(Arc<str>),
    /// `(a b)`
    Con,
    /// `{a b}`, `&7{a b}`
    Dup(Label),
    /// `$(a b)`
    Opr,
    /// `?(a b)`
    Swi,
}

impl Term {
    /// How many terms stand at its auxiliary ports.
    #[must_use]
    pub fn arity(&self) -> usize {
        match self {
            Term::Wire(_) | Term::Era | Term::Num(_) | Term::Ref(_) => 0,
            Term::Con | Term::Dup(_) | Term::Opr | Term::Swi => 2,
        }
    }
}

/// A net in normal form: one tree, in Polish order (a term, then the terms at its auxiliary ports).
///
/// It prints as HVM2 prints results, and what it prints parses again. With `{:#}` every term has its sign. Equality
/// does not look at signs.
#[derive(Clone, Debug)]
pub struct Normal {
    terms: Vec<Term>,
    /// The sign of each term; empty if the engine does not know signs.
    signs: Vec<Polarity>,
    numbers: Numbers,
}

impl PartialEq for Normal {
    fn eq(&self, other: &Self) -> bool {
        self.terms == other.terms && self.numbers == other.numbers
    }
}

impl Normal {
    pub(crate) fn new(terms: Vec<Term>, signs: Vec<Polarity>, numbers: Numbers) -> Self {
        Normal { terms, signs, numbers }
    }

    /// The terms, in Polish order.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The normal form as a Rust value: a number as `u32`, `i32`, `f32`; `(a b)` as `(A, B)`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Shape`] when it is not a `T`.
    pub fn value<T: FromNormal>(&self) -> Result<T, ErrorKind> {
        let mut rest = self.terms.iter();
        match T::read(&mut rest) {
            Some(value) if rest.next().is_none() => Ok(value),
            _ => Err(ErrorKind::Shape { expected: core::any::type_name::<T>(), found: self.excerpt() }),
        }
    }

    /// The text, cut off after some 60 characters.
    fn excerpt(&self) -> String {
        let head = Normal::new(self.terms.iter().take(60).cloned().collect(), Vec::new(), self.numbers);
        let text = head.to_string();
        match text.char_indices().nth(60) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }
}

impl fmt::Display for Normal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How many terms each open bracket still wants, and what closes it.
        let mut open: Vec<(usize, char)> = Vec::new();
        let mut signs = self.signs.iter();
        for term in &self.terms {
            let sign = signs.next();
            if let (Some(sign), true, false) = (sign, f.alternate(), matches!(term, Term::Num(_))) {
                f.write_str(if *sign == Polarity::Positive { "+" } else { "-" })?;
            }
            match term {
                Term::Wire(wire) => write!(f, "x{wire}")?,
                Term::Era => f.write_str("*")?,
                Term::Num(number) => write!(f, "{}", number.display(self.numbers))?,
                Term::Ref(name) => write!(f, "@{name}")?,
                Term::Con => f.write_str("(")?,
                Term::Dup(0) => f.write_str("{")?,
                Term::Dup(label) => write!(f, "&{label}{{")?,
                Term::Opr => f.write_str("$(")?,
                Term::Swi => f.write_str("?(")?,
            }
            if term.arity() > 0 {
                open.push((term.arity(), if matches!(term, Term::Dup(_)) { '}' } else { ')' }));
                continue;
            }
            while let Some((wanted, close)) = open.last_mut() {
                *wanted -= 1;
                if *wanted > 0 {
                    f.write_str(" ")?;
                    break;
                }
                write!(f, "{close}")?;
                open.pop();
            }
        }
        Ok(())
    }
}

/// Rust values that normal forms can be read as.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a net",
    label = "not a result of a net",
    note = "results are `u32`, `i32`, `f32` and pairs of results"
)]
pub trait FromNormal: Sized {
    /// Reads one tree from the front of `terms`, which are in Polish order. `None` if it is something else.
    fn read(terms: &mut core::slice::Iter<'_, Term>) -> Option<Self>;
}

macro_rules! from_number {
    ($($T:ty: $as:ident),*) => { $(
        impl FromNormal for $T {
            fn read(terms: &mut core::slice::Iter<'_, Term>) -> Option<Self> {
                match terms.next()? {
                    Term::Num(number) => number.$as(),
                    _ => None,
                }
            }
        }
    )* };
}
from_number!(u32: as_u32, i32: as_i32, f32: as_f32);

impl<A: FromNormal, B: FromNormal> FromNormal for (A, B) {
    fn read(terms: &mut core::slice::Iter<'_, Term>) -> Option<Self> {
        match terms.next()? {
            Term::Con => Some((A::read(terms)?, B::read(terms)?)),
            _ => None,
        }
    }
}
