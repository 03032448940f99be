//! Numbers in definitions: what is known to be one, and operators on them.

use super::{Flow, Seat, apply::as_lambda};
use crate::{
    function::ARGUMENTS,
    step::{Form, Operand, Operate, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::Agent,
    number::{Number, Shape, Type},
};
use rustc_hash::FxHashSet;

/// Definitions and which of their arguments are numbers, by their numbers.
pub type NumberPorts = FxHashSet<(u32, u32)>;

/// How far apart a definition that takes an argument and one that uses it as a number may be.
const APART: usize = 8;

/// The arguments that definitions use as numbers.
pub fn number_ports<S: Space>(book: &Book<S>, defs: &[Idx<Defs<S>>]) -> NumberPorts {
    let mut found = NumberPorts::default();
    let lambdas = defs.iter().filter(|&&def| as_lambda(book, book.root(def)).is_some());
    let flows: Vec<_> = lambdas.map(|&def| Flow::new(book, def)).collect();
    for _ in 0..APART {
        let before = found.len();
        for flow in &flows {
            let def = flow.def;
            let (mut row, mut port) = (book.root(def), 0);
            while let Some([binder, body]) = as_lambda(book, row)
                && port < ARGUMENTS
            {
                if flow.takes_number(binder, &found) {
                    found.insert((def.raw(), port));
                }
                (row, port) = (body, port + 1);
            }
        }
        if found.len() == before {
            break;
        }
    }
    found
}

impl<S: Space> Flow<'_, S> {
    pub(super) fn is_number(&self, value: Operand) -> bool {
        matches!(value, Operand::Num(_) | Operand::Computed(_)) || self.numbers.contains(&value)
    }

    /// Is what comes to a negative row used as a number: by a switch, by an operator, or by a definition that does so?
    pub(super) fn takes_number(&self, row: Idx<S>, ports: &NumberPorts) -> bool {
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
                        Some(&Seat::Slot(parent, 0))
                            if self.as_application(parent).is_some()
                                && self.called_at(parent).is_some_and(|place| ports.contains(&place)) =>
                        {
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

    /// The definition whose argument an application gives, and which one.
    fn called_at(&self, mut row: Idx<S>) -> Option<(u32, u32)> {
        let mut port = 0;
        loop {
            match *self.seats.get(&row)? {
                Seat::Slot(parent, 1) if self.as_application(parent).is_some() => {
                    row = parent;
                    port += 1;
                }
                Seat::Redex(other) => match self.book.agents().node(other) {
                    Agent::Ref(def) => return Some((def.raw(), port)),
                    _ => return None,
                },
                _ => return None,
            }
        }
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
            Shape::Partial(op, value) if value.ty() == Type::U => (op, Form::Partial, ret),
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
