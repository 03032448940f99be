//! From a net to steps: who gives to whom, and in which order.

use crate::step::{Body, Core, Node, Operand, Reg, Step};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::{Agent, Partner, Polarity, Rule},
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

mod apply;
mod definition;
mod erase;
mod numbers;
mod switch;

use definition::call_last;
pub use definition::{arity, definition, passes_on};
pub use numbers::{NumberPorts, number_ports};

/// The right side of a rule.
pub fn body<S: Space>(book: &Book<S>, rule: &Rule, def: Idx<Defs<S>>) -> Body {
    let mut flow = Flow::of_rule(book, rule, def);
    flow.erase_inputs();
    flow.results();
    flow.rest();
    flow.place_nodes(rule);
    Body { registers: flow.next, ..flow.body }
}

/// The same in direct style: what is of the core in it is done where that is possible, and counted.
pub fn direct_body<S: Space>(book: &Book<S>, rule: &Rule, def: Idx<Defs<S>>) -> Body {
    let mut flow = Flow { direct: true, count: 1, ..Flow::of_rule(book, rule, def) };
    flow.numbers = (0..rule.values.len() as u32).map(Operand::Computed).collect();
    flow.erase_inputs();
    flow.results();
    flow.rest();
    if let [result] = flow.body.results[..] {
        call_last(&mut flow.body.steps, result);
    }
    flow.place_nodes(rule);
    Body { registers: flow.next, count: flow.count, ..flow.body }
}

/// Where a row stands.
#[derive(Clone, Copy)]
enum Seat<S: Space> {
    /// It is a side of a redex; this is the other one.
    Redex(Idx<S>),
    /// It is at a port that the rule replaces.
    Input(Input),
    /// It is in a slot of a node.
    Slot(Idx<S>, u32),
}

/// What a name on the left stands for.
#[derive(Clone, Copy)]
enum Input {
    /// A port of the negative agent.
    Port(u32),
    /// A port of the positive agent.
    Field(u32),
    /// A number that the rule computes.
    Computed(u32),
}

/// The net of a rule, half way to steps.
struct Flow<'b, S: Space> {
    book: &'b Book<S>,
    def: Idx<Defs<S>>,
    rows: Vec<Idx<S>>,
    /// The names on the left, and what they stand for.
    inputs: Vec<(Idx<S>, Input)>,
    seats: FxHashMap<Idx<S>, Seat<S>>,
    /// What arrives at a negative row, once it is known.
    arrived: FxHashMap<Idx<S>, Operand>,
    /// Negative rows whose value is being found.
    busy: FxHashSet<Idx<S>>,
    /// Agents that have been put to work.
    begun: FxHashSet<Idx<S>>,
    /// Wires that were needed before their value was there.
    promised: FxHashMap<Idx<S>, Reg>,
    /// The nodes that have been built.
    nodes: FxHashMap<Idx<S>, u32>,
    next: Reg,
    body: Body,
    /// Is it a definition? Then interactions are done here where that is possible, and counted.
    direct: bool,
    count: u32,
    /// What is known to be a number, of a definition.
    numbers: FxHashSet<Operand>,
    /// How often each switch has become branches: once for each way to it.
    branched: FxHashMap<Idx<S>, u32>,
}

impl<'b, S: Space> Flow<'b, S> {
    fn new(book: &'b Book<S>, def: Idx<Defs<S>>) -> Self {
        let rows: Vec<_> = book.rows(def).collect();
        let mut seats = FxHashMap::with_capacity_and_hasher(rows.len(), FxBuildHasher);
        for &(a, b) in book.redexes(def) {
            seats.insert(a, Seat::Redex(b));
            seats.insert(b, Seat::Redex(a));
        }
        for &row in &rows {
            for (child, slot) in book.agents().node(row).children().zip(0..) {
                seats.insert(child, Seat::Slot(row, slot));
            }
        }
        Flow {
            book,
            def,
            rows,
            inputs: Vec::new(),
            seats,
            arrived: FxHashMap::default(),
            busy: FxHashSet::default(),
            begun: FxHashSet::default(),
            promised: FxHashMap::default(),
            nodes: FxHashMap::default(),
            next: 0,
            body: Body::default(),
            direct: false,
            count: 0,
            numbers: FxHashSet::default(),
            branched: FxHashMap::default(),
        }
    }

