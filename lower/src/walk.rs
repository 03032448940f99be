//! What steps take and give, and the blocks in them.

use crate::step::{Block, Case, Operand, Operate, Reg, Select, Step, Switch};
use std::collections::BTreeSet;

impl Step {
    /// Everything that it takes, what its blocks take included.
    pub fn each_operand(&self, each: &mut impl FnMut(Operand)) {
        match self {
            Step::Call { value, args, .. } | Step::Apply { value, args, .. } => {
                each(*value);
                args.iter().copied().for_each(each);
            }
            Step::Core { value, slots, .. } => {
                each(*value);
                slots.iter().filter_map(|slot| slot.ok()).for_each(each);
            }
            Step::Fill { term: value, .. } | Step::Erase(value) | Step::GiveField(value, _) => each(*value),
            Step::Give(value, reg) => [*value, Operand::Reg(*reg)].into_iter().for_each(each),
            Step::Operate(operate) => [operate.x, operate.y].into_iter().for_each(each),
            Step::Switch(switch) => {
                each(switch.value);
                switch.blocks().for_each(|block| block.each_operand(each));
            }
            Step::Case(case) => {
                each(case.value);
                case.blocks().for_each(|block| block.each_operand(each));
            }
            Step::Select(select) => {
                each(select.value);
                select.operands.iter().flatten().copied().for_each(each);
            }
            Step::Build { .. } | Step::Wire(_) => {}
        }
    }

    /// The calls of definitions in it, and with how many arguments.
    pub fn each_call(&self, each: &mut impl FnMut(u32, u32)) {
        self.each_apply(&mut |def, args| each(def, args.len() as u32));
    }

    /// The same with the arguments.
    pub(crate) fn each_apply(&self, each: &mut impl FnMut(u32, &[Operand])) {
        match self {
            Step::Apply { value: Operand::Ref(def), args, .. } => each(*def, args),
            step => step.inner().for_each(|step| step.each_apply(each)),
        }
    }

    /// The registers that it gives, and those that its blocks do.
    pub(crate) fn each_given(&self, each: &mut impl FnMut(Reg)) {
        self.result().into_iter().for_each(&mut *each);
        match self {
            Step::Call { results, .. } => results.iter().copied().for_each(&mut *each),
            Step::Core { slots, .. } => slots.iter().filter_map(|slot| slot.err()).for_each(&mut *each),
            Step::Wire(reg) => each(*reg),
            Step::Switch(switch) => each(switch.before),
            Step::Case(case) => case.guesses.iter().flat_map(|guess| &guess.fields).copied().for_each(&mut *each),
            Step::Select(select) => select.results.iter().copied().for_each(&mut *each),
            _ => {}
        }
        self.inner().for_each(|step| step.each_given(each));
    }

    /// The nodes that it builds, or one of its blocks does.
    pub(crate) fn each_built(&self, each: &mut impl FnMut(u32)) {
        if let Step::Build { node, .. } = self {
            each(*node);
        }
        self.inner().for_each(|step| step.each_built(each));
    }

    /// The nodes of which it fills slots, or one of its blocks does.
    pub(crate) fn each_filled(&self, each: &mut impl FnMut(u32)) {
        if let Step::Fill { node, .. } = self {
            each(*node);
        }
        self.inner().for_each(|step| step.each_filled(each));
    }

    /// The steps of its blocks.
    fn inner(&self) -> impl Iterator<Item = &Step> {
        self.blocks().into_iter().flat_map(|block| &block.steps)
    }

    /// The register of its result, of steps that have one.
    #[must_use]
    pub fn result(&self) -> Option<Reg> {
        match self {
            Step::Apply { result, .. } => Some(*result),
            Step::Operate(operate) => Some(operate.result),
            Step::Switch(switch) => Some(switch.result),
            Step::Case(case) => Some(case.result),
            _ => None,
        }
    }

    /// How many steps it is, with those of its blocks.
    pub(crate) fn size(&self) -> usize {
        1 + self.blocks().into_iter().map(Block::size).sum::<usize>()
    }

    /// What it takes one of its blocks by.
    pub(crate) fn looked_at(&self) -> Option<Operand> {
        match self {
            Step::Switch(switch) => Some(switch.value),
            Step::Case(case) => Some(case.value),
            _ => None,
        }
    }

