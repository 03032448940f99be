//! Constraints put into force: on signs alone, or on types as deep as they are known.

use super::{
    cause::{Cause, Constraint, Refusal},
    port::Port,
    signs::{Joined, SignLink, Signs},
    types::{TypeLink, Types},
};
use rustc_hash::FxHashSet;

/// Steps allowed for each port of a component that comparing cyclic types may take, and again that unifications may
/// take that then fail. What is neither cyclic nor fails takes less, so only these could make inference quadratic.
const PATIENCE: u64 = 16;

/// The signs and types of all ports, and the constraints of the component at hand.
pub(super) struct Solver {
    pub signs: Signs,
    pub types: Types,
    /// The constraints in force. Of those that follow from others only some are here.
    pub log: Vec<Constraint>,
    /// The ones that could not be put into force.
    pub refused: Vec<Refusal>,
    /// Constraints on signs that wait to be extended to types.
    pending: Vec<Constraint>,
    /// Work for `agree` and `unify`, empty between calls.
    stack: Vec<[Port; 2]>,
    /// What the unification at hand has changed.
    trail: Vec<Change>,
    /// Steps of comparisons in this component so far.
    compared: u64,
    /// Steps of failed unifications in this component so far.
    wasted: u64,
    /// The first port of this component.
    start: u32,
}

enum Change {
    Sign(SignLink),
    Type(TypeLink),
}

impl Solver {
    pub fn new() -> Self {
        Solver {
            signs: Signs::new(),
            types: Types::new(),
            log: Vec::new(),
            refused: Vec::new(),
            pending: Vec::new(),
            stack: Vec::new(),
            trail: Vec::new(),
            compared: 0,
            wasted: 0,
            start: 1,
        }
    }

    /// A new port of unknown sign and type.
    pub fn port(&mut self) -> Port {
        self.types.push();
        self.signs.push()
    }

    /// A new port of unknown sign, a `CON` over these.
    pub fn con(&mut self, children: [Port; 2]) -> Port {
        let port = self.port();
        self.types.set_structure(port, children);
        port
    }

    /// Makes two signs equal. Says whether that was possible.
    pub fn tie(&mut self, a: Port, b: Port, cause: Cause) -> bool {
        let constraint = Constraint { ports: [a, b], cause };
        let possible = !matches!(self.signs.join(a, b), Joined::Contradiction);
        if possible {
            self.log.push(constraint);
        } else {
            self.refused.push(Refusal { constraint, after: self.log.len() as u32 });
        }
        possible
    }

    /// Makes the signs of two ports equal, those of their children, and so on as far as both are known to have some.
    /// Their types are unified at the end of the component, when all the signs that are certain are known.
    pub fn agree(&mut self, a: Port, b: Port, cause: Cause) {
        if !self.tie(a, b, cause) {
            return;
        }
        self.compare(a, b, cause.inner());
        self.pending.push(Constraint { ports: [a, b], cause });
    }

    /// Makes the signs of the children of two ports equal, and so on.
    fn compare(&mut self, a: Port, b: Port, cause: Cause) {
        let mut seen: FxHashSet<[Port; 2]> = FxHashSet::default();
        self.stack.push([a, b]);
        while let Some([a, b]) = self.stack.pop() {
            let (Some(left), Some(right)) = (self.types.structure(a), self.types.structure(b)) else { continue };
            if self.compared > self.patience() || !seen.insert([a, b].map(|port| self.types.find(port))) {
                continue;
            }
            self.compared += 1;
            for (a, b) in left.into_iter().zip(right) {
                if self.tie(a, b, cause) {
                    self.stack.push([a, b]);
                }
            }
        }
    }

    /// How many steps the component at hand may take.
    fn patience(&self) -> u64 {
        PATIENCE * u64::from(self.signs.len() - self.start)
    }

    /// Makes two types equal, and so their signs. If they do not fit, nothing changes.
    ///
    /// Types are a guess: a list encoded with a tag has arms of different shapes. So not fitting is no error.
    pub fn unify(&mut self, a: Port, b: Port, cause: Cause) -> bool {
        let logged = self.log.len();
        let mut steps = 0;
        self.trail.clear();
        self.stack.push([a, b]);
        while let Some([a, b]) = self.stack.pop() {
            steps += 1;
            match self.signs.join(a, b) {
                Joined::Known => {}
                Joined::New(link) => {
                    self.trail.push(Change::Sign(link));
                    self.log.push(Constraint { ports: [a, b], cause: if steps > 1 { cause.inner() } else { cause } });
                }
                Joined::Contradiction => {
                    self.wasted += steps;
                    self.log.truncate(logged);
                    self.roll_back();
                    return false;
                }
            }
            self.merge_types(a, b);
        }
        true
    }

