//! Definitions, copied into the graph.

use crate::graph::{Graph, Kind, NOWHERE, Port, ROOT};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{book::Defs, net::Agent, number::Number};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// The ports of a fresh copy's rows, and the nodes that stand for its wires.
pub(crate) struct Copy<S: Space> {
    pub ends: FxHashMap<Idx<S>, Port>,
    wires: Vec<usize>,
}

impl<S: Space> Graph<'_, S> {
    /// Joins `def`, applied to numbers, to the root.
    pub fn boot(&mut self, def: Idx<Defs<S>>, args: &[Number]) {
        if args.is_empty() {
            return self.instantiate(def, ROOT);
        }
        let mut ret = ROOT;
        for &arg in args.iter().rev() {
            let (app, num) = (self.add(Kind::Con), self.add(Kind::Num(arg)));
            self.join((num, 0), (app, 1));
            self.join(ret, (app, 2));
            ret = (app, 0);
        }
        let reference = self.add(Kind::Ref(def.raw()));
        self.join((reference, 0), ret);
    }

    /// A fresh copy of a definition, its root joined to `target`.
    pub fn instantiate(&mut self, def: Idx<Defs<S>>, target: Port) {
        let root = self.book.root(def);
        if let Agent::Replaced(_) = self.book.agents().node(root) {
            // A rule is nothing that could be called.
            let nothing = self.add(Kind::Era);
            return self.join((nothing, 0), target);
        }
        let copy = self.copy(def);
        self.join(copy.ends[&root], target);
        self.finish(copy);
    }

    /// A fresh copy of a rule's net. The root's holder gets a port for each name at the rule's root, in order: `(0, 1)` is
    /// the first one.
    ///
    /// # Panics
    ///
    /// It is a definition that is no rule's.
    pub fn open(&mut self, rule: Idx<Defs<S>>) {
        let Agent::Replaced(names) = self.book.agents().node(self.book.root(rule)) else { panic!("a rule") };
        self.nodes[ROOT.0].peers = smallvec![NOWHERE; 1 + names.len()];
        let copy = self.copy(rule);
        for (name, port) in names.iter().zip(1..) {
            self.join(copy.ends[&name], (ROOT.0, port));
        }
        self.finish(copy);
    }

    /// A fresh copy of a definition whose root, or the names at it, are to be joined before it is finished.
    pub(crate) fn copy(&mut self, def: Idx<Defs<S>>) -> Copy<S> {
        let book = self.book;
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
                Agent::User(symbol, _) => Kind::User(symbol),
                Agent::Replaced(_) => continue,
            };
            let node = self.add_copy(kind, row.raw() + 1);
            for (slot, child) in book.agents().node(row).children().enumerate() {
                self.join(ends[&child], (node, slot + 1));
            }
            ends.insert(row, (node, 0));
        }
        for &(a, b) in book.redexes(def) {
            self.join(ends[&a], ends[&b]);
        }
        Copy { ends, wires }
    }

    /// Joins what the ends of each wire are joined to.
    pub(crate) fn finish(&mut self, copy: Copy<S>) {
        for wire in copy.wires {
            self.splice((wire, 0), (wire, 1));
            self.free.push(wire);
        }
    }

    /// Puts a copy of its definition in the place of a reference, which counts as a [`Rule::Call`](crate::Rule::Call).
    ///
    /// # Panics
    ///
    /// The node is no reference.
    pub fn expand(&mut self, node: usize) {
        let Kind::Ref(def) = self.kind(node) else { panic!("node {node} is no reference") };
        let def = self.book.def(def).expect("a definition of the book");
        let target = self.peer((node, 0));
        self.free.push(node);
        self.instantiate(def, target);
    }
}
