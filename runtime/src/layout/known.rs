//! What is known of the arguments is used up before the nodes are numbered.

use super::{CLIMB, Layout, Place, Side};
use crate::shape::binds;
use polarnet_columns::{Idx, Space};
use polarnet_syntax::net::Agent;

impl<S: Space> Layout<'_, S> {
    /// Argument `at` is bound by `binder`: it stands where its variable stood, or meets what is there.
    pub(super) fn bind(&mut self, at: usize, binder: Idx<S>, numbers: bool, redexes: &mut Vec<[Side<S>; 2]>) {
        let book = self.book;
        let mut binders = vec![binder];
        while let Some(binder) = binders.pop() {
            match self.agent(binder) {
                Agent::Wire => {
                    let other = self.at(book.wires()[binder]);
                    self.place[other] = Place::Argument(at);
                }
                Agent::Dup(_, fst, snd) if numbers && [fst, snd].iter().all(|&row| binds(book, row)) => {
                    self.done.copies += 1;
                    binders.extend([snd, fst]);
                }
                Agent::Era => self.dropped.push(at),
                _ => redexes.push([Side::Argument(at), Side::Term(binder)]),
            }
        }
    }

    /// The first argument is a number on which `?(arms out)` switches: `zero ~ out`, or `succ ~ (n-1 out)`. The other
    /// arm is erased.
    pub(super) fn switch(&mut self, switch: Idx<S>, [zero, succ]: [Idx<S>; 2], is_zero: bool) -> [Side<S>; 2] {
        self.done.switches += 1;
        let Agent::Swi(_, out) = self.agent(switch) else { unreachable!("`arms` found a switch") };
        self.erase(if is_zero { succ } else { zero });
        let (arm, to) = if is_zero {
            (zero, out)
        } else {
            self.applied_switch = Some(switch);
            (succ, switch)
        };
        let (arm_at, to_at) = (self.at(arm), self.at(to));
        self.above[arm_at] = None;
        if is_zero {
            self.above[to_at] = None;
        }
        [Side::Term(arm), Side::Term(to)]
    }

    /// Erases a term; its interactions are counted. The other ends of its wires get erasers.
    fn erase(&mut self, term: Idx<S>) {
        let mut todo = vec![term];
        let mut wires = Vec::new();
        while let Some(row) = todo.pop() {
            match self.agent(row) {
                Agent::Wire => wires.push(row),
                Agent::Era | Agent::Num(_) | Agent::Ref(_) => self.done.voids += 1,
                // The numbers that its ports hold are gone with it.
                Agent::User(symbol, ports) => {
                    self.done.erased += 1;
                    let declared = self.book.agent(symbol);
                    let wired = ports.iter().enumerate().filter(|&(port, _)| !declared.holds_number(port));
                    todo.extend(wired.map(|(_, child)| child));
                }
                agent => {
                    self.done.erased += 1;
                    todo.extend(agent.children());
                }
            }
        }
        for &row in &wires {
            let at = self.at(self.book.wires()[row]);
            self.place[at] = Place::Erased;
        }
        // A wire inside the term was met by erasers at both ends.
        let inside = wires.iter().filter(|&&row| matches!(self.place[self.at(row)], Place::Erased)).count();
        self.done.voids += inside as u64 / 2;
    }

    /// A redex `x ~ term` is a wire, no interaction: puts `term` where the other end of `x` stands. Returns the rest.
    pub(super) fn substitute(&mut self, redexes: Vec<[Side<S>; 2]>) -> Vec<[Side<S>; 2]> {
        let rest: Vec<_> = redexes.into_iter().filter(|&sides| !self.is_substituted(sides)).collect();
        let placed = |side| match side {
            Side::Term(row) => Side::Term(self.at_place(row)),
            side => side,
        };
        rest.into_iter().map(|sides| sides.map(placed)).collect()
    }

    fn is_substituted(&mut self, sides: [Side<S>; 2]) -> bool {
        let [Side::Term(a), Side::Term(b)] = sides else { return false };
        let is_free = |row: Idx<S>| {
            let own = |row: Idx<S>| matches!(self.place[self.at(row)], Place::Own);
            self.agent(row) == Agent::Wire && own(row) && own(self.book.wires()[row])
        };
        let (wire, term) = match (is_free(a), is_free(b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return false,
        };
        if !matches!(self.place[self.at(term)], Place::Own) || self.agent(term) == Agent::Wire {
            return false;
        }
        // A term inside itself would be lost.
        let end = self.book.wires()[wire];
        let mut place = end;
        for climbed in 0.. {
            let Some(above) = self.above[self.at(place)] else { break };
            if above == term || climbed == CLIMB {
                return false;
            }
            place = above;
        }
        let (end, term_at) = (self.at(end), self.at(term));
        self.place[end] = Place::Term(term);
        self.above[term_at] = self.above[end];
        true
    }
}
