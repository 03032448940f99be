//! A normal form of terms with levels: a tree of λs, applications and indices, which `Level.Read` has made, with numbers,
//! pairs and agents in it.
//!
//! * `Level.Abs(body)`, `Level.Apply(function, argument)`
//! * `Level.Bound(#index)`: the λ, counted from the innermost one.
//! * `Level.Apply(Level.Apply([+], a), b)`, `Level.Apply([+1], a)`: operators that wait for a variable.

use super::{
    LONGEST, Term,
    print::{is_integer, literal_first, variable, word},
};
use core::fmt::Write;
use polarnet_syntax::{
    net::Polarity,
    number::{Number, Numbers, Op, Shape},
};

/// Is it one?
pub(super) fn is_read(terms: &[Term]) -> bool {
    terms.iter().any(|term| matches!(term, Term::User(name, _) if name.starts_with("Level.")))
}

/// The text, if nothing else is in it.
pub(super) fn text(terms: &[Term], signs: &[Polarity], numbers: Numbers) -> Option<String> {
    if signs.contains(&Polarity::Negative) {
        return None;
    }
    let parts = parts(terms)?;
    let (after, used) = (after(&parts), used(&parts)?);
    Text { parts, after, used, numbers, out: String::new(), names: Vec::new(), count: 0 }.print()
}

/// A part of the tree, and how many parts are in it.
#[derive(Clone, Copy)]
enum Part<'n> {
    Abs,
    Apply,
    Bound(usize),
    Num(Number),
    Ref(&'n str),
    Pair,
    User(&'n str, usize),
}

impl Part<'_> {
    fn arity(self) -> usize {
        match self {
            Part::Abs => 1,
            Part::Apply | Part::Pair => 2,
            Part::Bound(_) | Part::Num(_) | Part::Ref(_) => 0,
            Part::User(_, ports) => ports,
        }
    }
}

fn parts(terms: &[Term]) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::with_capacity(terms.len());
    let mut terms = terms.iter();
    while let Some(term) = terms.next() {
        parts.push(match term {
            Term::User(name, ports) => match &**name {
                "Level.Abs" => Part::Abs,
                "Level.Apply" => Part::Apply,
                "Level.Bound" => match terms.next()? {
                    Term::Num(index) if matches!(index.shape(), Shape::Plain(_)) => {
                        Part::Bound(index.as_u32()? as usize)
                    }
                    _ => return None,
                },
                name if name.starts_with("Level.") => return None,
                name => Part::User(name, *ports),
            },
            Term::Num(number) => Part::Num(*number),
            Term::Ref(name) => Part::Ref(name),
            Term::Con => Part::Pair,
            _ => return None,
        });
    }
    Some(parts)
}

