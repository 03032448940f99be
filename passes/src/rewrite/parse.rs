//! Tokens to equations.
//!
//! ```text
//! equations := equation ; …
//! equation  := term => term ( & name ~ ( * | {name name} ) )*
//! term      := ( Agent term* ) | Agent | name | number
//! ```

use super::{Clause, Equation, Term};
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report},
    number::{Number, Numbers},
    parse::MOST,
    span::Span,
    token::{Bracket, Kind, Source, Token},
};
use std::collections::HashMap;

/// Terms nest so deep at most: they are matched by recursion.
const DEEPEST: usize = 64;
const FORM: &str = "an equation is `(Add x Zero) => x`";
const TERM: &str = "a term is `(Add x y)`, an agent, a variable or a number";

/// Reads equations. What is wrong goes to `report`; those that could be read come back.
///
/// ```
/// use polarnet_passes::rewrite::parse;
/// use polarnet_syntax::{diagnostic::Report, number::Numbers, text::Lexer};
///
/// let mut report = Report::new();
/// let equations = parse(Lexer::new("(Add x Zero) => x; (Mul x Zero) => Zero", Numbers::Native), &mut report);
/// assert_eq!(equations.len(), 2);
/// assert_eq!(report.into_sorted()[0].message, "the variable `x` is lost");
/// ```
pub fn parse<'s>(source: impl Source<'s>, report: &mut Report) -> Vec<Equation> {
    let token = Token { kind: Kind::End, span: Span::default() };
    let mut parser = Parser { source, token, end: 0, report, errors: 0, names: Vec::new() };
    parser.bump();
    let mut equations = Vec::new();
    while parser.token.kind != Kind::End && parser.errors < MOST {
        match parser.equation() {
            Ok(equation) => equations.push(equation),
            // The next one may be fine.
            Err(Failed) => {
                while !matches!(parser.token.kind, Kind::Semicolon | Kind::End) {
                    parser.bump();
                }
            }
        }
        parser.eat(Kind::Semicolon);
    }
    equations
}

