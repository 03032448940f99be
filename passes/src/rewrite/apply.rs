//! Equations, applied to a net.

use super::resolve::{Node, Pattern, Resolved, ports};
use polarnet_columns::Space;
use polarnet_reducer::{Graph, Kind, Port, ROOT};
use std::collections::HashSet;

/// The most steps in a definition, and the most nodes that are looked at.
const MOST_STEPS: usize = 10_000;
const MOST_WORK: usize = 1 << 23;

/// Where a left side was found.
struct Found<'e> {
    equation: &'e Resolved,
    /// Its nodes.
    nodes: Vec<usize>,
    /// What its variables and its result are joined to, outside.
    variables: Vec<Port>,
    result: Port,
}

/// Rewrites a net as far as it goes. Has anything changed?
pub(super) fn apply<S: Space>(net: &mut Graph<'_, S>, equations: &[Resolved]) -> bool {
    let mut left = MOST_WORK;
    let steps = (0..MOST_STEPS).map_while(|_| find(net, equations, &mut left).map(|found| replace(net, found)));
    steps.count() > 0
}

/// The outermost left side that is leftmost: nodes are looked at from the root on, then from the redexes on.
fn find<'e, S: Space>(net: &Graph<'_, S>, equations: &'e [Resolved], left: &mut usize) -> Option<Found<'e>> {
    let mut todo: Vec<usize> = net.redexes().iter().rev().flat_map(|&(a, b)| [b, a]).collect();
    todo.extend((1..=net.arity(ROOT.0)).rev().map(|port| net.peer((ROOT.0, port)).0));
    let mut seen = HashSet::from([ROOT.0]);
    while let Some(node) = todo.pop() {
        if !seen.insert(node) {
            continue;
        }
        *left = left.checked_sub(1)?;
        if let Some(mut found) = at(net, node, equations) {
            // What takes the result may be part of a larger one.
            let (mut node, mut met) = (node, HashSet::from([ROOT.0]));
            while let Kind::User(symbol) = net.kind(node)
                && let Some((result, _)) = ports(net.book().agent(symbol))
                && met.insert(node)
            {
                node = net.peer((node, result)).0;
                *left = left.checked_sub(1)?;
                found = at(net, node, equations).unwrap_or(found);
            }
            return Some(found);
        }
        todo.extend((0..=net.arity(node)).rev().map(|port| net.peer((node, port)).0));
    }
    None
}

/// The first equation whose left side has its topmost agent at this node.
fn at<'e, S: Space>(net: &Graph<'_, S>, node: usize, equations: &'e [Resolved]) -> Option<Found<'e>> {
    let Kind::User(symbol) = net.kind(node) else { return None };
    equations.iter().filter(|equation| equation.left.symbol == symbol).find_map(|equation| {
        let result = (node, equation.left.result);
        let variables = vec![ROOT; equation.variables];
        let mut found = Found { equation, nodes: Vec::new(), variables, result: net.peer(result) };
        // A variable that comes from the net itself would be gone with it.
        let outside = |found: &Found<'_>| {
            let inside = |port: Port| found.nodes.contains(&port.0);
            !inside(found.result) && !found.variables.iter().any(|&port| inside(port))
        };
        (fits_node(net, &equation.left, result, &mut found) && outside(&found)).then_some(found)
    })
}

/// Is what gives a value at this port so?
fn fits<S: Space>(net: &Graph<'_, S>, pattern: &Pattern, port: Port, found: &mut Found<'_>) -> bool {
    match pattern {
        Pattern::Variable(variable) => {
            found.variables[*variable] = port;
            true
        }
        Pattern::Number(number) => {
            found.nodes.push(port.0);
            port.1 == 0 && net.kind(port.0) == Kind::Num(*number)
        }
        Pattern::Agent(node) => fits_node(net, node, port, found),
    }
}

fn fits_node<S: Space>(net: &Graph<'_, S>, pattern: &Node, (node, port): Port, found: &mut Found<'_>) -> bool {
    found.nodes.push(node);
    let terms = || pattern.terms.iter().all(|(port, term)| fits(net, term, net.peer((node, *port)), found));
    net.kind(node) == Kind::User(pattern.symbol) && port == pattern.result && { terms }()
}

/// Puts the right side in the place of the left side.
fn replace<S: Space>(net: &mut Graph<'_, S>, Found { equation, nodes, mut variables, result }: Found<'_>) {
    nodes.into_iter().for_each(|node| net.remove(node));
    for &(variable, copies) in &equation.clauses {
        let port = variables[variable];
        match (copies, net.kind(port.0)) {
            (None, Kind::Num(_)) => net.remove(port.0),
            (None, _) => {
                let era = net.put(Kind::Era);
                net.link((era, 0), port);
            }
            (Some([a, b]), _) => {
                let dup = net.put(Kind::Dup(0));
                net.link((dup, 0), port);
                (variables[a], variables[b]) = ((dup, 1), (dup, 2));
            }
        }
    }
    put(net, &equation.right, result, &variables);
}

/// Makes a term whose value goes to this port.
fn put<S: Space>(net: &mut Graph<'_, S>, pattern: &Pattern, to: Port, variables: &[Port]) {
    match pattern {
        Pattern::Variable(variable) => net.link(variables[*variable], to),
        Pattern::Number(number) => {
            let node = net.put(Kind::Num(*number));
            net.link((node, 0), to);
        }
        Pattern::Agent(Node { symbol, result, terms }) => {
            let node = net.put(Kind::User(*symbol));
            net.link((node, *result), to);
            for (port, term) in terms {
                put(net, term, (node, *port), variables);
            }
        }
    }
}
