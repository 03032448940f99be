//! A call of the function by itself under one operator: it takes the place of the function, and need not come back.

use super::{Compiler, frame::Frame};
use crate::direct::{
    code::{Instr, NONE, ROW},
    machine::{accumulate, last_one},
};
use polarnet_lower::{AccumulatedCall, Block, Step};
use rustc_hash::FxHashSet;

/// Functions that are looked at for calls that lead back.
const SOON: usize = 64;

impl Compiler<'_> {
    /// A block with such a call at the end, if that is what it is.
    ///
    /// The instruction looks at three registers, so there are one operator and one or two numbers among the arguments. A function that has called
    /// itself before is not as deep as it has calls: a frame for the accumulator would serve few turns.
    pub(super) fn accumulated_call(&mut self, frame: &mut Frame<'_>, block: &Block) -> bool {
        let function = frame.function;
        let Some((op, last)) = function.accumulates.and_then(last_one) else { return false };
        let Some(call) = function.accumulated_call(block) else { return false };
        let tested: Vec<_> = function.tests.iter().map(|&(port, _)| call.args[port as usize]).collect();
        let (&[other], 1..=2) = (&call.others[..], tested.len()) else { return false };
        let mut called = frame.called.clone();
        call.before.iter().for_each(|step| step.each_call(&mut |def, args| called.push((def, args))));
        if call.args.len() > ROW || self.lead_to(function.def, called) {
            return false;
        }
        frame.registers.aim(&block.steps, call.args);
        self.steps(frame, call.before);
        let free = frame.next;
        let looked = [other, tested[0], tested[tested.len() - 1]].map(|operand| self.operand(frame, operand));
        let args: Vec<_> = call.args.iter().map(|&operand| self.operand(frame, operand)).collect();
        frame.next = free;
        // What is looked at is a number.
        let known = 2 * self.numbers[&(function.def, function.args)] + 1;
        self.push(Instr::new(accumulate(op), looked, known));
        let at = self.code.len() - 1;
        self.calls.push((at, known, NONE));
        // The code of the function, its arguments, and where to go if they are no such numbers.
        self.code.extend([Instr::link(0, 0), Instr::row(last, &args), Instr::row(0, &[])]);
        self.last_call(frame, known, call.args, NONE);
        frame.next = free;
        self.landing = self.code.len();
        self.code[at + 3].n = (self.landing - at) as u32;
        self.call_ahead(frame, &call);
        true
    }

    /// Do calls lead to a definition, as far as that is soon seen?
    fn lead_to(&self, wanted: u32, calls: Vec<(u32, u32)>) -> bool {
        let (mut todo, mut seen) = (calls, FxHashSet::default());
        while let Some((def, args)) = todo.pop() {
            if def == wanted {
                return true;
            }
            if seen.len() < SOON
                && seen.insert((def, args))
                && let Some(function) = self.definitions[def as usize].functions.get(&args)
            {
                function.body.each_call(&mut |def, args| todo.push((def, args)));
            }
        }
        false
    }

    /// The same as a call, and operators of its result.
    fn call_ahead(&mut self, frame: &mut Frame<'_>, call: &AccumulatedCall<'_>) {
        let Some((Step::Operate(last), steps)) = call.steps.split_last() else { return };
        self.steps(frame, steps);
        self.operate(frame, last, true);
    }
}
