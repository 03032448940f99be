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

use super::{
    Parser,
    operator::{Binary, LOGIC},
    recover::Failed,
};
use crate::{
    check::{nearest, quoted},
    diagnostic::Diagnostic,
    lambda::{Arm, Form, Id, List, Operator, Var},
    net::{Label, Polarity},
    number::Number,
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
};
use rustc_hash::FxHashMap;

const TERM: &str = "a term is `|x| body`, `f(a)`, `let x = a; body`, `&7{a b}`, `(a, b)`, `if`, `match`, a number, `@name` or a variable";
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
                None => self.variable(reading, name)?,
            },
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
        let help = match nearest(name, bound.chain(self.symbols.keys().copied())) {
            _ if parts => "names may have `-` and `/` in them: write blanks around the operator".to_owned(),
            Some(near) => format!("there is {}", quoted("", near)),
            None => format!("bind it: `|{0}| …` or `let {0} = …;`; a definition is `@{0}`", Short(name)),
        };
        let span = self.token.span;
        self.mistake(Diagnostic::error(span, format!("{} is not bound", quoted("", name)), help))?;
        Ok(Form::Num(Number::u(0, self.numbers)))
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

    /// The operand is all of what is open last, or a part of it.
    fn close_term(&mut self, reading: &mut Reading<'t>, done: Id) -> Result<Closed, Failed> {
        let Some((open, at)) = reading.open.pop() else { return Ok(Closed::Whole) };
        let span = |this: &Self| at.to(this.previous.span);
        let closed = match open {
            Open::Binary(binary, left) => Closed::Goes(self.apply_binary(binary, left, done)),
            Open::Lam(vars) => {
                let mut body = done;
                for var in vars.into_iter().rev() {
                    self.unbind(reading, var);
                    body = self.terms.push(Form::Lam(var, body), at.to(self.terms.span(done)));
                }
                Closed::Goes(body)
            }
            Open::LetValue(pattern) => {
                self.want_in(reading, at, Kind::Semicolon, LET)?;
                let bound = match pattern {
                    Pattern::One((name, at)) => Bound::One(self.bind(reading, name, at)),
                    Pattern::Copy(label, names) => {
                        Bound::Copy(label, names.map(|(name, at)| self.bind(reading, name, at)))
                    }
                    Pattern::Split(names) => {
                        Bound::Split(names.into_iter().map(|(name, at)| self.bind(reading, name, at)).collect())
                    }
                };
                reading.open.push((Open::LetBody(bound, done), at));
                Closed::Wants
            }
            Open::LetBody(bound, value) => {
                let form = match bound {
                    Bound::One(var) => {
                        self.unbind(reading, var);
                        Form::Let(var, value, done)
                    }
                    Bound::Copy(label, vars) => {
                        vars.into_iter().rev().for_each(|var| self.unbind(reading, var));
                        Form::Copy(label, vars, value, done)
                    }
                    Bound::Split(vars) => {
                        vars.iter().rev().for_each(|&var| self.unbind(reading, var));
                        Form::Split(self.terms.list(&vars), value, done)
                    }
                };
                Closed::Goes(self.terms.push(form, at.to(self.terms.span(done))))
            }
            Open::Round { mut items, signed } => {
                items.push(done);
                if signed && self.token.kind != Kind::Close(Bracket::Round) {
                    reading.open.push((Open::Round { items, signed }, at));
                    return match self.token.kind {
                        Kind::Sign(_) | Kind::Open(Bracket::Round) | Kind::Bad(Lexical::Character('|')) => {
                            Ok(Closed::Wants)
                        }
                        _ => self.term_fails(
                            reading,
                            "`)` or a term with its sign",
                            "in `(+f +x)` all variables have their sign",
                        ),
                    };
                }
                if !signed && self.eat(Kind::Comma).is_some() {
                    reading.open.push((Open::Round { items, signed }, at));
                    return Ok(Closed::Wants);
                }
                self.want_in(
                    reading,
                    at,
                    Kind::Close(Bracket::Round),
                    "close the bracket; a tuple has commas: `(a, b)`",
                )?;
                let span = span(self);
                let whole = if signed {
                    let mut items = items.into_iter();
                    let first = items.next().unwrap_or(done);
                    items.fold(first, |function, item| self.terms.push(Form::App(function, item), span))
                } else {
                    let last = items.pop().unwrap_or(done);
                    items.into_iter().rev().fold(last, |rest, item| self.terms.push(Form::Pair(item, rest), span))
                };
                Closed::Goes(whole)
            }
            Open::Call { function, mut arguments } => {
                arguments.push(done);
                if self.eat(Kind::Comma).is_some() {
                    reading.open.push((Open::Call { function, arguments }, at));
                    return Ok(Closed::Wants);
                }
                self.want_in(reading, at, Kind::Close(Bracket::Round), CALL)?;
                let span = self.terms.span(function).to(self.previous.span);
                Closed::Goes(
                    arguments
                        .into_iter()
                        .fold(function, |function, argument| self.terms.push(Form::App(function, argument), span)),
                )
            }
            Open::Make { symbol, mut items } => {
                items.push(done);
                if self.eat(Kind::Comma).is_some() && self.token.kind != Kind::Close(Bracket::Round) {
                    reading.open.push((Open::Make { symbol, items }, at));
                    return Ok(Closed::Wants);
                }
                self.want_in(
                    reading,
                    at,
                    Kind::Close(Bracket::Round),
                    "close the bracket after the agent's last term",
                )?;
                let ports = self.agents[symbol as usize].written();
                Closed::Goes(self.make(symbol, ports, &items, at.to(self.previous.span))?)
            }
            Open::Sup(label, None) => {
                self.eat(Kind::Comma);
                reading.open.push((Open::Sup(label, Some(done)), at));
                Closed::Wants
            }
            Open::Sup(label, Some(first)) => {
                self.want_in(reading, at, Kind::Close(Bracket::Curly), "a superposition has two terms: `&7{a b}`")?;
                Closed::Goes(self.terms.push(Form::Sup(label, first, done), span(self)))
            }
            Open::Condition => {
                self.want_in(reading, at, Kind::Open(Bracket::Curly), IF)?;
                self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                reading.open.push((Open::Then(done), at));
                Closed::Wants
            }
            Open::Then(condition) => {
                self.want_in(reading, at, Kind::Close(Bracket::Curly), IF)?;
                self.want_in(
                    reading,
                    at,
                    Kind::Name("else"),
                    "a term has a value in any case: `if c { a } else { b }`",
                )?;
                let arm = self.terms.push(Form::Arm(done), self.terms.span(done));
                self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                if self.token.kind == Kind::Name("if") {
                    return self.fail("`{`", "write `else { if c { a } else { b } }`");
                }
                self.want_in(reading, at, Kind::Open(Bracket::Curly), IF)?;
                reading.open.push((Open::Else(condition, arm), at));
                Closed::Wants
            }
            Open::Else(condition, then) => {
                self.want_in(reading, at, Kind::Close(Bracket::Curly), IF)?;
                let otherwise = self.terms.push(Form::Arm(done), self.terms.span(done));
                let zero = self.terms.list(&[otherwise]);
                Closed::Goes(self.terms.push(Form::Switch(condition, zero, then, None), span(self)))
            }
            Open::Subject => {
                self.want_in(reading, at, Kind::Open(Bracket::Curly), MATCH)?;
                self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                self.first_arm(reading, done, at)?;
                Closed::Wants
            }
            Open::Numbers { subject, mut arms, last } => {
                arms.push(self.terms.push(Form::Arm(done), self.terms.span(done)));
                let more = self.arm_ends(reading, at)?;
                if let Some(var) = last {
                    self.unbind(reading, var);
                    if more {
                        return self.fail("`}`", "`p + 1` takes all that is left: it is the last arm");
                    }
                    let other = arms.pop().unwrap_or(done);
                    let list = self.terms.list(&arms);
                    Closed::Goes(self.terms.push(Form::Switch(subject, list, other, Some(var)), span(self)))
                } else if more {
                    self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                    let last = self.number_pattern(reading, arms.len())?;
                    reading.open.push((Open::Numbers { subject, arms, last }, at));
                    Closed::Wants
                } else {
                    let n = arms.len();
                    let help = format!("add an arm for the numbers from {n} on: `p + {n} => …`");
                    self.mistake(Diagnostic::error(span(self), "the match does not cover all numbers", help))?;
                    Closed::Goes(done)
                }
            }
            Open::Agents { subject, mut arms, symbol, span: pattern, vars } => {
                let body = self.terms.push(Form::Arm(done), self.terms.span(done));
                vars.iter().rev().for_each(|&var| self.unbind(reading, var));
                arms.push(Arm { symbol, span: pattern, vars: self.terms.list(&vars), body });
                if self.arm_ends(reading, at)? {
                    self.terms.push(Form::Begin(self.terms.vars.len() as u32), at);
                    self.agent_arm(reading, subject, arms, at)?;
                    Closed::Wants
                } else {
                    let start = self.terms.arms.len() as u32;
                    self.terms.arms.extend(arms);
                    let list = List { start, end: self.terms.arms.len() as u32 };
                    Closed::Goes(self.terms.push(Form::Match(subject, list), span(self)))
                }
            }
        };
        Ok(closed)
    }

    /// `,` or `}` after an arm: do more come?
    fn arm_ends(&mut self, reading: &Reading<'t>, at: Span) -> Result<bool, Failed> {
        let comma = self.eat(Kind::Comma).is_some();
        if comma && self.token.kind != Kind::Close(Bracket::Curly) {
            return Ok(true);
        }
        self.want_in(
            reading,
            at,
            Kind::Close(Bracket::Curly),
            "arms have commas between them, and `}` behind the last",
        )?;
        Ok(false)
    }

    fn first_arm(&mut self, reading: &mut Reading<'t>, subject: Id, at: Span) -> Result<(), Failed> {
        match self.token.kind {
            Kind::Name(name)
                if self.symbols.contains_key(name) || name.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                self.agent_arm(reading, subject, Vec::new(), at)
            }
            _ => {
                let last = self.number_pattern(reading, 0)?;
                reading.open.push((Open::Numbers { subject, arms: Vec::new(), last }, at));
                Ok(())
            }
        }
    }

    /// `0 =>`, where so many numbers have arms, or `p + 1 =>`.
    fn number_pattern(&mut self, reading: &mut Reading<'t>, before: usize) -> Result<Option<Var>, Failed> {
        let literal = |kind: Kind<'_>| match kind {
            Kind::Number(text) => text.trim_start_matches('+').parse::<usize>().ok(),
            _ => None,
        };
        let help = format!("the next arm is `{before} => …`, or for all that is left `p + {before} => …`");
        let token = self.token;
        if let Kind::Name(name) = token.kind
            && before > 0
        {
            self.bump();
            let plus = match self.token.kind {
                Kind::Bad(Lexical::LooseSign(Polarity::Positive)) | Kind::Sign(Polarity::Positive) => {
                    self.bump();
                    true
                }
                Kind::Number(text) => text.starts_with('+'),
                _ => false,
            };
            if !plus || literal(self.token.kind) != Some(before) {
                return self.fail(&format!("`+ {before}`"), &help);
            }
            self.bump();
            self.want(Kind::Becomes, MATCH)?;
            return Ok(Some(self.bind(reading, name, token.span)));
        }
        if literal(token.kind) != Some(before) {
            return self.fail(&format!("`{before}`"), &help);
        }
        self.bump();
        self.want(Kind::Becomes, MATCH)?;
        Ok(None)
    }

    /// `Cons(h, t) =>`
    fn agent_arm(&mut self, reading: &mut Reading<'t>, subject: Id, arms: Vec<Arm>, at: Span) -> Result<(), Failed> {
        let Kind::Name(name) = self.token.kind else { return self.fail("an agent", MATCH) };
        let head = self.bump().span;
        let Some(&(symbol, ports)) = self.symbols.get(name) else {
            let help = match nearest(name, self.symbols.keys().copied()) {
                Some(near) => format!("there is {}", quoted("", near)),
                None => format!("an agent is declared before it is used: `agent +{}(…);`", Short(name)),
            };
            if !self.lost {
                self.error(Diagnostic::error(head, format!("the agent {} is not declared", quoted("", name)), help));
            }
            return Err(Failed);
        };
        let mut names: Vec<(&'t str, Span)> = Vec::new();
        if self.eat(Kind::Open(Bracket::Round)).is_some() {
            loop {
                names.push(self.binder()?);
                if self.eat(Kind::Comma).is_none() {
                    break;
                }
            }
            self.want(Kind::Close(Bracket::Round), MATCH)?;
        }
        self.distinct(&names)?;
        let span = head.to(self.previous.span);
        let agent = &self.agents[symbol as usize];
        if agent.sign == Polarity::Negative || agent.ports.iter().any(|port| port.0 == Polarity::Negative) {
            let help = "a match takes apart agents whose signs are all `+`; others have rules";
            self.mistake(Diagnostic::error(head, format!("{} is no value with values in it", quoted("", name)), help))?;
        } else if !agent.numbers.is_empty() {
            let help = "its ports hold numbers, which rules match: `rule Sum(out) ~ Cell(#n, t) => …;`";
            self.mistake(Diagnostic::error(head, format!("{} cannot be matched in a term", quoted("", name)), help))?;
        } else if names.len() != ports {
            self.wrong_count(symbol, ports, names.len(), span)?;
            return Err(Failed);
        }
        if let Some(first) = arms.iter().find(|arm| arm.symbol == symbol) {
            let error = Diagnostic::error(head, format!("{} has two arms", quoted("", name)), "remove one of the two");
            self.mistake(error.place(first.span, "the first"))?;
        }
        self.want(Kind::Becomes, MATCH)?;
        let vars = names.into_iter().map(|(name, at)| self.bind(reading, name, at)).collect();
        reading.open.push((Open::Agents { subject, arms, symbol, span, vars }, at));
        Ok(())
    }

    /// `Cons(a, b)`
    fn make(&mut self, symbol: u32, ports: usize, items: &[Id], span: Span) -> Result<Id, Failed> {
        let agent = &self.agents[symbol as usize];
        let name = agent.name;
        if agent.sign == Polarity::Negative || agent.ports.iter().any(|port| port.0 == Polarity::Negative) {
            let help = "terms are made of agents whose signs are all `+`; others act in nets and rules";
            self.mistake(Diagnostic::error(span, format!("{} is no value with values in it", quoted("", name)), help))?;
        }
        if items.len() != ports {
            self.wrong_count(symbol, ports, items.len(), span)?;
        }
        let list = self.terms.list(items);
        Ok(self.terms.push(Form::Make(symbol, list), span))
    }

    fn wrong_count(&mut self, symbol: u32, ports: usize, found: usize, span: Span) -> Result<(), Failed> {
        let agent = &self.agents[symbol as usize];
        let terms = if ports == 1 { "1 term".to_owned() } else { format!("{ports} terms") };
        let names: Vec<_> = agent.ports.iter().map(|port| port.1).collect();
        let help = match ports {
            0 => format!("write `{}`, without brackets", Short(agent.name)),
            _ => format!("it is `{}({})`", Short(agent.name), names.join(", ")),
        };
        let message = format!("{} has {terms}, not {found}", quoted("", agent.name));
        self.mistake(Diagnostic::error(span, message, help))
    }

    /// After `let`.
    fn let_pattern(&mut self) -> Result<Pattern<'t>, Failed> {
        match self.token.kind {
            Kind::And | Kind::Open(Bracket::Curly) => {
                let label = if self.token.kind == Kind::And { self.label()? } else { 0 };
                self.want(Kind::Open(Bracket::Curly), LET)?;
                let first = self.binder()?;
                self.eat(Kind::Comma);
                let names = [first, self.binder()?];
                self.want(Kind::Close(Bracket::Curly), LET)?;
                self.distinct(&names)?;
                Ok(Pattern::Copy(label, names))
            }
            Kind::Open(Bracket::Round) => {
                self.bump();
                let mut names = vec![self.binder()?];
                while self.eat(Kind::Comma).is_some() {
                    names.push(self.binder()?);
                }
                if names.len() < 2 {
                    return self.fail("`,`", "a tuple has two parts at least: `let (a, b) = t;`");
                }
                self.want(Kind::Close(Bracket::Round), LET)?;
                self.distinct(&names)?;
                Ok(Pattern::Split(names))
            }
            Kind::Name(_) | Kind::Star | Kind::Sign(_) => self.binder().map(Pattern::One),
            _ => self.fail("a name", LET),
        }
    }

    /// `x, -y |`
    fn binders(&mut self) -> Result<Vec<(&'t str, Span)>, Failed> {
        let mut names = vec![self.binder()?];
        while self.eat(Kind::Comma).is_some() {
            names.push(self.binder()?);
        }
        self.want(Kind::Bad(Lexical::Character('|')), LAMBDA)?;
        self.distinct(&names)?;
        Ok(names)
    }

    /// `x`, `-x`, or `*` for what is not used.
    fn binder(&mut self) -> Result<(&'t str, Span), Failed> {
        match self.token.kind {
            Kind::Sign(Polarity::Negative) => drop(self.bump()),
            Kind::Sign(Polarity::Positive) => {
                return self.fail("a binder", "a binder is negative, an occurrence positive: `|-x| +x`");
            }
            _ => {}
        }
        match self.token.kind {
            Kind::Star => Ok(("*", self.bump().span)),
            Kind::Name(word @ ("let" | "if" | "match" | "else")) => {
                self.fail("a name", &format!("`{word}` is a word of terms: choose another name"))
            }
            Kind::Name(name) if self.symbols.contains_key(name) => {
                self.fail("a name", &format!("`{}` is an agent of the book: choose another name", Short(name)))
            }
            Kind::Name(name) => Ok((name, self.bump().span)),
            _ => self.fail("a name", "names are bound here, and `*` where nothing is used"),
        }
    }

    /// A pattern binds a name once.
    fn distinct(&mut self, names: &[(&'t str, Span)]) -> Result<(), Failed> {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for &(name, span) in names.iter().filter(|(name, _)| *name != "*") {
            if let Some(first) = seen.insert(name, span) {
                let message = format!("{} is bound twice here", quoted("", name));
                let error =
                    Diagnostic::error(span, message, "rename one of the two, or write `*` for what is not used");
                self.mistake(error.place(first, "the first"))?;
            }
        }
        Ok(())
    }

    fn bind(&mut self, reading: &mut Reading<'t>, name: &'t str, span: Span) -> Var {
        let var = self.terms.bind(name, span);
        reading.scope.entry(name).or_default().push(var);
        var
    }

    fn unbind(&self, reading: &mut Reading<'t>, var: Var) {
        if let Some(vars) = reading.scope.get_mut(self.terms.vars[var as usize].name) {
            vars.pop();
        }
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

/// What came of closing.
enum Closed {
    /// Nothing is open: it is the whole term.
    Whole,
    /// Another operand has to follow.
    Wants,
    /// It is an operand itself.
    Goes(Id),
}
