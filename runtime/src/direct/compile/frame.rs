//! The registers of a function.

use super::{Reg, registers::Registers, waiting::Awaiting};
use crate::{direct::exec::LINK, worker::MAX_ARITY};
use polarnet_lower::{ARGUMENTS, Block, Function, Operand, Step};
use polarnet_syntax::number::Type;

/// Registers that a step may need for a moment.
const TEMPORARY: u32 = 32;

/// Has a frame of a function enough registers, as far as can be said before there is code? There are templates for those that have not.
pub(super) fn fits(function: &Function) -> bool {
    fit(words(function))
}

/// Is a frame of so many words small enough, so that code can name the registers of arguments in the frame above too?
pub(super) fn fit(words: u32) -> bool {
    const _: () =
        assert!(ARGUMENTS as usize <= 1 + MAX_ARITY, "an agent has more ports than a definition has arguments");
    words + LINK as u32 + 1 + MAX_ARITY as u32 <= u32::from(Reg::MAX)
}

/// The registers of a frame; of those for a moment more than there are, as a rule: each switch around a step may hold one.
pub(super) fn words(function: &Function) -> u32 {
    fn depth(block: &Block) -> u32 {
        let of = |step: &Step| match step {
            Step::Switch(switch) => 1 + switch.blocks().map(depth).max().unwrap_or(0),
            _ => 0,
        };
        block.steps.iter().map(of).max().unwrap_or(0)
    }
    function.args + function.registers + function.nodes.len() as u32 + TEMPORARY + depth(&function.body)
}

/// The frame of one function: arguments, registers, nodes, and then what is needed for a moment.
pub(super) struct Frame<'f> {
    pub function: &'f Function,
    pub registers: Registers,
    /// What is known to be a number.
    pub numbers: Vec<Operand>,
    /// Its words.
    pub words: u32,
    /// The first register that is free.
    pub next: u32,
    /// Nodes whose registers hold them as terms.
    pub whole: Vec<u32>,
    /// The variable that a switch has looked at, and where what was found is: the right to meet its cell may be used.
    pub looked: Option<(Operand, Reg)>,
    /// The argument that is tested to be a pair when it is taken apart.
    pub tested: Option<u32>,
    /// In a rule: the words and the cells of the agent that is met.
    pub met: Option<[u32; 2]>,
    /// The definitions that it has called so far, and with how many arguments.
    pub called: Vec<(u32, u32)>,
    /// Registers of results that will come to where they stand in nodes.
    pub holes: Vec<u32>,
    /// The types of what is known to be a number, in a rule.
    pub types: Vec<(Operand, Type)>,
    /// Does it [call itself](Function::waits) with something left to do? Not of rules.
    pub waits: bool,
    /// Set while such a call is compiled.
    pub awaiting: Option<Awaiting>,
    /// What is behind all registers that were used.
    pub peak: u32,
}

impl Frame<'_> {
    pub(super) fn register(&self, reg: u32) -> Reg {
        self.registers.place(reg)
    }

    pub(super) fn node(&self, node: u32) -> Reg {
        (self.function.args + self.function.registers + node) as Reg
    }

    pub(super) fn temporary(&mut self) -> Reg {
        self.next += 1;
        self.peak = self.peak.max(self.next);
        (self.next - 1) as Reg
    }

    pub(super) fn is_number(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Num(_)) || self.numbers.contains(&operand)
    }
}
