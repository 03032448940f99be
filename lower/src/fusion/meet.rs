//! Calls that move to where what they give is taken.

use super::{Fused, Fuser, Key, end, map_blocks, pop_end};
use crate::{
    rename::Rename,
    step::{Block, Operand, Reg, Step},
};
use std::collections::BTreeSet;

/// Two steps of a block, of which the second one takes what the first one gives.
enum Meeting {
    /// As its argument.
    Here { from: usize, to: usize, port: u32 },
    /// In one of its blocks.
    Inside { from: usize, to: usize },
}

impl Fuser<'_> {
    /// A block whose calls are fused, as far as they can be.
    pub(super) fn block(&mut self, mut block: Block) -> Block {
        while self.draft.size < self.draft.most
            && let Some(meeting) = self.meeting(&block)
        {
            match meeting {
                Meeting::Here { from, to, port } => {
                    let Step::Apply { value: Operand::Ref(def), args, result } = block.steps.remove(to) else {
                        unreachable!("it is a call")
                    };
                    let end = block.steps.remove(from);
                    let given = end.result().map_or(Operand::Era, Operand::Reg);
                    let outer = (def, args.len() as u32);
                    let before = end.size() + 1;
                    let steps = self.called(Some(end), outer, port, &args, given, result);
                    self.draft.size += steps.iter().map(Step::size).sum::<usize>().saturating_sub(before);
                    block.steps.splice(to - 1..to - 1, steps);
                }
                Meeting::Inside { from, to } => {
                    let sinking = block.steps.remove(from);
                    self.draft.size += sinking.size() * (block.steps[to - 1].blocks().len() - 1);
                    let mut into = core::mem::replace(&mut block.steps[to - 1], Step::Erase(Operand::Era));
                    for block in into.blocks_mut() {
                        *block = self.sunk(&sinking, core::mem::take(block));
                    }
                    block.steps[to - 1] = into;
                }
            }
        }
        for block in block.steps.iter_mut().flat_map(Step::blocks_mut) {
            *block = self.block(core::mem::take(block));
        }
        block
    }

    /// What can be fused in a block.
    fn meeting(&mut self, block: &Block) -> Option<Meeting> {
        for (from, step) in block.steps.iter().enumerate() {
            let Some(reg) = step.result().filter(|_| can_move(step)) else { continue };
            let rest = block.steps.iter().enumerate().skip(from + 1);
            let Some((to, taker)) = rest.into_iter().find(|(_, step)| step.takes(Operand::Reg(reg))) else { continue };
            if let Some((outer, port)) = takes_in_call(taker, reg) {
                if self.leads(step, outer, port) {
                    return Some(Meeting::Here { from, to, port });
                }
            } else if self.leads_inside(step, taker, reg) {
                return Some(Meeting::Inside { from, to });
            }
        }
        None
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
                self.wanted(Fused { outer, port, inner: (*def, args.len() as u32) }).is_some()
            }
            step => step.blocks().into_iter().any(|block| end(block).is_some_and(|step| self.leads(step, outer, port))),
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
                if let Some(def) = self.wanted(fused) {
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

    /// A block with a step before it, in names of its own.
    fn sunk(&mut self, step: &Step, block: Block) -> Block {
        let mut own = BTreeSet::new();
        registers(step, &mut own);
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

/// Has all that a step does to do with nothing but what it takes and gives? Then it can be done later.
fn can_move(step: &Step) -> bool {
    let mut built = Vec::new();
    only(step, &mut built, &|step, built| match step {
        Step::Fill { node, .. } => built.contains(node),
        Step::Apply { .. } | Step::Operate(_) | Step::Erase(_) | Step::Switch(_) | Step::Case(_) => true,
        Step::Build { in_place, .. } => !in_place,
        Step::Core { .. } | Step::Call { .. } | Step::Select(_) => false,
        Step::Wire(_) | Step::Give(..) | Step::GiveField(..) => false,
    })
}

/// Are all steps such, which may depend on the nodes that were built before?
fn only(step: &Step, built: &mut Vec<u32>, is: &impl Fn(&Step, &[u32]) -> bool) -> bool {
    if let Step::Build { node, .. } = step {
        built.push(*node);
    }
    is(step, built) && step.blocks().into_iter().flat_map(|block| &block.steps).all(|step| only(step, built, is))
}

/// The registers that a step that can move gives.
fn registers(step: &Step, found: &mut BTreeSet<Reg>) {
    found.extend(step.result());
    match step {
        Step::Switch(switch) => found.extend([switch.before]),
        Step::Case(case) => found.extend(case.guesses.iter().flat_map(|guess| &guess.fields)),
        _ => {}
    }
    step.blocks().into_iter().flat_map(|block| &block.steps).for_each(|step| registers(step, found));
}

/// The function that a step calls, and which of its arguments a register is.
fn takes_in_call(step: &Step, reg: Reg) -> Option<(Key, u32)> {
    let Step::Apply { value: Operand::Ref(def), args, .. } = step else { return None };
    let port = args.iter().position(|&arg| arg == Operand::Reg(reg))?;
    Some(((*def, args.len() as u32), port as u32))
}
