//! Terms: `term @two = |f| |x| f(f(x))`.
//!
//! ```text
//! term    := | pattern-name , … | term                      binders may have their sign: |-x|
//!          | let name = term ; term
//!          | let { name name } = term ; term                 also &7{ }
//!          | let ( name , … ) = term ; term
//!          | if term { term } else { term }
//!          | match term { pattern => term , … }              pattern: 0, 1, …, name + 1; or Name, Name(name, …)
//!          | term operator term                              as tight as in Rust
//!          | operand
//! operand := +? name | number | @name | Name | Name(term, …) | operand(term, …)
//!          | ( term ) | ( term , … ) | &7{ term term } | { term term }
//!          | ( +name +name … )                               seed spelling of name(name)(…)
//! ```
//!
//! What is open lies on a stack of its own, operators too. `*` as a name binds what is not used.

mod arms;
mod binders;
mod close;
#[cfg(all(test, feature = "reader"))]
mod tests;

use super::{
    Parser,
    operator::{Binary, LOGIC},
    recover::Failed,
};
use crate::{
    check::{nearest, quoted},
    diagnostic::Diagnostic,
    lambda::{Arm, Form, Id, Operator, Var},
    net::{Label, Polarity},
    number::{Number, Numbers, Wide},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
};
use close::Closed;
use rustc_hash::FxHashMap;

const TERM: &str = "a term is `|x| body`, `f(a)`, `let x = a; body`, `&7{a b}`, `(a, b)`, `if`, `match`, a number, `@name` or a variable";
const LIST: &str = "in terms a list is made of the book's agents: `Cons(1, Cons(2, Nil))`";
const LAMBDA: &str = "a function is `|x| body`";
const LET: &str = "it is `let x = value; body`, `let &7{a b} = value; body` or `let (a, b) = value; body`";
const IF: &str = "it is `if c { a } else { b }`";
const MATCH: &str = "it is `match n { 0 => a, p + 1 => b }`, or over agents `match xs { Nil => a, Cons(h, t) => b }`";
const CALL: &str = "an application is `f(a)` or `f(a, b)`";

/// What is open.
enum Open<'t> {
    /// `|x| …`
    Lam(Vec<Var>),
    /// `let … = …`
    LetValue(Pattern<'t>),
    /// `let … = value; …`
    LetBody(Bound, Id),
    /// `( …`
    Round { items: Vec<Id>, signed: bool },
    /// `f( …`
    Call { function: Id, arguments: Vec<Id> },
    /// `Cons( …`
    Make { symbol: u32, items: Vec<Id> },
    /// `&7{ …`
    Sup(Label, Option<Id>),
    /// An operator, and its left side.
    Binary(Binary, Id),
    /// `if …`
    Condition,
    /// `if c { …`
    Then(Id),
    /// `if c { a } else { …`
    Else(Id, Id),
    /// `match …`
    Subject,
    /// `match n { 0 => …`
    Numbers { subject: Id, arms: Vec<Id>, last: Option<Var> },
    /// `match xs { Nil => …`
    Agents { subject: Id, arms: Vec<Arm>, symbol: u32, span: Span, vars: Vec<Var> },
}

