//! If-conversion: two rules, or the two arms of a switch, that do the same with other operands.
//!
//! ```text
//! Merge(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & Merge(#y, ys, t) ~ xs
//! Merge(#y, ys, out) ~ Cons(#x, xs)           => out ~ Cons(#y, t) & Merge(#x, xs, t) ~ ys
//! ```
//!
//! Whichever is taken, a node is built and a turn is gone. Where only the operands are selected, by conditional moves, there is no branch: of numbers
//! in no order a processor guesses every other one wrong, which takes it longer than the turn. An arm of a switch on a bit is the same:
//! `Node(x, Free)` or `Node(Free, x)`.

use crate::{
    actor::{Actor, Choice},
    function::Definition,
    step::{Block, Body, Node, Operand, Reg, Select, Step, Switch},
};
use polarnet_syntax::code::{self, Code};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ports and fields of one rule in whose place another has others.
pub type Substitution = Vec<(Operand, Operand)>;

impl Actor {
    /// What makes the first of two rules the second, if they differ in which ports, fields and matched numbers they take, and in nothing
    /// else, the order of what they do included.
    ///
    /// Only of loops that do nothing but build nodes: both rules' operands can then be had without effects and faults, and elsewhere a branch
    /// costs little beside the rest.
    #[must_use]
    pub fn if_convert(&self, first: &Choice, second: &Choice) -> Option<Substitution> {
        if !self.is_turn(first) || !self.is_turn(second) || first.values.len() != second.values.len() {
            return None;
        }
        if shape(&first.body) != shape(&second.body) {
            return None;
        }
        // Nets are linear: what stands at a port or in a field is taken once by either rule, so each is there once.
        let all = operands(&first.body).into_iter().zip(operands(&second.body));
        Some(all.filter(|(from, to)| from != to).collect())
    }

    /// Is a rule a turn of a loop that only builds, of numbers that are matched?
    fn is_turn(&self, choice: &Choice) -> bool {
        let is_matched = |code: &Code| matches!(*code.0, [code::Step::Known(_)]);
        let is_node = |step: &&Step| matches!(step, Step::Build { .. } | Step::Fill { .. });
        let rest: Vec<_> = choice.body.steps.iter().filter(|step| !is_node(step)).collect();
        choice.native.is_none()
            && choice.values.iter().all(is_matched)
            && matches!(*rest, [Step::Call { actor, .. }] if *actor == self.symbol)
    }
}

/// A right side, but for which ports and fields it takes.
fn shape(body: &Body) -> Body {
    let any = |operand| if is_taken(operand) { Operand::Port(0) } else { operand };
    Body {
        steps: body.steps.iter().map(|step| step.map_operands(&any)).collect(),
        results: body.results.iter().map(|&result| any(result)).collect(),
        ..body.clone()
    }
}

/// The ports and fields that it takes, in order.
fn operands(body: &Body) -> Vec<Operand> {
    let mut operands = Vec::new();
    body.steps.iter().for_each(|step| step.each_operand(&mut |operand| operands.push(operand)));
    operands.extend(&body.results);
    operands.retain(|&operand| is_taken(operand));
    operands
}

fn is_taken(operand: Operand) -> bool {
    matches!(operand, Operand::Port(_) | Operand::Field(_))
}

/// The most operands that are selected for one switch.
const SELECTED: usize = 4;

/// Makes one of the arms of each switch that build the same of other operands.
pub fn if_convert(definitions: &mut [Definition]) {
    let arities: Vec<_> = definitions.iter().map(|definition| definition.arity as usize).collect();
    for function in definitions.iter_mut().flat_map(|definition| definition.functions.values_mut()) {
        let mut convert = Convert { arities: &arities, nodes: &function.nodes, registers: &mut function.registers };
        convert.block(&mut function.body);
    }
}

struct Convert<'c> {
    arities: &'c [usize],
    nodes: &'c [Node],
    registers: &'c mut Reg,
}

