//! Definitions: functions of the arguments that they are applied to.

use super::{Flow, apply::as_lambda, numbers::NumberPorts};
use crate::{
    function::{Function, Test},
    step::{Block, Operand, Step},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::Agent,
};

/// The lambdas at the head of a definition, `most` at most.
pub fn arity<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, most: u32) -> u32 {
    let mut row = book.root(def);
    let mut count = 0;
    while let Some([_, body]) = as_lambda(book, row)
        && count < most
    {
        row = body;
        count += 1;
    }
    count
}

/// Does what its lambdas leave go on to something else: a switch, another application, an argument? Then more arguments than
/// it has lambdas are taken along.
pub fn passes_on<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> bool {
    let mut row = book.root(def);
    while let Some([_, body]) = as_lambda(book, row) {
        row = body;
    }
    book.agents().node(row) == Agent::Wire
}

/// A definition that is applied to so many arguments.
pub fn definition<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, args: u32, ports: &NumberPorts) -> Function {
    let mut flow = Flow { direct: true, count: 1, ..Flow::new(book, def) };
    let tests = flow.tests(def, args, ports);
    let result = flow.apply(book.root(def), (0..args).map(Operand::Port).collect());
    flow.rest();
    let mut body = Block { count: flow.count, steps: flow.body.steps, result };
    body.call_last();
    let (nodes, registers) = (flow.body.nodes, flow.next);
    Function { def: def.raw(), args, tests, nodes, registers, body, accumulates: None, apart: None }
}

impl<S: Space> Flow<'_, S> {
    /// What a function looks at before anything else: without that it does not begin.
    fn tests(&mut self, def: Idx<Defs<S>>, args: u32, ports: &NumberPorts) -> Vec<(u32, Test)> {
        let mut row = self.book.root(def);
        let (mut tests, mut pairs) = (Vec::new(), Vec::new());
        for port in 0..args {
            let Some([binder, body]) = as_lambda(self.book, row) else { break };
            if ports.contains(&(def.raw(), port)) {
                self.numbers.insert(Operand::Port(port));
                tests.push((port, Test::Number));
            } else if self.as_split(binder).is_some() {
                pairs.push((port, Test::Pair));
            }
            row = body;
        }
        tests.extend(pairs);
        tests
    }

    /// `-(-a -b)`
    fn as_split(&self, row: Idx<S>) -> Option<[Idx<S>; 2]> {
        match self.book.agents().node(row) {
            Agent::Con(a, b) if self.is_negative(row) && self.is_negative(a) && self.is_negative(b) => Some([a, b]),
            _ => None,
        }
    }

    /// What can be done better in a definition than in a rule; false if it is nothing of that.
    pub(super) fn work_direct(&mut self, row: Idx<S>) -> bool {
        match self.book.agents().node(row) {
            Agent::Era => {
                let value = self.arrival(row);
                self.erase_value(value);
            }
            Agent::Dup(_, a, b) if self.is_negative(a) && self.is_negative(b) => {
                let value = self.arrival(row);
                self.count += 1;
                if !self.is_number(value) && value != Operand::Era {
                    self.count -= 1;
                    return self.copy(row, value);
                }
                self.arrive(a, value);
                self.arrive(b, value);
            }
            Agent::Con(..) if self.as_application(row).is_some() => {
                self.application(row, Vec::new());
            }
            Agent::Con(..) if self.as_split(row).is_some() => {
                self.count += 1;
                return false;
            }
            Agent::Swi(..) if self.as_switch(row).is_some() => {
                self.switch(row, Vec::new());
            }
            Agent::Opr(rhs, ret) if self.is_negative(ret) && !self.is_negative(rhs) => {
                if self.operate_from(row) {
                    return true;
                }
                // An operand that is not there as a number is waited for: that counts.
                self.count += 1 + u32::from(!matches!(self.book.agents().node(rhs), Agent::Num(_)));
                return false;
            }
            _ => return false,
        }
        true
    }

    fn copy(&mut self, row: Idx<S>, value: Operand) -> bool {
        let Agent::Dup(label, a, b) = self.book.agents().node(row) else { return false };
        self.count += 1;
        let results = [self.register(), self.register()];
        let slots = results.map(Err);
        self.body.steps.push(Step::Core { core: crate::step::Core::Dup(label), value, slots });
        self.got(&[a, b], &results);
        true
    }
}

impl Block {
    pub(crate) fn call_last(&mut self) {
        call_last(&mut self.steps, self.result);
    }
}

/// The call whose result is that of the steps comes last: then it need not come back.
pub(super) fn call_last(steps: &mut Vec<Step>, result: Operand) {
    let Operand::Reg(result) = result else { return };
    let gives = |step: &Step| match step {
        Step::Apply { result: reg, .. } => *reg == result,
        Step::Switch(switch) => switch.result == result,
        Step::Case(case) => case.result == result,
        Step::Call { results, .. } => results[..] == [result],
        _ => false,
    };
    if let Some(at) = steps.iter().position(gives) {
        let last = steps.remove(at);
        steps.push(last);
    }
}
