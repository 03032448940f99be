//! Terms as books write them: `|x| x(|y| y)`.

use super::{
    normalise::lift,
    term::{Term, app, lam},
};

/// The text of a closed term.
pub fn write(term: &Term) -> String {
    fn part(term: &Term, depth: usize, out: &mut String) {
        match term {
            Term::Var(index) => *out += &format!("v{}", depth - 1 - index),
            Term::Lam(body) => {
                *out += &format!("|v{depth}| ");
                part(body, depth + 1, out);
            }
            Term::App(function, argument) => {
                let [open, close] = if matches!(**function, Term::Lam(_)) { ["(", ")"] } else { ["", ""] };
                *out += open;
                part(function, depth, out);
                *out += close;
                *out += "(";
                part(argument, depth, out);
                *out += ")";
            }
        }
    }
    let mut out = String::new();
    part(term, 0, &mut out);
    out
}

/// Is a variable used twice?
pub fn copies(term: &Term) -> bool {
    fn uses(term: &Term, at: usize) -> usize {
        match term {
            Term::Var(index) => usize::from(*index == at),
            Term::Lam(body) => uses(body, at + 1),
            Term::App(function, argument) => uses(function, at) + uses(argument, at),
        }
    }
    match term {
        Term::Var(_) => false,
        Term::Lam(body) => uses(body, 0) > 1 || copies(body),
        Term::App(function, argument) => copies(function) || copies(argument),
    }
}

/// The closed term of a text, with the values of each `let` where they are used; none if it is no such term.
pub fn read(text: &str) -> Option<Term> {
    let mut reader = Reader { left: text.trim_start(), names: Vec::new(), depth: 0 };
    let term = reader.term()?;
    reader.left.is_empty().then_some(term)
}

struct Reader<'t> {
    left: &'t str,
    /// What names stand for, the innermost last, and below how many λs.
    names: Vec<(&'t str, Term, usize)>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, what: &str) -> Option<()> {
        self.left = self.left.strip_prefix(what)?.trim_start();
        Some(())
    }

    fn name(&mut self) -> Option<&'t str> {
        let end = self.left.find(|c: char| !c.is_ascii_alphanumeric() && c != '*').unwrap_or(self.left.len());
        let (name, rest) = self.left.split_at(end);
        self.left = rest.trim_start();
        (end > 0).then_some(name)
    }

    fn term(&mut self) -> Option<Term> {
        let around = self.names.len();
        if self.eat("|").is_some() {
            let name = self.name()?;
            self.eat("|")?;
            self.depth += 1;
            self.names.push((name, Term::Var(0), self.depth));
            let body = self.term()?;
            self.names.truncate(around);
            self.depth -= 1;
            return Some(lam(body));
        }
        if self.eat("let ").is_some() {
            if self.eat("&").is_some() {
                self.name()?;
            }
            self.eat("{")?;
            let first = self.name()?;
            self.eat(",")?;
            let second = self.name()?;
            self.eat("}")?;
            self.eat("=")?;
            let value = self.term()?;
            self.eat(";")?;
            self.names.extend([first, second].map(|name| (name, value.clone(), self.depth)));
            let body = self.term();
            self.names.truncate(around);
            return body;
        }
        let mut term = if self.eat("(").is_some() {
            let term = self.term()?;
            self.eat(")")?;
            term
        } else {
            let name = self.name()?;
            let (_, value, depth) = self.names.iter().rev().find(|(known, ..)| *known == name)?;
            lift(value, self.depth - depth, 0)
        };
        while self.eat("(").is_some() {
            loop {
                term = app(term, self.term()?);
                if self.eat(",").is_none() {
                    break;
                }
            }
            self.eat(")")?;
        }
        Some(term)
    }
}
