//! Operators.

use super::Lower;
use crate::{
    lambda::{Id, Operator},
    number::{Number, Op, Type},
    span::Span,
    tree::{Shape, Tree},
};

/// How the two sides of an operator meet, which are 0 and 1. The side that comes last gives the type.
pub(super) enum Meets {
    /// `$([op literal] r) ~ value`: the literal takes the value's type.
    Literal { op: Op, literal: Number, value: usize },
    /// `$([op] $(right r)) ~ left`: the left one takes the right one's type.
    Values { op: Op, left: usize },
}

impl Meets {
    /// An integer literal takes the type of the other side. A float is never made an integer by being written as a literal: the other
    /// side takes its type. Of two values the right one gives the type.
    pub(super) fn of(op: Op, literals: [Option<Number>; 2]) -> Meets {
        let integer = |literal: Number| literal.ty() != Some(Type::F);
        match literals {
            [_, Some(right)] if integer(right) => Meets::Literal { op: op.flipped(), literal: right, value: 0 },
            [Some(left), right] if integer(left) || right.is_some() => Meets::Literal { op, literal: left, value: 1 },
            [Some(_), None] => Meets::Values { op: op.flipped(), left: 1 },
            [None, _] | [Some(_), Some(_)] => Meets::Values { op, left: 0 },
        }
    }
}

impl<'t> Lower<'_, 't> {
    pub(super) fn binary(&mut self, operator: Operator, a: Id, b: Id, span: Span) -> &'t Tree<'t> {
        let numbers = self.file.numbers;
        let zero = Number::u(0, numbers);
        let (mut a, mut b) = (self.value(a), self.value(b));
        if operator.logic {
            a = self.partial(Op::Ne, zero, a, span);
            b = self.partial(Op::Ne, zero, b, span);
        }
        let sides = [a, b];
        let literals = sides.map(|side| if let Shape::Num(number) = side.kind { Some(number) } else { None });
        let result = match Meets::of(operator.op, literals) {
            Meets::Literal { op, literal, value } => self.partial(op, literal, sides[value], span),
            Meets::Values { op, left } => {
                let [value, end] = self.wire("r", span);
                let inner = self.tree(Shape::Opr(sides[1 - left], end), span);
                let symbol = self.tree(Shape::Num(Number::symbol(op)), span);
                self.redexes.push([self.tree(Shape::Opr(symbol, inner), span), sides[left]]);
                value
            }
        };
        if operator.not { self.partial(Op::Eq, zero, result, span) } else { result }
    }

    /// An operator that has one side.
    fn partial(&mut self, op: Op, literal: Number, value: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        let [result, end] = self.wire("r", span);
        let partial = self.tree(Shape::Num(Number::partial(op, literal, self.file.numbers)), span);
        self.redexes.push([self.tree(Shape::Opr(partial, end), span), value]);
        result
    }
}