/// Of each part, the place after it and all that is in it.
fn after(parts: &[Part<'_>]) -> Vec<usize> {
    let mut after = vec![0; parts.len()];
    for (at, part) in parts.iter().enumerate().rev() {
        after[at] = (0..part.arity()).fold(at + 1, |child, _| after[child]);
    }
    after
}

/// Of each λ: is its variable used?
fn used(parts: &[Part<'_>]) -> Option<Vec<bool>> {
    let mut used = vec![false; parts.len()];
    // What is open: how many parts of it are still to come, and is it a λ? And the λs among them.
    let (mut open, mut lambdas): (Vec<(usize, bool)>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, part) in parts.iter().enumerate() {
        if let Part::Bound(index) = part {
            used[*lambdas.get(lambdas.len().checked_sub(index + 1)?)?] = true;
        }
        let is_lambda = matches!(part, Part::Abs);
        if is_lambda {
            lambdas.push(at);
        }
        if part.arity() > 0 {
            open.push((part.arity(), is_lambda));
            continue;
        }
        while let Some((left, is_lambda)) = open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            if *is_lambda {
                lambdas.pop();
            }
            open.pop();
        }
    }
    open.is_empty().then_some(used)
}

/// Something that is still to be printed.
enum Act {
    Text(&'static str),
    /// A part; in brackets if it is tight, and open at its ends.
    Value(usize, bool),
    /// The body of a λ ends.
    End,
    Operator(Op),
    Literal(Number),
    /// See `print.rs`.
    Kept(Number),
}

struct Text<'n> {
    parts: Vec<Part<'n>>,
    after: Vec<usize>,
    used: Vec<bool>,
    numbers: Numbers,
    out: String,
    /// Of the λs that are open, the numbers of their names.
    names: Vec<u32>,
    count: u32,
}

impl Text<'_> {
    fn print(mut self) -> Option<String> {
        let mut todo = vec![Act::Value(0, false)];
        while let Some(act) = todo.pop() {
            if self.out.len() > LONGEST {
                return None;
            }
            match act {
                Act::Text(text) => self.out.push_str(text),
                Act::Value(at, tight) => self.value(at, tight, &mut todo)?,
                Act::End => {
                    self.names.pop();
                }
                Act::Operator(op) => {
                    let _ = write!(self.out, " {} ", word(op)?);
                }
                Act::Kept(number) => {
                    let _ = write!(self.out, "(let k = {}; k)", number.display(self.numbers));
                }
                Act::Literal(literal) => {
                    let _ = write!(self.out, "{}", literal.display(self.numbers));
                }
            }
        }
        Some(self.out)
    }

    fn value(&mut self, at: usize, tight: bool, todo: &mut Vec<Act>) -> Option<()> {
        match self.parts[at] {
            Part::Abs => {
                self.out.push_str(if tight { "(|" } else { "|" });
                self.names.push(self.count);
                if self.used[at] {
                    variable(&mut self.out, self.count);
                    self.count += 1;
                } else {
                    self.out.push('*');
                }
                self.out.push_str("| ");
                todo.extend([Act::Text(if tight { ")" } else { "" }), Act::End, Act::Value(at + 1, false)]);
            }
            Part::Apply => return self.apply(at, tight, todo),
            Part::Bound(index) => {
                variable(&mut self.out, *self.names.get(self.names.len().checked_sub(index + 1)?)?);
            }
            Part::Num(number) if matches!(number.shape(), Shape::Plain(_)) => {
                let _ = write!(self.out, "{}", number.display(self.numbers));
            }
            Part::Num(_) => return None,
            Part::Ref(name) => {
                let _ = write!(self.out, "@{name}");
            }
            Part::Pair => self.list(at, todo),
            Part::User(name, ports) => {
                self.out.push_str(name);
                if ports > 0 {
                    self.list(at, todo);
                }
            }
        }
        Some(())
    }

    /// `(a, b)`
    fn list(&mut self, at: usize, todo: &mut Vec<Act>) {
        self.out.push('(');
        let mut child = at + 1;
        let mut acts = Vec::new();
        for port in 0..self.parts[at].arity() {
            if port > 0 {
                acts.push(Act::Text(", "));
            }
            acts.push(Act::Value(child, false));
            child = self.after[child];
        }
        acts.push(Act::Text(")"));
        todo.extend(acts.into_iter().rev());
    }

    fn apply(&mut self, at: usize, tight: bool, todo: &mut Vec<Act>) -> Option<()> {
        let (mut head, mut arguments) = (at, Vec::new());
        while let Part::Apply = self.parts[head] {
            head += 1;
            arguments.push(self.after[head]);
        }
        // Each argument stands after the function that it is given to: the last one, which was found first, is the outermost.
        arguments.reverse();
        let mut acts = match (self.parts[head], &*arguments) {
            (Part::Num(number), &[a, b]) => {
                let Shape::Symbol(op) = number.shape() else { return None };
                let (written, a) = (word(op).is_some(), Act::Value(a, true));
                let b = match self.parts[b] {
                    Part::Num(number) if written && is_integer(number) => Act::Kept(number),
                    _ => Act::Value(b, true),
                };
                if written { vec![a, Act::Operator(op), b] } else { vec![b, Act::Operator(op.flipped()), a] }
            }
            (Part::Num(number), &[a]) => {
                let Shape::Partial(op, literal) = number.shape() else { return None };
                let number = Number::new(literal, self.numbers);
                let literal = Act::Literal(number);
                if !is_integer(number) && word(op).is_some() {
                    vec![Act::Kept(number), Act::Operator(op), Act::Value(a, true)]
                } else if literal_first(op) {
                    vec![literal, Act::Operator(op), Act::Value(a, true)]
                } else {
                    vec![Act::Value(a, true), Act::Operator(op.flipped()), literal]
                }
            }
            (Part::Num(_), _) => return None,
            _ => {
                todo.push(Act::Text(")"));
                for &argument in arguments.iter().rev() {
                    todo.extend([Act::Value(argument, false), Act::Text(", ")]);
                }
                todo.pop();
                todo.extend([Act::Text("("), Act::Value(head, true)]);
                return Some(());
            }
        };
        if tight {
            self.out.push('(');
            acts.push(Act::Text(")"));
        }
        todo.extend(acts.into_iter().rev());
        Some(())
    }
}
