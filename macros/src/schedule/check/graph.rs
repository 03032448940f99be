//! What is computed from what.

use crate::schedule::{
    tree::{Binary, Unary},
    typed::ClassId,
};
use proc_macro2::{Ident, Span};
use std::collections::HashMap;

/// A number of a graph's nodes: those that it is made of come before it.
pub type NodeId = usize;

/// A graph of a spec, or of a body.
#[derive(Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
}

pub struct Node {
    pub op: Op,
    pub kids: Vec<Kid>,
    /// The dimensions of a call's grid; none where they are not said.
    pub grid: Vec<NodeId>,
    pub span: Span,
    /// The name that it was given.
    pub name: Option<Ident>,
}

/// What a node is made of, and where that is said.
#[derive(Clone, Copy)]
pub struct Kid {
    pub node: NodeId,
    pub site: Span,
}

/// What a node is: equal ones of equal nodes are the same value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// A parameter: of a spec, its number; of a body, the number of its slot.
    Input(usize),
    /// `_dim0`, and its type, where it is a number.
    Dimension(usize, String),
    /// A literal, a constant, as it is written; and the type of a number.
    Constant(String, String),
    Unary(Unary),
    Binary(Binary),
    /// A function that every block knows, a field, a cast, a constructor: what is done, as it is shown.
    Apply(String),
    Call(ClassId),
    /// One of several results.
    Extract(usize),
    /// `b if a else c`
    Select,
    /// `encode_event`: of an event, and of fences that are under way.
    Encode,
    Submit,
    Sync,
    /// A call of another timeline, or of another plan of memory.
    Plan(usize),
    Alloc(String),
    /// The same on both ways.
    Same,
    /// Of which nothing is known, and a hole.
    Unknown,
    Hole,
}

impl Graph {
    pub fn add(&mut self, span: Span, op: Op, kids: Vec<Kid>) -> NodeId {
        self.nodes.push(Node { op, kids, grid: Vec::new(), span, name: None });
        self.nodes.len() - 1
    }

    /// Of nodes that are used where they are made.
    pub fn of(&mut self, span: Span, op: Op, kids: &[NodeId]) -> NodeId {
        let kids = kids.iter().map(|&node| Kid { node, site: span }).collect();
        self.add(span, op, kids)
    }

    /// Gives a node a name, if it has none.
    pub fn name(&mut self, node: NodeId, name: &Ident) {
        self.nodes[node].name.get_or_insert_with(|| name.clone());
    }

    /// All that a node is made of, and itself.
    pub fn reach(&self, from: impl IntoIterator<Item = NodeId>, stop: &[NodeId]) -> Vec<bool> {
        let mut seen = vec![false; self.nodes.len()];
        let mut open: Vec<NodeId> = from.into_iter().collect();
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut seen[at], true) && !stop.contains(&at) {
                open.extend(self.nodes[at].kids.iter().map(|kid| kid.node).chain(self.nodes[at].grid.iter().copied()));
            }
        }
        seen
    }

    /// A part of another graph, of which some nodes are given.
    pub fn copy(
        &mut self,
        from: &Graph,
        roots: &[Option<NodeId>],
        given: &HashMap<NodeId, Kid>,
        span: Span,
    ) -> Vec<NodeId> {
        let stop: Vec<NodeId> = given.keys().copied().collect();
        let reached = from.reach(roots.iter().flatten().copied(), &stop);
        let mut made: HashMap<NodeId, Kid> = given.clone();
        for at in (0..from.nodes.len()).filter(|&at| reached[at]) {
            if made.contains_key(&at) {
                continue;
            }
            let node = &from.nodes[at];
            let kids = node.kids.iter().map(|kid| Kid { node: made[&kid.node].node, site: span }).collect();
            let grid = node.grid.iter().map(|of| made[of].node).collect();
            let op = if matches!(node.op, Op::Input(_)) { Op::Unknown } else { node.op.clone() };
            let new = self.add(span, op, kids);
            self.nodes[new].grid = grid;
            made.insert(at, Kid { node: new, site: span });
        }
        roots
            .iter()
            .map(|root| match root {
                Some(root) => made[root].node,
                None => self.add(span, Op::Unknown, Vec::new()),
            })
            .collect()
    }
}
