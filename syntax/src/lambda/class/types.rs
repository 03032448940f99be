//! What a value is applied to, split into or matched as, whatever flows there: types that may be circles, and clash in nothing.

use super::solve::{Constraints, Sum};
use std::collections::BTreeMap;

/// A part of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Argument,
    Result,
    First,
    Second,
    /// Of an agent, by its number and the port's.
    Port(u32, u32),
}

/// A part's type, and how many levels it is above the whole: a variable.
type Child = (u32, u32);

#[derive(Default)]
struct Node {
    number: bool,
    parts: BTreeMap<Part, Child>,
}

#[derive(Default)]
pub(super) struct Types {
    nodes: Vec<Node>,
    /// What a type has been found equal to, itself if nothing.
    same: Vec<u32>,
}

/// A term's type, and its level.
#[derive(Clone)]
pub(super) struct Value {
    pub node: u32,
    pub level: Sum,
}

impl Types {
    pub fn node(&mut self) -> u32 {
        self.nodes.push(Node::default());
        self.same.push(self.same.len() as u32);
        self.same.len() as u32 - 1
    }

    pub fn find(&mut self, mut node: u32) -> u32 {
        while self.same[node as usize] != node {
            let up = self.same[self.same[node as usize] as usize];
            self.same[node as usize] = up;
            node = up;
        }
        node
    }

    pub fn set_number(&mut self, node: u32) {
        let node = self.find(node);
        self.nodes[node as usize].number = true;
    }

    /// Of each type: is it made of numbers only? No function is in it, and nothing unknown, which might be one.
    pub fn data(&mut self) -> Vec<bool> {
        let mut is_data = vec![true; self.nodes.len()];
        let mut wholes: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        let mut others = Vec::new();
        for at in 0..self.nodes.len() as u32 {
            let parts: Vec<(Part, Child)> =
                self.nodes[at as usize].parts.iter().map(|(&part, &child)| (part, child)).collect();
            let is_function = parts.iter().any(|(part, _)| matches!(part, Part::Argument | Part::Result));
            if is_function || parts.is_empty() && !self.nodes[at as usize].number {
                others.push(at);
            }
            for (_, (child, _)) in parts {
                wholes[self.find(child) as usize].push(at);
            }
        }
        while let Some(other) = others.pop() {
            if core::mem::replace(&mut is_data[other as usize], false) {
                others.append(&mut wholes[other as usize]);
            }
        }
        (0..self.nodes.len() as u32).map(|at| is_data[self.find(at) as usize]).collect()
    }

    /// The part's type, and how much higher it is.
    pub fn part(&mut self, node: u32, part: Part, all: &mut Constraints) -> Child {
        let node = self.find(node);
        if let Some(&child) = self.nodes[node as usize].parts.get(&part) {
            return child;
        }
        let child = (self.node(), all.variable());
        self.nodes[node as usize].parts.insert(part, child);
        child
    }

    /// Values of either type flow to the other.
    pub fn unify(&mut self, a: u32, b: u32, all: &mut Constraints) {
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            // The one with fewer parts goes into the other.
            let parts = |node: u32| self.nodes[node as usize].parts.len();
            let (to, from) = if parts(a) < parts(b) { (b, a) } else { (a, b) };
            self.same[from as usize] = to;
            let from = std::mem::take(&mut self.nodes[from as usize]);
            self.nodes[to as usize].number |= from.number;
            for (part, (child, above)) in from.parts {
                match self.nodes[to as usize].parts.get(&part) {
                    Some(&(other, same)) => {
                        todo.push((child, other));
                        all.equal(&Sum::from([(above, 1)]), &Sum::from([(same, 1)]));
                    }
                    None => drop(self.nodes[to as usize].parts.insert(part, (child, above))),
                }
            }
        }
    }
}
