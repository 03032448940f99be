//! Polarity inference over a whole book.
//!
//! Signs alone do not flow through a reference: whether `(x x)` is a λ or a pair shows only where it is used. So a
//! definition has a *type*: the tree of signs at its root, as deep as the book shows it. Types are inferred as in ML,
//! the definitions that are used before those that use them, and generalised: each use may choose the signs that are
//! left free. A definition then is instantiated once for each choice that is made, from `@main` down.
//!
//! * `port`, `classes`: ports and their duals; union-find over them.
//! * `signs`, `types`: that, with preferences and with structure.
//! * `cause`, `unify`: constraints and how they are put into force.
//! * `order`, `constraints`, `scheme`: component by component, what the agents demand, what users see.
//! * `prefer`, `monomorph`: the signs that remain free, and the instances.
//! * `circle`, `explain`, `message`, `report`: contradictions, what ties them together, the words, which are told.
//!
//! A sign that is not the best one costs speed, never the result. So what could take too long is cut off: the size of
//! schemes, the instances of a definition, unifications that fail. All of it is iterative and near-linear.
//!
//! ```
//! use polarnet_syntax::{net::Polarity, infer::infer, number::Numbers, text::parse_text};
//! let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
//! let signs = infer(&net);
//! assert!(signs.clashes.is_empty());
//! let [main, twice] = &signs.instances[..] else { unreachable!() };
//! assert_eq!((main.def, twice.def), (0, 1));
//! let root = net.defs[1].root as usize;
//! assert_eq!(twice.signs[root], Polarity::Positive); // a root
//! ```

mod cause;
mod circle;
mod classes;
mod constraints;
mod explain;
mod message;
mod monomorph;
mod order;
mod port;
mod prefer;
mod report;
mod scheme;
mod signs;
#[cfg(all(test, feature = "reader"))]
mod tests;
mod types;
mod unify;

pub use cause::Reason;

use crate::net::{Net, Polarity};
use constraints::Use;
use explain::Explainer;
use order::Order;
use port::Port;
use scheme::{Budget, Scheme};
use std::ops::Range;
use unify::Solver;

/// The polarity of a book.
///
/// ```
/// # use polarnet_syntax::{infer::infer, number::Numbers, text::parse_text};
/// let net = parse_text("@main = (@pair (@pair *))  @pair = (x x)", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// assert_eq!(signs.instances.len(), 2); // `@main`, and `@pair` once, as both uses agree
/// assert_eq!((signs.clashes.len(), signs.untold), (0, 0));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Inference {
    /// At least one of each definition. The first is `@main`'s, if there is a `@main`.
    pub instances: Vec<Instance>,
    /// The contradictions, in the order of their definitions; of many only some.
    pub clashes: Vec<Clash>,
    /// How many more constraints were refused.
    pub untold: usize,
}

/// A definition under one polarity signature.
///
/// ```
/// # use polarnet_syntax::{infer::infer, number::Numbers, text::parse_text};
/// let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let main = &signs.instances[0];
/// assert_eq!(main.signs.len(), net.defs[0].nodes.len());
/// let [(row, twice)] = main.refs[..] else { unreachable!() };
/// assert_eq!((net.defs[0].nodes[row as usize].agent.head(), twice), (polarnet_syntax::net::Agent::Ref(1), 1));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The definition.
    pub def: u32,
    /// The sign of each row.
    pub signs: Vec<Polarity>,
    /// What its references refer to: (row of the reference, instance), by rows.
    pub refs: Vec<(u32, u32)>,
}

/// Two demands on one port that exclude each other.
///
/// ```
/// # use polarnet_syntax::{infer::infer, number::Numbers, text::parse_text};
/// let net = parse_text("@main = {x x}", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let [clash] = &signs.clashes[..] else { unreachable!() };
/// assert!(!clash.written); // no sign was written: a warning in files
/// assert_eq!(clash.def, 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The definition in which it was found.
    pub def: u32,
    /// A written sign or a typed signature takes part: an error in files too.
    pub written: bool,
    /// The two demands.
    pub ends: [ClashEnd; 2],
    /// What makes them demands on one port, in order from the first end to the second.
    pub chain: Vec<ChainLink>,
}

