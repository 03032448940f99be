//! Calls that move to where what they give is taken.

use super::{Fused, Fuser, Key, map_blocks, pop_end};
use crate::{
    rename::Rename,
    step::{Block, Operand, Reg, Step},
};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

impl Fuser<'_> {
    /// A block whose calls are fused, as far as they can be.
    pub(super) fn block(&mut self, block: Block) -> Block {
        let mut takers = FxHashMap::default();
        for (at, step) in block.steps.iter().enumerate() {
            step.each_operand(&mut |operand| {
                if let Operand::Reg(reg) = operand {
                    takers.entry(reg).or_insert(at);
                }
            });
        }
        // What is left of each step.
        let mut steps: Vec<Vec<Step>> = block.steps.into_iter().map(|step| vec![step]).collect();
        for from in 0..steps.len() {
            let [step] = &steps[from][..] else { continue };
            let Some(reg) = step.result().filter(|_| self.can_move(step)) else { continue };
            let Some(&to) = takers.get(&reg).filter(|&&to| to > from) else { continue };
            let [taker] = &steps[to][..] else { continue };
            let (step, taker) = (step.clone(), taker.clone());
            if let Step::Apply { value: Operand::Ref(def), args, result } = &taker
                && let Some((outer, port)) = takes_in_call(&taker, reg)
            {
                if self.draft.size < self.draft.most && self.leads(&step, outer, port) {
                    let before = step.size() + 1;
                    let made =
                        self.called(Some(step), (*def, args.len() as u32), port, args, Operand::Reg(reg), *result);
                    self.draft.size += made.iter().map(Step::size).sum::<usize>().saturating_sub(before);
                    (steps[from], steps[to]) = (Vec::new(), made);
                }
            } else if self.leads_inside(&step, &taker, reg) {
                let more = step.size() * (taker.blocks().len() - 1);
                if self.draft.size + more < self.draft.most {
                    self.draft.size += more;
                    let mut taker = taker;
                    for block in taker.blocks_mut() {
                        *block = self.sunk(&step, core::mem::take(block));
                    }
                    (steps[from], steps[to]) = (Vec::new(), vec![taker]);
                }
            }
        }
        let mut steps: Vec<Step> = steps.into_iter().flatten().collect();
        for block in steps.iter_mut().flat_map(Step::blocks_mut) {
            *block = self.block(core::mem::take(block));
        }
        Block { steps, ..block }
    }

    /// Does what a step gives come to a call, in a block of another one, that it can be fused with?
    fn leads_inside(&mut self, step: &Step, taker: &Step, reg: Reg) -> bool {
        taker.looked_at() != Some(Operand::Reg(reg))
            && taker.blocks().into_iter().flat_map(|block| &block.steps).any(|taker| match takes_in_call(taker, reg) {
                Some((outer, port)) => self.leads(step, outer, port),
                None => self.leads_inside(step, taker, reg),
            })
    }

    /// Does a step end with a call that can be fused with another one?
    fn leads(&mut self, step: &Step, outer: Key, port: u32) -> bool {
        match step {
            Step::Apply { value: Operand::Ref(def), args, .. } => {
                self.asked(Fused { outer, port, inner: (*def, args.len() as u32) }).is_some()
            }
            step => {
                step.blocks().into_iter().any(|block| block.end().is_some_and(|step| self.leads(step, outer, port)))
            }
        }
    }

    /// A call of what another step gives, or of `given`, if there is none.
    pub(super) fn called(
        &mut self,
        step: Option<Step>,
        outer: Key,
        port: u32,
        args: &[Operand],
        given: Operand,
        result: Reg,
    ) -> Vec<Step> {
        let mut args = args.to_vec();
        args[port as usize] = given;
        match step {
            Some(Step::Apply { value: Operand::Ref(def), args: inner, result: between }) => {
                let fused = Fused { outer, port, inner: (def, inner.len() as u32) };
                if let Some(def) = self.asked(fused) {
                    let args = fused.joined(&args, &inner);
                    return vec![Step::Apply { value: Operand::Ref(def), args, result }];
                }
                let call = Step::Apply { value: Operand::Ref(outer.0), args, result };
                vec![Step::Apply { value: Operand::Ref(def), args: inner, result: between }, call]
            }
            Some(step @ (Step::Switch(_) | Step::Case(_))) => {
                let step = map_blocks(step, result, |mut block| {
                    let end = pop_end(&mut block);
                    let result = self.draft.register();
                    let steps = self.called(end, outer, port, &args, block.result, result);
                    block.steps.extend(steps);
                    Block { result: Operand::Reg(result), ..block }
                });
                vec![step]
            }
            step => step.into_iter().chain([Step::Apply { value: Operand::Ref(outer.0), args, result }]).collect(),
        }
    }

    /// Has all that a step does to do with nothing but what it takes and gives? Then it can be done later. A variable, or a wire, is another way out.
    fn can_move(&self, step: &Step) -> bool {
        let (mut built, mut filled, mut is_closed) = (BTreeSet::new(), BTreeSet::new(), true);
        step.each_built(&mut |node| built.extend([node]));
        step.each_filled(&mut |node| filled.extend([node]));
        step.each_operand(&mut |operand| match operand {
            Operand::Var(node, _) => is_closed &= built.contains(&node),
            Operand::Reg(reg) => is_closed &= !self.draft.wires.contains(&reg),
            _ => {}
        });
        let moves = |step: &Step| match step {
            Step::Apply { .. } | Step::Operate(_) | Step::Erase(_) | Step::Switch(_) | Step::Case(_) => true,
            Step::Build { in_place, .. } => !in_place,
            Step::Fill { .. } => true,
            Step::Core { .. } | Step::Call { .. } | Step::Select(_) => false,
            Step::Wire(_) | Step::Give(..) | Step::GiveField(..) => false,
        };
        is_closed && filled.is_subset(&built) && all(step, &moves)
    }

    /// A block with a step before it, in names of its own.
    fn sunk(&mut self, step: &Step, block: Block) -> Block {
        let mut own = BTreeSet::new();
        step.each_given(&mut |reg| own.extend([reg]));
        let mut others = Vec::new();
        step.each_operand(&mut |operand| {
            if !matches!(operand, Operand::Reg(reg) if own.contains(&reg)) && !others.contains(&operand) {
                others.push(operand);
            }
        });
        let port = |operand| others.iter().position(|&other| other == operand);
        let closed = step.map_operands(&|operand| port(operand).map_or(operand, |at| Operand::Port(at as u32)));
        let (first, last) = (own.first().copied().unwrap_or(0), own.last().copied().unwrap_or(0));
        let registers = self.draft.registers - first;
        self.draft.registers = registers + last + 1;
        let moved = Rename { args: &others, registers, nodes: 0, result: None }.step(&closed);
        let [from, to] = [step, &moved].map(|step| step.result().map(Operand::Reg));
        let mut sunk =
            block.map_operands(&|operand| if Some(operand) == from { to.unwrap_or(operand) } else { operand });
        sunk.steps.insert(0, moved);
        sunk
    }
}

/// Are a step, and those of its blocks, such?
fn all(step: &Step, is: &impl Fn(&Step) -> bool) -> bool {
    is(step) && step.blocks().into_iter().flat_map(|block| &block.steps).all(|step| all(step, is))
}

/// The function that a step calls, and which of its arguments a register is.
fn takes_in_call(step: &Step, reg: Reg) -> Option<(Key, u32)> {
    let Step::Apply { value: Operand::Ref(def), args, .. } = step else { return None };
    let port = args.iter().position(|&arg| arg == Operand::Reg(reg))?;
    Some(((*def, args.len() as u32), port as u32))
}
