//! Switches.

use super::{Compiler, Reg, counted, frame::Frame};
use crate::direct::machine::Code;
use polarnet_lower::{Block, Operand, Switch};

impl Compiler<'_> {
    /// A switch whose result goes to a register, or is that of the function.
    pub(super) fn switch(&mut self, frame: &mut Frame<'_>, switch: &Switch, to: Option<Reg>) {
        let of = self.operand(frame, switch.value);
        let known = frame.numbers.len();
        let unless = switch.other.as_ref().map(|other| {
            self.emit(Code::Unless, [of, 0, 0], 0);
            (self.code.len() - 1, other)
        });
        frame.registers.before(switch.value, switch.before);
        self.emit(Code::Switch, [of, frame.register(switch.before), 0], 0);
        let choice = self.code.len() - 1;
        let expected = counted(&switch.succ);
        frame.numbers.push(Operand::Reg(switch.before));
        let succ = self.arm(frame, &switch.succ, expected, to, false);
        frame.numbers.truncate(known);
        self.jumps_here(choice);
        let zero = self.arm(frame, &switch.zero, expected, to, switch.other.is_none());
        frame.numbers.truncate(known);
        if let Some((unless, other)) = unless {
            self.jumps_here(unless);
            let looked = frame.looked.replace((switch.value, of));
            self.arm(frame, other, expected, to, true);
            frame.looked = looked;
            frame.numbers.truncate(known);
        }
        for end in [zero, succ].into_iter().flatten() {
            self.jumps_here(end);
        }
    }

    pub(super) fn jumps_here(&mut self, from: usize) {
        self.landing = self.code.len();
        self.code[from].n = (self.landing - from) as u32;
    }

    /// A block of a switch, after so much was counted for it; where it jumps behind the others, if it does not return. The last
    /// one need not jump.
    fn arm(
        &mut self,
        frame: &mut Frame<'_>,
        block: &Block,
        expected: u32,
        to: Option<Reg>,
        last: bool,
    ) -> Option<usize> {
        let more = counted(block).wrapping_sub(expected);
        if more != 0 {
            self.emit(Code::Count, [0; 3], more);
        }
        // What its last step needs for a moment is free for the next one.
        let free = frame.next;
        self.block(frame, block, to);
        frame.next = free;
        (to.is_some() && !last).then(|| {
            self.emit(Code::Jump, [0; 3], 0);
            self.code.len() - 1
        })
    }
}