/// One of the demands of a clash.
///
/// ```
/// # use polarnet_syntax::{infer::{Reason, infer}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = 1 & 2 ~ 3", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let [one, other] = signs.clashes[0].ends;
/// assert_eq!((one.reason, other.reason), (Reason::Number, Reason::Number));
/// assert_eq!(one.sign, other.sign); // both are positive
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClashEnd {
    /// The definition and the row of the port.
    pub port: (u32, u32),
    /// The sign that is demanded; without one, that both ends have the same.
    pub sign: Option<Polarity>,
    /// The definition and the row of what demands it.
    pub by: (u32, u32),
    /// Why.
    pub reason: Reason,
}

/// A wire, redex, agent or reference that carries a sign on.
///
/// ```
/// # use polarnet_syntax::{infer::{Reason, infer}, number::Numbers, text::parse_text};
/// let net = parse_text("@main = 1 & 2 ~ 3", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let [link] = signs.clashes[0].chain[..] else { unreachable!() };
/// assert_eq!((link.reason, link.inner), (Reason::Redex, false)); // it joins the two numbers
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainLink {
    /// The definition and the row.
    pub place: (u32, u32),
    /// Why it ties signs together.
    pub reason: Reason,
    /// It does so for ports inside the trees there.
    pub inner: bool,
}

/// Infers the polarity of every port of a book.
///
/// ```
/// # use polarnet_syntax::{net::Polarity, infer::infer, number::Numbers, text::parse_text};
/// let net = parse_text("@main = (x x)", Numbers::Native).0.unwrap();
/// let signs = infer(&net);
/// let of_ends: Vec<Polarity> = signs.instances[0].signs[..2].to_vec();
/// assert_eq!(of_ends, [Polarity::Negative, Polarity::Positive]); // `(-x +x)`: a λ
/// ```
#[must_use]
pub fn infer(net: &Net) -> Inference {
    let mut typing = Typing::new(net);
    let mut explainer = Explainer::new();
    for component in 0..typing.order.components.len() {
        typing.solve(component);
        explainer.component(&typing, component);
    }
    let (clashes, untold) = explainer.finish();
    Inference { instances: monomorph::instances(&typing), clashes, untold }
}

/// A book whose components, callees first, get their types.
struct Typing<'n> {
    net: &'n Net,
    order: Order,
    solver: Solver,
    budget: Budget,
    /// The port of each definition's first row.
    base: Vec<u32>,
    /// Where the ports of each component begin, and where the last ones end.
    bounds: Vec<u32>,
    /// The references of each definition to definitions of earlier components, in the order of the rows.
    uses: Vec<Vec<Use>>,
    /// Of the definitions that are used from other components.
    schemes: Vec<Option<Scheme>>,
}

impl<'n> Typing<'n> {
    fn new(net: &'n Net) -> Self {
        let solver = Solver::new();
        Typing {
            net,
            order: order::callees_first(net),
            bounds: vec![solver.signs.len()],
            solver,
            budget: Budget::new(net.defs.iter().map(|def| def.nodes.len()).sum()),
            base: vec![0; net.defs.len()],
            uses: net.defs.iter().map(|_| Vec::new()).collect(),
            schemes: net.defs.iter().map(|_| None).collect(),
        }
    }

    /// The port of a row.
    fn port(&self, def: u32, row: u32) -> Port {
        Port::new(self.base[def as usize] + row)
    }

    /// The numbers of a component's ports: those of its rows in the order of its members, then others.
    fn ports(&self, component: usize) -> Range<u32> {
        self.bounds[component]..self.bounds[component + 1]
    }

    /// The definition and row of a port, if it is that of a row of this component.
    fn row(&self, component: usize, number: u32) -> Option<(u32, u32)> {
        let members = &self.order.components[component];
        let after = members.partition_point(|&def| self.base[def as usize] <= number);
        let def = members[after.checked_sub(1)?];
        let row = number - self.base[def as usize];
        (row < self.net.defs[def as usize].nodes.len() as u32).then_some((def, row))
    }
}
