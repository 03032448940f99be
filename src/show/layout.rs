//! Where the agents of a definition stand in a picture.
//!
//! Trees hang from their principal ports, in the order of the text: each leaf has a column for itself, and a node is in the
//! middle above its children. So ports never cross, and below a leaf the column is free for its wire. (General layouts of
//! graphs in layers were tried: they order children as they like, and lead wires behind agents.)

use super::route;
use crate::{Agent, Book, columns::Space};
use polarnet_columns::{Child, Idx};
use polarnet_syntax::book::Defs;
use std::collections::HashMap;

/// A place, in pixels from the top left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Point {
    pub x: f64,
    pub y: f64,
}

/// A definition with its places.
pub(super) struct Layout<S: Space> {
    pub width: f64,
    pub height: f64,
    /// Where the root is; a rule has none.
    pub root: Option<Point>,
    /// The middle of each agent, and where it begins and ends if it is a box.
    pub agents: Vec<(Idx<S>, Point, [f64; 2])>,
    pub wires: Vec<route::Wire>,
}

/// Width of agents with auxiliary ports.
pub(super) const WIDE: f64 = 44.0;
/// Height of agents with auxiliary ports.
pub(super) const HIGH: f64 = 34.0;
/// Height of agents without.
pub(super) const LOW: f64 = 28.0;
/// From an agent's middle to its auxiliary ports: at least, at most.
pub(super) const ASIDE: [f64; 2] = [13.0, 18.0];
/// From one rank of agents to the next.
pub(super) const RANK: f64 = 62.0;
/// The root, and what joins the sides of redexes, is so high.
pub(super) const TOP: f64 = 6.0;
/// The first rank begins so far below.
const FIRST: f64 = 30.0;
/// Between leaves.
const GAP: f64 = 12.0;
/// Between the sides of a redex.
const SIDES: f64 = 10.0;
/// Between redexes.
const APART: f64 = 34.0;

/// The terms of a definition, placed.
pub(super) struct Places<S: Space> {
    /// The middle of each term.
    pub at: HashMap<Idx<S>, Point>,
    /// The terms, those above others first.
    pub order: Vec<Idx<S>>,
    /// How far down each column's leaf goes, from left to right.
    pub floors: Vec<f64>,
    /// Each leaf's column.
    pub column: HashMap<Idx<S>, usize>,
    right: f64,
}

/// Beyond the first and the last port of a box.
const MARGIN: f64 = 10.0;

/// Is this a box, whatever its ports are? Agents of the book may have any number of them: each is above the term that stands
/// there.
pub(super) fn is_box<I: Child, D>(agent: Agent<'_, I, D>) -> bool {
    matches!(agent, Agent::User(..) | Agent::Replaced(_)) && agent.children().next().is_some()
}

/// Lays out `def`; `width` says how wide an agent without auxiliary ports is, and a box at least.
pub(super) fn layout<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, width: impl Fn(Idx<S>) -> f64) -> Layout<S> {
    let mut places =
        Places { at: HashMap::new(), order: Vec::new(), floors: Vec::new(), column: HashMap::new(), right: -GAP };
    places.tree(book, book.root(def), &width);
    for &(a, b) in book.redexes(def) {
        places.right += APART;
        places.tree(book, a, &width);
        places.right += SIDES;
        places.tree(book, b, &width);
    }
    let top = Point { y: TOP, ..places.at[&book.root(def)] };
    let root = (!matches!(book.agents().node(book.root(def)), Agent::Replaced(_))).then_some(top);
    let wires = route::route(book, def, &places, root);
    let points = wires.iter().flat_map(|wire| &wire.points).map(|point| point.y);
    Layout {
        width: places.right,
        height: places.floors.iter().copied().chain(points).fold(0.0, f64::max),
        root,
        agents: (places.order.iter())
            .filter(|&&row| book.agents().node(row) != Agent::Wire)
            .map(|&row| (row, places.at[&row], places.sides(book, row, width(row))))
            .collect(),
        wires,
    }
}

impl<S: Space> Places<S> {
    /// Where a box begins and ends: as wide as what it says, and from its first port to its last.
    fn sides(&self, book: &Book<S>, row: Idx<S>, width: f64) -> [f64; 2] {
        let x = self.at[&row].x;
        let ports = book.agents().node(row).children().map(|child| self.at[&child].x);
        ports.fold([x - width / 2.0, x + width / 2.0], |[l, r], x| [l.min(x - MARGIN), r.max(x + MARGIN)])
    }

    /// Places the tree of `root`, right of all there is.
    fn tree(&mut self, book: &Book<S>, root: Idx<S>, width: &impl Fn(Idx<S>) -> f64) {
        let first = self.order.len();
        // What is below a box is at least as wide: each of its children has its share of that.
        let mut todo = vec![(root, TOP + FIRST + HIGH / 2.0, 0.0_f64)];
        while let Some((row, y, share)) = todo.pop() {
            self.order.push(row);
            let agent = book.agents().node(row);
            let children: Vec<_> = agent.children().collect();
            if children.is_empty() {
                let (wide, floor) = match agent {
                    Agent::Wire => (2.0 * ASIDE[0] - GAP, y - HIGH / 2.0),
                    _ => (width(row), y + LOW / 2.0),
                };
                let wide = wide.max(share - GAP);
                let x = self.right + GAP + wide / 2.0;
                self.right = x + wide / 2.0;
                self.column.insert(row, self.floors.len());
                self.floors.push(floor);
                self.at.insert(row, Point { x, y });
            } else {
                self.at.insert(row, Point { x: 0.0, y });
                let wide = if is_box(agent) { share.max(width(row) + GAP) } else { share };
                let share = wide / children.len() as f64;
                todo.extend(children.into_iter().rev().map(|child| (child, y + RANK, share)));
            }
        }
        for &row in self.order[first..].iter().rev() {
            let children = book.agents().node(row).children().map(|child| self.at[&child].x);
            let (count, sum) = children.fold((0.0, 0.0), |(count, sum), x| (count + 1.0, sum + x));
            if count > 0.0 {
                self.at.entry(row).and_modify(|at| at.x = sum / count);
            }
        }
    }
}
