//! Functions, written out where they are called, if what they test is known there.
//!
//! * **Leaves**, which are small and call no definition, in other small functions, as far as these stay small.
//! * **Small functions**. Nets have many: a switch of which one arm is a definition, and that definition calls the switch again.
//!   One call instead of two, and none at all at the end.
//! * **What is called in one place**, whatever it does: in λ-encodings each arm of a match is a definition.
//! * **Circles** of functions that are [several as one](crate::fusion), which call each other by more steps than two.
//!
//! Each but the last is done one level deep, so that recursion needs no limit.

use crate::{
    function::{Definition, Function, Test},
    reach::reach,
    rename::Rename,
    step::{Block, Operand, Reg, Step, Switch},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// The largest function that is written out wherever it is called, in steps.
pub const SMALL: usize = 8;

/// The largest that others are written into.
pub const LARGE: usize = 1 << 8;

/// The largest that is compiled once more for some callers: for those who bring unsigned numbers, who take the pair apart that it gives, or who give
/// it what another one makes. What is called in one place only, or in a circle, makes none larger.
pub const VARIANT: usize = 48;

/// The most registers and nodes of bytecode that others are written into: its frames have 2^8 words.
pub const FRAME: usize = 1 << 7;

/// How many functions are written into each other, at most, where they call each other in a circle.
const CIRCLE: usize = 6;

/// Functions, by definition and number of arguments.
type Functions = FxHashMap<(u32, u32), Function>;

/// Writes functions out. `live`: those whose calls are counted, to know what is called once. `frame`: the most registers and nodes.
pub fn inline(definitions: &mut [Definition], live: &BTreeSet<(u32, u32)>, frame: usize) {
    let within = |steps| Limits { steps, frame };
    let leaves = chosen(definitions, |function| is_small(function) && is_leaf(definitions, &function.body));
    write_into(definitions, |function| is_small(function) && calls_one(function, &leaves), within(SMALL), &leaves);
    let (several, small): (Functions, Functions) =
        chosen(definitions, is_small).into_iter().partition(|(_, function)| is_several(function));
    // Into all, as what is known of numbers is used on the way.
    write_into(definitions, |_| true, within(LARGE), &small);
    let several = chosen(definitions, |function| several.contains_key(&function.key()));
    write_into(definitions, |function| !is_several(function), within(LARGE), &several);
    write_circles(definitions, within(VARIANT), &several);
    let calls = calls(definitions, live);
    let is_called_once = |function: &Function| calls.get(&function.key()) == Some(&1);
    let once = chosen(definitions, |function| is_called_once(function) && function.body.size() < VARIANT);
    write_into(definitions, |function| calls_one(function, &once), within(VARIANT), &once);
}

/// What is to be written out, of those that can be.
fn chosen(definitions: &[Definition], is: impl Fn(&Function) -> bool) -> Functions {
    let functions = definitions.iter().flat_map(|definition| definition.functions.values());
    // A variable is looked at once: as a result it would stand where the caller looks.
    let is_variable = |function: &Function| matches!(function.body.result, Operand::Var(..));
    let chosen = functions.filter(|function| is(function) && function.uses_all() && !is_variable(function));
    chosen.map(|function| (function.key(), function.clone())).collect()
}

fn is_small(function: &Function) -> bool {
    function.body.size() <= SMALL
}

/// Is it several functions as one? These call each other in long circles.
fn is_several(function: &Function) -> bool {
    function.apart.is_some()
}

/// Those that are several are written into each other, if they lead back to who they are written into, and into what was written there, until
/// only its own calls are left: it is a loop then.
fn write_circles(definitions: &mut [Definition], most: Limits, several: &Functions) {
    let functions = definitions.iter().flat_map(|definition| definition.functions.values());
    let called = |function: &Function| {
        let mut called = BTreeSet::new();
        function.body.each_call(&mut |def, args| called.extend([(def, args)]));
        (function.key(), called)
    };
    let leads = reach(functions.filter(|function| is_several(function)).map(called).collect());
    for (&own, _) in leads.iter().filter(|(own, to)| to.contains(own)) {
        let mut left = several.clone();
        left.retain(|key, _| leads[key].contains(&own));
        for _ in 0..CIRCLE {
            let before = called(&definitions[own.0 as usize].functions[&own.1]).1;
            write_into(definitions, |function| function.key() == own, most, &left);
            left.retain(|key, _| !before.contains(key));
        }
    }
}

/// Are all that it applies definitions that wait for more arguments?
fn is_leaf(definitions: &[Definition], block: &Block) -> bool {
    block.steps.iter().all(|step| match step {
        Step::Apply { value: Operand::Ref(def), args, .. } => args.len() < definitions[*def as usize].arity as usize,
        Step::Apply { .. } => false,
        step => step.blocks().into_iter().all(|block| is_leaf(definitions, block)),
    })
}

/// In how many places functions are called by live ones.
fn calls(definitions: &[Definition], live: &BTreeSet<(u32, u32)>) -> FxHashMap<(u32, u32), usize> {
    let mut calls = FxHashMap::default();
    for &(def, args) in live {
        if let Some(function) = definitions[def as usize].functions.get(&args) {
            function.body.each_call(&mut |def, args| *calls.entry((def, args)).or_default() += 1);
        }
    }
    calls
}

/// Does it call one of these?
fn calls_one(function: &Function, callees: &Functions) -> bool {
    let mut calls = false;
    function.body.each_call(&mut |def, args| calls |= callees.contains_key(&(def, args)));
    calls
}

/// How large a function gets that others are written into: steps, and registers and nodes.
#[derive(Clone, Copy)]
struct Limits {
    steps: usize,
    frame: usize,
}

/// Writes them into some functions.
fn write_into(definitions: &mut [Definition], is: impl Fn(&Function) -> bool, most: Limits, callees: &Functions) {
    let functions = definitions.iter_mut().flat_map(|definition| definition.functions.values_mut());
    for function in functions.filter(|function| is(function)) {
        let numbers = function.ports(Test::Number).map(Operand::Port).collect();
        let mut into = Inliner { callees, most, size: function.body.size(), own: function.def, function, numbers };
        let body = core::mem::take(&mut into.function.body);
        let body = into.block(body);
        function.body = body;
    }
}

struct Inliner<'i> {
    callees: &'i Functions,
    most: Limits,
    own: u32,
    /// The function that is written into, without its body.
    function: &'i mut Function,
    size: usize,
    /// What is known to be a number.
    numbers: FxHashSet<Operand>,
}

