//! Operators.

use super::Lower;
use crate::{
    lambda::{Form, Id, Operator, Terms},
    number::{Number, Numbers, Op, Type},
    span::Span,
    tree::{Shape, Tree},
};

/// What a term says of its type, if it is a side of an operator: of two sides the greater one gives the type, of equals the right one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Says {
    /// An integer literal takes the other side's type, and so does what is computed of such literals alone.
    Unsigned,
    /// `-2` is not made unsigned by another literal.
    Signed,
    /// All that is no literal.
    Type,
    /// `1.5` is never made an integer by being written as a literal.
    Float,
}

impl Says {
    /// Of each term. Its parts are before it.
    pub(super) fn all(terms: &Terms<'_>) -> Vec<Says> {
        let mut all: Vec<Says> = Vec::with_capacity(terms.forms.len());
        for (form, _) in &terms.forms {
            let says = match *form {
                Form::Num(number) => match number.ty() {
                    Some(Type::U) => Says::Unsigned,
                    Some(Type::I) => Says::Signed,
                    Some(Type::F) => Says::Float,
                    None => Says::Type,
                },
                Form::Binary(operator, a, b) if operator.computes() => match [a, b].map(|id| all[id as usize]) {
                    sides if sides.contains(&Says::Type) => Says::Type,
                    [a, b] => a.max(b),
                },
                _ => Says::Type,
            };
            all.push(says);
        }
        all
    }
}

/// How the two sides of an operator meet, which are 0 and 1. The side that comes last gives the type.
pub(super) enum Meets {
    /// `$([op literal] r) ~ value`: the literal takes the value's type.
    Literal { op: Op, literal: Number, value: usize },
    /// `$([op] $(right r)) ~ left`: the left one takes the right one's type.
    Values { op: Op, left: usize },
}

impl Meets {
    fn of(op: Op, literals: [Option<Number>; 2], says: [Says; 2], numbers: Numbers) -> Meets {
        let (first, op) = if says[0] > says[1] { (1, op.flipped()) } else { (0, op) };
        match (literals[first], says[1 - first]) {
            // HVM2's arithmetic casts nothing.
            (Some(literal), Says::Float) => {
                Meets::Literal { op, literal: literal.cast(Type::F, numbers), value: 1 - first }
            }
            (Some(literal), _) => Meets::Literal { op, literal, value: 1 - first },
            (None, _) => Meets::Values { op, left: first },
        }
    }
}

impl<'t> Lower<'_, 't> {
    pub(super) fn binary(&mut self, operator: Operator, a: Id, b: Id, span: Span) -> &'t Tree<'t> {
        let zero = Number::u(0, self.file.numbers);
        let meets = self.sides_meet(operator, [a, b]);
        let mut sides = [a, b].map(|id| self.value(id));
        if operator.logic {
            sides = sides.map(|side| self.partial(Op::Ne, zero, side, span));
        }
        let result = match meets {
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

    /// How the two sides of an operator meet. Those of a logical one are compared with 0 first, and are no literals then.
    pub(super) fn sides_meet(&self, operator: Operator, sides: [Id; 2]) -> Meets {
        if operator.logic {
            return Meets::Values { op: operator.op, left: 0 };
        }
        let literal = |id: Id| match self.terms.forms[id as usize].0 {
            Form::Num(number) => Some(number),
            _ => None,
        };
        let says = sides.map(|id| self.says[id as usize]);
        Meets::of(operator.op, sides.map(literal), says, self.file.numbers)
    }

    /// An operator that has one side.
    fn partial(&mut self, op: Op, literal: Number, value: &'t Tree<'t>, span: Span) -> &'t Tree<'t> {
        let [result, end] = self.wire("r", span);
        let partial = self.tree(Shape::Num(Number::partial(op, literal, self.file.numbers)), span);
        self.redexes.push([self.tree(Shape::Opr(partial, end), span), value]);
        result
    }
}
