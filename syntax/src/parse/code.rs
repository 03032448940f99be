//! What a rule computes: `n - 1`, `n < 2 && m != 0`, `n as i32`.
//!
//! Operators bind as in Rust. They are read with a stack of their own, and become steps of a stack machine. Both sides of an
//! operator have one type; a literal takes that of the other side. A wide number is two steps where another is one.

use super::{
    Parser,
    operator::{Binary, COMPARISON, LOGIC, Waiting, wide_operator},
    recover::Failed,
};
use crate::{
    code::{Code, DEPTH, Step},
    diagnostic::Diagnostic,
    number::{AnyType, Number, Op, Type, Wide, WideOp, WideType},
    span::Span,
    token::{Bracket, Kind, Short, Source, Token},
    tree::{Numbered, Shape, Tree},
};
use std::borrow::Cow;

/// What is known in a rule, and what is computed from it.
#[derive(Default)]
pub(super) struct Known<'t> {
    numbers: Vec<Numbered<'t>>,
    pub(super) values: Vec<Code>,
    /// Their types.
    types: Vec<Ty>,
    /// The left side is being read.
    pattern: bool,
}

/// The most values of one rule.
const VALUES: usize = 16;

const EXPRESSION: &str = "an expression is made of the rule's numbers, literals, `+ - * / % & | ^ << >>`, comparisons, \
                          `&& || !` and `as`: `#(n - 1)`";

/// What an operand is.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ty {
    Number(Type),
    /// 0 or 1, of a comparison.
    Truth,
    /// A literal without a sign or a point: of any type.
    Free,
    /// An `i64` or `f64`
    Wide(WideType),
}

impl From<AnyType> for Ty {
    fn from(ty: AnyType) -> Self {
        match ty {
            AnyType::Number(ty) => Ty::Number(ty),
            AnyType::Wide(ty) => Ty::Wide(ty),
        }
    }
}

/// What is on the stack.
#[derive(Clone, Copy)]
struct Operand<'t> {
    ty: Ty,
    /// Of a literal of 32 bits: its step, and its token.
    literal: Option<(usize, Token<'t>, &'t str)>,
}

