//! Which way the wires of a definition go in a picture.
//!
//! A wire of the text goes down from both of its leaves and across below what is between them; those that have less way
//! to go are nearer to the agents. Then all wires that cross do so at right angles.

use super::layout::{ASIDE, HIGH, LOW, Places, Point, RANK, TOP, is_box};
use crate::{Agent, Book, Polarity, columns::Space};
use polarnet_columns::Idx;
use polarnet_syntax::book::Defs;
use std::collections::HashMap;

/// A wire from port to port.
pub(super) struct Wire {
    /// Its corners.
    pub points: Vec<Point>,
    pub flow: Flow,
    /// It joins two principal ports.
    pub redex: bool,
}

/// The way of the value on a wire, along its points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Flow {
    Forward,
    Backward,
    /// Its ends have the same sign.
    Clash,
}

/// Between wires that go across.
const TRACK: f64 = 13.0;

/// An end of a wire of the text, or of what joins two terms.
#[derive(Clone, Copy)]
enum End<S: Space> {
    /// Where the root is held.
    Root,
    /// A port of an agent; slot 0 is the principal one.
    Port(Idx<S>, usize),
    /// A wire of the text goes on here.
    Leaf(Idx<S>),
}

/// A line between two ends.
struct Part<S: Space> {
    ends: [End<S>; 2],
    points: Vec<Point>,
}

struct Router<'a, S: Space> {
    book: &'a Book<S>,
    def: Idx<Defs<S>>,
    places: &'a Places<S>,
    parts: Vec<Part<S>>,
}

/// The wires of `def`, whose terms are at `places`.
pub(super) fn route<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, places: &Places<S>, root: Option<Point>) -> Vec<Wire> {
    let mut router = Router { book, def, places, parts: Vec::new() };
    router.trees(root);
    router.crossings();
    router.joined()
}

