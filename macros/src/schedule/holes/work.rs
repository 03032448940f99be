//! What of a val a device can do.

use super::open::Open;
use crate::schedule::{
    check::{self, Is, NodeId, Op, Signature, Spec},
    elaborate::{Member, Program},
    tree::Kind,
};
use proc_macro2::Ident;
use std::collections::HashMap;

/// The calls of a val that a kernel can do.
pub struct Work {
    pub val: String,
    pub calls: Vec<Call>,
    /// The classes of what can be called, by its name.
    pub classes: HashMap<String, usize>,
}

pub struct Call {
    pub class: usize,
    /// What can do it.
    pub kernels: Vec<Ident>,
    pub args: Vec<Arg>,
    pub grid: Vec<Dimension>,
    pub outputs: Vec<Output>,
    /// The calls that have to be done before, on whichever way it is made of them.
    pub after: Vec<usize>,
    /// As the val says it.
    pub told: String,
}

/// An argument: a value, or what another call gives.
pub struct Arg {
    pub node: NodeId,
    pub from: Option<(usize, usize)>,
    /// The name that it has in the function, if it is a parameter, or may have.
    pub name: Option<String>,
}

/// A dimension of a grid.
pub enum Dimension {
    Number(String),
    Own(usize),
    Computed,
}

pub struct Output {
    pub node: Option<NodeId>,
    /// Its name in the val.
    pub name: Option<String>,
    /// The calls that take it, and whether anything else does.
    pub takers: Vec<usize>,
    pub computed_with: bool,
}

/// A call, and what can do it: with how many results.
struct Kernels {
    node: NodeId,
    class: usize,
    kernels: Vec<(Ident, usize)>,
}

/// The calls of the part of a val that a function computes.
pub fn work(program: &Program<'_>, at: usize, spec: &Spec, signature: &Signature) -> Work {
    let graph = &spec.graph;
    let node_of = |is: &Is| match *is {
        Is::Node(node) => Some(node),
        _ => None,
    };
    let results: Vec<NodeId> = signature.outputs.iter().filter_map(|slot| node_of(&slot.is)).collect();
    let given: Vec<NodeId> = signature.inputs.iter().filter_map(|slot| node_of(&slot.is)).collect();
    let reached = graph.reach(results.iter().copied(), &given);
    let kernels = |class: usize| -> Vec<(Ident, usize)> {
        let members = program.classes[class].members.iter().filter_map(|member| match *member {
            Member::Extern(at) if program.externs[at].dimensions.is_some() => Some(&program.externs[at]),
            _ => None,
        });
        members.map(|it| (it.name.clone(), program.types.parts(it.result))).collect()
    };
    let mut found: Vec<Kernels> = Vec::new();
    for (n, node) in graph.nodes.iter().enumerate() {
        if let Op::Call(class) = node.op
            && (signature.whole || reached[n])
            && !given.contains(&n)
        {
            let kernels = kernels(class);
            if !kernels.is_empty() && !node.grid.is_empty() {
                found.push(Kernels { node: n, class, kernels });
            }
        }
    }
    let name = |n: NodeId| {
        let param = signature.inputs.iter().find(|slot| slot.field.is_none() && slot.is == Is::Node(n));
        match param {
            Some(slot) => program.fns[at].params.get(slot.at).map(|(name, _)| name.to_string()),
            None => graph.nodes[n].name.as_ref().map(ToString::to_string),
        }
    };
    // The nodes that are what a call gives.
    let gives = |n: NodeId| {
        let node = &graph.nodes[n];
        let (of, nth) = match node.op {
            Op::Extract(nth) => (node.kids[0].node, nth),
            _ => (n, 0),
        };
        found.iter().position(|it| it.node == of && nth < it.kernels[0].1).map(|call| (call, nth))
    };
    let calls = found.iter().map(|Kernels { node: n, class, kernels }| {
        let node = &graph.nodes[*n];
        let count = kernels[0].1;
        let below = graph.reach([*n], &given);
        let after = (0..found.len()).filter(|&at| found[at].node != *n && below[found[at].node]).collect();
        let outputs = (0..count).map(|nth| {
            let part = match count {
                1 => Some(*n),
                _ => (0..graph.nodes.len())
                    .find(|&m| graph.nodes[m].op == Op::Extract(nth) && graph.nodes[m].kids[0].node == *n),
            };
            let of = |m: &NodeId| graph.nodes[*m].kids.iter().any(|kid| Some(kid.node) == part);
            let users: Vec<NodeId> = (0..graph.nodes.len()).filter(of).collect();
            let grids = graph.nodes.iter().any(|it| it.grid.iter().any(|&at| Some(at) == part));
            let takers: Vec<usize> = users.iter().filter_map(|m| found.iter().position(|it| it.node == *m)).collect();
            let computed_with = grids || takers.len() < users.len() || part.is_some_and(|part| results.contains(&part));
            let name = part.and_then(|part| graph.nodes[part].name.as_ref()).map(ToString::to_string);
            Output { node: part, name, takers, computed_with }
        });
        let grid = node.grid.iter().map(|&at| match &graph.nodes[at].op {
            Op::Constant(text, _) => Dimension::Number(text.clone()),
            Op::Dimension(nth, _) => Dimension::Own(*nth),
            _ => Dimension::Computed,
        });
        Call {
            class: *class,
            kernels: kernels.iter().map(|(name, _)| name.clone()).collect(),
            args: node
                .kids
                .iter()
                .map(|kid| Arg { node: kid.node, from: gives(kid.node), name: name(kid.node) })
                .collect(),
            grid: grid.collect(),
            outputs: outputs.collect(),
            after,
            told: check::full(program, graph, *n),
        }
    });
    Work { val: spec.name.clone(), calls: calls.collect(), classes: classes(program) }
}

impl Work {
    /// For each call, how many of its class are written.
    pub fn written(&self, open: &Open<'_>) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        open.visit(&mut |expr| {
            if let Kind::Call(path, _) = &expr.kind
                && let Some(name) = path.get_ident()
            {
                found.extend(self.classes.get(&name.to_string()).copied());
            }
        });
        self.calls.iter().map(|call| found.iter().filter(|&&class| class == call.class).count()).collect()
    }
}

/// The classes of all that can be called.
fn classes(program: &Program<'_>) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    for (at, class) in program.classes.iter().enumerate() {
        found.insert(class.name.to_string(), at);
        for member in &class.members {
            match *member {
                Member::Extern(it) => drop(found.insert(program.externs[it].name.to_string(), at)),
                Member::Val(val) => {
                    found.insert(program.vals[val].name.to_string(), at);
                    let fns = program.fns.iter().filter(|it| it.impls.contains(&val));
                    found.extend(fns.map(|it| (it.head.name.to_string(), at)));
                }
            }
        }
    }
    found
}
