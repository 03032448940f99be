//! Which calls are no calls: the rules of the agent stand where it is called.

use super::terms::Term;
use polarnet_lower::{Actor, Body, Choice, Step};
use polarnet_syntax::{code, net::Symbol, number::Op};

/// The most steps of all right sides of an agent that others do the work of.
const SMALL: usize = 12;

/// The most steps of one that is at hand when what it meets is known.
const LARGE: usize = 40;

/// The most steps that a function has of other agents.
const ROOM: usize = 240;

/// How deep agents stand in each other.
const DEPTH: usize = 6;

/// An agent that calls nothing but others of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Simple {
    No,
    Yes,
    /// It has one rule, so how many interactions there are is known: that many, if all values are known.
    Straight(i64),
}

/// The agents that are simple, in the order of all.
pub fn simple(actors: &[Actor]) -> Vec<Simple> {
    let mut simple = vec![Simple::No; actors.len()];
    // Each turn finds those that call nothing but what earlier turns have found.
    loop {
        let next: Vec<_> = actors.iter().map(|actor| simplicity(actor, actors, &simple)).collect();
        if next == simple {
            return simple;
        }
        simple = next;
    }
}

fn simplicity(actor: &Actor, actors: &[Actor], simple: &[Simple]) -> Simple {
    if !may_stand_elsewhere(actor) || size(actor) > SMALL {
        return Simple::No;
    }
    let mut rules = 1;
    for called in bodies(actor).flat_map(calls) {
        match actors.iter().position(|other| other.symbol == called).map(|at| simple[at]) {
            Some(Simple::Straight(more)) => rules += more,
            Some(Simple::Yes) => {}
            Some(Simple::No) | None => return Simple::No,
        }
    }
    match &actor.arms[..] {
        [arm] if arm.choices.len() == 1 => Simple::Straight(rules),
        _ => Simple::Yes,
    }
}

pub fn bodies(actor: &Actor) -> impl Iterator<Item = &Body> {
    actor.arms.iter().flat_map(|arm| arm.choices.iter().map(|choice| &choice.body))
}

/// The agents that a right side calls.
pub fn calls(body: &Body) -> impl Iterator<Item = Symbol> + '_ {
    body.steps.iter().filter_map(|step| match step {
        Step::Call { actor, .. } => Some(*actor),
        _ => None,
    })
}

/// Steps of all right sides.
pub fn size(actor: &Actor) -> usize {
    actor.arms.iter().flat_map(|arm| &arm.choices).map(cost).sum()
}

/// Steps of a rule, of which arithmetic is the smaller part.
pub fn cost(choice: &Choice) -> usize {
    let steps = |code: &code::Code| code.0.len() / 4;
    1 + choice.body.steps.len() + choice.guard.iter().chain(&*choice.values).map(steps).sum::<usize>()
}

/// Rules in Rust, and arms that may have no rule, stay where they are.
pub fn may_stand_elsewhere(actor: &Actor) -> bool {
    let choices = || actor.arms.iter().flat_map(|arm| &arm.choices);
    !actor.arms.is_empty()
        && choices().all(|choice| choice.native.is_none())
        && actor.arms.iter().all(|arm| arm.choices.last().is_some_and(|choice| choice.guard.is_none()))
}

/// Can the arithmetic of a guard have a fault?
pub fn may_fault(guard: &code::Code) -> bool {
    let safe = |op| matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Eq | Op::Ne | Op::Lt | Op::Gt | Op::And | Op::Or);
    guard.0.iter().any(|step| match step {
        code::Step::Apply(op) => !safe(*op),
        code::Step::Wide(..) => true,
        _ => false,
    })
}

/// What stands in a function so far.
#[derive(Clone, Default)]
pub struct Room {
    /// The agents whose rules stand in each other.
    pub stack: Vec<Symbol>,
    /// Steps of other agents.
    pub steps: usize,
}

impl Room {
    /// May its rules stand here? `last`: it may lead back to the start of the function.
    pub fn takes(&self, actor: &Actor, simple: Simple, value: &Term, last: bool) -> bool {
        let size = size(actor);
        let fits = may_stand_elsewhere(actor) && self.stack.len() < DEPTH && self.steps + size <= ROOM;
        let again = self.stack.contains(&actor.symbol);
        fits && match value {
            _ if simple != Simple::No => true,
            // What is known gets smaller each time.
            Term::Node(..) | Term::Leaf(_) => size <= LARGE,
            Term::Number(..) | Term::Read(..) if !again => {
                size <= LARGE && (last || !bodies(actor).flat_map(calls).any(|it| it == actor.symbol))
            }
            _ => last && !again && size <= LARGE,
        }
    }
}
