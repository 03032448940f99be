//! What a rule computes: `n - 1`, `n < 2 && m != 0`, `n as i32`.
//!
//! Operators bind as in Rust. They are read with a stack of their own, and become steps of a stack machine. Both sides of an
//! operator have one type; a literal takes that of the other side. A wide number is two steps where another is one.

use super::{
    Parser, habits,
    operator::{Binary, COMPARISON, LOGIC, Waiting, wide_operator},
    recover::Failed,
};
use crate::{
    code::{Code, DEPTH, Step},
    diagnostic::Diagnostic,
    number::{AnyType, Number, Op, Type, Wide, WideOp, WideType},
    span::Span,
    token::{Bracket, Kind, Short, Source, Token},
    tree::Numbered,
};
use std::borrow::Cow;

pub(super) const EXPRESSION: &str = "an expression is made of the rule's numbers, literals, `+ - * / % & | ^ << >>`, comparisons, \
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
    /// The number of the rule that has this name: its steps, and its type.
    pub(super) fn known(&mut self, name: &'t str, steps: &mut Vec<Step>) -> Result<Ty, Failed> {
        let numbers = self.rule.as_ref().map_or(&[][..], |known| &known.numbers);
        match numbers.iter().zip(0..).find(|(known, _)| known.name == name) {
            Some((&Numbered { ty, .. }, at)) => {
                steps.extend((at..).take(ty.places()).map(Step::Known));
                Ok(ty.into())
            }
            None => {
                let parts = name.contains(['-', '/']) && numbers.iter().any(|known| name.starts_with(known.name));
                let of_known = |(of, _): (&str, _)| numbers.iter().any(|known| known.name == of);
                let wire = self.rule.as_ref().is_some_and(|known| known.wires.contains(&name));
                let help = match numbers {
                    _ if wire => format!("a number is matched by `#{}`, on the left", Short(name)),
                    _ if name.split_once('.').is_some_and(of_known) => habits::METHOD.to_owned(),
                    _ if matches!(name, "true" | "false") => habits::NO_TRUTH.to_owned(),
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

    /// An expression: its steps, and its type.
    pub(super) fn expression(&mut self) -> Result<(Code, Ty), Failed> {
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
                Kind::Number(text) => match self.wide_number(token, text)? {
                    Some(wide) => {
                        reading.steps.extend(wide.halves().map(Step::Literal));
                        Ty::Wide(wide.ty())
                    }
                    None => {
                        literal = Some((reading.steps.len(), token, text));
                        let number = self.number(token, text, Number::parse_literal)?;
                        reading.steps.push(Step::Literal(number));
                        match number.as_u32() {
                            Some(_) => Ty::Free,
                            None if number.as_i32().is_some() => Ty::Number(Type::I),
                            None => Ty::Number(Type::F),
                        }
                    }
                },
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
            let native = match self.token.kind {
                Kind::Name(name) => self.native_only(name),
                _ => String::new(),
            };
            let help = format!("the types are {}: `#(n as {})`{native}", names.join(", "), names[1]);
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
