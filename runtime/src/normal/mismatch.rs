//! What is said where a normal form is no value of the type asked for.

use super::{Normal, Term};
use crate::error::ErrorKind;
use polarnet_syntax::{
    net::Polarity,
    number::{AnyType, Shape, Type, WideType},
};

/// What a message says that wanted a list.
pub(crate) const LISTS: &str = "lists are `(head tail)` and `*`, or agents of two ports, head and tail, and of none";

impl Normal {
    /// Why it is no value of this Rust type: so many terms were read, and the last of them did not fit.
    pub(super) fn mismatch(&self, expected: &str, read: usize) -> ErrorKind {
        // As people write it: `alloc::vec::Vec<u32>` is `Vec<u32>`.
        let expected = expected.replace("alloc::vec::", "").replace("alloc::boxed::", "");
        let (found, help) = (self.described(0), self.help(&expected, read.saturating_sub(1)));
        ErrorKind::Shape { expected, found, help }
    }

    fn help(&self, expected: &str, at: usize) -> Option<String> {
        if let Some(wire) = self.loose_wires().first() {
            return Some(format!(
                "`x{wire}` has only one end here: the result hangs on a circle that no interaction opens"
            ));
        }
        let reference = self.terms.iter().find_map(|term| match term {
            Term::Ref(name) => Some(name),
            _ => None,
        });
        if let Some(name) = reference {
            return Some(format!("`@{name}` is a reference: `Runtime::expand(true)` reduces it"));
        }
        if expected.starts_with("Vec<") && !self.is_list(0) {
            return Some(LISTS.to_owned());
        }
        let term = self.terms.get(at)?;
        // At the root all of the type was expected, below it one of those that are named in it.
        let wants_number = at > 0 || wanted(expected).any(|(name, _)| name == expected);
        if let (Some(found), true) = (type_of(term), wants_number)
            && let Some(help) = number_help(expected, found)
        {
            return Some(help.to_owned());
        }
        match term {
            Term::User(..) if !self.is_list(at) => {
                Some("agents are read as an enum with `#[derive(FromNormal)]`: a variant has an agent's name, and a field for each port".to_owned())
            }
            _ if at > 0 => Some(format!("what does not fit is {}", self.described(at))),
            _ => None,
        }
    }

    /// The tree at `at`, and what it is.
    fn described(&self, at: usize) -> String {
        let text = self.excerpt(at);
        match self.kind(at) {
            Some(what) => format!("`{text}`, {what}"),
            None => format!("`{text}`"),
        }
    }

    fn kind(&self, at: usize) -> Option<String> {
        let term = &self.terms[at];
        if let Some(ty) = type_of(term) {
            let article = if ty == AnyType::Number(Type::U) { "a" } else { "an" };
            return Some(format!("{article} {}", ty.name(self.numbers)));
        }
        let kind = match term {
            _ if term.arity() > 0 && self.is_list(at) => "a list",
            Term::Con if self.is_function(at) => "a function",
            Term::Con if self.signs.get(at) == Some(&Polarity::Positive) || self.is_closed(at) => "a pair",
            Term::Num(_) => "an operator",
            Term::Dup(_) => "a superposition",
            Term::User(..) => "an agent",
            _ => return None,
        };
        Some(kind.to_owned())
    }

    /// `+(-variable +body)`. Where nothing says what a port is, inference may choose `-` for a pair of values, so these do not count.
    fn is_function(&self, at: usize) -> bool {
        matches!(self.signs.get(at..), Some([Polarity::Positive, Polarity::Negative, ..])) && !self.is_closed(at + 1)
    }

    /// A tree that has values in it, and no wire: it takes nothing.
    fn is_closed(&self, at: usize) -> bool {
        let tree = &self.terms[at..self.behind(at)];
        let is_value = |term: &Term| matches!(term, Term::Num(_) | Term::Wide(_) | Term::Ref(_) | Term::User(..));
        tree.iter().any(is_value) && !tree.iter().any(|term| matches!(term, Term::Wire(_)))
    }

    /// Is it what a `Vec` is read from, but for its elements?
    fn is_list(&self, mut at: usize) -> bool {
        let mut link = None;
        while link.is_none_or(|link| link == &self.terms[at]) && self.terms[at].arity() == 2 && !self.is_function(at) {
            if !matches!(self.terms[at], Term::Con | Term::User(..)) {
                return false;
            }
            link = Some(&self.terms[at]);
            at = self.behind(at + 1);
        }
        match self.terms[at] {
            Term::Era => !matches!(link, Some(Term::User(..))),
            Term::User(_, 0) => !matches!(link, Some(Term::Con)),
            _ => false,
        }
    }

    /// Where the tree that begins at `at` has ended.
    fn behind(&self, mut at: usize) -> usize {
        let mut open = 1;
        while open > 0 {
            open = open - 1 + self.terms[at].arity();
            at += 1;
        }
        at
    }

    /// The text of the tree at `at`, cut off after some 60 characters.
    fn excerpt(&self, at: usize) -> String {
        let terms = self.terms[at..self.behind(at)].iter().take(60).cloned().collect();
        let text = Normal::new(terms, Vec::new(), self.numbers).to_string();
        match text.char_indices().nth(60) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        }
    }
}

/// The type of a number.
fn type_of(term: &Term) -> Option<AnyType> {
    match term {
        Term::Num(number) => match number.shape() {
            Shape::Plain(value) => Some(AnyType::Number(value.ty())),
            _ => None,
        },
        Term::Wide(wide) => Some(AnyType::Wide(wide.ty())),
        _ => None,
    }
}

/// The types of numbers that a Rust type names, and what they are read from.
fn wanted(expected: &str) -> impl Iterator<Item = (&'static str, AnyType)> {
    let [unsigned, signed, float] = [Type::U, Type::I, Type::F].map(AnyType::Number);
    let [i64, f64] = [WideType::I, WideType::F].map(AnyType::Wide);
    let all = [
        ("u32", unsigned),
        ("bool", unsigned),
        ("char", unsigned),
        ("i32", signed),
        ("f32", float),
        ("i64", i64),
        ("f64", f64),
    ];
    all.into_iter()
        .filter(move |(name, _)| expected.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *name))
}

/// What to do where one number was expected and another one found.
fn number_help(expected: &str, found: AnyType) -> Option<&'static str> {
    let names: Vec<&str> = wanted(expected).filter(|&(_, ty)| ty == found).map(|(name, _)| name).collect();
    match names[..] {
        [] => {}
        ["bool"] => return Some("`0` is `false`, and `1` is `true`"),
        ["char"] => return Some("a `char` is its code, and this is none"),
        _ => return None,
    }
    // A type of the caller's own names none, and what it is made of is not known.
    wanted(expected).next()?;
    let is_wide = |ty: AnyType| matches!(ty, AnyType::Wide(_));
    Some(match found {
        _ if is_wide(found) || wanted(expected).any(|(_, ty)| is_wide(ty)) => {
            "`10_i64` is an i64 and `10.0_f64` an f64; a rule casts with `#(n as u32)` and `#(n as i64)`"
        }
        AnyType::Number(Type::I) => {
            "a Rust value without a type is an i32: write `10_u32`; in a net `+10` is one, and the cast is `[u32]`"
        }
        _ => "`10` is unsigned, `+10` signed, `10.0` a float; casts are `[u32]`, `[i32]` and `[f32]`",
    })
}