/// Is a name that stands alone an agent's?
pub(super) fn is_agent(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// The error has been reported.
struct Failed;

struct Parser<'r, 's, S> {
    source: S,
    token: Token<'s>,
    /// Where the token before ends.
    end: u32,
    report: &'r mut Report,
    errors: usize,
    /// The variables of the term that is being read.
    names: Vec<(&'s str, Span)>,
}

/// The variables of an equation by name.
type Variables<'s> = HashMap<&'s str, Variable>;

/// Where a variable came from, and how often it is used.
struct Variable {
    span: Span,
    uses: usize,
}

impl<'s, S: Source<'s>> Parser<'_, 's, S> {
    fn bump(&mut self) -> Token<'s> {
        let next = self.source.next();
        self.end = self.token.span.hi;
        std::mem::replace(&mut self.token, next)
    }

    fn eat(&mut self, kind: Kind<'_>) -> bool {
        let found = self.token.kind == kind;
        if found {
            self.bump();
        }
        found
    }

    fn want(&mut self, kind: Kind<'_>, help: &str) -> Result<(), Failed> {
        if self.eat(kind) { Ok(()) } else { self.fail(&kind.to_string(), help) }
    }

    fn name(&mut self, help: &str) -> Result<(&'s str, Span), Failed> {
        let span = self.token.span;
        match self.token.kind {
            Kind::Name(name) => {
                self.bump();
                Ok((name, span))
            }
            _ => self.fail("a name", help),
        }
    }

    fn fail<T>(&mut self, expected: &str, help: &str) -> Result<T, Failed> {
        let error = match self.token.kind {
            Kind::Bad(lexical) => Diagnostic::error(self.token.span, lexical.to_string(), lexical.help()),
            found => {
                let found = if found == Kind::End { "the end".to_owned() } else { found.to_string() };
                Diagnostic::error(self.token.span, format!("expected {expected}, found {found}"), help)
            }
        };
        self.push(error);
        Err(Failed)
    }

    fn push(&mut self, error: Diagnostic) {
        self.errors += 1;
        self.report.push(error);
    }

    fn error(&mut self, span: Span, message: String, help: String) {
        self.push(Diagnostic::error(span, message, help));
    }

    fn equation(&mut self) -> Result<Equation, Failed> {
        self.names.clear();
        let start = self.token.span;
        let left = self.term(0)?;
        let span = Span::new(start.lo, self.end);
        if !matches!(left, Term::Agent(..)) {
            self.error(span, "the left side has no agent".to_owned(), FORM.to_owned());
        }
        let mut variables = Variables::new();
        for (name, span) in std::mem::take(&mut self.names) {
            self.bind(name, span, &mut variables);
        }
        let inside_out = "the agent stands in the brackets, blanks are between terms: `(Add x Zero)`";
        let help = if matches!(self.token.kind, Kind::Open(_)) { inside_out } else { FORM };
        self.want(Kind::Becomes, help)?;
        let right = self.term(0)?;
        // The right side may use what the clauses after it bind.
        let used = std::mem::take(&mut self.names);
        let mut clauses = Vec::new();
        while self.eat(Kind::And) {
            clauses.push(self.clause(&mut variables)?);
        }
        if !matches!(self.token.kind, Kind::Semicolon | Kind::End) {
            return self
                .fail("`;` or `&`", "`;` stands between equations, `&` before what becomes of a variable: `& x ~ *`");
        }
        for (name, span) in used {
            self.use_of(name, span, &mut variables);
        }
        for (name, Variable { span, .. }) in variables.into_iter().filter(|(_, variable)| variable.uses == 0) {
            let help = format!("say that it is erased: `& {name} ~ *`");
            self.error(span, format!("the variable `{name}` is lost"), help);
        }
        Ok(Equation { left, right, clauses })
    }

    /// `x ~ *`, `x ~ {a b}`
    fn clause(&mut self, variables: &mut Variables<'s>) -> Result<Clause, Failed> {
        const CLAUSE: &str = "after `&` a variable is erased, `x ~ *`, or copied, `x ~ {a b}`";
        let (name, span) = self.name(CLAUSE)?;
        self.use_of(name, span, variables);
        self.want(Kind::Tilde, CLAUSE)?;
        if self.eat(Kind::Star) {
            return Ok(Clause::Erase(name.to_owned()));
        }
        if !self.eat(Kind::Open(Bracket::Curly)) {
            return self.fail("`*` or `{`", CLAUSE);
        }
        let copies = [self.name(CLAUSE)?, self.name(CLAUSE)?];
        self.want(Kind::Close(Bracket::Curly), CLAUSE)?;
        for (name, span) in copies {
            self.bind(name, span, variables);
        }
        Ok(Clause::Copy(name.to_owned(), copies.map(|(name, _)| name.to_owned())))
    }

    fn bind(&mut self, name: &'s str, span: Span, variables: &mut Variables<'s>) {
        if let Some(first) = variables.get(name) {
            let error = Diagnostic::error(
                span,
                format!("the variable `{name}` is there twice"),
                "values are not compared, and a name stands for one of them: give this one another name",
            );
            self.push(error.place(first.span, "the first"));
            return;
        }
        variables.insert(name, Variable { span, uses: 0 });
    }

    fn use_of(&mut self, name: &'s str, span: Span, variables: &mut Variables<'s>) {
        match variables.get_mut(name) {
            Some(variable) => {
                variable.uses += 1;
                if variable.uses == 2 {
                    let help = format!("say that it is copied, and use the copies: `& {name} ~ {{{name}1 {name}2}}`");
                    self.error(span, format!("the variable `{name}` is used twice"), help);
                }
            }
            None => {
                let help = "a variable comes from the left side, or from a copy before; an agent's name has a capital, or \
                            brackets";
                self.error(span, format!("unknown variable `{name}`"), help.to_owned());
            }
        }
    }

    fn term(&mut self, depth: usize) -> Result<Term, Failed> {
        if depth > DEEPEST {
            let help = format!("patterns nest {DEEPEST} deep at most");
            self.error(self.token.span, "the term is too deep".to_owned(), help);
            return Err(Failed);
        }
        let Token { kind, span } = self.token;
        match kind {
            Kind::Number(text) => {
                self.bump();
                if let Err(error) = Number::parse_literal(text, Numbers::Native) {
                    self.error(span, error.to_string(), error.help());
                }
                Ok(Term::Number(text.to_owned()))
            }
            Kind::Name(name) => {
                self.bump();
                if is_agent(name) {
                    return Ok(Term::agent(name, []));
                }
                self.names.push((name, span));
                Ok(Term::Variable(name.to_owned()))
            }
            Kind::Open(Bracket::Round) => {
                self.bump();
                let (name, _) = self.name("an agent stands first: `(Add x Zero)`")?;
                let mut terms = Vec::new();
                while !self.eat(Kind::Close(Bracket::Round)) {
                    if matches!(self.token.kind, Kind::Comma) {
                        return self.fail("a term or `)`", "blanks are between terms: `(Add x Zero)`");
                    }
                    terms.push(self.term(depth + 1)?);
                }
                Ok(Term::Agent(name.to_owned(), terms))
            }
            _ => self.fail("a term", TERM),
        }
    }
}
