//! What a whole operand closes.

use super::{Bound, CALL, IF, LET, MATCH, Open, Pattern, Reading};
use crate::{
    diagnostic::Diagnostic,
    lambda::{Arm, Form, Id, List},
    parse::{Parser, recover::Failed},
    token::{Bracket, Kind, Lexical, Source},
};

/// What came of closing.
pub(super) enum Closed {
    /// Nothing is open: it is the whole term.
    Whole,
    /// Another operand has to follow.
    Wants,
    /// It is an operand itself.
    Goes(Id),
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// The operand is all of what is open last, or a part of it.
    pub(super) fn close_term(&mut self, reading: &mut Reading<'t>, done: Id) -> Result<Closed, Failed> {
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
}
