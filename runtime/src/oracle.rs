//! The reference: naive, safe, sequential, without polarity, templates or linker.
//!
//! A net is a graph of agents; a wire joins two ports and is stored at both; a rule is read off its diagram. All other
//! engines are tested against this one, for the normal form and for the number of interactions.

use crate::{
    control::{Control, Limits, Progress, Stop},
    error::{Error, ErrorKind},
    normal::{Normal, Term},
    run::Done,
    stats::{Counts, Rule, Stats},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::{Agent, Label},
    number::{Fault, Number},
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Era,
    Num(Number),
    /// The number of a definition.
    Ref(u32),
    Con,
    Dup(Label),
    /// True: the right operand was written in the slot, or put there by a swap.
    Opr(bool),
    Swi,
    /// The two ends of a wire of a definition, until it is joined.
    Wire,
    /// The root's holder; its port 1 is the root.
    Root,
}

/// An agent's port; port 0 is the principal one.
type Port = (usize, usize);

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    peers: [Port; 3],
}

struct Graph<'b, S: Space> {
    book: &'b Book<S>,
    copyable: Vec<bool>,
    nodes: Vec<Node>,
    free: Vec<usize>,
    active: Vec<(usize, usize)>,
    counts: Counts,
    fault: Option<Fault>,
}

const ROOT: Port = (0, 1);
const NOWHERE: Port = (usize::MAX, 0);

/// Reduces `def` applied to `args`.
///
/// # Errors
///
/// A limit.
pub fn run<S: Space>(
    book: &Book<S>,
    def: Idx<Defs<S>>,
    args: &[Number],
    limits: &Limits,
    progress: &Arc<Progress>,
    expand: bool,
) -> Result<Done, Error> {
    let largest = book.defs().map(|def| book.rows(def).count()).max().unwrap_or(0);
    let control = Control::new(limits.clone(), 1, progress.clone()).expecting(largest);
    let mut graph = Graph {
        book,
        copyable: crate::program::copyable(book),
        nodes: vec![Node { kind: Kind::Root, peers: [NOWHERE; 3] }],
        free: Vec::new(),
        active: Vec::new(),
        counts: Counts::default(),
        fault: None,
    };
    graph.boot(def.raw(), args);
    let mut result = graph.reduce(&control);
    if result.is_ok() && expand {
        result = graph.expand(&control);
    }
    let stats = Stats {
        by_rule: graph.counts.clone(),
        elapsed: control.elapsed(),
        peak_bytes: control.peak().max(graph.bytes()),
        threads: 1,
    };
    match result {
        Ok(()) => Ok(Done { normal: graph.read(), stats }),
        Err(stop) => Err(ErrorKind::from(stop).with(stats)),
    }
}