impl<S: Space> Router<'_, S> {
    /// Where the wire to the principal port of a term ends.
    fn top(&self, row: Idx<S>) -> (End<S>, Point) {
        let at = self.places.at[&row];
        let agent = self.book.agents().node(row);
        let (end, up) = match agent {
            Agent::Wire => (End::Leaf(row), HIGH / 2.0),
            _ if agent.children().next().is_none() => (End::Port(row, 0), LOW / 2.0),
            _ => (End::Port(row, 0), HIGH / 2.0),
        };
        (end, Point { y: at.y - up, ..at })
    }

    /// What joins terms: root, redexes, and auxiliary ports with the terms in them.
    fn trees(&mut self, root: Option<Point>) {
        let (end, point) = self.top(self.book.root(self.def));
        self.parts.extend(root.map(|root| Part { ends: [End::Root, end], points: vec![root, point] }));
        for &(a, b) in self.book.redexes(self.def) {
            let ((a, from), (b, to)) = (self.top(a), self.top(b));
            let across = [Point { y: TOP, ..from }, Point { y: TOP, ..to }];
            self.parts.push(Part { ends: [a, b], points: vec![from, across[0], across[1], to] });
        }
        for &row in &self.places.order {
            let agent = self.book.agents().node(row);
            let at = self.places.at[&row];
            for (slot, child) in agent.children().enumerate() {
                let (end, to) = self.top(child);
                let aside = (to.x - at.x).abs().clamp(ASIDE[0], ASIDE[1]);
                let x = match slot {
                    _ if is_box(agent) => to.x,
                    0 => at.x - aside,
                    _ => at.x + aside,
                };
                let from = Point { x, y: at.y + HIGH / 2.0 };
                let y = from.y + (RANK - HIGH) / 2.0;
                let points = vec![from, Point { y, ..from }, Point { y, ..to }, to];
                self.parts.push(Part { ends: [End::Port(row, slot + 1), end], points });
            }
        }
    }

    /// The wires of the text, below their leaves.
    fn crossings(&mut self) {
        let column = |row| self.places.column[&row];
        let mut wires: Vec<[Idx<S>; 2]> = Vec::new();
        for &row in &self.places.order {
            let peer = self.book.wires()[row];
            if self.book.agents().node(row) == Agent::Wire && column(row) < column(peer) {
                wires.push([row, peer]);
            }
        }
        wires.sort_by_key(|&[a, b]| (column(b) - column(a), column(a)));
        let mut floors = self.places.floors.clone();
        for [a, b] in wires {
            let below = &mut floors[column(a)..=column(b)];
            let y = below.iter().copied().fold(0.0, f64::max) + TRACK;
            below.fill(y);
            let ((_, from), (_, to)) = (self.top(a), self.top(b));
            let points = vec![from, Point { y, ..from }, Point { y, ..to }, to];
            self.parts.push(Part { ends: [End::Leaf(a), End::Leaf(b)], points });
        }
    }

    /// The parts, joined to wires from port to port.
    fn joined(&self) -> Vec<Wire> {
        let mut leaves: HashMap<Idx<S>, Vec<usize>> = HashMap::new();
        for (at, part) in self.parts.iter().enumerate() {
            for end in part.ends {
                if let End::Leaf(row) = end {
                    leaves.entry(row).or_default().push(at);
                }
            }
        }
        let mut used = vec![false; self.parts.len()];
        let mut wires = Vec::new();
        // Those that begin at a port first; what is left then are circles.
        for circles in [false, true] {
            for first in 0..self.parts.len() {
                let start = self.parts[first].ends.iter().position(|end| !matches!(end, End::Leaf(_)));
                if !used[first] && (circles || start.is_some()) {
                    wires.push(self.wire(first, start.unwrap_or(0), &leaves, &mut used));
                }
            }
        }
        wires
    }

    /// The wire that begins with end `from` of part `at`.
    fn wire(&self, mut at: usize, mut from: usize, leaves: &HashMap<Idx<S>, Vec<usize>>, used: &mut [bool]) -> Wire {
        let start = self.parts[at].ends[from];
        let mut points = Vec::new();
        let end = loop {
            used[at] = true;
            let part = &self.parts[at];
            let mut way = part.points.clone();
            if from == 1 {
                way.reverse();
            }
            points.extend(way);
            let end = part.ends[1 - from];
            let End::Leaf(row) = end else { break end };
            let Some(&next) = leaves[&row].iter().find(|&&next| !used[next]) else { break end };
            at = next;
            from = usize::from(!matches!(self.parts[at].ends[0], End::Leaf(first) if first == row));
        };
        let flow = match [start, end].map(|end| self.gives(end)) {
            [Some(a), Some(b)] if a == b => Flow::Clash,
            [Some(false), _] => Flow::Backward,
            _ => Flow::Forward,
        };
        let principal = |end| matches!(end, End::Port(_, 0));
        Wire { points: corners(points), flow, redex: principal(start) && principal(end) }
    }

    /// Does the value come out of this end? A circle has none.
    fn gives(&self, end: End<S>) -> Option<bool> {
        let positive = |row: Idx<S>| self.book.polarity()[row] == Polarity::Positive;
        match end {
            End::Root => Some(!positive(self.book.root(self.def))),
            End::Port(row, 0) => Some(positive(row)),
            End::Port(row, slot) => self.book.agents().node(row).children().nth(slot - 1).map(|child| !positive(child)),
            End::Leaf(_) => None,
        }
    }
}

/// The points at which a line turns, and its ends.
fn corners(points: Vec<Point>) -> Vec<Point> {
    let mut corners: Vec<Point> = Vec::new();
    for point in points {
        while let [.., a, b] = corners[..] {
            let straight = (a.x == b.x && b.x == point.x) || (a.y == b.y && b.y == point.y);
            if !straight {
                break;
            }
            corners.pop();
        }
        if corners.last() != Some(&point) {
            corners.push(point);
        }
    }
    corners
}
