//! Normal forms: what a run gives back.
//!
//! ```
//! use polarnet_runtime::{Runtime, normal::{Normal, Term}};
//!
//! let normal: Normal = Runtime::new().run(&polarnet::net! { @main = (7 *) })?.normal;
//! assert_eq!(normal.to_string(), "(7 *)");
//! assert_eq!(normal.terms().first(), Some(&Term::Con));
//! # Ok::<(), polarnet_runtime::Error>(())
//! ```

mod lambda;
mod loose;
mod mismatch;
mod part;
mod value;

pub(crate) use mismatch::LISTS;
pub use value::FromNormal;

use crate::error::ErrorKind;
use core::fmt;
use polarnet_syntax::{
    net::{Label, Polarity},
    number::{Number, Numbers, Wide},
};
use std::sync::Arc;

/// One term of a normal form.
///
/// ```
/// use polarnet_runtime::{Runtime, Term};
///
/// let normal = Runtime::new().run(&polarnet::net! { @main = (x (* x)) })?.normal;
/// assert_eq!(normal.terms(), [Term::Con, Term::Wire(0), Term::Con, Term::Era, Term::Wire(0)]);
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Term {
    /// One end of a wire. Wires are numbered in the order of appearance; each has two ends, but for
    /// [loose ones](Normal::loose_wires).
    Wire(u32),
    /// `*`
    Era,
    /// A number.
    Num(Number),
    /// An `i64` or an `f64`.
    Wide(Wide),
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
    /// `Cons(a, b)`: an agent that the book declares, and how many ports it has
    User(Arc<str>, usize),
}

impl Term {
    /// How many terms stand at its auxiliary ports.
    ///
    /// ```
    /// use polarnet_runtime::Term;
    ///
    /// assert_eq!([Term::Wire(0), Term::Dup(7), Term::User("Node".into(), 3)].map(|term| term.arity()), [0, 2, 3]);
    /// ```
    #[must_use]
    pub fn arity(&self) -> usize {
        match self {
            Term::Wire(_) | Term::Era | Term::Num(_) | Term::Wide(_) | Term::Ref(_) => 0,
            Term::Con | Term::Dup(_) | Term::Opr | Term::Swi => 2,
            Term::User(_, ports) => *ports,
        }
    }
}

/// A net in normal form: one tree, in Polish order (a term, then the terms at its auxiliary ports).
///
/// It prints as HVM2 prints results, and what it prints parses again unless it has
/// [loose wires](Normal::loose_wires). With `{:#}` every term has its sign. Equality
/// does not look at signs.
///
/// ```
/// # use polarnet_runtime::Runtime;
/// let normal = Runtime::new().run(&polarnet::net! { @main = (x (* x)) })?.normal;
/// assert_eq!(normal.to_string(), "(x0 (* x0))");
/// assert_eq!(format!("{normal:#}"), "+(-x0 +(-* +x0))");
/// # Ok::<(), polarnet_runtime::Error>(())
/// ```
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
    ///
    /// ```
    /// # use polarnet_runtime::{Runtime, Term};
    /// let normal = Runtime::new().run(&polarnet::net! { @main = (3 (2 (1 *))) })?.normal;
    /// assert_eq!(normal.terms().iter().filter(|&term| *term == Term::Con).count(), 3);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The normal form as a term of the λ-calculus, which parses again after `term @main =`; none if it is no such term, or if
    /// the signs are not known ([`EngineKind::Oracle`](crate::EngineKind::Oracle)).
    ///
    /// Variables have names of their own. A duplication that waits for a variable is shown as uses of that variable, any
    /// other one as `let &7{a b} = …;`.
    ///
    /// ```
    /// # use polarnet_runtime::{EngineKind, Runtime};
    /// let book = polarnet::net! { term @main = @swapped(|x| x)  term @swapped = |a| |b| (b, a) };
    /// assert_eq!(Runtime::new().run(&book)?.normal.term().as_deref(), Some("|x| (x, |y| y)"));
    /// assert_eq!(Runtime::new().engine(EngineKind::Oracle).run(&book)?.normal.term(), None);
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    #[must_use]
    pub fn term(&self) -> Option<String> {
        lambda::term(&self.terms, &self.signs, self.numbers)
    }

    /// The normal form as a Rust value, as [`FromNormal`] reads it.
    ///
    /// ```
    /// # use polarnet_runtime::Runtime;
    /// let normal = Runtime::new().run(&polarnet::net! { @main = (3 (0.5 *)) })?.normal;
    /// assert_eq!(normal.value::<(u32, Vec<f32>)>().unwrap(), (3, vec![0.5]));
    /// let error = normal.value::<u32>().unwrap_err().to_string();
    /// assert_eq!(error.lines().next(), Some("expected u32, found `(3 (0.5 *))`, a list"));
    /// # Ok::<(), polarnet_runtime::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Shape`] when it is not a `T`.
    pub fn value<T: FromNormal>(&self) -> Result<T, ErrorKind> {
        let mut rest = self.terms.iter();
        match T::read_part(&mut rest) {
            Some(value) if rest.as_slice().is_empty() => Ok(value.whole()),
            _ => Err(self.mismatch(core::any::type_name::<T>(), self.terms.len() - rest.as_slice().len())),
        }
    }
}

impl fmt::Display for Normal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How many terms each open bracket still wants, and what closes it.
        let mut open: Vec<(usize, &str, char)> = Vec::new();
        let mut signs = self.signs.iter();
        for term in &self.terms {
            let sign = signs.next();
            if let (Some(sign), true, false) = (sign, f.alternate(), matches!(term, Term::Num(_) | Term::Wide(_))) {
                f.write_str(if *sign == Polarity::Positive { "+" } else { "-" })?;
            }
            match term {
                Term::Wire(wire) => write!(f, "x{wire}")?,
                Term::Era => f.write_str("*")?,
                Term::Num(number) => write!(f, "{}", number.display(self.numbers))?,
                Term::Wide(wide) => write!(f, "{wide}")?,
                Term::Ref(name) => write!(f, "@{name}")?,
                Term::Con => f.write_str("(")?,
                Term::Dup(0) => f.write_str("{")?,
                Term::Dup(label) => write!(f, "&{label}{{")?,
                Term::Opr => f.write_str("$(")?,
                Term::Swi => f.write_str("?(")?,
                Term::User(name, 0) => f.write_str(name)?,
                Term::User(name, _) => write!(f, "{name}(")?,
            }
            if term.arity() > 0 {
                let between = if matches!(term, Term::User(..)) { ", " } else { " " };
                open.push((term.arity(), between, if matches!(term, Term::Dup(_)) { '}' } else { ')' }));
                continue;
            }
            while let Some((wanted, between, close)) = open.last_mut() {
                *wanted -= 1;
                if *wanted > 0 {
                    f.write_str(between)?;
                    break;
                }
                write!(f, "{close}")?;
                open.pop();
            }
        }
        Ok(())
    }
}
