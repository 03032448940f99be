//! Calls, and applications of values.

use super::{Compiler, Reg, frame::Frame};
use crate::direct::{
    code::{Callee, Instr, NONE, ROW},
    exec::LINK,
    machine::{Applied, Code},
};
use polarnet_lower::{Operand, Test};

impl Compiler<'_> {
    /// A value is applied; the result goes to a register, or is that of the function.
    pub(super) fn apply(&mut self, frame: &mut Frame<'_>, value: Operand, args: &[Operand], to: Option<Reg>) {
        if let Operand::Ref(def) = value {
            let definition = &self.definitions[def as usize];
            if args.len() < definition.arity as usize {
                return self.close(frame, def, args, to);
            }
            if let Some(function) = definition.function_for(args.len() as u32)
                && function.args as usize == args.len()
            {
                let known = function.ports(Test::Number).all(|port| frame.is_number(args[port as usize]));
                let n = 2 * self.numbers[&(def, function.args)] + u32::from(known);
                return match to {
                    Some(to) => {
                        frame.called.push((def, function.args));
                        self.call(frame, n, args, to, NONE);
                    }
                    None => self.last_call(frame, n, args, NONE),
                };
            }
        }
        let of = self.operand(frame, value);
        let regs = self.registers_of(frame, args);
        let code = if to.is_some() { Applied::Apply } else { Applied::LastApply };
        self.push(Instr::new(code.to(args.len()), [of, frame.words as Reg, args.len() as Reg], 0));
        self.rows(to.unwrap_or(0), &regs);
    }

    fn close(&mut self, frame: &mut Frame<'_>, def: u32, args: &[Operand], to: Option<Reg>) {
        let result = to.unwrap_or_else(|| frame.temporary());
        let regs = self.registers_of(frame, args);
        self.push(Instr::new(Applied::Close.to(args.len()), [result, args.len() as Reg, 0], def));
        self.rows(0, &regs);
        if to.is_none() {
            self.emit(Code::Return, [result, 0, 0], 0);
        }
    }

    /// `behind`: what the first argument is known to be, of an agent: then its code begins behind the tests.
    pub(super) fn call(&mut self, frame: &mut Frame<'_>, n: u32, args: &[Operand], to: Reg, behind: u32) {
        let regs = self.arguments(frame, args);
        if frame.awaiting.is_some() && self.is_own(frame, n) {
            self.wait(frame, n, &regs);
        }
        self.push(Instr::new(Applied::Call.to(args.len()), [frame.words as Reg, 0, 0], n));
        self.calls.push((self.code.len() - 1, n, behind));
        self.code.push(Instr::link(0, 0));
        self.code.push(Instr::row(to, &regs));
    }

    fn is_own(&self, frame: &Frame<'_>, n: u32) -> bool {
        n / 2 == self.numbers[&(frame.function.def, frame.function.args)]
    }

    fn registers_of(&mut self, frame: &mut Frame<'_>, args: &[Operand]) -> Vec<Reg> {
        args.iter().map(|&arg| self.operand(frame, arg)).collect()
    }

    /// The rows of an application or a closure.
    fn rows(&mut self, to: Reg, regs: &[Reg]) {
        let (first, second) = regs.split_at(regs.len().min(ROW));
        self.code.push(Instr::row(to, first));
        if !second.is_empty() {
            self.code.push(Instr::row(to, second));
        }
    }

    /// The registers of the arguments of a call. If there are too many for a row, they are put to where the called function has them.
    fn arguments(&mut self, frame: &mut Frame<'_>, args: &[Operand]) -> Vec<Reg> {
        if args.len() <= ROW {
            return self.registers_of(frame, args);
        }
        for (arg, to) in args.iter().zip(frame.words + LINK as u32..) {
            self.operand_to(frame, *arg, to as Reg);
        }
        Vec::new()
    }

    /// The arguments go to where those of this function are, all at once.
    pub(super) fn last_call(&mut self, frame: &mut Frame<'_>, n: u32, args: &[Operand], behind: u32) {
        // What is put somewhere for a moment is not in the way.
        frame.next = frame.next.max(args.len() as u32);
        let targets = (0..).zip(args);
        let (constants, others): (Vec<_>, Vec<_>) = targets.partition(|&(_, &arg)| self.constant(arg).is_some());
        let mut moves: Vec<(Reg, Reg)> = others.into_iter().map(|(to, &arg)| (to, self.operand(frame, arg))).collect();
        moves.retain(|(to, from)| to != from);
        if let &[(a, b), (c, d), ref rest @ ..] = &moves[..]
            && rest.len() <= 1
        {
            let (e, f) = rest.first().copied().unwrap_or((0, 0));
            self.emit(Code::Moves, [a, b, c], u32::from_le_bytes([d, e, f, 0]));
            moves.clear();
        }
        while let Some(&(first, _)) = moves.first() {
            let is_free = |&(to, _): &(Reg, Reg)| moves.iter().all(|&(_, from)| from != to);
            match moves.iter().position(is_free) {
                Some(at) => {
                    let (to, from) = moves.swap_remove(at);
                    self.emit(Code::Move, [to, from, 0], 0);
                }
                // Round in circles: what is in the way steps aside.
                None => {
                    let aside = frame.temporary();
                    self.emit(Code::Move, [aside, first, 0], 0);
                    for (_, from) in &mut moves {
                        *from = if *from == first { aside } else { *from };
                    }
                }
            }
        }
        for (to, &constant) in constants {
            self.operand_to(frame, constant, to);
        }
        self.push(Instr::new(Code::Last as u8, [0; 3], n));
        self.calls.push((self.code.len() - 1, n, behind));
        self.code.push(Instr::link(0, 0));
    }

    /// Calls learn where the functions are.
    pub(super) fn link(&mut self, callees: &[Callee]) {
        for &(at, n, behind) in &self.calls {
            let callee = callees[n as usize];
            let code = self.behind.get(&(n, behind)).copied().unwrap_or(callee.code);
            self.code[at + 1] = Instr::link(code as i32 - at as i32, callee.count);
        }
    }
}
