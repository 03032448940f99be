//! A normal form of terms with levels: a tree of λs, applications and indices, which `Level.Read` has made.

use super::{LONGEST, Term, print::variable};
use polarnet_syntax::number::Shape;

/// A part of the tree.
enum Part {
    /// `Level.Abs(body)`
    Abs,
    /// `Level.Apply(function, argument)`
    Apply,
    /// `Level.Bound(#index)`: the λ, counted from the innermost one.
    Bound(usize),
}

/// Is it one?
pub(super) fn is_read(root: &Term) -> bool {
    matches!(root, Term::User(name, _) if name.starts_with("Level."))
}

/// The text, if nothing else is in it.
pub(super) fn text(terms: &[Term]) -> Option<String> {
    let parts = parts(terms)?;
    let used = used(&parts)?;
    let mut text = Text { out: String::new(), open: Vec::new(), names: Vec::new(), count: 0 };
    for (part, used) in parts.iter().zip(used) {
        if text.out.len() > LONGEST {
            return None;
        }
        text.part(part, used)?;
    }
    Some(text.out)
}

fn parts(terms: &[Term]) -> Option<Vec<Part>> {
    let mut parts = Vec::with_capacity(terms.len());
    let mut terms = terms.iter();
    while let Some(term) = terms.next() {
        let Term::User(name, _) = term else { return None };
        parts.push(match &**name {
            "Level.Abs" => Part::Abs,
            "Level.Apply" => Part::Apply,
            "Level.Bound" => match terms.next()? {
                Term::Num(index) if matches!(index.shape(), Shape::Plain(_)) => Part::Bound(index.as_u32()? as usize),
                _ => return None,
            },
            _ => return None,
        });
    }
    Some(parts)
}

/// Of each λ: is its variable used?
fn used(parts: &[Part]) -> Option<Vec<bool>> {
    let mut used = vec![false; parts.len()];
    // What is open: how many parts of it are still to come, and the λ. And the λs among them.
    let (mut open, mut lambdas): (Vec<(u32, bool)>, Vec<usize>) = (Vec::new(), Vec::new());
    for (at, part) in parts.iter().enumerate() {
        match part {
            Part::Abs => {
                lambdas.push(at);
                open.push((1, true));
                continue;
            }
            Part::Apply => {
                open.push((2, false));
                continue;
            }
            Part::Bound(index) => used[*lambdas.get(lambdas.len().checked_sub(index + 1)?)?] = true,
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

/// What is open while it is printed.
enum Open {
    /// The body of a λ comes, in brackets.
    Body(bool),
    /// The function of an application comes; is that one the function of another one?
    Function(bool),
    /// Its argument.
    Argument(bool),
}

struct Text {
    out: String,
    open: Vec<Open>,
    /// Of the λs that are open, the numbers of their names.
    names: Vec<u32>,
    count: u32,
}

impl Text {
    fn part(&mut self, part: &Part, used: bool) -> Option<()> {
        let is_function = matches!(self.open.last(), Some(Open::Function(_)));
        match part {
            Part::Abs => {
                self.out.push_str(if is_function { "(|" } else { "|" });
                self.names.push(self.count);
                if used {
                    variable(&mut self.out, self.count);
                    self.count += 1;
                } else {
                    self.out.push('*');
                }
                self.out.push_str("| ");
                self.open.push(Open::Body(is_function));
                return Some(());
            }
            Part::Apply => {
                self.open.push(Open::Function(is_function));
                return Some(());
            }
            Part::Bound(index) => variable(&mut self.out, *self.names.get(self.names.len().checked_sub(index + 1)?)?),
        }
        // Was that application the function of the one around it? Then its arguments go on.
        let mut goes_on = false;
        while let Some(open) = self.open.pop() {
            match open {
                Open::Function(is_function) => {
                    self.out.push_str(if goes_on { ", " } else { "(" });
                    self.open.push(Open::Argument(is_function));
                    return Some(());
                }
                Open::Argument(is_function) => {
                    if !is_function {
                        self.out.push(')');
                    }
                    goes_on = is_function;
                }
                Open::Body(brackets) => {
                    if brackets {
                        self.out.push(')');
                    }
                    self.names.pop();
                    goes_on = false;
                }
            }
        }
        Some(())
    }
}
