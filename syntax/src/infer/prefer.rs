//! Signs where the constraints leave a choice.
//!
//! Preferences come from uses: in `@f ~ (a (b r))` the tree most likely calls `@f`, so `a` and `b` are arguments. They
//! are part of schemes and never constraints, since a pair may as well be taken apart like that. Where there is no
//! preference either, a tree that is positive is taken for a λ, one that is negative for an application.

use super::{
    Typing,
    port::{Port, flip_if},
    signs::Signs,
};
use crate::net::{Agent, Def, Polarity};
use std::ops::Range;

/// One sign for each free class of a component.
pub(super) struct Assignment {
    start: u32,
    /// Of the representatives.
    signs: Vec<Option<Polarity>>,
}

impl Assignment {
    /// No sign is chosen; a preferred one will be unless another is chosen first.
    pub fn new(ports: Range<u32>) -> Self {
        Assignment { start: ports.start, signs: vec![None; ports.len()] }
    }

    /// The sign of a port, if it is known or chosen.
    pub fn get(&self, signs: &Signs, port: Port) -> Option<Polarity> {
        let root = signs.find(port);
        root.as_constant().or_else(|| self.signs[self.slot(root)].map(|sign| flip_if(sign, root.is_dual())))
    }

    /// Chooses a sign, unless it is known or chosen already.
    pub fn choose(&mut self, signs: &Signs, port: Port, sign: Polarity) {
        let root = signs.find(port);
        if root.as_constant().is_none() {
            let slot = self.slot(root);
            self.signs[slot].get_or_insert(flip_if(sign, root.is_dual()));
        }
    }

    fn slot(&self, root: Port) -> usize {
        (root.number() - self.start) as usize
    }
}

impl Typing<'_> {
    /// Prefers the signs of a call down each `@name ~ tree`, where they are free.
    pub fn prefer_spines(&mut self, def: u32) {
        let definition = &self.net.defs[def as usize];
        for &(left, right) in &definition.redexes {
            let is_reference = |row: u32| matches!(definition.nodes[row as usize].agent.head(), Agent::Ref(_));
            let mut tree = match (is_reference(left), is_reference(right)) {
                (true, _) => right,
                (false, true) => left,
                (false, false) => continue,
            };
            while let Agent::Con(argument, rest) = definition.nodes[tree as usize].agent.head() {
                if let Some(sign) = self.solver.signs.preferred(self.port(def, tree)) {
                    let [argument, rest] = [argument, rest].map(|row| self.port(def, row));
                    self.solver.signs.prefer(rest, sign);
                    self.solver.signs.prefer(argument, sign.flip());
                }
                tree = rest;
            }
        }
    }

    /// Chooses all the signs of a component that `assignment` leaves open. `first` is the definition to begin with.
    pub fn complete(&self, assignment: &mut Assignment, first: u32) {
        let component = self.order.component_of[first as usize] as usize;
        for number in self.ports(component) {
            let port = Port::new(number);
            if let Some(sign) = self.solver.signs.preferred(port) {
                assignment.choose(&self.solver.signs, port, sign);
            }
        }
        let others = self.order.components[component].iter().copied().filter(|&def| def != first);
        let defs: Vec<u32> = std::iter::once(first).chain(others).collect();
        for &def in &defs {
            self.complete_trees(assignment, def);
        }
        self.complete_types(assignment, &defs);
    }

    /// Goes down the redexes of which something is known, the root, the other redexes; parents before children. What
    /// only wires lead to comes last.
    ///
    /// The redexes come first because what they say holds for one place, while a root is used in many ways. But one
    /// like `((x x) c) ~ (y y)` has two equal sides: there the root may know better.
    fn complete_trees(&self, assignment: &mut Assignment, def: u32) {
        let definition = &self.net.defs[def as usize];
        let known = |assignment: &Assignment, row| self.guess(assignment, def, row).is_some();
        let mut open = Vec::new();
        for &(left, right) in &definition.redexes {
            if known(assignment, left) || known(assignment, right) {
                self.complete_redex(assignment, def, left, right);
            } else {
                open.push((left, right));
            }
        }
        self.complete_tree(assignment, def, definition.root);
        for (left, right) in open {
            self.complete_redex(assignment, def, left, right);
        }
        for (row, node) in (0..).zip(&definition.nodes) {
            if node.agent.head() == Agent::Wire && row < node.peer {
                assignment.choose(&self.solver.signs, self.port(def, row), Polarity::Negative);
            }
        }
    }

    /// The sign of a row, or else the first one that is known along its second children, which is likely the same.
    fn guess(&self, assignment: &Assignment, def: u32, mut row: u32) -> Option<Polarity> {
        loop {
            let sign = assignment.get(&self.solver.signs, self.port(def, row));
            match self.net.defs[def as usize].nodes[row as usize].agent.head() {
                Agent::Con(_, rest) if sign.is_none() => row = rest,
                _ => return sign,
            }
        }
    }

    /// Goes down both sides, first the one of which more is known.
    fn complete_redex(&self, assignment: &mut Assignment, def: u32, left: u32, right: u32) {
        let swap = self.guess(assignment, def, left).is_none() && self.guess(assignment, def, right).is_some();
        for side in if swap { [right, left] } else { [left, right] } {
            self.complete_tree(assignment, def, side);
        }
    }

    /// Goes down a tree.
    fn complete_tree(&self, assignment: &mut Assignment, def: u32, top: u32) {
        let mut stack = vec![top];
        while let Some(row) = stack.pop() {
            let Def { nodes, lists, .. } = &self.net.defs[def as usize];
            let agent = lists.agent(nodes[row as usize].agent);
            self.complete_agent(assignment, def, row, &agent);
            stack.extend(agent.children().rev());
        }
    }

    /// An unknown `CON` is like its second child, or positive. A second child is like its `CON`, a first one opposite.
    fn complete_agent(&self, assignment: &mut Assignment, def: u32, row: u32, agent: &Agent<'_, u32, u32>) {
        let signs = &self.solver.signs;
        let port = self.port(def, row);
        match *agent {
            Agent::Wire => {}
            Agent::Con(a, b) => {
                let [a, b] = [a, b].map(|row| self.port(def, row));
                let sign = self.guess(assignment, def, row).unwrap_or(Polarity::Positive);
                assignment.choose(signs, port, sign);
                assignment.choose(signs, b, sign);
                assignment.choose(signs, a, sign.flip());
            }
            _ => assignment.choose(signs, port, Polarity::Positive),
        }
    }

    /// The same for the types that no tree of the component shows, but only its references.
    fn complete_types(&self, assignment: &mut Assignment, defs: &[u32]) {
        let (signs, types) = (&self.solver.signs, &self.solver.types);
        let mut seen = vec![false; assignment.signs.len()];
        let mut stack: Vec<Port> = Vec::new();
        for &def in defs {
            let uses = self.uses[def as usize].iter().rev().map(|used| used.row);
            for row in uses.chain(0..self.net.defs[def as usize].nodes.len() as u32) {
                stack.push(self.port(def, row));
                while let Some(port) = stack.pop() {
                    let root = types.find(port);
                    if std::mem::replace(&mut seen[assignment.slot(root)], true) {
                        continue;
                    }
                    let Some([a, b]) = types.structure(root) else { continue };
                    if let Some(sign) = assignment.get(signs, root) {
                        assignment.choose(signs, b, sign);
                        assignment.choose(signs, a, sign.flip());
                    }
                    stack.extend([a, b]);
                }
            }
        }
    }
}