impl<'i> Inliner<'i> {
    fn block(&mut self, block: Block) -> Block {
        let mut new = Block { steps: Vec::with_capacity(block.steps.len()), ..block };
        // What was a result of a call, and is something else where that is written out.
        let mut returned: FxHashMap<Operand, Operand> = FxHashMap::default();
        for step in block.steps {
            let now = |operand| returned.get(&operand).copied().unwrap_or(operand);
            let step = if returned.is_empty() { step } else { step.map_operands(&now) };
            match step {
                Step::Apply { value: Operand::Ref(def), args, result } => match self.called(def, &args) {
                    Some(callee) => {
                        let body = self.written_out(callee, &args, result);
                        new.count += body.count;
                        new.steps.extend(self.known_in(body.steps));
                        if body.result != Operand::Reg(result) {
                            returned.insert(Operand::Reg(result), body.result);
                        }
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
        new.result = returned.get(&new.result).copied().unwrap_or(new.result);
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

    /// A function that is to be written out, if all that it tests is known.
    fn called(&mut self, def: u32, args: &[Operand]) -> Option<&'i Function> {
        let callees: &'i Functions = self.callees;
        let callee: &'i Function = callees.get(&(def, args.len() as u32))?;
        let size = callee.body.size();
        let known = |&(port, test): &(u32, Test)| test == Test::Number && self.is_number(args[port as usize]);
        let fits = self.size + size <= self.most.steps && self.function.frame() + callee.frame() <= self.most.frame;
        if def == self.own || !fits || !callee.tests.iter().all(known) || !callee.may_take(args) {
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

    /// What is written out is not written into now, but what is known now of its numbers is used.
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
