//! Operators of expressions: their tokens, and how tight they bind.

use super::{
    Parser,
    recover::Failed,
    term::{Frame, Node},
};
use crate::{
    diagnostic::Diagnostic,
    net::Polarity,
    number::{NumberError, Op, WideOp},
    token::{Bracket, Kind, Lexical, Source},
    tree::Shape,
};

/// An operator that waits for its right side.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Waiting {
    Binary(Binary),
    Negate,
    Not,
    Open,
}

/// An operator with two sides.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Binary {
    pub op: Op,
    /// The result is turned round: `<=` is not `>`.
    pub not: bool,
    pub level: u8,
}

impl Waiting {
    /// How tight it binds.
    pub fn level(self) -> u8 {
        match self {
            Waiting::Binary(binary) => binary.level,
            Waiting::Negate | Waiting::Not => u8::MAX,
            Waiting::Open => 0,
        }
    }
}

/// The levels of `||` and `&&`.
pub(super) const LOGIC: [u8; 2] = [1, 2];
/// The level of comparisons.
pub(super) const COMPARISON: u8 = 3;

/// The operator on wide numbers: `not` of a comparison is one of theirs, since no float is less, equal or greater than NaN.
pub(super) const fn wide_operator(op: Op, not: bool) -> WideOp {
    match (op, not) {
        (Op::Gt, true) => WideOp::Le,
        (Op::Lt, true) => WideOp::Ge,
        (Op::Sub, _) => WideOp::Sub,
        (Op::Mul, _) => WideOp::Mul,
        (Op::Div, _) => WideOp::Div,
        (Op::Rem, _) => WideOp::Rem,
        (Op::And, _) => WideOp::And,
        (Op::Or, _) => WideOp::Or,
        (Op::Xor, _) => WideOp::Xor,
        (Op::Shl, _) => WideOp::Shl,
        (Op::Shr, _) => WideOp::Shr,
        (Op::Eq, _) => WideOp::Eq,
        (Op::Ne, _) => WideOp::Ne,
        (Op::Lt, _) => WideOp::Lt,
        (Op::Gt, _) => WideOp::Gt,
        // What `binary` gives is none of the others.
        _ => WideOp::Add,
    }
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// At `[` and a word: is it meant as an operator? First in `$( )` stands no list.
    pub(super) fn is_operator(&mut self) -> bool {
        let first = matches!(self.frames.last(), Some(Frame { node: Node::Opr, first: None, .. }));
        first && matches!(self.look(1), Kind::Name(_))
    }

    /// Reports `[mod 2]`, and stands before its closing bracket then.
    pub(super) fn no_operator(&mut self) -> Result<Shape<'t>, Failed> {
        let open = self.bump().span;
        if let Kind::Name(name) = self.token.kind {
            let error = NumberError::UnknownOperator(name.to_owned(), self.numbers);
            let span = open.to(self.token.span);
            self.mistake(Diagnostic::error(span, error.to_string(), error.help()))?;
        }
        while !matches!(self.token.kind, Kind::Close(_) | Kind::End) && !self.defines() {
            self.bump();
        }
        match self.token.kind {
            Kind::Close(Bracket::Square) => Ok(Shape::Num(self.zero())),
            _ => Err(Failed),
        }
    }

    /// The operator that is next, taken.
    pub(super) fn binary(&mut self) -> Option<Binary> {
        let binary = |op, level| Some(Binary { op, not: false, level });
        let two = self.look(1);
        let bad = |c| Kind::Bad(Lexical::Character(c));
        let (found, tokens) = match (self.token.kind, two) {
            (Kind::Bad(Lexical::LooseSign(sign)) | Kind::Sign(sign), _) => {
                (binary(if sign == Polarity::Positive { Op::Add } else { Op::Sub }, 8), 1)
            }
            (Kind::Number(text), _) if text.starts_with(['+', '-']) => {
                // `n -1`: the sign is the operator.
                let op = if text.starts_with('+') { Op::Add } else { Op::Sub };
                self.token.kind = Kind::Number(&text[1..]);
                self.token.span.lo += 1;
                return binary(op, 8);
            }
            (Kind::Star, _) => (binary(Op::Mul, 9), 1),
            (Kind::Name("/"), _) => (binary(Op::Div, 9), 1),
            (Kind::Bad(Lexical::Character('/')), _) => (binary(Op::Div, 9), 1),
            (Kind::Bad(Lexical::Character('%')), _) => (binary(Op::Rem, 9), 1),
            (Kind::Bad(Lexical::Character('<')), two) if two == bad('<') => (binary(Op::Shl, 7), 2),
            (Kind::Bad(Lexical::Character('>')), two) if two == bad('>') => (binary(Op::Shr, 7), 2),
            (Kind::And, Kind::And) => (binary(Op::And, LOGIC[1]), 2),
            (Kind::And, _) => (binary(Op::And, 6), 1),
            (Kind::Bad(Lexical::Character('^')), _) => (binary(Op::Xor, 5), 1),
            (Kind::Bad(Lexical::Character('|')), two) if two == bad('|') => (binary(Op::Or, LOGIC[0]), 2),
            (Kind::Bad(Lexical::Character('|')), _) => (binary(Op::Or, 4), 1),
            (Kind::Equals, Kind::Equals) => (binary(Op::Eq, COMPARISON), 2),
            (Kind::Bang, Kind::Equals) => (binary(Op::Ne, COMPARISON), 2),
            (Kind::Bad(Lexical::Character('<')), Kind::Equals) => {
                (Some(Binary { op: Op::Gt, not: true, level: COMPARISON }), 2)
            }
            (Kind::Bad(Lexical::Character('>')), Kind::Equals) => {
                (Some(Binary { op: Op::Lt, not: true, level: COMPARISON }), 2)
            }
            (Kind::Bad(Lexical::Character('<')), _) => (binary(Op::Lt, COMPARISON), 1),
            (Kind::Bad(Lexical::Character('>')), _) => (binary(Op::Gt, COMPARISON), 1),
            _ => return None,
        };
        for _ in 0..tokens {
            self.bump();
        }
        found
    }
}