impl<S: Space> Graph<'_, S> {
    fn add(&mut self, kind: Kind) -> usize {
        let node = Node { kind, peers: [NOWHERE; 3] };
        match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    fn peer(&self, (node, port): Port) -> Port {
        self.nodes[node].peers[port]
    }

    /// Joins two ports. Two principal ports make a redex.
    fn join(&mut self, a: Port, b: Port) {
        self.nodes[a.0].peers[a.1] = b;
        self.nodes[b.0].peers[b.1] = a;
        let agent = |(node, port): Port| port == 0 && self.nodes[node].kind != Kind::Wire;
        if agent(a) && agent(b) {
            self.active.push((a.0, b.0));
        }
    }

    /// What `a` is wired to is wired to what `b` is wired to. The two ports are gone after.
    fn splice(&mut self, a: Port, b: Port) {
        let (p, q) = (self.peer(a), self.peer(b));
        // The two ports were joined to each other: a circle, which is gone.
        if p != b {
            self.join(p, q);
        }
    }

    fn boot(&mut self, def: u32, args: &[Number]) {
        if args.is_empty() {
            return self.instantiate(def, ROOT);
        }
        let mut ret = ROOT;
        for (i, &arg) in args.iter().enumerate().rev() {
            let (app, num) = (self.add(Kind::Con), self.add(Kind::Num(arg)));
            self.join((num, 0), (app, 1));
            self.join(ret, (app, 2));
            ret = (app, 0);
            if i == 0 {
                let reference = self.add(Kind::Ref(def));
                self.join((reference, 0), ret);
            }
        }
    }

    /// A fresh copy of a definition, its root joined to `target`.
    fn instantiate(&mut self, def: u32, target: Port) {
        let book = self.book;
        let def = book.def(def).expect("a definition of the book");
        let mut ends: FxHashMap<Idx<S>, Port> = FxHashMap::default();
        let mut wires = Vec::new();
        for row in book.rows(def) {
            let kind = match book.agents().node(row) {
                Agent::Wire => {
                    let end = match ends.get(&book.wires()[row]) {
                        Some(&(wire, _)) => (wire, 1),
                        None => {
                            wires.push(self.add(Kind::Wire));
                            (wires[wires.len() - 1], 0)
                        }
                    };
                    ends.insert(row, end);
                    continue;
                }
                Agent::Era => Kind::Era,
                Agent::Num(number) => Kind::Num(number),
                Agent::Ref(def) => Kind::Ref(def.raw()),
                Agent::Con(..) => Kind::Con,
                Agent::Dup(label, ..) => Kind::Dup(label),
                Agent::Opr(rhs, _) => Kind::Opr(matches!(book.agents().node(rhs), Agent::Num(_))),
                Agent::Swi(..) => Kind::Swi,
            };
            let node = self.add(kind);
            for (slot, child) in book.agents().node(row).children().enumerate() {
                self.join(ends[&child], (node, slot + 1));
            }
            ends.insert(row, (node, 0));
        }
        for &(a, b) in book.redexes(def) {
            self.join(ends[&a], ends[&b]);
        }
        self.join(ends[&book.root(def)], target);
        for wire in wires {
            self.splice((wire, 0), (wire, 1));
            self.free.push(wire);
        }
    }

    fn reduce(&mut self, control: &Control) -> Result<(), Stop> {
        while !self.active.is_empty() {
            let part = control.draw()?;
            let mut used = 0;
            while used < part {
                let Some((a, b)) = self.active.pop() else { break };
                self.interact(a, b);
                used += 1;
            }
            control.settle(part, used);
            control.check(self.bytes(), 0, 0, self.fault.as_ref())?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let lists = self.free.capacity() * size_of::<usize>() + self.active.capacity() * size_of::<[usize; 2]>();
        (self.nodes.capacity() * size_of::<Node>() + lists) as u64
    }

    fn interact(&mut self, a: usize, b: usize) {
        use Kind::{Con, Dup, Era, Num, Opr, Ref, Swi};
        let is_node = |kind| matches!(kind, Con | Dup(_) | Opr(_) | Swi);
        let (ka, kb) = (self.nodes[a].kind, self.nodes[b].kind);
        match (ka, kb) {
            (Era | Num(_) | Ref(_), Era | Num(_) | Ref(_)) => self.counts.add(Rule::Void),
            _ if is_node(ka) && !is_node(kb) => return self.interact(b, a),
            (Era, _) => self.leaf(Rule::Erase, ka, b),
            (Num(_), Con | Dup(_)) => self.leaf(Rule::Copy, ka, b),
            (Num(number), Opr(literal)) => self.operate(number, b, literal),
            (Num(number), Swi) => self.switch(number, b),
            (Ref(def), Dup(_)) if self.copyable[def as usize] => self.leaf(Rule::Copy, ka, b),
            (Ref(def), _) => {
                self.counts.add(Rule::Call);
                self.instantiate(def, (b, 0));
                self.free.push(a);
                return;
            }
            (Con, Con) | (Swi, Swi) | (Opr(_), Opr(_)) => self.annihilate(a, b),
            (Dup(l), Dup(m)) if l == m => self.annihilate(a, b),
            _ => self.commute(a, b),
        }
        self.free.extend([a, b]);
    }

    /// `* ~ (x y)`  =>  `* ~ x`, `* ~ y`. If `x` and `y` are one wire, the first `join` moves its end, and the second
    /// finds it.
    fn leaf(&mut self, rule: Rule, leaf: Kind, node: usize) {
        self.counts.add(rule);
        for port in [1, 2] {
            let copy = self.add(leaf);
            let end = self.peer((node, port));
            self.join((copy, 0), end);
        }
    }

    /// `(a b) ~ (c d)`  =>  `a ~ c`, `b ~ d`
    fn annihilate(&mut self, a: usize, b: usize) {
        self.counts.add(Rule::Annihilate);
        self.splice((a, 1), (b, 1));
        self.splice((a, 2), (b, 2));
    }

    /// `(a b) ~ {c d}`  =>  `a ~ {1 2}`, `b ~ {3 4}`, `c ~ (1 3)`, `d ~ (2 4)`
    fn commute(&mut self, a: usize, b: usize) {
        self.counts.add(Rule::Commute);
        let fresh = |kind| if matches!(kind, Kind::Opr(_)) { Kind::Opr(false) } else { kind };
        let (ka, kb) = (fresh(self.nodes[a].kind), fresh(self.nodes[b].kind));
        let for_b = [self.add(ka), self.add(ka)];
        let for_a = [self.add(kb), self.add(kb)];
        for (i, b) in for_b.into_iter().enumerate() {
            for (j, a) in for_a.into_iter().enumerate() {
                self.join((b, j + 1), (a, i + 1));
            }
        }
        for i in 0..2 {
            for (old, new) in [((b, i + 1), for_b[i]), ((a, i + 1), for_a[i])] {
                let end = self.peer(old);
                self.join((new, 0), end);
            }
        }
    }

    /// `$(7 ret) ~ 35`  =>  `ret ~ 42`; if the operand is not in the slot, `$(rhs ret) ~ 35`  =>  `$(35 ret) ~ rhs`
    fn operate(&mut self, number: Number, opr: usize, literal: bool) {
        self.counts.add(Rule::Operate);
        let (rhs, ret) = ((opr, 1), (opr, 2));
        let known = match self.nodes[self.peer(rhs).0].kind {
            Kind::Num(known) if literal => Some(known),
            _ => None,
        };
        if let Some(known) = known {
            self.free.push(self.peer(rhs).0);
            let (result, fault) = Number::operate(number, known, self.book.numbers());
            self.fault = self.fault.or(fault);
            let num = self.add(Kind::Num(result));
            let end = self.peer(ret);
            self.join((num, 0), end);
        } else {
            let (num, next) = (self.add(Kind::Num(number)), self.add(Kind::Opr(true)));
            self.join((num, 0), (next, 1));
            // `rhs` and `ret` may be the two ends of one wire.
            let back = self.peer(ret);
            self.join((next, 2), back);
            let end = self.peer(rhs);
            self.join((next, 0), end);
        }
    }

    /// `?(arms out) ~ 0`  =>  `arms ~ (out *)`, and `?(arms out) ~ n`  =>  `arms ~ (* (n-1 out))`
    fn switch(&mut self, number: Number, swi: usize) {
        self.counts.add(Rule::Switch);
        let numbers = self.book.numbers();
        let (outer, era) = (self.add(Kind::Con), self.add(Kind::Era));
        let (arms, out) = ((swi, 1), (swi, 2));
        let n = number.raw(numbers);
        let result = if n == 0 {
            self.join((era, 0), (outer, 2));
            (outer, 1)
        } else {
            let (inner, less) = (self.add(Kind::Con), self.add(Kind::Num(Number::u(n - 1, numbers))));
            self.join((era, 0), (outer, 1));
            self.join((inner, 0), (outer, 2));
            self.join((less, 0), (inner, 1));
            (inner, 2)
        };
        let back = self.peer(out);
        self.join(result, back);
        let end = self.peer(arms);
        self.join((outer, 0), end);
    }

    /// Expands the references that are left below the root.
    fn expand(&mut self, control: &Control) -> Result<(), Stop> {
        let mut todo = vec![ROOT];
        while let Some(at) = todo.pop() {
            let (node, port) = self.peer(at);
            if port != 0 {
                continue;
            }
            match self.nodes[node].kind {
                Kind::Ref(def) => {
                    let part = control.draw()?;
                    control.settle(part, 1);
                    self.counts.add(Rule::Call);
                    self.free.push(node);
                    self.instantiate(def, at);
                    self.reduce(control)?;
                    control.check(self.bytes(), 0, 0, self.fault.as_ref())?;
                    todo.push(at);
                }
                Kind::Era | Kind::Num(_) => {}
                _ => todo.extend([(node, 2), (node, 1)]),
            }
        }
        Ok(())
    }

    fn read(&self) -> Normal {
        let mut wires: FxHashMap<Port, u32> = FxHashMap::default();
        let mut terms = Vec::new();
        let mut todo = vec![ROOT];
        while let Some(at) = todo.pop() {
            let end = self.peer(at);
            let (node, port) = end;
            if port != 0 {
                let next = wires.len() as u32;
                terms.push(Term::Wire(*wires.entry(at.min(end)).or_insert(next)));
                continue;
            }
            terms.push(match self.nodes[node].kind {
                Kind::Era => Term::Era,
                Kind::Num(number) => Term::Num(number),
                Kind::Ref(def) => {
                    let def = self.book.def(def).expect("a definition of the book");
                    Term::Ref(self.book.names()[def].as_str().into())
                }
                kind => {
                    todo.extend([(node, 2), (node, 1)]);
                    match kind {
                        Kind::Con => Term::Con,
                        Kind::Dup(label) => Term::Dup(label),
                        Kind::Opr(_) => Term::Opr,
                        _ => Term::Swi,
                    }
                }
            });
        }
        Normal::new(terms, Vec::new(), self.book.numbers())
    }
}
