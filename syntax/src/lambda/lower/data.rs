//! Numbers, tuples and numbers' arms in terms with levels.

use super::{Lower, arms::captured, operators::Meets};
use crate::{
    lambda::{Form, Id, List, Operator, Var, levels::Agents},
    number::{Number, Op},
    span::Span,
    tree::{Shape, Side, Tree},
};

impl<'t> Lower<'_, 't> {
    /// A number as nets have it.
    pub(super) fn raw(&self, form: Form<'t>, span: Span) -> &'t Tree<'t> {
        let shape = match form {
            Form::Num(number) => Shape::Num(number),
            Form::Hole(hole) => Shape::Hole(hole),
            _ => Shape::Era,
        };
        self.tree(shape, span)
    }

    /// `a + b`.
    pub(super) fn operator_with_levels(
        &mut self,
        agents: Agents,
        operator: Operator,
        [a, b]: [Id; 2],
        span: Span,
    ) -> &'t Tree<'t> {
        let zero = Number::u(0, self.file.numbers);
        let meets = self.sides_meet(operator, [a, b]);
        let mut sides = [a, b].map(|id| self.value(id));
        if operator.logic {
            sides = sides.map(|side| self.partial_with_levels(agents, Op::Ne, zero, side, span));
        }
        let result = match meets {
            Meets::Literal { op, literal, value } => self.partial_with_levels(agents, op, literal, sides[value], span),
            Meets::Values { op, left } => {
                let [value, end] = self.wire("r", span);
                let symbol = self.tree(Shape::Num(Number::symbol(op)), span);
                let waits = self.agent(agents.op, &[symbol, sides[1 - left], end], span);
                self.redexes.push([waits, sides[left]]);
                value
            }
        };
        if operator.not { self.partial_with_levels(agents, Op::Eq, zero, result, span) } else { result }
    }

    /// An operator that has one side.
    fn partial_with_levels(
        &mut self,
        agents: Agents,
        op: Op,
        literal: Number,
        value: &'t Tree<'t>,
        span: Span,
    ) -> &'t Tree<'t> {
        let [result, end] = self.wire("r", span);
        let partial = self.tree(Shape::Num(Number::partial(op, literal, self.file.numbers)), span);
        let waits = self.agent(agents.partial, &[partial, end], span);
        self.redexes.push([waits, value]);
        result
    }

    /// `let (p, q, r) = v;`, where `(p, q, r)` is `(p, (q, r))`.
    pub(super) fn split(&mut self, agents: Agents, binders: &[&'t Tree<'t>], mut value: &'t Tree<'t>, span: Span) {
        let Some((last, firsts)) = binders.split_last() else { return };
        for (at, first) in firsts.iter().enumerate() {
            let is_last = at + 1 == firsts.len();
            let ([rest, end], last) = (self.wire("r", span), *last);
            let split = self.agent(agents.split, &[first, if is_last { last } else { end }], span);
            self.redexes.push([split, value]);
            value = rest;
        }
    }

    /// `match n { 0 => a, p + 1 => b }`: an agent that waits for the number, which is a switch's then.
    pub(super) fn switch_with_levels(
        &mut self,
        agents: Agents,
        number: Id,
        (zeros, other, var): (List, Id, Option<Var>),
        span: Span,
    ) -> &'t Tree<'t> {
        let zeros: Vec<_> = self.terms.lists[zeros.range()].iter().map(|&arm| self.take_arm(arm)).collect();
        let mut other = self.take_arm(other);
        let captured = captured(zeros.iter().chain([&other]));
        let symbol = self.acts(&captured, span);
        let predecessor = match var {
            Some(var) => {
                let (binder, [raw, end]) = (self.binder(var), self.wire("p", span));
                other.redexes.push([binder, self.agent(agents.num, &[raw], span)]);
                end
            }
            None => self.tree(Shape::Era, span),
        };
        let Some(arms) = self.switch_arms(zeros, other, &captured, predecessor, span) else {
            return self.tree(Shape::Era, span);
        };
        let ([out, end], [raw, number_end]) = (self.wire("out", span), self.wire("n", span));
        let wires: Vec<_> = captured.iter().map(|_| self.wire("x", span)).collect();
        let result = wires.iter().rev().fold(out, |result, [given, _]| self.call(given, result, span));
        let left: Vec<_> = wires.iter().map(|wire| wire[1]).chain([end]).collect();
        let switch = self.tree(Shape::Swi(arms, result), span);
        let sides = [self.agent(symbol, &left, span), self.agent(agents.num, &[number_end], span)];
        self.rule(sides.map(Side::Agent), Vec::new(), vec![[switch, raw]], span);
        self.waits(symbol, &captured, number, span)
    }
}
