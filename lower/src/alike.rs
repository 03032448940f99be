//! Two rules that do the same with something else.
//!
//! ```text
//! Merge(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & Merge(#y, ys, t) ~ xs
//! Merge(#y, ys, out) ~ Cons(#x, xs)           => out ~ Cons(#y, t) & Merge(#x, xs, t) ~ ys
//! ```
//!
//! Whichever is taken, a node is built and a turn is gone. What differs may be chosen, and then there is no branch: of numbers in no order a
//! processor guesses every other one wrong, which takes it longer than the turn.

use crate::{
    actor::{Actor, Choice},
    step::{Body, Operand, Step},
};
use polarnet_syntax::code::{self, Code};

/// What another rule takes for a port or a field of the first.
pub type Exchange = Vec<(Operand, Operand)>;

impl Actor {
    /// What the second of two rules takes where the first takes a port or a field, if that is all in which they differ, and the numbers
    /// that they compute. Of loops that do nothing else than to build: in all others a branch costs little, beside the rest.
    #[must_use]
    pub fn exchange(&self, first: &Choice, second: &Choice) -> Option<Exchange> {
        let has_rust = first.native.is_some() || second.native.is_some();
        if has_rust || ![first, second].into_iter().all(|choice| self.is_turn(choice)) {
            return None;
        }
        let shape = |body: &Body| Body {
            steps: body.steps.iter().map(|step| step.map_operands(&|operand| shape(operand))).collect(),
            results: body.results.iter().map(|&result| shape(result)).collect(),
            ..body.clone()
        };
        if first.values.len() != second.values.len() || shape(&first.body) != shape(&second.body) {
            return None;
        }
        let mut exchange = Exchange::new();
        for (from, to) in operands(&first.body).into_iter().zip(operands(&second.body)) {
            match exchange.iter().find(|&&(known, _)| known == from) {
                Some(&(_, known)) if known != to => return None,
                Some(_) => {}
                None => exchange.push((from, to)),
            }
        }
        exchange.retain(|(from, to)| from != to);
        Some(exchange)
    }

    /// Is a rule a turn of a loop that only builds, of numbers that are there?
    fn is_turn(&self, choice: &Choice) -> bool {
        let is_there = |code: &Code| matches!(*code.0, [code::Step::Known(_) | code::Step::Literal(_)]);
        let mut turns = 0;
        choice.values.iter().all(is_there)
            && choice.body.steps.iter().all(|step| match step {
                Step::Build { .. } | Step::Fill { .. } => true,
                Step::Call { actor, .. } => {
                    turns += 1;
                    *actor == self.symbol
                }
                _ => false,
            })
            && turns == 1
    }
}

/// An operand, but for which port or field it is.
fn shape(operand: Operand) -> Operand {
    match operand {
        Operand::Port(_) | Operand::Field(_) => Operand::Port(0),
        operand => operand,
    }
}

/// The ports and fields that are taken, in order.
fn operands(body: &Body) -> Vec<Operand> {
    let mut operands = Vec::new();
    let mut each = |operand| {
        if matches!(operand, Operand::Port(_) | Operand::Field(_)) {
            operands.push(operand);
        }
    };
    body.steps.iter().for_each(|step| step.each_operand(&mut each));
    body.results.iter().copied().for_each(each);
    operands
}