    fn of_rule(book: &'b Book<S>, rule: &Rule, def: Idx<Defs<S>>) -> Self {
        let mut flow = Flow::new(book, def);
        let wired = |agent| {
            let agent = book.agent(agent);
            (0..agent.ports.len() as u32).filter(|&port| !agent.holds_number(port as usize))
        };
        let fields = match rule.partner {
            Partner::Agent(partner) => Some(wired(partner).map(Input::Field)),
            Partner::Number(_) | Partner::Era | Partner::Dup(_) => None,
        };
        let names = wired(rule.actor)
            .map(Input::Port)
            .chain(fields.into_iter().flatten())
            .chain((0..rule.values.len() as u32).map(Input::Computed));
        flow.inputs = book.agents().node(book.root(def)).children().zip(names).collect();
        for &(row, input) in &flow.inputs {
            flow.seats.insert(row, Seat::Input(input));
        }
        flow
    }

    fn is_negative(&self, row: Idx<S>) -> bool {
        self.book.polarity()[row] == Polarity::Negative
    }

    fn register(&mut self) -> Reg {
        self.next += 1;
        self.next - 1
    }

    /// What comes in and is not used goes first: that frees memory, and leaves the last call last.
    fn erase_inputs(&mut self) {
        for (row, _) in self.inputs.clone() {
            if self.is_negative(row) && self.book.agents().node(row) == Agent::Era {
                self.work(row);
            }
        }
    }

    /// What the negative ports get: first those of the positive agent, for the last call is to be the last step.
    fn results(&mut self) {
        let outputs: Vec<_> = self.inputs.iter().copied().filter(|&(row, _)| !self.is_negative(row)).collect();
        for &(row, input) in &outputs {
            if let Input::Field(port) = input {
                let term = self.value(row);
                self.body.steps.push(Step::GiveField(term, port));
            }
        }
        for (row, input) in outputs {
            if let Input::Port(_) = input {
                let term = self.value(row);
                self.body.results.push(term);
            }
        }
    }

    /// Whatever takes a value and gives nothing that was asked for. In definitions redexes come first, then outer rows: a
    /// lambda that is applied is not built, and what stands in the arms of a switch is its own.
    fn rest(&mut self) {
        let mut rows = self.rows.clone();
        if self.direct {
            let sides = self.book.redexes(self.def).iter().flat_map(|&(a, b)| [a, b]);
            rows = sides.chain(rows.into_iter().rev()).collect();
        }
        for row in rows {
            if self.is_negative(row) && self.book.agents().node(row) != Agent::Wire {
                self.work(row);
            }
        }
    }

    /// A positive row as an operand.
    fn value(&mut self, row: Idx<S>) -> Operand {
        match self.book.agents().node(row) {
            Agent::Wire => self.arrival(self.book.wires()[row]),
            Agent::Era => Operand::Era,
            Agent::Num(number) => Operand::Num(number),
            Agent::Ref(def) => Operand::Ref(def.raw()),
            Agent::User(symbol, ports) if ports.is_empty() => Operand::Leaf(symbol),
            node => {
                // What stands in its slots comes first, so that the node is built late.
                let slots: Vec<_> = node.children().zip(0..).filter(|&(child, _)| !self.is_negative(child)).collect();
                let terms: Vec<_> = slots.into_iter().map(|(child, slot)| (slot, self.value(child))).collect();
                let node = self.node(row);
                self.body.steps.extend(terms.into_iter().map(|(slot, term)| Step::Fill { node, slot, term }));
                Operand::Node(node)
            }
        }
    }

    /// The node of a positive row, its terms not in it yet.
    fn node(&mut self, row: Idx<S>) -> u32 {
        if let Some(&node) = self.nodes.get(&row) {
            return node;
        }
        let cells = |flow: &Self| {
            let slots = flow.book.agents().node(row).children().zip(0..);
            slots.map(|(child, slot)| u32::from(flow.is_negative(child)) << slot).sum()
        };
        let kind = match self.book.agents().node(row) {
            Agent::User(symbol, _) => Node::User(symbol),
            agent => Node::Core(self.core(agent), cells(self)),
        };
        let node = self.body.nodes.len() as u32;
        self.body.nodes.push(kind);
        self.body.steps.push(Step::Build { node, in_place: false });
        self.nodes.insert(row, node);
        if self.direct {
            // A cell whose owner is `*` is born with it.
            for (child, slot) in self.book.agents().node(row).children().zip(0..) {
                if self.is_negative(child) && self.book.agents().node(child) == Agent::Era && self.begun.insert(child) {
                    self.body.steps.push(Step::Fill { node, slot, term: Operand::Era });
                }
            }
        }
        node
    }

    fn core(&self, agent: Agent<'_, Idx<S>, Idx<Defs<S>>>) -> Core {
        match agent {
            Agent::Dup(label, ..) => Core::Dup(label),
            Agent::Opr(rhs, _) => Core::Opr(self.book.agents().node(rhs) == Agent::Wire),
            Agent::Swi(..) => Core::Swi,
            _ => Core::Con,
        }
    }

