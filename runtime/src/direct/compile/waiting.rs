//! A call of the function by itself, once, with something left to do: what is needed for that is put on the stack of `contexts`, and the call takes the
//! place of the function.
//!
//! What is left to do is compiled twice: right behind the call, for one that comes back by itself; and once more, for turns that are taken off the stack.
//! If all that is needed is [expected](polarnet_lower::Induction) to follow from how many turns there were, only these are counted.

use super::{Compiler, Reg, frame::Frame};
use crate::direct::{
    code::{Instr, NONE, ROW},
    machine::{Code, WAIT},
};
use polarnet_lower::{Block, WaitingCall};

/// What such a call is compiled to.
pub(super) struct Awaiting {
    /// How many words are needed.
    needs: usize,
    /// The register of how much was on the stack before.
    before: Reg,
    /// Where the calls are.
    calls: Vec<usize>,
}

impl Compiler<'_> {
    /// A block that ends with such a call, or a choice of such, and what is left to do.
    pub(super) fn waiting(&mut self, frame: &mut Frame<'_>, block: &Block, call: &WaitingCall<'_>) {
        self.steps(frame, call.before);
        let free = frame.next;
        let before = frame.temporary();
        let added = frame.function.induction(call).added();
        let kept = if added.is_some() { &[][..] } else { &call.needs };
        // What comes of a turn takes memory: so does that it waits, whatever the word.
        let counts = added.is_some() && call.computes();
        let needs = if counts { 0 } else { kept.len().max(1) };
        // Not where arguments of the call are for a moment.
        let first: Vec<_> = added.iter().flatten().map(|_| frame.temporary()).collect();
        let next = frame.next;
        frame.awaiting = Some(Awaiting { needs, before, calls: Vec::new() });
        self.step(frame, call.step);
        let calls = frame.awaiting.take().map_or_else(Vec::new, |awaiting| awaiting.calls);
        let (numbers, whole) = (frame.numbers.len(), frame.whole.len());
        self.block(frame, &Block { count: 0, steps: call.behind.to_vec(), result: block.result }, None);
        frame.numbers.truncate(numbers);
        frame.whole.truncate(whole);
        frame.next = next;
        let given = frame.register(call.given);
        let mut regs: Vec<_> = kept.iter().map(|&operand| self.operand(frame, operand)).collect();
        regs.resize(needs, 0);
        self.code.extend([Instr::row(0, &regs), Instr::row(given, &[])]);
        let behind = self.code.len();
        self.code.push(Instr::new(Code::Awaited as u8, [0, needs as Reg, 0], 0));
        for ((&need, first), by) in call.needs.iter().zip(first).zip(added.into_iter().flatten()) {
            let to = self.operand(frame, need);
            self.code.push(Instr::new(Code::Derive as u8, [to, first, before], by));
        }
        self.landing = self.code.len();
        frame.registers.end_in(call.behind, block.result, given);
        self.steps(frame, call.behind);
        let result = self.operand(frame, block.result);
        if result != given {
            self.emit(Code::Move, [given, result, 0], 0);
        }
        self.emit(Code::AwaitedAll, [given, before, 0], 0);
        let last = self.code.len() - 1;
        self.code[last].n = (last - behind) as u32;
        self.landing = self.code.len();
        for at in calls {
            self.code[at + WAIT - 1].n = (behind - at) as u32;
        }
        frame.numbers.truncate(numbers);
        frame.whole.truncate(whole);
        frame.next = free;
        self.direct.waits |= !counts;
    }

    /// Can it be compiled so?
    pub(super) fn waiting_call<'b>(&self, frame: &Frame<'b>, block: &'b Block) -> Option<WaitingCall<'b>> {
        let may_wait = frame.waits && frame.looked.is_none() && frame.function.args as usize <= ROW;
        let call = if may_wait { frame.function.waiting_call(block) } else { None };
        call.filter(|call| call.needs.len() <= ROW)
    }

    /// Function `n`, which is the one at hand, is called with what is in these registers: its place is taken, if there is room on the stack.
    pub(super) fn wait(&mut self, frame: &mut Frame<'_>, n: u32, args: &[Reg]) {
        let words = frame.words as Reg;
        let Some(awaiting) = &mut frame.awaiting else { return };
        self.push(Instr::new(Code::Wait as u8, [words, awaiting.needs as Reg, awaiting.before], n));
        let at = self.code.len() - 1;
        self.calls.push((at, n, NONE));
        self.code.extend([Instr::link(0, 0), Instr::row(args.len() as Reg, args), Instr::row(0, &[])]);
        awaiting.calls.push(at);
    }
}
