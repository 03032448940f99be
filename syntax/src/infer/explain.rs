//! What is told of a contradiction: which two demands exclude each other, and what ties them together.
//!
//! A contradiction is a circle of constraints. If it comes by the constants, then the demands beside them are the ends
//! of the clash; else a `DUP` that is entered and left by its auxiliary ports, or else the constraint that was refused.

use super::{
    ChainLink, Clash, ClashEnd, Reason, Typing,
    cause::Cause,
    circle::{HUB, Links, Step},
    port::flip_if,
};
use crate::net::Polarity;
use rustc_hash::FxHashMap;

/// Clashes of a book that are reported: so many of inferred signs, so many of written ones.
pub(super) const CLASHES: usize = 20;

/// How many times each constraint of a component may be looked at, on average: enough for the first clash at least.
const WORK: usize = 8;

/// Collects the clashes of a book.
pub(super) struct Explainer {
    clashes: Vec<Clash>,
    /// Of inferred and of written signs.
    reported: [usize; 2],
    /// Those that are not.
    untold: usize,
    /// What has taken part in a clash, and in which. If it does again, that is the same mistake.
    blamed: FxHashMap<(u32, u32, Reason), usize>,
}

impl Explainer {
    pub fn new() -> Self {
        Explainer { clashes: Vec::new(), reported: [0; 2], untold: 0, blamed: FxHashMap::default() }
    }

    /// Explains what was refused in the component that has just been solved.
    pub fn component(&mut self, typing: &Typing, component: usize) {
        if typing.solver.refused.is_empty() {
            return;
        }
        if self.reported.iter().all(|&count| count >= CLASHES) {
            self.untold += typing.solver.refused.len();
            return;
        }
        let links = Links::new(&typing.solver.log, typing.ports(component).start, typing.solver.signs.len());
        let mut work = WORK * (1 + typing.solver.log.len());
        for refusal in &typing.solver.refused {
            match links.circle(refusal, &mut work) {
                Some(circle) => self.add(typing, component, circle),
                None => self.add_unexplained(refusal.constraint.cause),
            }
        }
    }

    /// Adds a clash, unless something takes part in it that was in an earlier one.
    fn add(&mut self, typing: &Typing, component: usize, circle: Vec<Step>) {
        let written = circle.iter().any(|step| step.cause.written);
        let key = |step: &Step| (step.cause.def, step.cause.row, step.cause.reason);
        if let Some(&known) = circle.iter().find_map(|step| self.blamed.get(&key(step))) {
            self.clashes[known].written |= written;
        } else if self.reported[usize::from(written)] < CLASHES {
            self.reported[usize::from(written)] += 1;
            self.blamed.extend(circle.iter().map(|step| (key(step), self.clashes.len())));
            self.clashes.push(clash(typing, component, circle, written));
        } else {
            self.untold += 1;
        }
    }

    /// There were too many clashes to explain them all: takes this one for another consequence of the latest.
    fn add_unexplained(&mut self, cause: Cause) {
        if let Some(latest) = self.clashes.last_mut() {
            latest.written |= cause.written;
        }
    }

    /// The clashes, by definitions, and how many more there are.
    pub fn finish(mut self) -> (Vec<Clash>, usize) {
        self.clashes.sort_by_key(|clash| clash.def);
        (self.clashes, self.untold)
    }
}

/// Tells a circle, which begins with the refused constraint.
fn clash(typing: &Typing, component: usize, mut circle: Vec<Step>, written: bool) -> Clash {
    let def = circle[0].cause.def;
    let (ends, chain) = if let Some(start) = circle.iter().position(|step| step.from == HUB) {
        circle.rotate_left(start);
        let (first, taken) = demand(typing, component, circle.iter().copied());
        let (last, left) = demand(typing, component, circle.iter().rev().copied().map(Step::reversed));
        ([first, last], circle.get(taken..circle.len() - left).unwrap_or_default())
    } else {
        let by_dup = through_dup(&circle);
        circle.rotate_left(by_dup.unwrap_or(0));
        let demand = if by_dup.is_some() { 2 } else { 1 };
        (equal_ends(typing, component, &circle[..demand]), &circle[demand..])
    };
    Clash { def, written, ends, chain: links(chain) }
}

/// The step of a circle that goes into a `DUP` by an auxiliary port, if the next one comes out by the other.
fn through_dup(circle: &[Step]) -> Option<usize> {
    let place = |step: &Step| (step.cause.reason, step.cause.def, step.cause.row, step.cause.inner);
    let next = |at: usize| &circle[(at + 1) % circle.len()];
    let enters = |at: usize| circle[at].cause.reason == Reason::Dup && place(&circle[at]) == place(next(at));
    (0..circle.len()).find(|&at| circle.len() > 2 && enters(at))
}

/// The ends of a way that makes their signs equal or opposite.
fn equal_ends(typing: &Typing, component: usize, way: &[Step]) -> [ClashEnd; 2] {
    let Cause { def, row, reason, .. } = way[0].cause;
    [way[0].from, way[way.len() - 1].to].map(|number| ClashEnd {
        port: typing.row(component, number).unwrap_or((def, row)),
        sign: None,
        by: (def, row),
        reason,
    })
}

/// The demand that a way from the constants begins with, and how many steps it takes to come to the port of a row.
fn demand(typing: &Typing, component: usize, way: impl Iterator<Item = Step>) -> (ClashEnd, usize) {
    let mut way = way.peekable();
    let by = way.peek().expect("a circle has steps").cause;
    let mut end = ClashEnd { port: (by.def, by.row), sign: None, by: (by.def, by.row), reason: by.reason };
    let mut sign = Polarity::Positive;
    let mut taken = 0;
    for step in way {
        sign = flip_if(sign, step.flip);
        taken += 1;
        if step.to == HUB {
            break;
        }
        if let Some(port) = typing.row(component, step.to) {
            end.port = port;
            break;
        }
    }
    end.sign = Some(sign);
    (end, taken)
}

/// The places that a chain goes by; steps that have the same one are one link.
fn links(chain: &[Step]) -> Vec<ChainLink> {
    let link = |step: &Step| ChainLink {
        place: (step.cause.def, step.cause.row),
        reason: step.cause.reason,
        inner: step.cause.inner,
    };
    let mut links: Vec<ChainLink> = chain.iter().map(link).collect();
    links.dedup();
    links
}