    /// What arrives at a negative row.
    fn arrival(&mut self, row: Idx<S>) -> Operand {
        if let Some(&operand) = self.arrived.get(&row) {
            return operand;
        }
        if !self.busy.insert(row) {
            return self.promise(row);
        }
        let operand = match self.seats[&row] {
            Seat::Redex(other) => self.value(other),
            Seat::Input(Input::Port(port)) => Operand::Port(port),
            Seat::Input(Input::Field(port)) => Operand::Field(port),
            Seat::Input(Input::Computed(at)) => Operand::Computed(at),
            Seat::Slot(node, slot) if !self.is_negative(node) => {
                if self.direct {
                    self.apply_around(node);
                    if let Some(&operand) = self.arrived.get(&row) {
                        return operand;
                    }
                }
                let node = self.node(node);
                Operand::Var(node, slot)
            }
            Seat::Slot(actor, _) => {
                self.work(actor);
                // It is at work, and asks for its own result.
                return self.arrived.get(&row).copied().unwrap_or_else(|| self.promise(row));
            }
        };
        self.arrive(row, operand);
        operand
    }

    /// A value that is needed on the way to itself goes through a cell.
    fn promise(&mut self, row: Idx<S>) -> Operand {
        if let Some(&reg) = self.promised.get(&row) {
            return Operand::Reg(reg);
        }
        let reg = self.register();
        self.body.steps.push(Step::Wire(reg));
        self.promised.insert(row, reg);
        Operand::Reg(reg)
    }

    fn arrive(&mut self, row: Idx<S>, operand: Operand) {
        self.arrived.insert(row, operand);
        if let Some(reg) = self.promised.remove(&row) {
            self.body.steps.push(Step::Give(operand, reg));
        }
    }

    /// Puts a negative agent to work, once.
    fn work(&mut self, row: Idx<S>) {
        if !self.begun.insert(row) {
            return;
        }
        if self.direct && self.work_direct(row) {
            return;
        }
        let value = self.arrival(row);
        let agent = self.book.agents().node(row);
        match agent {
            Agent::Era => self.body.steps.push(Step::Erase(value)),
            Agent::User(actor, ports) => {
                let children: Vec<_> = ports.iter().collect();
                let args = children.iter().filter(|&&child| !self.is_negative(child)).copied().collect::<Vec<_>>();
                let args = args.into_iter().map(|child| self.value(child)).collect();
                let outs: Vec<_> = children.into_iter().filter(|&child| self.is_negative(child)).collect();
                let results: Vec<_> = outs.iter().map(|_| self.register()).collect();
                self.body.steps.push(Step::Call { actor, value, args, results: results.clone() });
                self.got(&outs, &results);
            }
            agent => {
                let core = self.core(agent);
                let children: Vec<_> = agent.children().collect();
                let slots = [0, 1].map(|slot: usize| match self.is_negative(children[slot]) {
                    false => Ok(self.value(children[slot])),
                    true => Err(self.register()),
                });
                self.body.steps.push(Step::Core { core, value, slots });
                let outs: Vec<_> = children.into_iter().filter(|&child| self.is_negative(child)).collect();
                let results: Vec<_> = slots.iter().filter_map(|slot| slot.as_ref().err().copied()).collect();
                self.got(&outs, &results);
            }
        }
    }

    fn got(&mut self, outs: &[Idx<S>], results: &[Reg]) {
        for (&out, &reg) in outs.iter().zip(results) {
            self.arrive(out, Operand::Reg(reg));
        }
    }

    /// The node of the positive agent that is met is used again, where it is as large as one that is built, and nobody else
    /// has to do with it.
    fn place_nodes(&mut self, rule: &Rule) {
        let Partner::Agent(partner) = rule.partner else { return };
        let consumed = self.book.agent(partner);
        let words = consumed.ports.len().max(2);
        if consumed.ports.is_empty() || consumed.ports.contains(&Polarity::Negative) {
            return;
        }
        let (book, nodes) = (self.book, &self.body.nodes);
        let fits = |node: u32| match nodes[node as usize] {
            Node::User(symbol) => book.agent(symbol).ports.len().max(2) == words,
            Node::Core(..) => words == 2,
        };
        let mut builds = self.body.steps.iter_mut().filter_map(|step| match step {
            Step::Build { node, in_place } if fits(*node) => Some(in_place),
            _ => None,
        });
        if let Some(in_place) = builds.next() {
            *in_place = true;
            self.body.in_place = true;
        }
    }
}
