//! Which values patterns leave: Maranget's algorithm ("Warnings for pattern matching", 2007), over rows of patterns.
//!
//! A row of patterns is useful after others if it takes values that they do not. What is useful after all arms, written as
//! a row of `_`, is missing; an arm that is not useful is never reached. Of a type of Rust's the macro does not know which
//! constructors there are, and says only what holds whichever they are.

use crate::schedule::{language::Language, typed::Pattern, types::SpaceId};
use quote::ToTokens;
use std::cell::Cell;

/// A pattern, as far as it matters which values it takes.
#[derive(Clone)]
pub enum Shown {
    Any,
    Is(Constructor, Vec<Shown>),
    Or(Vec<Shown>),
}

#[derive(Clone, PartialEq, Eq)]
pub enum Constructor {
    Operator(SpaceId, usize),
    Truth(bool),
    Number(String),
    Tuple,
    /// One of Rust's, by its path.
    Rust(String),
}

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// What have all arms together left? No more than is sure.
    Missing,
    /// Have the arms before left something for this one? Unless it is sure, they have.
    Reached,
}

/// How many rows are looked at, and how many patterns in each: what takes more is left to Rust.
const FUEL: usize = 50_000;
const WIDTH: usize = 256;

/// Rows of patterns, which are asked.
pub struct Rows<'l> {
    pub question: Question,
    /// Of each space.
    pub languages: Vec<Option<&'l Language>>,
    pub fuel: Cell<usize>,
}

