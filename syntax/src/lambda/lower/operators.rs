//! Operators.

use super::Lower;
use crate::{
    lambda::{Id, Operator},
    number::{Number, Op},
    span::Span,
    tree::{Shape, Tree},
};

impl<'t> Lower<'_, 't> {
    pub(super) fn binary(&mut self, operator: Operator, a: Id, b: Id, span: Span) -> &'t Tree<'t> {
        let numbers = self.file.numbers;
        let zero = Number::u(0, numbers);
        let (mut a, mut b) = (self.value(a), self.value(b));
        if operator.logic {
            a = self.partial(Op::Ne, zero, a, span);
            b = self.partial(Op::Ne, zero, b, span);
        }
        let result = match (a.kind, b.kind) {
            // A literal takes the type of the other side.
            (_, Shape::Num(literal)) => self.partial(operator.op.flipped(), literal, a, span),
            (Shape::Num(literal), _) => self.partial(operator.op, literal, b, span),
            _ => {
                let [value, end] = self.wire("r", span);
                let inner = self.tree(Shape::Opr(b, end), span);
                let symbol = self.tree(Shape::Num(Number::symbol(operator.op)), span);
                self.redexes.push([self.tree(Shape::Opr(symbol, inner), span), a]);
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