/// An expression that is being read.
#[derive(Default)]
struct Reading<'t> {
    steps: Vec<Step>,
    operands: Vec<Operand<'t>>,
    waiting: Vec<(Waiting, Span)>,
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// A number that the rule matches, or that Rust gives.
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

    /// Is it?
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
            _ => self.fail(
                "a name for the number",
                "a number is matched by `#n`; what it has to be, a guard says: `if n == 0`",
            ),
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
                Shape::Hole(_) => continue,
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
                let help = "write a literal of the type, `5`, `+5` or `5.0`, or in a rule a value, `#n` or `#(n + 1)`";
                self.mistake(Diagnostic::error(tree.span, message, help))?;
            }
        }
        Ok(())
    }

    /// `#n`, `#(n - 1)`
    fn value(&mut self) -> Result<(Shape<'t>, Span), Failed> {
        let hash = self.bump().span;
        let (code, ty) = match self.token.kind {
            Kind::Name(name) => {
                let mut steps = Vec::new();
                let ty = self.known(name, &mut steps)?;
                self.bump();
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
        if ty != Ty::Truth {
            let span = start.to(self.previous.span);
            self.mistake(Diagnostic::error(span, "a guard is true or false", "compare the number: `if n != 0`"))?;
        }
        Ok(code)
    }

    /// The number of the rule that has this name: its steps, and its type.
    fn known(&mut self, name: &'t str, steps: &mut Vec<Step>) -> Result<Ty, Failed> {
        let numbers = self.rule.as_ref().map_or(&[][..], |known| &known.numbers);
        match numbers.iter().zip(0..).find(|(known, _)| known.name == name) {
            Some((&Numbered { ty, .. }, at)) => {
                steps.extend((at..).take(ty.places()).map(Step::Known));
                Ok(ty.into())
            }
            None => {
                let parts = name.contains(['-', '/']) && numbers.iter().any(|known| name.starts_with(known.name));
                let help = match numbers {
                    _ if parts => "names may have `-` and `/` in them: write blanks around the operator".to_owned(),
                    [] => "the rule matches no number: `rule Fib(out) ~ #n => …;`".to_owned(),
                    [Numbered { name: known, .. }, ..] => {
                        format!("the rule matches `#{known}`; wires are computed with by operators: `$([+1] r)`")
                    }
                };
                let message = format!("`{}` is no number of this rule", Short(name));
                let span = self.token.span;
                self.error(Diagnostic::error(span, message, help));
                Err(Failed)
            }
        }
    }

    fn expression(&mut self) -> Result<(Code, Ty), Failed> {
        let mut reading = Reading::default();
        loop {
            self.operand(&mut reading)?;
            loop {
                let open = reading.waiting.iter().any(|(waiting, _)| *waiting == Waiting::Open);
                let span = self.token.span;
                match self.token.kind {
                    Kind::Close(Bracket::Round) if open => {
                        self.bump();
                        while let Some((waiting, span)) = reading.waiting.pop()
                            && waiting != Waiting::Open
                        {
                            self.apply(&mut reading, waiting, span)?;
                        }
                    }
                    Kind::Name("as") => {
                        self.bump();
                        self.cast(&mut reading)?;
                    }
                    _ => match self.binary() {
                        Some(binary) => {
                            while let Some(&(waiting, at)) = reading.waiting.last()
                                && waiting.level() >= binary.level
                            {
                                reading.waiting.pop();
                                self.apply(&mut reading, waiting, at)?;
                            }
                            reading.waiting.push((Waiting::Binary(binary), span.to(self.previous.span)));
                            break;
                        }
                        None if open => return self.fail("an operator or `)`", EXPRESSION),
                        None => return self.end(reading),
                    },
                }
            }
        }
    }

    fn end(&mut self, mut reading: Reading<'t>) -> Result<(Code, Ty), Failed> {
        while let Some((waiting, span)) = reading.waiting.pop() {
            self.apply(&mut reading, waiting, span)?;
        }
        let ty = reading.operands.pop().map_or(Ty::Free, |operand| operand.ty);
        let code = Code(Cow::Owned(reading.steps));
        if code.height() > DEPTH {
            return self.too_deep(self.previous.span);
        }
        Ok((code, ty))
    }

    fn too_deep<T>(&mut self, span: Span) -> Result<T, Failed> {
        self.error(Diagnostic::error(span, "the expression is too deep", "let another rule compute a part of it"));
        Err(Failed)
    }

    /// An operand, after any number of brackets and prefixes.
    fn operand(&mut self, reading: &mut Reading<'t>) -> Result<(), Failed> {
        loop {
            let token = self.token;
            let mut literal = None;
            let ty = match token.kind {
                Kind::Open(Bracket::Round) => {
                    self.bump();
                    reading.waiting.push((Waiting::Open, token.span));
                    continue;
                }
                Kind::Bang => {
                    self.bump();
                    reading.waiting.push((Waiting::Not, token.span));
                    continue;
                }
                Kind::Sign(crate::net::Polarity::Negative) => {
                    self.bump();
                    reading.waiting.push((Waiting::Negate, token.span));
                    continue;
                }
                Kind::Name(name) => self.known(name, &mut reading.steps)?,
                Kind::Number(text) if let Some(wide) = self.wide_number(token, text)? => {
                    reading.steps.extend(wide.halves().map(Step::Literal));
                    Ty::Wide(wide.ty())
                }
                Kind::Number(text) => {
                    literal = Some((reading.steps.len(), token, text));
                    let number = self.number(token, text, Number::parse_literal)?;
                    reading.steps.push(Step::Literal(number));
                    match number.as_u32() {
                        Some(_) => Ty::Free,
                        None if number.as_i32().is_some() => Ty::Number(Type::I),
                        None => Ty::Number(Type::F),
                    }
                }
                _ => return self.fail("a number", EXPRESSION),
            };
            self.bump();
            reading.operands.push(Operand { ty, literal });
            if reading.operands.len() >= DEPTH {
                return self.too_deep(token.span);
            }
            return Ok(());
        }
    }

    /// `as i32`
    fn cast(&mut self, reading: &mut Reading<'t>) -> Result<(), Failed> {
        // It binds tighter than all but prefixes, which are applied first.
        while let Some(&(waiting @ (Waiting::Negate | Waiting::Not), at)) = reading.waiting.last() {
            reading.waiting.pop();
            self.apply(reading, waiting, at)?;
        }
        let ty = match self.token.kind {
            Kind::Name(name) => self.any_called(name),
            _ => None,
        };
        let Some(ty) = ty else {
            let names = self.type_names();
            let help = format!("the types are {}: `#(n as {})`", names.join(", "), names[1]);
            return self.fail("a type", &help);
        };
        self.bump();
        let Some(operand) = reading.operands.pop() else { return Ok(()) };
        match (operand.ty, ty) {
            (_, AnyType::Wide(ty)) if self.typed_wide(reading, operand, ty)? => {}
            (Ty::Wide(from), AnyType::Wide(to)) if from == to => {}
            (Ty::Wide(from), AnyType::Wide(to)) => reading.steps.push(Step::Convert(from, to)),
            (Ty::Wide(from), AnyType::Number(to)) => reading.steps.push(Step::Narrow(from, to)),
            (_, AnyType::Wide(to)) => reading.steps.push(Step::Widen(to)),
            (_, AnyType::Number(to)) => reading.steps.push(Step::Cast(to)),
        }
        reading.operands.push(Operand { ty: ty.into(), literal: None });
        Ok(())
    }

    fn apply(&mut self, reading: &mut Reading<'t>, waiting: Waiting, span: Span) -> Result<(), Failed> {
        let Some(right) = reading.operands.pop() else { return Ok(()) };
        match waiting {
            Waiting::Open => reading.operands.push(right),
            Waiting::Not if right.ty == Ty::Truth => {
                reading.steps.push(Step::Not);
                reading.operands.push(right);
            }
            Waiting::Not => {
                return self.mixed(span, "`!` is for what is true or false", "compare the number: `n != 0`");
            }
            Waiting::Negate => {
                let ty = match right.ty {
                    Ty::Number(ty @ (Type::I | Type::F)) => ty,
                    Ty::Wide(ty) => {
                        let minus = Wide::i(-1).cast(ty).halves().map(Step::Literal);
                        reading.steps.extend(minus.into_iter().chain([Step::Wide(ty, WideOp::Mul)]));
                        reading.operands.push(Operand { literal: None, ..right });
                        return Ok(());
                    }
                    _ => {
                        return self.mixed(
                            span,
                            "an unsigned number has no sign",
                            "cast it: `-(n as i32)`, or `i24` in HVM2's arithmetic",
                        );
                    }
                };
                let minus = Number::u(1, self.numbers).cast(Type::I, self.numbers);
                let minus = Number::apply(
                    Op::Sub,
                    minus.cast(ty, self.numbers),
                    Number::u(2, self.numbers).cast(ty, self.numbers),
                    self.numbers,
                )
                .0;
                reading.steps.extend([Step::Literal(minus), Step::Apply(Op::Mul)]);
                reading.operands.push(Operand { literal: None, ..right });
            }
            Waiting::Binary(Binary { op, not, level }) => {
                let Some(left) = reading.operands.pop() else { return Ok(()) };
                let ty = match (left.ty, right.ty) {
                    (Ty::Free, Ty::Free) => Ty::Free,
                    (Ty::Free, Ty::Number(ty)) => self.typed(reading, left, ty),
                    (Ty::Number(ty), Ty::Free) => self.typed(reading, right, ty),
                    (left, right) if left == right => left,
                    (_, Ty::Wide(ty)) if self.typed_wide(reading, left, ty)? => Ty::Wide(ty),
                    (Ty::Wide(ty), _) if self.typed_wide(reading, right, ty)? => Ty::Wide(ty),
                    (Ty::Truth, _) | (_, Ty::Truth) => {
                        return self.mixed(span, "a comparison is no number", "cast it: `(n < 2) as u32`");
                    }
                    _ => {
                        let help = "both sides of an operator have one type: cast one of them with `as`";
                        return self.mixed(span, "the sides have different types", help);
                    }
                };
                let logic = LOGIC.contains(&level);
                if logic != (ty == Ty::Truth) && (logic || !matches!(op, Op::Eq | Op::Ne | Op::And | Op::Or | Op::Xor))
                {
                    let (message, help) = match logic {
                        true => {
                            ("`&&` and `||` are for what is true or false", "compare the numbers: `n != 0 && m != 0`")
                        }
                        false => ("a comparison is no number", "cast it: `(n < 2) as u32`"),
                    };
                    return self.mixed(span, message, help);
                }
                if matches!(ty, Ty::Number(Type::F) | Ty::Wide(WideType::F))
                    && matches!(op, Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr)
                {
                    return self.mixed(
                        span,
                        "floats have no bits to operate on",
                        "cast it: `(x as u32) & 1`, or `u24` in HVM2's arithmetic",
                    );
                }
                if let Ty::Wide(ty) = ty {
                    reading.steps.push(Step::Wide(ty, wide_operator(op, not)));
                } else {
                    reading.steps.push(Step::Apply(op));
                    reading.steps.extend(not.then_some(Step::Not));
                }
                let result = if level == COMPARISON { Ty::Truth } else { ty };
                // A result of literals is as free as they are, but no longer one step.
                let result = if result == Ty::Free { Ty::Number(Type::U) } else { result };
                reading.operands.push(Operand { ty: result, literal: None });
            }
        }
        Ok(())
    }

    /// Gives a literal the type of the other side.
    fn typed(&self, reading: &mut Reading<'_>, literal: Operand<'_>, ty: Type) -> Ty {
        if let Some((step, ..)) = literal.literal
            && let Some(Step::Literal(number)) = reading.steps.get_mut(step)
        {
            *number = number.cast(ty, self.numbers);
        }
        Ty::Number(ty)
    }

    /// The same of a wide type, if it can be one of its literals: it is read again, for a float of 32 bits has lost some.
    fn typed_wide(&mut self, reading: &mut Reading<'t>, literal: Operand<'t>, ty: WideType) -> Result<bool, Failed> {
        let Some((step, token, text)) = literal.literal else { return Ok(false) };
        let fits = match literal.ty {
            Ty::Free => true,
            Ty::Number(Type::I) => ty == WideType::I,
            Ty::Number(Type::F) => ty == WideType::F,
            _ => false,
        };
        if fits {
            let wide = self.wide_or_zero(token.span, Wide::parse_plain(text, ty), ty)?;
            reading.steps.splice(step..=step, wide.halves().map(Step::Literal));
        }
        Ok(fits)
    }

    fn mixed<T>(&mut self, span: Span, message: &str, help: &str) -> Result<T, Failed> {
        self.error(Diagnostic::error(span, message, help));
        Err(Failed)
    }
}
