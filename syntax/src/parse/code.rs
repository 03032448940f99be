//! What is known in a rule, and the values that it computes from it: `#n`, `#(n - 1)`.

use super::{
    Parser,
    expression::{EXPRESSION, Ty},
    habits,
    recover::Failed,
};
use crate::{
    code::{Code, Step},
    diagnostic::Diagnostic,
    number::{AnyType, Type, WideType},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
    tree::{Numbered, Shape, Tree},
};
use std::borrow::Cow;

/// What is known in a rule, and what is computed from it.
#[derive(Default)]
pub(super) struct Known<'t> {
    pub(super) numbers: Vec<Numbered<'t>>,
    pub(super) values: Vec<Code>,
    /// Their types.
    types: Vec<Ty>,
    /// What stands without `#` where a number is matched.
    pub(super) wires: Vec<&'t str>,
    /// The left side is being read.
    pattern: bool,
}

/// The most values of one rule.
const VALUES: usize = 16;

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// A number that the rule matches, or that Rust gives, under a name that none of the others has.
    pub(super) fn learns(&mut self, number: Numbered<'t>) -> Result<(), Failed> {
        let mut others = self.rule.iter().flat_map(|known| &known.numbers);
        let first = others.find(|other| other.name == number.name && !number.name.is_empty()).map(|other| other.span);
        if let Some(first) = first {
            let message = format!("two numbers of this rule are called `{}`", Short(number.name));
            let help = "rename one of the two; where they are to be equal, a guard says so: `if n == m`";
            self.mistake(Diagnostic::error(number.span, message, help).place(first, "the first one"))?;
        }
        self.knows(number);
        Ok(())
    }

    /// The same, whatever the others are called.
    pub(super) fn knows(&mut self, number: Numbered<'t>) {
        let Some(known) = &mut self.rule else { return };
        known.numbers.push(number);
        if let AnyType::Wide(_) = number.ty {
            // The upper half has a place of its own, without a name.
            known.numbers.push(Numbered { name: "", ty: AnyType::Number(Type::U), ..number });
        }
    }

    /// The numbers so far.
    pub(super) fn inputs(&self) -> Vec<Numbered<'t>> {
        self.rule.as_ref().map_or_else(Vec::new, |known| known.numbers.clone())
    }

    /// Does a number have this name already?
    pub(super) fn matched(&self, name: &str) -> bool {
        self.rule.as_ref().is_some_and(|known| known.numbers.iter().any(|number| number.name == name))
    }

    /// A wire on the left where a number is matched, which is told when the rule is checked.
    pub(super) fn knows_wire(&mut self, name: &'t str) {
        if let Some(known) = &mut self.rule {
            known.wires.push(name);
        }
    }

    /// Does a value use the number of this name?
    pub(super) fn used(&self, name: &str) -> bool {
        self.rule.as_ref().is_none_or(|known| {
            let at = known.numbers.iter().position(|number| number.name == name).map(|at| Step::Known(at as u32));
            known.values.iter().any(|code| code.0.iter().any(|&step| Some(step) == at))
        })
    }

    /// Is the left side of a rule being read?
    pub(super) fn set_pattern(&mut self, pattern: bool) {
        if let Some(known) = &mut self.rule {
            known.pattern = pattern;
        }
    }

    /// Is it the left side of a rule that is being read?
    pub(super) fn in_pattern(&self) -> bool {
        self.rule.as_ref().is_some_and(|known| known.pattern)
    }

    /// `#n` where a term is expected: the name of a number on the left of a rule, else a value.
    pub(super) fn hash(&mut self) -> Result<(Shape<'t>, Span), Failed> {
        if !self.rule.as_ref().is_some_and(|known| known.pattern) {
            return self.value();
        }
        let hash = self.bump().span;
        match self.token.kind {
            Kind::Name(name) => Ok((Shape::Matched(name), hash.to(self.bump().span))),
            _ => self.fail("a name for the number", habits::ONE_NUMBER),
        }
    }

    /// Reports a number of the rule that stands as a wire, and is computed with: `n -1`, `n - 1`.
    pub(super) fn check_operand(&mut self, tree: &Tree<'t>) -> Result<(), Failed> {
        let Shape::Wire(name) = tree.kind else { return Ok(()) };
        if !self.operates() || self.in_pattern() || !self.matched(name) {
            return Ok(());
        }
        let name = Short(name);
        let message = format!("`{name}` is a number of this rule, and no wire");
        self.error(Diagnostic::error(tree.span, message, format!("a rule computes in `#( )`: `#({name} - 1)`")));
        Err(Failed)
    }

    /// After a term: is this an operator, which stands nowhere but between numbers, or one and a number, `n -1`?
    pub(super) fn operates(&self) -> bool {
        match self.token.kind {
            Kind::Number(text) => text.starts_with(['+', '-']),
            Kind::Name("/") => true,
            found => matches!(found, Kind::Bad(Lexical::LooseSign(_) | Lexical::Character('/' | '%' | '^'))),
        }
    }

    /// Checks that the numbers of an agent are there, and of their types.
    pub(super) fn check_numbers(&mut self, symbol: u32, ports: &[&'t Tree<'t>]) -> Result<(), Failed> {
        let numbers = self.numbers;
        let name = |ty: Type| ty.name(numbers);
        if self.rule.as_ref().is_some_and(|known| known.pattern) {
            return Ok(());
        }
        for (port, ty) in self.numbers_at[symbol as usize].clone() {
            let Some(tree) = ports.get(port as usize) else { continue };
            let found = match tree.kind {
                Shape::Hole(_) | Shape::Unknown(_) => continue,
                Shape::Num(number) => number.ty().map(name),
                Shape::User(symbol, _) => self.agents[symbol as usize].boxed().map(WideType::name),
                Shape::Value(value) => {
                    let Some(known) = self.rule.as_mut() else { continue };
                    match known.types[value as usize] {
                        Ty::Number(found) => Some(name(found)),
                        Ty::Free => {
                            known.values[value as usize].0.to_mut().push(Step::Cast(ty));
                            continue;
                        }
                        Ty::Truth => Some(name(Type::U)),
                        Ty::Wide(ty) => Some(ty.name()),
                    }
                }
                _ => None,
            };
            if found != Some(name(ty)) {
                let message = match found {
                    Some(found) => format!("this number is of type `{found}`, and the port of type `{}`", name(ty)),
                    None => format!("this port holds a number of type `{}`", name(ty)),
                };
                let help = match self.wire_for_number(tree) {
                    Some(help) => help,
                    None => "write a literal of the type, `5`, `+5` or `5.0`, or in a rule a value, `#n` or `#(n + 1)`"
                        .into(),
                };
                self.mistake(Diagnostic::error(tree.span, message, help))?;
            }
        }
        Ok(())
    }

    /// What to do about a wire where a number is to stand.
    pub(super) fn wire_for_number(&self, tree: &Tree<'_>) -> Option<String> {
        let Shape::Wire(name) = tree.kind else { return None };
        if self.rule.as_ref().is_some_and(|known| known.wires.contains(&name)) {
            return Some(format!("write `#{0}`, here and on the left of the rule", Short(name)));
        }
        Some(match self.matched(name) {
            true => format!("`{0}` is a number of this rule: write `#{0}`", Short(name)),
            false => "what a wire brings is not known yet: let a rule match it, `rule Box(out) ~ #n => …`, and write `#n` there"
                .to_owned(),
        })
    }

    /// `#n`, `#(n - 1)`
    fn value(&mut self) -> Result<(Shape<'t>, Span), Failed> {
        let hash = self.bump().span;
        let (code, ty) = match self.token.kind {
            Kind::Name(name) => {
                let mut steps = Vec::new();
                let ty = self.known(name, &mut steps)?;
                let span = hash.to(self.bump().span);
                if self.operates() {
                    let message = format!("`#{}` is computed with outside of brackets", Short(name));
                    self.error(Diagnostic::error(span.to(self.token.span), message, habits::COMPUTED));
                    return Err(Failed);
                }
                (Code(Cow::Owned(steps)), ty)
            }
            Kind::Open(Bracket::Round) => {
                self.bump();
                let found = self.expression()?;
                self.want(Kind::Close(Bracket::Round), EXPRESSION)?;
                found
            }
            _ => return self.fail("a value", "a value is `#n`, a number of the rule, or `#(n - 1)`"),
        };
        let span = hash.to(self.previous.span);
        let shape = match ty {
            Ty::Wide(ty) => self.wide_value(code, ty, span)?,
            _ => Shape::Value(self.computes(code, ty, span)?),
        };
        Ok((shape, span))
    }

    /// A value that the rule computes: its number.
    pub(super) fn computes(&mut self, code: Code, ty: Ty, span: Span) -> Result<u32, Failed> {
        let values = self.rule.as_mut().map(|known| {
            known.values.push(code);
            known.types.push(ty);
            known.values.len()
        });
        let count = values.unwrap_or(0);
        if count == VALUES + 1 {
            let help = "let other rules compute some of them; a wide number is two values";
            self.mistake(Diagnostic::error(span, format!("a rule computes at most {VALUES} values"), help))?;
        }
        Ok(count.saturating_sub(1) as u32)
    }

    /// After `if`.
    pub(super) fn guard(&mut self) -> Result<Code, Failed> {
        let start = self.token.span;
        let (code, ty) = self.expression()?;
        if self.token.kind == Kind::Equals {
            return self.fail("`==`", "a guard compares by `==`: `if n == 0`");
        }
        if ty != Ty::Truth {
            let span = start.to(self.previous.span);
            self.mistake(Diagnostic::error(span, "a guard is true or false", "compare the number: `if n != 0`"))?;
        }
        Ok(code)
    }
}
