//! Numbers in definitions: what is known to be one, and operators on them.

use super::{Flow, Seat};
use crate::step::{Form, Operand, Operate, Step};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    net::Agent,
    number::{Number, Shape},
};

impl<S: Space> Flow<'_, S> {
    pub(super) fn is_number(&self, value: Operand) -> bool {
        matches!(value, Operand::Num(_) | Operand::Computed(_)) || self.numbers.contains(&value)
    }

    /// Is what comes to a negative row used as a number?
    pub(super) fn takes_number(&self, row: Idx<S>) -> bool {
        let mut todo = vec![row];
        while let Some(row) = todo.pop() {
            match self.book.agents().node(row) {
                Agent::Swi(..) | Agent::Opr(..) => return true,
                Agent::Dup(_, a, b) => todo.extend([a, b]),
                Agent::Wire => {
                    let used = self.book.wires()[row];
                    match self.seats.get(&used) {
                        Some(&Seat::Slot(parent, 0)) if matches!(self.book.agents().node(parent), Agent::Opr(..)) => {
                            return true;
                        }
                        Some(&Seat::Redex(other)) if self.is_negative(other) => todo.push(other),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// An operator of which `row` may be the second half.
    pub(super) fn operate_from(&mut self, row: Idx<S>) -> bool {
        if let Some(&Seat::Slot(first, 1)) = self.seats.get(&row)
            && !self.begun.contains(&first)
        {
            self.begun.remove(&row);
            self.begun.insert(first);
            if self.begin_symbol(first) {
                return true;
            }
            self.begun.remove(&first);
            self.begun.insert(row);
        }
        self.operate(row)
    }

    fn begin_symbol(&mut self, row: Idx<S>) -> bool {
        match self.book.agents().node(row) {
            Agent::Opr(rhs, _) => match self.book.agents().node(rhs) {
                Agent::Num(number) if matches!(number.shape(), Shape::Symbol(_)) => self.operate(row),
                _ => false,
            },
            _ => false,
        }
    }

    /// `value ~ $([op x] out)`, `value ~ $([op] $(y out))`: true if it is one of these.
    fn operate(&mut self, row: Idx<S>) -> bool {
        let Agent::Opr(rhs, ret) = self.book.agents().node(row) else { return false };
        let Agent::Num(number) = self.book.agents().node(rhs) else { return false };
        let (op, form, out) = match number.shape() {
            Shape::Partial(op, _) => (op, Form::Partial, ret),
            Shape::Symbol(op) if op.cast().is_none() => {
                let Agent::Opr(y, out) = self.book.agents().node(ret) else { return false };
                let late = match self.book.agents().node(y) {
                    Agent::Wire => true,
                    Agent::Num(number) if number.ty().is_some() => false,
                    _ => return false,
                };
                if self.begun.contains(&ret) {
                    return false;
                }
                self.begun.insert(ret);
                (op, Form::Symbol(late), out)
            }
            _ => return false,
        };
        let value = self.arrival(row);
        let [x, y] = match form {
            Form::Partial => [Operand::Num(literal(number)), value],
            Form::Symbol(_) => {
                let Agent::Opr(y, _) = self.book.agents().node(ret) else { unreachable!("it has been looked at") };
                [value, self.value(y)]
            }
        };
        self.count += form.count();
        let result = self.register();
        if self.is_number(x) && self.is_number(y) {
            self.numbers.insert(Operand::Reg(result));
        }
        self.body.steps.push(Step::Operate(Operate { op, x, y, form, result }));
        self.arrive(out, Operand::Reg(result));
        true
    }
}

/// The literal of `[op x]`.
fn literal(partial: Number) -> Number {
    Number::from_parts(partial.kind() & 3, partial.bits())
}
