//! Instructions, one after the other.

use super::{Compiler, Reg};
use crate::direct::{
    code::{Direct, Instr},
    machine::Code,
};

/// Instructions between two of [`Code::Breathe`].
const BREATH: usize = 64;

impl Compiler<'_> {
    pub(super) fn emit(&mut self, code: Code, registers: [Reg; 3], n: u32) {
        self.push(Instr::new(code as u8, registers, n));
    }

    /// One that is carried out together with the one before says so there; who jumps to it finds it where it is.
    fn follows(&mut self, second: Instr) {
        const PAIRS: [[Code; 3]; 3] = [
            [Code::Move, Code::Last, Code::MoveLast],
            [Code::Moves, Code::Last, Code::MovesLast],
            [Code::Renew, Code::AroundOne, Code::RenewAround],
        ];
        let free = self.begun.max(self.landing);
        if let Some(first) = self.code.get_mut(free..).and_then(|code| code.last_mut())
            && let Some([.., both]) = PAIRS.iter().find(|&&[a, b, _]| [a as u8, b as u8] == [first.op, second.op])
        {
            first.op = *both as u8;
        }
    }

    /// Adds an instruction.
    pub(super) fn push(&mut self, instr: Instr) {
        if self.loads_two(instr) {
            return;
        }
        if self.code.len() - self.begun >= BREATH {
            self.code.push(Instr::new(Code::Breathe as u8, [0; 3], 0));
            self.begun = self.code.len();
        }
        self.follows(instr);
        self.code.push(instr);
    }

    /// A constant is loaded together with the one before, unless the function may begin, or go on, between them.
    fn loads_two(&mut self, second: Instr) -> bool {
        let is_load = |instr: &Instr| instr.op == Code::Load as u8 && instr.n <= 0xffff;
        let free = self.begun.max(self.landing);
        match self.code.get_mut(free..).and_then(|code| code.last_mut()) {
            Some(first) if is_load(first) && is_load(&second) => {
                *first = Instr::new(Code::LoadTwo as u8, [first.a, second.a, 0], first.n | second.n << 16);
                true
            }
            _ => false,
        }
    }

    /// What there is so far, of all that code and its calls need.
    pub(super) fn mark(&self) -> [usize; 7] {
        let Direct { rows, cores, acts, .. } = &self.direct;
        [self.code.len(), self.calls.len(), self.begun, self.landing, rows.len(), cores.len(), acts.len()]
    }

    /// What came after a mark goes; other things that code names may stay.
    pub(super) fn go_back(&mut self, [code, calls, begun, landing, rows, cores, acts]: [usize; 7]) {
        self.code.truncate(code);
        self.calls.truncate(calls);
        (self.begun, self.landing) = (begun, landing);
        self.direct.rows.truncate(rows);
        self.direct.cores.truncate(cores);
        self.direct.acts.truncate(acts);
    }
}
