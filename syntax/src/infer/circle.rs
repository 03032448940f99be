//! Contradictions as circles of constraints.
//!
//! The refused constraint and a shortest chain of earlier ones between its two ports make a circle.

use super::cause::{Cause, Constraint, Refusal};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// The number of the constants, where all demands for a certain sign meet.
pub(super) const HUB: u32 = 0;

/// A constraint on the way along a circle.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub from: u32,
    pub to: u32,
    /// Do the signs differ?
    pub flip: bool,
    pub cause: Cause,
}

impl Step {
    /// From one of the constraint's ports to the other.
    fn new(constraint: &Constraint, from: u32) -> Self {
        let [a, b] = constraint.ports;
        let to = if a.number() == from { b.number() } else { a.number() };
        Step { from, to, flip: a.is_dual() != b.is_dual(), cause: constraint.cause }
    }

    /// The same the other way round.
    pub fn reversed(self) -> Self {
        Step { from: self.to, to: self.from, ..self }
    }
}

/// The constraints at each port of a component, and at the constants.
pub(super) struct Links<'t> {
    log: &'t [Constraint],
    /// The component's first port.
    start: u32,
    /// Where the constraints of each port begin in `at`.
    offsets: Vec<u32>,
    /// Indices into `log`, ascending for each port.
    at: Vec<u32>,
}

impl<'t> Links<'t> {
    /// Sorts the constraints of the component with the ports `start..end` by ports.
    pub fn new(log: &'t [Constraint], start: u32, end: u32) -> Self {
        let mut links = Links { log, start, offsets: vec![0; (end - start) as usize + 2], at: vec![0; 2 * log.len()] };
        for constraint in log {
            for slot in links.slots(constraint) {
                links.offsets[slot + 1] += 1;
            }
        }
        for slot in 1..links.offsets.len() {
            links.offsets[slot] += links.offsets[slot - 1];
        }
        let mut next = links.offsets.clone();
        for (index, constraint) in (0..).zip(log) {
            for slot in links.slots(constraint) {
                links.at[next[slot] as usize] = index;
                next[slot] += 1;
            }
        }
        links
    }

    /// The place of a port in `offsets`: the constants come first.
    fn slot(&self, number: u32) -> usize {
        if number == HUB { 0 } else { (number - self.start) as usize + 1 }
    }

    fn slots(&self, constraint: &Constraint) -> [usize; 2] {
        constraint.ports.map(|port| self.slot(port.number()))
    }

    /// The steps that one can take from a port by the constraints that came before number `after`.
    fn steps(&self, from: u32, after: u32) -> impl Iterator<Item = Step> {
        let slot = self.slot(from);
        let at = &self.at[self.offsets[slot] as usize..self.offsets[slot + 1] as usize];
        let earlier = at.iter().take_while(move |&&index| index < after);
        earlier.map(move |&index| Step::new(&self.log[index as usize], from))
    }

    /// The refused constraint, and then a shortest way back by earlier ones. Nothing if there is too much work to do.
    pub fn circle(&self, refusal: &Refusal, work: &mut usize) -> Option<Vec<Step>> {
        let [mut a, mut b] = refusal.constraint.ports.map(|port| port.number());
        if b == HUB {
            (a, b) = (b, a);
        }
        let mut circle = vec![Step::new(&refusal.constraint, a)];
        if a != b {
            circle.extend(self.way(b, a, refusal.after, work)?);
        }
        Some(circle)
    }

    /// A shortest way from a port to another one, or to the constants.
    fn way(&self, from: u32, to: u32, after: u32, work: &mut usize) -> Option<Vec<Step>> {
        let [straight, to_hub] = self.paths(from, [to, HUB], after, work);
        let by_hub = match to_hub {
            Some(mut way) if to != HUB => {
                let [back, _] = self.paths(to, [HUB, HUB], after, work);
                back.map(|back| {
                    way.extend(back.into_iter().rev().map(Step::reversed));
                    way
                })
            }
            _ => None,
        };
        [by_hub, straight].into_iter().flatten().min_by_key(Vec::len)
    }

    /// Shortest paths to two goals, as far as the search for the first one finds them. None leads through the constants,
    /// from which all is near.
    fn paths(&self, from: u32, goals: [u32; 2], after: u32, work: &mut usize) -> [Option<Vec<Step>>; 2] {
        let mut reached: FxHashMap<u32, Step> = FxHashMap::default();
        let mut queue = VecDeque::from([from]);
        'search: while let Some(here) = queue.pop_front() {
            for step in self.steps(here, after) {
                if *work == 0 {
                    break 'search;
                }
                *work -= 1;
                if step.to == from || reached.contains_key(&step.to) {
                    continue;
                }
                reached.insert(step.to, step);
                if step.to == goals[0] {
                    break 'search;
                }
                if step.to != HUB {
                    queue.push_back(step.to);
                }
            }
        }
        goals.map(|goal| path(&reached, from, goal))
    }
}

/// The path that a search has taken to a goal.
fn path(reached: &FxHashMap<u32, Step>, from: u32, goal: u32) -> Option<Vec<Step>> {
    let mut path = Vec::new();
    let mut here = goal;
    while here != from {
        let step = *reached.get(&here)?;
        path.push(step);
        here = step.from;
    }
    path.reverse();
    Some(path)
}
