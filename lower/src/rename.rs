//! Steps of one function as steps of another.

use crate::step::{Block, Case, Guess, Operand, Operate, Reg, Select, Step, Switch};

/// From the names of one function to those of another.
pub struct Rename<'r> {
    pub args: &'r [Operand],
    /// Its registers are counted from here.
    pub registers: Reg,
    /// Its nodes, too.
    pub nodes: u32,
    /// What one returns, and where that goes in the other.
    pub result: Option<(Operand, Reg)>,
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
        match self.result {
            Some((from, to)) if from == Operand::Reg(reg) => to,
            _ => self.registers + reg,
        }
    }

    pub fn block(&self, block: &Block) -> Block {
        Block {
            count: block.count,
            steps: block.steps.iter().map(|step| self.step(step)).collect(),
            result: self.operand(block.result),
        }
    }

    pub fn step(&self, step: &Step) -> Step {
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
            Step::Select(select) => Step::Select(Box::new(Select {
                value: self.operand(select.value),
                counts: select.counts,
                operands: select.operands.each_ref().map(|operands| self.operands(operands)),
                results: select.results.iter().map(|&reg| self.reg(reg)).collect(),
            })),
            Step::Case(case) => Step::Case(Box::new(Case {
                value: self.operand(case.value),
                guesses: case.guesses.iter().map(|guess| self.guess(guess)).collect(),
                other: self.block(&case.other),
                result: self.reg(case.result),
            })),
        }
    }

    fn guess(&self, guess: &Guess) -> Guess {
        let fields = guess.fields.iter().map(|&reg| self.reg(reg)).collect();
        Guess { fields, block: self.block(&guess.block), ..*guess }
    }
}
