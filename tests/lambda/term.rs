//! λ-terms.

use std::fmt;

/// A λ-term with de Bruijn's indices: terms that are equal but for their names are equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// The variable of the λ that is so many λs further out.
    Var(usize),
    Lam(Box<Term>),
    App(Box<Term>, Box<Term>),
}

pub fn lam(body: Term) -> Term {
    Term::Lam(Box::new(body))
}

pub fn app(function: Term, argument: Term) -> Term {
    Term::App(Box::new(function), Box::new(argument))
}

/// Church's numeral: `λf. λx. f (f … x)`.
pub fn church(n: usize) -> Term {
    lam(lam((0..n).fold(Term::Var(0), |term, _| app(Term::Var(1), term))))
}

impl Term {
    /// A closed term: `λx. x (λy. y) 2`, with numbers for Church's numerals.
    ///
    /// # Panics
    ///
    /// If it is none.
    pub fn parse(text: &str) -> Term {
        let mut reader = Reader { left: text.trim_start(), names: Vec::new() };
        let term = reader.term();
        assert!(reader.left.is_empty(), "{text}: what is `{}`?", reader.left);
        term
    }

    /// Variables, λs and applications.
    pub fn size(&self) -> usize {
        match self {
            Term::Var(_) => 1,
            Term::Lam(body) => 1 + body.size(),
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    /// With names for the λs by their depth, of which there are `depth` outside.
    fn show(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        match self {
            Term::Var(index) => write!(f, "x{}", depth - 1 - index),
            Term::Lam(body) => {
                write!(f, "λx{depth}. ")?;
                body.show(f, depth + 1)
            }
            Term::App(function, argument) => {
                function.show_in(f, depth, matches!(**function, Term::Lam(_)))?;
                f.write_str(" ")?;
                argument.show_in(f, depth, !matches!(**argument, Term::Var(_)))
            }
        }
    }

    fn show_in(&self, f: &mut fmt::Formatter<'_>, depth: usize, brackets: bool) -> fmt::Result {
        if !brackets {
            return self.show(f, depth);
        }
        f.write_str("(")?;
        self.show(f, depth)?;
        f.write_str(")")
    }
}

/// As [`Term::parse`] reads it.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(f, 0)
    }
}

struct Reader<'t> {
    left: &'t str,
    /// Of the λs around, the innermost last.
    names: Vec<&'t str>,
}

impl<'t> Reader<'t> {
    fn eat(&mut self, what: char) -> bool {
        let rest = self.left.strip_prefix(what);
        self.left = rest.unwrap_or(self.left).trim_start();
        rest.is_some()
    }

    fn name(&mut self) -> &'t str {
        let end = self.left.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.left.len());
        assert!(end > 0, "a name is missing before `{}`", self.left);
        let (name, rest) = self.left.split_at(end);
        self.left = rest.trim_start();
        name
    }

    fn term(&mut self) -> Term {
        let mut term = self.atom();
        while !self.left.is_empty() && !self.left.starts_with(')') {
            term = app(term, self.atom());
        }
        term
    }

    fn atom(&mut self) -> Term {
        if self.eat('λ') {
            let name = self.name();
            assert!(self.eat('.'), "a dot is missing before `{}`", self.left);
            self.names.push(name);
            let body = self.term();
            self.names.pop();
            return lam(body);
        }
        if self.eat('(') {
            let term = self.term();
            assert!(self.eat(')'), "a bracket is open before `{}`", self.left);
            return term;
        }
        let name = self.name();
        if let Ok(n) = name.parse() {
            return church(n);
        }
        let index = self.names.iter().rev().position(|known| *known == name);
        Term::Var(index.unwrap_or_else(|| panic!("`{name}` is free")))
    }
}
