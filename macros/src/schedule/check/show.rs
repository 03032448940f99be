//! Nodes, as they are written.

use super::graph::{Graph, NodeId, Op};
use crate::schedule::{elaborate::Program, emit, tree::Unary};

/// How deep a node is shown.
const DEPTH: usize = 4;

/// A node by its name, or by what it is made of.
pub fn named(program: &Program<'_>, graph: &Graph, at: NodeId) -> String {
    match &graph.nodes[at].name {
        Some(name) => format!("`{name}`"),
        None => format!("`{}`", shown(program, graph, at, DEPTH)),
    }
}

/// A node of a spec as it is written there: `g :- x + 10`, or what it is made of.
pub fn full(program: &Program<'_>, graph: &Graph, at: NodeId) -> String {
    let made = made_of(program, graph, at, DEPTH);
    match &graph.nodes[at].name {
        // What makes it has several results.
        Some(name) if matches!(graph.nodes[at].op, Op::Extract(_)) => format!("`{name}`"),
        Some(name) if *name != made => format!("`{name} :- {made}`"),
        _ => format!("`{made}`"),
    }
}

/// What a node is made of, whatever it is called.
pub fn made(program: &Program<'_>, graph: &Graph, at: NodeId) -> String {
    format!("`{}`", made_of(program, graph, at, DEPTH))
}

fn shown(program: &Program<'_>, graph: &Graph, at: NodeId, depth: usize) -> String {
    match &graph.nodes[at].name {
        Some(name) => name.to_string(),
        None => made_of(program, graph, at, depth),
    }
}

fn made_of(program: &Program<'_>, graph: &Graph, at: NodeId, depth: usize) -> String {
    let node = &graph.nodes[at];
    if depth == 0 {
        return "…".to_owned();
    }
    let kids: Vec<String> = node.kids.iter().map(|kid| shown(program, graph, kid.node, depth - 1)).collect();
    let list = kids.join(", ");
    let atom = |nth: usize| {
        let kid = &graph.nodes[node.kids[nth].node];
        match kid.name.is_none() && matches!(kid.op, Op::Binary(_) | Op::Select) {
            true => format!("({})", kids[nth]),
            false => kids[nth].clone(),
        }
    };
    match &node.op {
        Op::Input(_) => node.name.as_ref().map_or("…".to_owned(), ToString::to_string),
        Op::Dimension(nth, _) => format!("_dim{nth}"),
        Op::Constant(text, _) => text.clone(),
        Op::Unary(Unary::Neg) => format!("-{}", atom(0)),
        Op::Unary(Unary::Not) => format!("!{}", atom(0)),
        Op::Binary(op) => format!("{} {} {}", atom(0), emit::sign(*op), atom(1)),
        Op::Select => format!("{} if {} else {}", atom(1), kids[0], atom(2)),
        Op::Apply(what) if what.starts_with('.') => format!("{}{what}", atom(0)),
        Op::Apply(what) if what.starts_with("as ") => format!("{} {what}", atom(0)),
        Op::Apply(what) if what == "( )" => format!("({list})"),
        Op::Apply(what) if what == "[ ]" => format!("[{list}]"),
        Op::Apply(what) if what == "[_]" => format!("{}[{}]", kids[0], kids[1]),
        Op::Apply(what) if what.contains('{') => what.clone(),
        Op::Apply(what) => format!("{what}({list})"),
        Op::Call(class) => format!("{}({list})", program.classes[*class].name),
        Op::Extract(nth) => format!("{}.{nth}", kids[0]),
        Op::Encode => format!("encode_event({list})"),
        Op::Submit => format!("submit_event({list})"),
        Op::Sync => format!("sync_event({list})"),
        Op::Plan(plan) => format!("{}({list})", program.plans[*plan].name),
        Op::Alloc(what) => format!("alloc[{what}]({list})"),
        Op::Same => kids.first().cloned().unwrap_or_else(|| "…".to_owned()),
        Op::Unknown => "…".to_owned(),
        Op::Hole => "???".to_owned(),
    }
}
