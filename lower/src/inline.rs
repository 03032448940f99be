//! Small functions, written out where they are called.
//!
//! Nets have many: a switch of which one arm is a definition, and that definition calls the switch again. One call instead of
//! two, and none at all at the leaves.

use crate::{
    function::{Definition, Function, Test},
    rename::Rename,
    step::{Block, Operand, Reg, Step, Switch},
};
use std::collections::{HashMap, HashSet};

/// The largest function that is written out, in steps.
pub const SMALL: usize = 8;

/// The largest that others are written into.
pub const LARGE: usize = 1 << 8;

/// Writes small functions out, one level deep, where what they test is known.
pub fn inline(definitions: &mut [Definition]) {
    let small: HashMap<(u32, u32), Function> = definitions
        .iter()
        .flat_map(|definition| definition.functions.values())
        .filter(|function| matches!(function.body.result, Operand::Reg(_)) && function.body.size() <= SMALL)
        .filter(|function| function.uses_all())
        .map(|function| ((function.def, function.args), function.clone()))
        .collect();
    for function in definitions.iter_mut().flat_map(|definition| definition.functions.values_mut()) {
        let known = function.tests.iter().filter(|(_, test)| *test == Test::Number);
        let numbers = known.map(|&(port, _)| Operand::Port(port)).collect();
        let mut into = Inliner { small: &small, size: function.body.size(), own: function.def, function, numbers };
        let body = core::mem::take(&mut into.function.body);
        let body = into.block(body);
        function.body = body;
    }
}

struct Inliner<'i> {
    small: &'i HashMap<(u32, u32), Function>,
    own: u32,
    /// The function that is written into, without its body.
    function: &'i mut Function,
    size: usize,
    /// What is known to be a number.
    numbers: HashSet<Operand>,
}

impl<'i> Inliner<'i> {
    fn block(&mut self, block: Block) -> Block {
        let mut new = Block { steps: Vec::with_capacity(block.steps.len()), ..block };
        for step in block.steps {
            match step {
                Step::Apply { value: Operand::Ref(def), args, result } => match self.called(def, &args) {
                    Some(callee) => {
                        let body = self.written_out(callee, &args, result);
                        new.count += body.count;
                        new.steps.extend(self.known_in(body.steps));
                    }
                    None => new.steps.push(Step::Apply { value: Operand::Ref(def), args, result }),
                },
                Step::Switch(switch) => new.steps.push(Step::Switch(Box::new(self.switch(*switch)))),
                Step::Case(case) => {
                    let case = case.map(|block| self.apart(block));
                    new.steps.push(Step::Case(Box::new(case)));
                }
                Step::Operate(operate) => {
                    if [operate.x, operate.y].iter().all(|&operand| self.is_number(operand)) {
                        self.numbers.insert(Operand::Reg(operate.result));
                    }
                    new.steps.push(Step::Operate(operate));
                }
                step => new.steps.push(step),
            }
        }
        new
    }

    fn is_number(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Num(_)) || self.numbers.contains(&operand)
    }

    fn switch(&mut self, switch: Switch) -> Switch {
        let before = self.numbers.clone();
        let other = if self.is_number(switch.value) { None } else { switch.other };
        let zero = self.block(switch.zero);
        self.numbers = before.clone();
        self.numbers.insert(Operand::Reg(switch.before));
        let succ = self.block(switch.succ);
        self.numbers = before.clone();
        let other = other.map(|block| self.block(block));
        self.numbers = before;
        Switch { zero, succ, other, ..switch }
    }

    /// A block that is taken or not: of its numbers nothing is known after it.
    fn apart(&mut self, block: Block) -> Block {
        let before = self.numbers.clone();
        let block = self.block(block);
        self.numbers = before;
        block
    }

    /// A small function, if all that it tests is known.
    fn called(&mut self, def: u32, args: &[Operand]) -> Option<&'i Function> {
        let small: &'i HashMap<_, _> = self.small;
        let callee: &'i Function = small.get(&(def, args.len() as u32))?;
        let size = callee.body.size();
        let known = |&(port, test): &(u32, Test)| test == Test::Number && self.is_number(args[port as usize]);
        if def == self.own || self.size + size > LARGE || !callee.tests.iter().all(known) {
            return None;
        }
        self.size += size;
        Some(callee)
    }

    /// The body of a function for these arguments, with registers of its own.
    fn written_out(&mut self, callee: &Function, args: &[Operand], result: Reg) -> Block {
        let (registers, nodes) = (self.function.registers, self.function.nodes.len() as u32);
        let rename = Rename { args, registers, nodes, result: Some((callee.body.result, result)) };
        self.function.registers += callee.registers;
        self.function.nodes.extend_from_slice(&callee.nodes);
        rename.block(&callee.body)
    }

    /// What is written out is not written into again, but what is known now of its numbers is used.
    fn known_in(&mut self, steps: Vec<Step>) -> Vec<Step> {
        let known = |step| match step {
            Step::Switch(switch) if self.is_number(switch.value) => {
                Step::Switch(Box::new(Switch { other: None, ..*switch }))
            }
            step => step,
        };
        steps.into_iter().map(known).collect()
    }
}