impl Convert<'_> {
    fn block(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.steps.len() {
            let of = block.steps[at].result().map(Operand::Reg);
            let converted = match &block.steps[at] {
                Step::Switch(switch) => self.switch(switch),
                _ => None,
            };
            let Some(Block { count, steps, result }) = converted else {
                block.steps[at].blocks_mut().into_iter().for_each(|block| self.block(block));
                at += 1;
                continue;
            };
            block.count += count;
            let behind = at + steps.len();
            block.steps.splice(at..=at, steps);
            let now = |operand| if Some(operand) == of { result } else { operand };
            for step in &mut block.steps[behind..] {
                *step = step.map_operands(&now);
            }
            block.result = now(block.result);
            at = behind;
        }
    }

    /// Both arms as one block.
    fn switch(&mut self, switch: &Switch) -> Option<Block> {
        let Switch { value, before, zero, succ, other: None, .. } = switch else { return None };
        let (first, second) = (self.built(zero, *before)?, self.built(succ, *before)?);
        if first.len() != second.len() {
            return None;
        }
        let mut pairing = Pairing { before: *before, next: *self.registers, ..Pairing::default() };
        let pairs = first.into_iter().zip(second);
        let built = pairs.map(|(first, second)| pairing.step(first, second, self.nodes)).collect::<Option<Vec<_>>>()?;
        let result = pairing.operand(zero.result, succ.result)?;
        let Pairing { selected, next, .. } = pairing;
        if selected.len() > SELECTED {
            return None;
        }
        let count = zero.count.min(succ.count);
        let select = Select {
            value: *value,
            counts: [zero.count - count, succ.count - count],
            operands: [0, 1].map(|arm: usize| selected.iter().map(|both| both[arm]).collect()),
            results: (*self.registers..next).collect(),
        };
        *self.registers = next;
        let steps = core::iter::once(Step::Select(Box::new(select))).chain(built).collect();
        Some(Block { count, steps, result })
    }

    /// What an arm does, if it only builds. Numbers are forgotten.
    fn built<'b>(&self, arm: &'b Block, before: Reg) -> Option<Vec<&'b Step>> {
        let is_number = |value: &Operand| matches!(value, Operand::Num(_)) || *value == Operand::Reg(before);
        let is_nothing = |step: &Step| matches!(step, Step::Erase(value) if is_number(value));
        let builds = |step: &&Step| match step {
            Step::Build { .. } | Step::Fill { .. } => true,
            Step::Apply { value: Operand::Ref(def), args, .. } => args.len() < self.arities[*def as usize],
            _ => false,
        };
        let steps: Vec<_> = arm.steps.iter().filter(|step| !is_nothing(step)).collect();
        steps.iter().all(builds).then_some(steps)
    }
}

/// Two arms, side by side.
#[derive(Default)]
struct Pairing {
    /// What the first has in the place of what the second makes.
    of: FxHashMap<Operand, Operand>,
    /// What either makes.
    made: FxHashSet<Operand>,
    /// Known in the second only.
    before: Reg,
    selected: Vec<[Operand; 2]>,
    /// The next register.
    next: Reg,
}

impl Pairing {
    fn makes(&mut self, first: Operand, second: Operand) {
        self.of.insert(second, first);
        self.made.extend([first, second]);
    }

    fn step(&mut self, first: &Step, second: &Step, nodes: &[Node]) -> Option<Step> {
        match (first, second) {
            (&Step::Build { node, in_place }, &Step::Build { node: other, .. }) => {
                self.makes(Operand::Node(node), Operand::Node(other));
                (nodes[node as usize] == nodes[other as usize]).then_some(Step::Build { node, in_place })
            }
            (&Step::Fill { node, slot, term }, &Step::Fill { node: other, slot: its, term: to }) => {
                let is_same = self.of.get(&Operand::Node(other)) == Some(&Operand::Node(node)) && slot == its;
                let term = self.operand(term, to)?;
                is_same.then_some(Step::Fill { node, slot, term })
            }
            (Step::Apply { value, args, result }, Step::Apply { value: other, args: others, result: its }) => {
                let is_same = value == other && args.len() == others.len();
                let args = args.iter().zip(others).map(|(&arg, &other)| self.operand(arg, other));
                let args = args.collect::<Option<_>>()?;
                self.makes(Operand::Reg(*result), Operand::Reg(*its));
                is_same.then_some(Step::Apply { value: *value, args, result: *result })
            }
            _ => None,
        }
    }

    /// One that is the same in both, or is selected.
    fn operand(&mut self, first: Operand, second: Operand) -> Option<Operand> {
        if let Some(&made) = self.of.get(&second) {
            return (made == first).then_some(first);
        }
        if first == second {
            return Some(first);
        }
        let is_there = |operand: Operand| match operand {
            Operand::Port(_) | Operand::Num(_) | Operand::Ref(_) | Operand::Era | Operand::Leaf(_) => true,
            Operand::Reg(reg) => reg != self.before && !self.made.contains(&operand),
            _ => false,
        };
        if !is_there(first) || !is_there(second) {
            return None;
        }
        self.selected.push([first, second]);
        self.next += 1;
        Some(Operand::Reg(self.next - 1))
    }
}
