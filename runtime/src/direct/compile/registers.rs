//! Where the registers of a function are: as few moves as may be.
//!
//! A register stands for itself, unless it may take the place of one that nobody reads any more: the number before, in a switch,
//! that of the number; and what a call in the place of this function takes, that of the argument.

use super::Reg;
use polarnet_lower::{Function, Operand, Step};
use rustc_hash::FxHashMap;

pub(super) struct Registers {
    /// By the number in the function.
    places: Vec<Reg>,
    args: u32,
    /// How often each operand is read.
    reads: FxHashMap<Operand, u32>,
}

impl Registers {
    pub fn new(function: &Function) -> Registers {
        let mut reads = FxHashMap::default();
        function.body.each_operand(&mut |operand| *reads.entry(operand).or_insert(0) += 1);
        let args = function.args;
        Registers { places: (args..args + function.registers).map(|at| at as Reg).collect(), args, reads }
    }

    /// These are read, too; and what is an argument stays where it is.
    pub fn keep(&mut self, results: &[Operand]) {
        self.args = 0;
        for &result in results {
            *self.reads.entry(result).or_insert(0) += 1;
        }
    }

    pub fn place(&self, reg: u32) -> Reg {
        self.places[reg as usize]
    }

    /// What the last of these steps computes goes to this register.
    pub fn end_in(&mut self, steps: &[Step], result: Operand, place: Reg) {
        if let Some(Step::Operate(operate)) = steps.last()
            && result == Operand::Reg(operate.result)
        {
            self.places[operate.result as usize] = place;
        }
    }

    /// Where an operand is that has a register.
    fn of(&self, operand: Operand) -> Option<Reg> {
        match operand {
            Operand::Port(port) => Some(port as Reg),
            Operand::Reg(reg) => Some(self.place(reg)),
            _ => None,
        }
    }

    /// The number before takes the place of the number, if that is read by the switch alone.
    pub fn before(&mut self, value: Operand, before: u32) {
        if let (Some(place), Some(1)) = (self.of(value), self.reads.get(&value)) {
            self.places[before as usize] = place;
        }
    }

    /// What steps bring goes to where it is an argument of the call of a definition at the end, which takes the place of this
    /// function, if what is there is not read later.
    pub fn aim(&mut self, steps: &[Step], args: &[Operand]) {
        for (target, &arg) in (0..self.args as Reg).zip(args) {
            let Operand::Reg(reg) = arg else { continue };
            let brings = |step: &Step| match step {
                Step::Operate(operate) => operate.result == reg,
                Step::Apply { result, .. } => *result == reg,
                _ => false,
            };
            let Some(made) = steps.iter().position(brings) else { continue };
            let mut is_read = self.reads.get(&arg) != Some(&1);
            let mut look = |operand: Operand| is_read |= operand != arg && self.of(operand) == Some(target);
            steps[made + 1..].iter().for_each(|step| step.each_operand(&mut look));
            args.iter().copied().for_each(look);
            if !is_read {
                self.places[reg as usize] = target;
            }
        }
    }
}
