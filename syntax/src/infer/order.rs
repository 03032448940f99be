//! The order of the work: the definitions that are used before those that use them.

use crate::net::{Agent, Net};
use petgraph::{Directed, Graph, algo::kosaraju_scc, graph::NodeIndex};

/// Definitions that use each other, in the order of the book; components only use earlier ones and themselves.
pub(super) struct Order {
    pub components: Vec<Vec<u32>>,
    /// The component of each definition.
    pub component_of: Vec<u32>,
}

/// Groups and orders the definitions of a book.
pub(super) fn callees_first(net: &Net) -> Order {
    let count = net.defs.len();
    let mut graph: Graph<(), (), Directed, u32> = Graph::with_capacity(count, count);
    for _ in 0..count {
        graph.add_node(());
    }
    let mut callees = Vec::new();
    for (caller, def) in (0u32..).zip(&net.defs) {
        callees.extend(def.nodes.iter().filter_map(|node| match node.agent.head() {
            Agent::Ref(callee) => Some(callee),
            _ => None,
        }));
        callees.sort_unstable();
        callees.dedup();
        for callee in callees.drain(..) {
            graph.add_edge(NodeIndex::from(caller), NodeIndex::from(callee), ());
        }
    }
    // Kosaraju's as petgraph has it is iterative, and a component comes after those its edges lead to.
    let components: Vec<Vec<u32>> = kosaraju_scc(&graph)
        .into_iter()
        .map(|members| {
            let mut members: Vec<u32> = members.into_iter().map(|def| def.index() as u32).collect();
            members.sort_unstable();
            members
        })
        .collect();
    let mut component_of = vec![0; count];
    for (component, members) in (0u32..).zip(&components) {
        for &def in members {
            component_of[def as usize] = component;
        }
    }
    Order { components, component_of }
}