    /// Makes two types equal that are so from outside; leaves what that means for their children on the stack.
    fn merge_types(&mut self, a: Port, b: Port) {
        let (a, b) = (self.types.find(a), self.types.find(b));
        debug_assert!(a != b.dual(), "a type class has one sign");
        if a == b {
            return;
        }
        if let (Some(left), Some(right)) = (self.types.structure(a), self.types.structure(b)) {
            self.stack.extend(left.into_iter().zip(right).map(|(a, b)| [a, b]));
        }
        let link = self.types.link(a, b);
        self.trail.push(Change::Type(link));
    }

    fn roll_back(&mut self) {
        self.stack.clear();
        while let Some(change) = self.trail.pop() {
            match change {
                Change::Sign(link) => self.signs.undo(&link),
                Change::Type(link) => self.types.undo(&link),
            }
        }
    }

    /// Extends the constraints on signs to types, in their order, until too much of it has been in vain.
    pub fn unify_pending(&mut self) {
        for Constraint { ports: [a, b], cause } in std::mem::take(&mut self.pending) {
            if self.wasted > self.patience() {
                break;
            }
            self.unify(a, b, cause);
        }
    }

    /// Starts a component: forgets the constraints of the one before.
    pub fn start_component(&mut self) {
        self.start = self.signs.len();
        self.compared = 0;
        self.wasted = 0;
        self.log.clear();
        self.refused.clear();
    }

    /// Ends a component: the classes of its ports are final.
    pub fn end_component(&mut self) {
        self.signs.flatten(self.start);
        self.types.flatten(self.start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{infer::Reason, net::Polarity};

    const CAUSE: Cause = Cause { def: 0, row: 0, reason: Reason::Wire, written: false, inner: false };

    #[test]
    fn types_unify_all_the_way_or_not_at_all() {
        let mut solver = Solver::new();
        let [a, b, c, d] = std::array::from_fn(|_| solver.port());
        let [ab, cd] = [[a, b], [c, d]].map(|children| solver.con(children));
        solver.signs.prefer(a, Polarity::Negative);
        solver.tie(b, d.dual(), CAUSE);
        let logged = solver.log.len();
        // `a` and `c` would fit, `b` and `d` do not.
        assert!(!solver.unify(ab, cd, CAUSE));
        assert_eq!(solver.log.len(), logged);
        for port in [ab, cd, a, b, c, d] {
            assert_eq!(solver.types.find(port), port);
        }
        assert_ne!(solver.signs.find(a), solver.signs.find(c));
        assert_eq!(solver.signs.preferred(c), None);
        // As duals they fit, if `a` and `c` are the only ones to differ.
        assert!(solver.unify(ab, cd.dual(), CAUSE));
        assert_eq!(solver.signs.preferred(c), Some(Polarity::Positive));
        assert_eq!(solver.types.find(b), solver.types.find(d.dual()));
    }

    #[test]
    fn cyclic_types_unify() {
        let mut solver = Solver::new();
        let [head, tail] = std::array::from_fn(|_| solver.port());
        let list = solver.con([head, tail]);
        assert!(solver.unify(tail, list, CAUSE));
        let (other_head, other_list) = (solver.port(), solver.port());
        let next = solver.con([other_head, other_list]);
        let other = solver.con([other_head, next]);
        assert!(solver.unify(other_list, other, CAUSE));
        solver.tie(head, Port::POSITIVE, CAUSE);
        solver.agree(list, other.dual(), CAUSE);
        assert_eq!(solver.signs.preferred(other_head), Some(Polarity::Negative));
        solver.unify_pending();
        assert_eq!(solver.types.find(list), solver.types.find(next.dual()));
        assert!(solver.refused.is_empty());
    }

    #[test]
    fn what_contradicts_is_refused_and_the_rest_stays() {
        let mut solver = Solver::new();
        let port = solver.port();
        assert!(solver.tie(port, Port::POSITIVE, CAUSE));
        assert!(!solver.tie(port, Port::POSITIVE.dual(), CAUSE));
        assert_eq!(solver.refused.len(), 1);
        assert_eq!(solver.signs.preferred(port), Some(Polarity::Positive));
    }
}
