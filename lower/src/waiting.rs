//! Recursion with something left to do: `f(n) = n - f(n - 1)`, `map(x : xs) = g(x) : map(xs)`.
//!
//! A function that calls itself once, whichever way it goes, needs no frame for the call, but only what comes behind needs. So it can be a loop, with a
//! stack of that: some words a turn.

use crate::{
    function::{ARGUMENTS, Function},
    step::{Block, Core, Operand, Reg, Step},
};
use std::collections::BTreeSet;

/// A step in which a function calls itself, and what comes behind it.
#[derive(Clone, Debug)]
pub struct WaitingCall<'b> {
    /// What comes before.
    pub before: &'b [Step],
    /// The call, or a choice of blocks that end with it or give something else.
    pub step: &'b Step,
    /// What it gives.
    pub given: Reg,
    /// What comes behind.
    pub behind: &'b [Step],
    /// Arguments and registers that are needed there.
    pub needs: Vec<Operand>,
}

impl WaitingCall<'_> {
    /// Are numbers computed behind it, and nothing built? Then a turn whose needs are not kept takes no memory, when it is done neither.
    #[must_use]
    pub fn computes(&self) -> bool {
        self.behind.iter().all(Step::computes)
    }
}

impl Step {
    fn computes(&self) -> bool {
        match self {
            Step::Operate(_) | Step::Select(_) | Step::Erase(_) | Step::Core { core: Core::Dup(_), .. } => true,
            Step::Switch(switch) => switch.blocks().all(|block| block.steps.iter().all(Step::computes)),
            _ => false,
        }
    }
}

impl Function {
    /// Does it call itself in one place where something is left to do, and else only in the end?
    #[must_use]
    pub fn waits(&self) -> bool {
        let mut calls = 0;
        self.body.each_call(&mut |def, args| calls += usize::from((def, args) == self.key()));
        let Found { waiting, own } = self.found(&self.body);
        self.accumulates.is_none() && waiting == 1 && own == calls
    }

    /// The call that a block has, if its result is that of the function. What is left is to be no node that is half built.
    #[must_use]
    pub fn waiting_call<'b>(&self, block: &'b Block) -> Option<WaitingCall<'b>> {
        let at = block.steps.iter().rposition(|step| self.ends_with_itself(step) > 0)?;
        let (before, step, behind) = (&block.steps[..at], &block.steps[at], &block.steps[at + 1..]);
        let given = step.result()?;
        let rest = Block { count: 0, steps: behind.to_vec(), result: block.result };
        let needs = rest.needs();
        let is_word = |operand: &Operand| matches!(operand, Operand::Port(_) | Operand::Reg(_));
        let is_taken = needs.contains(&Operand::Reg(given)) && needs.iter().all(is_word);
        let needs: Vec<_> = needs.into_iter().filter(|&operand| operand != Operand::Reg(given)).collect();
        let waits = !behind.is_empty() && is_taken && needs.len() <= ARGUMENTS as usize;
        waits.then_some(WaitingCall { before, step, given, behind, needs })
    }

    fn found(&self, block: &Block) -> Found {
        if let Some(call) = self.waiting_call(block) {
            return Found { waiting: 1, own: self.ends_with_itself(call.step) };
        }
        match block.end() {
            Some(step @ (Step::Switch(_) | Step::Case(_))) => {
                step.blocks().into_iter().map(|block| self.found(block)).sum()
            }
            Some(step) => Found { waiting: 0, own: self.ends_with_itself(step) },
            None => Found::default(),
        }
    }

    /// How often it calls itself as the last thing that a step does.
    fn ends_with_itself(&self, step: &Step) -> usize {
        match step {
            Step::Apply { value: Operand::Ref(def), args, .. } => usize::from((*def, args.len() as u32) == self.key()),
            step => step.blocks().into_iter().filter_map(Block::end).map(|step| self.ends_with_itself(step)).sum(),
        }
    }
}

/// The blocks in which a call waits, and how often a function calls itself there and at its ends.
#[derive(Default)]
struct Found {
    waiting: usize,
    own: usize,
}

impl core::iter::Sum for Found {
    fn sum<I: Iterator<Item = Found>>(all: I) -> Found {
        all.fold(Found::default(), |sum, more| Found { waiting: sum.waiting + more.waiting, own: sum.own + more.own })
    }
}

impl Block {
    /// What it takes from outside, numbers and names aside, each once.
    fn needs(&self) -> Vec<Operand> {
        let (mut given, mut built) = (BTreeSet::new(), BTreeSet::new());
        for step in &self.steps {
            step.each_given(&mut |reg| given.extend([reg]));
            step.each_built(&mut |node| built.extend([node]));
        }
        let mut needs = Vec::new();
        self.each_operand(&mut |operand| {
            let is_own = match operand {
                Operand::Reg(reg) => given.contains(&reg),
                Operand::Node(node) | Operand::Var(node, _) => built.contains(&node),
                Operand::Era | Operand::Num(_) | Operand::Ref(_) | Operand::Leaf(_) => true,
                Operand::Port(_) | Operand::Field(_) | Operand::Computed(_) => false,
            };
            if !is_own && !needs.contains(&operand) {
                needs.push(operand);
            }
        });
        // A node that was built before, and is filled here.
        self.steps.iter().for_each(|step| {
            step.each_filled(&mut |node| {
                if !built.contains(&node) {
                    needs.push(Operand::Node(node));
                }
            });
        });
        needs
    }
}