/// What a `let` binds, before it does.
enum Pattern<'t> {
    One((&'t str, Span)),
    Copy(Label, [(&'t str, Span); 2]),
    Split(Vec<(&'t str, Span)>),
}

/// What a `let` binds.
enum Bound {
    One(Var),
    Copy(Label, [Var; 2]),
    Split(Vec<Var>),
}

/// A term that is being read.
#[derive(Default)]
struct Reading<'t> {
    open: Vec<(Open<'t>, Span)>,
    scope: FxHashMap<&'t str, Vec<Var>>,
}

impl<'t> Reading<'t> {
    fn lookup(&self, name: &str) -> Option<Var> {
        self.scope.get(name).and_then(|vars| vars.last().copied())
    }
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// A term, after `=`.
    pub(super) fn lambda(&mut self) -> Result<Id, Failed> {
        let mut reading = Reading::default();
        loop {
            let Some(operand) = self.operand_of_term(&mut reading)? else { continue };
            if let Some(done) = self.after_operand(&mut reading, operand)? {
                return Ok(done);
            }
        }
    }

    /// What an operand starts with: a whole one, or something is open now.
    fn operand_of_term(&mut self, reading: &mut Reading<'t>) -> Result<Option<Id>, Failed> {
        let start = self.token;
        let span = start.span;
        let mut open = |what| reading.open.push((what, span));
        let form = match start.kind {
            Kind::Bad(Lexical::Character('|')) => {
                self.bump();
                let names = self.binders()?;
                let mut vars = Vec::new();
                for (name, at) in names {
                    self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                    vars.push(self.bind(reading, name, at));
                }
                reading.open.push((Open::Lam(vars), span));
                return Ok(None);
            }
            Kind::Name("let") => {
                self.bump();
                let pattern = self.let_pattern()?;
                self.want(Kind::Equals, LET)?;
                open(Open::LetValue(pattern));
                return Ok(None);
            }
            Kind::Name(word @ ("if" | "match")) => {
                self.bump();
                open(if word == "if" { Open::Condition } else { Open::Subject });
                return Ok(None);
            }
            Kind::Open(Bracket::Round) => {
                self.bump();
                let signed = self.token.kind == Kind::Sign(Polarity::Positive);
                open(Open::Round { items: Vec::new(), signed });
                return Ok(None);
            }
            Kind::And if matches!(self.look(1), Kind::Number(_)) => {
                let label = self.label()?;
                self.bump();
                open(Open::Sup(label, None));
                return Ok(None);
            }
            Kind::Open(Bracket::Curly) => {
                self.bump();
                open(Open::Sup(0, None));
                return Ok(None);
            }
            Kind::Sign(Polarity::Positive) => {
                self.bump();
                match self.token.kind {
                    Kind::Name(name) if !self.symbols.contains_key(name) => self.variable(reading, name)?,
                    _ => return self.fail("a variable after `+`", "an occurrence is positive: `+x`; a sum is `a + b`"),
                }
            }
            Kind::Sign(Polarity::Negative) => {
                let help =
                    "an occurrence of a variable is positive, its binder negative: `|-x| +x`; a difference is `0 - x`";
                return self.fail("a term", help);
            }
            Kind::Number(text) if Wide::parse_literal(text).is_some() => {
                let help = match self.numbers {
                    Numbers::Native => "terms have numbers of 32 bits; wide ones are for rules",
                    Numbers::Hvm24 => {
                        "HVM2's numbers have 24 bits; `#![numbers(native)]` has those of 32, and wide ones in rules"
                    }
                };
                let message = format!("{} is a wide number, in a term", self.token.kind);
                self.mistake(Diagnostic::error(self.token.span, message, help))?;
                Form::Num(self.zero())
            }
            Kind::Number(text) => Form::Num(self.number(start, text, Number::parse_literal)?),
            Kind::Hole(hole) => Form::Hole(hole),
            Kind::Ref(name) if !self.defines() => Form::Ref(name),
            Kind::Name(name) => match self.symbols.get(name).copied() {
                Some((symbol, ports)) if ports > 0 && self.look(1) == Kind::Open(Bracket::Round) => {
                    self.bump();
                    self.bump();
                    open(Open::Make { symbol, items: Vec::new() });
                    return Ok(None);
                }
                Some((symbol, ports)) => {
                    self.bump();
                    return self.make(symbol, ports, &[], span).map(Some);
                }
                None if reading.lookup(name).is_none() && self.begins().is_some() => {
                    return self.term_fails(reading, "a term", TERM);
                }
                None => self.variable(reading, name)?,
            },
            Kind::Open(Bracket::Square) => return self.term_fails(reading, "a term", LIST),
            _ => return self.term_fails(reading, "a term", TERM),
        };
        self.bump();
        Ok(Some(self.terms.push(form, span.to(self.previous.span))))
    }

    fn variable(&mut self, reading: &Reading<'t>, name: &'t str) -> Result<Form<'t>, Failed> {
        if let Some(var) = reading.lookup(name) {
            return Ok(Form::Var(var));
        }
        let bound = reading.scope.iter().filter(|(_, vars)| !vars.is_empty()).map(|(name, _)| *name);
        let parts = name.contains(['-', '/'])
            && reading
                .scope
                .keys()
                .any(|known| name.strip_prefix(known).is_some_and(|rest| rest.starts_with(['-', '/'])));
        let near = nearest(name, bound.chain(self.symbols.keys().copied()));
        let nothing = Form::Num(Number::u(0, self.numbers));
        // An agent, as it is written, which is told once.
        if near.is_none() && self.no_agent(self.token)? {
            return Ok(nothing);
        }
        let help = match near {
            _ if parts => "names may have `-` and `/` in them: write blanks around the operator".to_owned(),
            Some(near) => format!("there is {}", quoted("", near)),
            None if matches!(name, "true" | "false") => "what is true is the number 1, what is not is 0".to_owned(),
            None => format!("bind it: `|{0}| …` or `let {0} = …;`; a definition is `@{0}`", Short(name)),
        };
        let span = self.token.span;
        self.mistake(Diagnostic::error(span, format!("{} is not bound", quoted("", name)), help))?;
        Ok(nothing)
    }

    /// After a whole operand: calls, operators, and what closes. None if another operand has to follow.
    fn after_operand(&mut self, reading: &mut Reading<'t>, mut done: Id) -> Result<Option<Id>, Failed> {
        loop {
            let signed = matches!(reading.open.last(), Some((Open::Round { signed: true, .. }, _)));
            match self.token.kind {
                Kind::Open(Bracket::Round) if !signed => {
                    let open = self.bump().span;
                    reading.open.push((Open::Call { function: done, arguments: Vec::new() }, open));
                    return Ok(None);
                }
                Kind::Close(Bracket::Round) | Kind::End => {}
                _ if signed => {}
                _ => {
                    if let Some(binary) = self.binary() {
                        while let Some(&(Open::Binary(before, left), _)) = reading.open.last()
                            && before.level >= binary.level
                        {
                            reading.open.pop();
                            done = self.apply_binary(before, left, done);
                        }
                        reading.open.push((Open::Binary(binary, done), self.previous.span));
                        return Ok(None);
                    }
                }
            }
            match self.close_term(reading, done)? {
                Closed::Whole => return Ok(Some(done)),
                Closed::Goes(on) => done = on,
                Closed::Wants => return Ok(None),
            }
        }
    }

    fn apply_binary(&mut self, Binary { op, not, level }: Binary, left: Id, right: Id) -> Id {
        let span = self.terms.span(left).to(self.terms.span(right));
        self.terms.push(Form::Binary(Operator { op, not, logic: LOGIC.contains(&level) }, left, right), span)
    }

    /// Takes a token, or fails within what is open at `at`.
    fn want_in(&mut self, reading: &Reading<'t>, at: Span, kind: Kind<'_>, help: &str) -> Result<(), Failed> {
        if self.eat(kind).is_some() {
            return Ok(());
        }
        let _ = at;
        self.term_fails(reading, &kind.to_string(), help)
    }

    fn term_fails<T>(&mut self, _reading: &Reading<'t>, expected: &str, help: &str) -> Result<T, Failed> {
        let help = match self.token.kind {
            Kind::Bad(Lexical::Character('λ' | '\\')) => {
                let span = self.token.span;
                self.error(Diagnostic::error(span, "terms have no `λ`", LAMBDA));
                return Err(Failed);
            }
            _ => help,
        };
        self.fail(expected, help)
    }
}