impl Rows<'_> {
    /// A pattern; none if it is one with a mistake, or nothing sure can be said of it.
    pub fn shown(&self, pattern: &Pattern) -> Option<Shown> {
        let all = |parts: &[Pattern]| parts.iter().map(|part| self.shown(part)).collect::<Option<Vec<_>>>();
        Some(match pattern {
            Pattern::Any | Pattern::Bind(_) => Shown::Any,
            Pattern::Error => return None,
            Pattern::Rust(tokens) => {
                let text = tokens.to_string().replace(' ', "");
                let constructor = match &*text {
                    "true" => Constructor::Truth(true),
                    "false" => Constructor::Truth(false),
                    // One range may be in another.
                    _ if text.contains("..=") && self.question == Question::Missing => return None,
                    _ if text.starts_with(|first: char| first == '-' || first.is_ascii_digit()) => {
                        Constructor::Number(text)
                    }
                    _ => Constructor::Rust(self.path(&text)),
                };
                Shown::Is(constructor, Vec::new())
            }
            Pattern::Node { space, operator, fields: given, .. } => {
                let mut parts = vec![Shown::Any; self.languages[*space]?.operators[*operator].fields.len()];
                for (at, part) in given {
                    parts[*at] = self.shown(part)?;
                }
                Shown::Is(Constructor::Operator(*space, *operator), parts)
            }
            Pattern::Tuple(path, parts) if path.is_empty() => Shown::Is(Constructor::Tuple, all(parts)?),
            Pattern::Tuple(path, parts) => {
                Shown::Is(Constructor::Rust(self.path(&path.to_string().replace(' ', ""))), all(parts)?)
            }
            Pattern::Record(path, parts, _) => {
                // Which fields there are is not known: so it takes all of them, or is not counted.
                if self.question == Question::Reached && !parts.iter().all(|(_, part)| part.is_irrefutable()) {
                    return None;
                }
                Shown::Is(Constructor::Rust(self.path(&path.to_string().replace(' ', ""))), Vec::new())
            }
            Pattern::Or(parts) => Shown::Or(all(parts)?),
        })
    }

    /// `Repr::Top` and `Top` may be one, or not.
    fn path(&self, path: &str) -> String {
        match self.question {
            Question::Missing => path.rsplit("::").next().unwrap_or(path).to_owned(),
            Question::Reached => path.to_owned(),
        }
    }

    /// Values that `asked` takes, and none of the rows does.
    pub fn some_left(&self, rows: &[Vec<Shown>], asked: &[Shown]) -> Option<Vec<Shown>> {
        self.fuel.set(FUEL);
        self.left(rows, asked)
    }

    /// Is it sure that there are no such values?
    pub fn none_left(&self, rows: &[Vec<Shown>], asked: &[Shown]) -> bool {
        self.some_left(rows, asked).is_none() && self.fuel.get() > 0
    }

    fn left(&self, rows: &[Vec<Shown>], asked: &[Shown]) -> Option<Vec<Shown>> {
        let fuel = if asked.len() > WIDTH { 0 } else { self.fuel.get().saturating_sub(1 + rows.len()) };
        self.fuel.set(fuel);
        if fuel == 0 {
            return None;
        }
        let Some((first, rest)) = asked.split_first() else { return rows.is_empty().then(Vec::new) };
        match first {
            Shown::Or(parts) => {
                parts.iter().find_map(|part| self.left(rows, &prepend(std::slice::from_ref(part), rest)))
            }
            Shown::Is(constructor, parts) => self.left_of(rows, constructor, parts, rest),
            Shown::Any => {
                let mut seen = Vec::new();
                rows.iter().filter_map(|row| row.first()).for_each(|first| constructors(first, &mut seen));
                match self.others(&seen) {
                    Some(other) => {
                        let rows: Vec<Vec<Shown>> = rows.iter().flat_map(|row| without(row)).collect();
                        Some(prepend(&[other], &self.left(&rows, rest)?))
                    }
                    None => seen.iter().find_map(|(constructor, count)| {
                        self.left_of(rows, constructor, &vec![Shown::Any; *count], rest)
                    }),
                }
            }
        }
    }

    /// As [`left`](Self::left), of the values with one constructor.
    fn left_of(
        &self,
        rows: &[Vec<Shown>],
        constructor: &Constructor,
        parts: &[Shown],
        rest: &[Shown],
    ) -> Option<Vec<Shown>> {
        let of: Vec<Vec<Shown>> = rows.iter().flat_map(|row| with(row, constructor, parts.len())).collect();
        let mut left = self.left(&of, &prepend(parts, rest))?;
        let rest = left.split_off(parts.len());
        Some(prepend(&[Shown::Is(constructor.clone(), left)], &rest))
    }

    /// What a value is that has none of these constructors; none if there are no others.
    fn others(&self, seen: &[(Constructor, usize)]) -> Option<Shown> {
        let has = |constructor: &Constructor| seen.iter().any(|(known, _)| known == constructor);
        let Some((first, _)) = seen.first() else { return Some(Shown::Any) };
        match first {
            Constructor::Tuple => None,
            Constructor::Truth(_) => {
                let other = [true, false].into_iter().map(Constructor::Truth).find(|it| !has(it))?;
                Some(Shown::Is(other, Vec::new()))
            }
            Constructor::Operator(space, _) => {
                let operators = &self.languages[*space]?.operators;
                let other = (0..operators.len()).find(|&at| !has(&Constructor::Operator(*space, at)))?;
                let parts = vec![Shown::Any; operators[other].fields.len()];
                Some(Shown::Is(Constructor::Operator(*space, other), parts))
            }
            Constructor::Rust(_) if self.question == Question::Missing => None,
            Constructor::Number(_) | Constructor::Rust(_) => Some(Shown::Any),
        }
    }

    /// As a pattern is written.
    pub fn show(&self, it: &Shown) -> String {
        let list = |parts: &[Shown]| parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(", ");
        match it {
            Shown::Any | Shown::Or(_) => "_".to_owned(),
            Shown::Is(Constructor::Truth(truth), _) => truth.to_string(),
            Shown::Is(Constructor::Number(text), _) => text.clone(),
            Shown::Is(Constructor::Tuple, parts) => format!("({})", list(parts)),
            Shown::Is(Constructor::Rust(path), parts) if parts.is_empty() => path.clone(),
            Shown::Is(Constructor::Rust(path), parts) => format!("{path}({})", list(parts)),
            Shown::Is(Constructor::Operator(space, at), parts) => {
                let Some(operator) = self.languages[*space].map(|language| &language.operators[*at]) else {
                    return "_".to_owned();
                };
                let name = &operator.name;
                if parts.iter().all(|part| matches!(part, Shown::Any)) {
                    return name.to_string();
                }
                if let Some(syn::Member::Unnamed(_)) = operator.fields.first().map(|field| &field.member) {
                    return format!("{name}({})", list(parts));
                }
                let given = parts.iter().zip(&operator.fields).filter(|(part, _)| !matches!(part, Shown::Any));
                let given =
                    given.map(|(part, field)| format!("{}: {}", field.member.to_token_stream(), self.show(part)));
                format!("{name} {{ {}, .. }}", given.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

fn prepend(first: &[Shown], rest: &[Shown]) -> Vec<Shown> {
    first.iter().chain(rest).cloned().collect()
}

/// The constructors of a pattern, and how many parts they have.
fn constructors(of: &Shown, seen: &mut Vec<(Constructor, usize)>) {
    match of {
        Shown::Any => {}
        Shown::Is(constructor, parts) => match seen.iter_mut().find(|(known, _)| known == constructor) {
            Some((_, count)) => *count = parts.len().max(*count),
            None => seen.push((constructor.clone(), parts.len())),
        },
        Shown::Or(parts) => parts.iter().for_each(|part| constructors(part, seen)),
    }
}

/// What is left of a row where its first value has this constructor: a row for each alternative.
fn with(row: &[Shown], wanted: &Constructor, count: usize) -> Vec<Vec<Shown>> {
    let Some((first, rest)) = row.split_first() else { return Vec::new() };
    match first {
        Shown::Any => vec![prepend(&vec![Shown::Any; count], rest)],
        Shown::Is(constructor, parts) if constructor == wanted => {
            let mut parts = parts.clone();
            parts.resize(count, Shown::Any);
            vec![prepend(&parts, rest)]
        }
        Shown::Is(..) => Vec::new(),
        Shown::Or(parts) => {
            parts.iter().flat_map(|part| with(&prepend(std::slice::from_ref(part), rest), wanted, count)).collect()
        }
    }
}

/// What is left of a row where its first value has a constructor that stands in none.
fn without(row: &[Shown]) -> Vec<Vec<Shown>> {
    let Some((first, rest)) = row.split_first() else { return Vec::new() };
    match first {
        Shown::Any => vec![rest.to_vec()],
        Shown::Is(..) => Vec::new(),
        Shown::Or(parts) => parts.iter().flat_map(|part| without(&prepend(std::slice::from_ref(part), rest))).collect(),
    }
}
