//! If-conversion of rules: two that do the same with other operands.
//!
//! ```text
//! Merge(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & Merge(#y, ys, t) ~ xs
//! Merge(#y, ys, out) ~ Cons(#x, xs)           => out ~ Cons(#y, t) & Merge(#x, xs, t) ~ ys
//! ```
//!
//! Whichever is taken, a node is built and a turn is gone. Where only the operands are selected, by conditional moves, there is no branch: of numbers
//! in no order a processor guesses every other one wrong, which takes it longer than the turn.

use crate::{
    actor::{Actor, Choice},
    step::{Body, Operand, Step},
};
use polarnet_syntax::code::{self, Code};

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