    /// The blocks of which it takes one.
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            Step::Switch(switch) => switch.blocks().collect(),
            Step::Case(case) => case.blocks().collect(),
            _ => Vec::new(),
        }
    }

    /// The same.
    pub(crate) fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            Step::Switch(switch) => [&mut switch.zero, &mut switch.succ].into_iter().chain(&mut switch.other).collect(),
            Step::Case(case) => {
                case.guesses.iter_mut().map(|guess| &mut guess.block).chain([&mut case.other]).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same with other operands. Wires are not renamed.
    #[must_use]
    pub fn map_operands(&self, map: &impl Fn(Operand) -> Operand) -> Step {
        let all = |operands: &[Operand]| operands.iter().map(|&operand| map(operand)).collect();
        match self {
            Step::Call { actor, value, args, results } => {
                Step::Call { actor: *actor, value: map(*value), args: all(args), results: results.clone() }
            }
            Step::Core { core, value, slots } => {
                Step::Core { core: *core, value: map(*value), slots: slots.map(|slot| slot.map(map)) }
            }
            Step::Build { .. } | Step::Wire(_) => self.clone(),
            Step::Fill { node, slot, term } => Step::Fill { node: *node, slot: *slot, term: map(*term) },
            Step::Erase(term) => Step::Erase(map(*term)),
            Step::Give(term, reg) => Step::Give(map(*term), *reg),
            Step::GiveField(term, port) => Step::GiveField(map(*term), *port),
            Step::Apply { value, args, result } => Step::Apply { value: map(*value), args: all(args), result: *result },
            Step::Operate(operate) => Step::Operate(Operate { x: map(operate.x), y: map(operate.y), ..*operate }),
            Step::Switch(switch) => Step::Switch(Box::new(Switch {
                value: map(switch.value),
                zero: switch.zero.map_operands(map),
                succ: switch.succ.map_operands(map),
                other: switch.other.as_ref().map(|block| block.map_operands(map)),
                ..**switch
            })),
            Step::Case(case) => {
                let case = Case { value: map(case.value), ..(**case).clone() };
                Step::Case(Box::new(case.map(|block| block.map_operands(map))))
            }
            Step::Select(select) => Step::Select(Box::new(Select {
                value: map(select.value),
                operands: select.operands.each_ref().map(|operands| all(operands)),
                ..(**select).clone()
            })),
        }
    }
}

impl Block {
    /// The step that its result comes from, if it is the last one.
    #[must_use]
    pub fn end(&self) -> Option<&Step> {
        self.steps.last().filter(|step| step.result().map(Operand::Reg) == Some(self.result))
    }

    /// The registers of its wires, and of those of its blocks.
    pub(crate) fn wires(&self) -> BTreeSet<Reg> {
        let wires = self.steps.iter().flat_map(|step| match step {
            Step::Wire(reg) => BTreeSet::from([*reg]),
            step => step.blocks().into_iter().flat_map(Block::wires).collect(),
        });
        wires.collect()
    }

    /// Does it choose by an operand that is such?
    pub(crate) fn looks_at(&self, is: &impl Fn(Operand) -> bool) -> bool {
        self.steps
            .iter()
            .any(|step| step.looked_at().is_some_and(is) || step.blocks().into_iter().any(|block| block.looks_at(is)))
    }

    /// How many steps there are, in the blocks of steps too.
    #[must_use]
    pub fn size(&self) -> usize {
        self.steps.iter().map(Step::size).sum()
    }

    /// The calls of definitions, and with how many arguments.
    pub fn each_call(&self, each: &mut impl FnMut(u32, u32)) {
        for step in &self.steps {
            step.each_call(each);
        }
    }

    /// Everything that its steps take, and its result.
    pub fn each_operand(&self, each: &mut impl FnMut(Operand)) {
        for step in &self.steps {
            step.each_operand(each);
        }
        each(self.result);
    }

    /// The same with other operands.
    #[must_use]
    pub fn map_operands(&self, map: &impl Fn(Operand) -> Operand) -> Block {
        let steps = self.steps.iter().map(|step| step.map_operands(map)).collect();
        Block { count: self.count, steps, result: map(self.result) }
    }
}
