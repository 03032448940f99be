//! Small functions, written out where they are called.
//!
//! Nets have many: a switch of which one arm is a definition, and that definition calls the switch again. One call instead of
//! two, and none at all at the leaves.

use crate::{
    function::{Definition, Function, Test},
    step::{Block, Operand, Operate, Reg, Step, Switch},
};
use std::collections::{HashMap, HashSet};

/// The largest function that is written out, in steps.
const SMALL: usize = 8;

/// The largest that others are written into.
const LARGE: usize = 1 << 8;

/// Writes small functions out, one level deep, where what they test is known.
pub fn inline(definitions: &mut [Definition]) {
    let small: HashMap<(u32, u32), Function> = definitions
        .iter()
        .flat_map(|definition| definition.functions.values())
        .filter(|function| matches!(function.body.result, Operand::Reg(_)) && size(&function.body) <= SMALL)
        .map(|function| ((function.def, function.args), function.clone()))
        .collect();
    for function in definitions.iter_mut().flat_map(|definition| definition.functions.values_mut()) {
        let known = function.tests.iter().filter(|(_, test)| *test == Test::Number);
        let numbers = known.map(|&(port, _)| Operand::Port(port)).collect();
        let mut into = Inliner { small: &small, size: size(&function.body), own: function.def, function, numbers };
        let body = core::mem::replace(&mut into.function.body, Block::empty());
        let body = into.block(body);
        function.body = body;
    }
}

/// The steps of a block.
fn size(block: &Block) -> usize {
    let of = |step: &Step| match step {
        Step::Switch(switch) => 1 + switch.blocks().map(size).sum::<usize>(),
        _ => 1,
    };
    block.steps.iter().map(of).sum()
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

    /// A small function, if all that it tests is known.
    fn called(&mut self, def: u32, args: &[Operand]) -> Option<&'i Function> {
        let small: &'i HashMap<_, _> = self.small;
        let callee: &'i Function = small.get(&(def, args.len() as u32))?;
        let size = size(&callee.body);
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
        let rename = Rename { args, registers, nodes, result: (callee.body.result, result) };
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

/// From the names of one function to those of another.
struct Rename<'r> {
    args: &'r [Operand],
    registers: Reg,
    nodes: u32,
    /// What one returns, and where that goes in the other.
    result: (Operand, Reg),
}

impl Rename<'_> {
    fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Port(port) => self.args[port as usize],
            Operand::Reg(reg) => Operand::Reg(self.reg(reg)),
            Operand::Node(node) => Operand::Node(self.nodes + node),
            Operand::Var(node, slot) => Operand::Var(self.nodes + node, slot),
            other => other,
        }
    }

    fn operands(&self, operands: &[Operand]) -> Vec<Operand> {
        operands.iter().map(|&operand| self.operand(operand)).collect()
    }

    fn reg(&self, reg: Reg) -> Reg {
        let (from, to) = self.result;
        if from == Operand::Reg(reg) { to } else { self.registers + reg }
    }

    fn block(&self, block: &Block) -> Block {
        Block {
            count: block.count,
            steps: block.steps.iter().map(|step| self.step(step)).collect(),
            result: self.operand(block.result),
        }
    }

    fn step(&self, step: &Step) -> Step {
        match step {
            Step::Call { actor, value, args, results } => Step::Call {
                actor: *actor,
                value: self.operand(*value),
                args: self.operands(args),
                results: results.iter().map(|&reg| self.reg(reg)).collect(),
            },
            Step::Core { core, value, slots } => Step::Core {
                core: *core,
                value: self.operand(*value),
                slots: slots.map(|slot| slot.map(|term| self.operand(term)).map_err(|reg| self.reg(reg))),
            },
            Step::Build { node, in_place } => Step::Build { node: self.nodes + node, in_place: *in_place },
            Step::Fill { node, slot, term } => {
                Step::Fill { node: self.nodes + node, slot: *slot, term: self.operand(*term) }
            }
            Step::Erase(term) => Step::Erase(self.operand(*term)),
            Step::Wire(reg) => Step::Wire(self.reg(*reg)),
            Step::Give(term, reg) => Step::Give(self.operand(*term), self.reg(*reg)),
            Step::GiveField(term, port) => Step::GiveField(self.operand(*term), *port),
            Step::Apply { value, args, result } => {
                Step::Apply { value: self.operand(*value), args: self.operands(args), result: self.reg(*result) }
            }
            Step::Operate(operate) => Step::Operate(Operate {
                x: self.operand(operate.x),
                y: self.operand(operate.y),
                result: self.reg(operate.result),
                ..*operate
            }),
            Step::Switch(switch) => Step::Switch(Box::new(Switch {
                value: self.operand(switch.value),
                before: self.reg(switch.before),
                result: self.reg(switch.result),
                zero: self.block(&switch.zero),
                succ: self.block(&switch.succ),
                other: switch.other.as_ref().map(|block| self.block(block)),
            })),
        }
    }
}

impl Block {
    fn empty() -> Block {
        Block { count: 0, steps: Vec::new(), result: Operand::Era }
    }
}
