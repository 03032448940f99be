//! A call of the function by itself under one operator: it takes the place of the function, and need not come back.

use super::{Compiler, frame::Frame};
use crate::direct::{
    code::{Instr, NONE, ROW},
    machine::{fold, fold_of},
};
use polarnet_lower::{Block, FoldEnd, Operand, Step};

impl Compiler<'_> {
    /// A block with such a call at the end, if that is what it is.
    pub(super) fn fold_end(&mut self, frame: &mut Frame<'_>, block: &Block) -> bool {
        let function = frame.function;
        let Some((end, fold_at)) = function.fold_end(block).zip(function.fold.and_then(fold_of)) else { return false };
        let others: Vec<_> = end.others().collect();
        let tested: Vec<_> = function.tests.iter().map(|&(port, _)| end.args[port as usize]).collect();
        let ([other], 1..=2) = (&others[..], tested.len()) else { return false };
        if end.args.len() > ROW {
            return false;
        }
        frame.registers.aim(&block.steps, end.args);
        self.steps(frame, end.before);
        let free = frame.next;
        let looked = [*other, tested[0], tested[tested.len() - 1]].map(|operand| self.operand(frame, operand));
        let args: Vec<_> = end.args.iter().map(|&operand| self.operand(frame, operand)).collect();
        frame.next = free;
        let (handler, back) = fold_at;
        // What is looked at is a number.
        let known = 2 * self.numbers[&(function.def, function.args)] + 1;
        self.push(Instr::new(fold(handler), looked, known));
        let at = self.code.len() - 1;
        self.calls.push((at, known, NONE));
        self.code.extend([Instr::link(0, 0), Instr::row(back, &args), Instr::row(0, &[])]);
        self.last_call(frame, known, end.args, NONE);
        frame.next = free;
        self.landing = self.code.len();
        self.code[at + 3].n = (self.landing - at) as u32;
        self.call_ahead(frame, &end);
        true
    }

    /// The same as a call, and operators of its result.
    fn call_ahead(&mut self, frame: &mut Frame<'_>, end: &FoldEnd<'_>) {
        let Some((Step::Operate(last), steps)) = end.steps.split_last() else { return };
        self.steps(frame, steps);
        debug_assert_eq!(end.result, Operand::Reg(last.result));
        self.operate(frame, last, true);
    }
}
