//! What the agents and wires of a component demand of each other.

use super::{
    Typing,
    cause::{Cause, Reason},
    port::Port,
    scheme::{Copy, Scheme},
};
use crate::net::{Agent, Def, Partner, Polarity, Rule, Symbol};

/// A use of a definition of an earlier component.
pub(super) struct Use {
    /// The row of the reference.
    pub row: u32,
    /// The types that the definition has here.
    pub copy: Copy,
}

impl Typing<'_> {
    /// Gives a component's rows their ports and puts all their constraints into force, the most certain ones first.
    ///
    /// 1. Structure: `CON`s have it, and references have that of their definitions. So it is there to be compared.
    /// 2. Signs, as deep as structure is known on both sides.
    /// 3. What somebody wrote: after the others, so that it is blamed for a contradiction, not the net.
    /// 4. Types in full: they are a guess and give way to everything above.
    pub fn solve(&mut self, component: usize) {
        let members = self.order.components[component].clone();
        self.solver.start_component();
        for &def in &members {
            self.make_ports(def);
        }
        for &def in &members {
            self.use_references(def);
        }
        for &def in &members {
            self.constrain_agents(def);
            self.constrain_wires(def);
        }
        for &def in &members {
            self.constrain_written(def);
        }
        self.solver.unify_pending();
        for &def in &members {
            self.prefer_spines(def);
        }
        self.solver.end_component();
        self.bounds.push(self.solver.signs.len());
    }

    fn make_ports(&mut self, def: u32) {
        self.base[def as usize] = self.solver.signs.len();
        let nodes = &self.net.defs[def as usize].nodes;
        for _ in nodes {
            self.solver.port();
        }
        for (row, node) in (0..).zip(nodes) {
            if let Agent::Con(a, b) = node.agent.head() {
                let [port, a, b] = [row, a, b].map(|row| self.port(def, row));
                self.solver.types.set_structure(port, [a, b]);
            }
        }
    }

    /// References get the types of their definitions: inside the component the same types, else copies.
    fn use_references(&mut self, def: u32) {
        let net = self.net;
        for (row, node) in (0..).zip(&net.defs[def as usize].nodes) {
            let Agent::Ref(callee) = node.agent.head() else { continue };
            let cause = Cause::new(def, row, Reason::Use);
            let root = self.port(callee, net.defs[callee as usize].root);
            let ty = if self.order.component_of[callee as usize] == self.order.component_of[def as usize] {
                root
            } else {
                let (solver, budget) = (&mut self.solver, &mut self.budget);
                let scheme = self.schemes[callee as usize].get_or_insert_with(|| Scheme::new(solver, root, budget));
                let (ty, copy) = scheme.copy(solver, cause, budget);
                self.uses[def as usize].push(Use { row, copy });
                ty
            };
            let port = self.port(def, row);
            self.solver.unify(port, ty, cause);
        }
    }

    fn constrain_agents(&mut self, def: u32) {
        let net = self.net;
        for (row, node) in (0..).zip(&net.defs[def as usize].nodes) {
            let port = self.port(def, row);
            let cause = |reason| Cause::new(def, row, reason);
            match node.agent.head() {
                Agent::Wire | Agent::Era | Agent::Con(..) => {}
                Agent::Num(_) => self.positive(port, cause(Reason::Number)),
                Agent::Ref(_) => self.positive(port, cause(Reason::Reference)),
                Agent::Dup(_, a, b) => {
                    for child in [a, b] {
                        let child = self.port(def, child);
                        self.solver.agree(port, child, cause(Reason::Dup));
                    }
                }
                Agent::Opr(right, result) => {
                    let [right, result] = [right, result].map(|row| self.port(def, row));
                    self.consumer(port, right, result, cause(Reason::Operator));
                }
                Agent::User(Symbol(symbol), _) => {
                    let declared = &net.agents[symbol as usize];
                    self.positive(port.dual_if(declared.sign == Polarity::Negative), cause(Reason::Declared));
                    let ports: Vec<_> = declared.ports.iter().map(|&(sign, _)| sign).collect();
                    self.declared_ports(def, row, &ports);
                }
                Agent::Replaced(_) => {
                    let rule = net.defs[def as usize].rule.as_ref();
                    let replaced = rule.into_iter().flat_map(Rule::agents);
                    let ports = replaced.flat_map(|Symbol(symbol)| net.agents[symbol as usize].wired());
                    // The ports of a `DUP` have its sign, which is opposite to that of the agent; the names once more.
                    let copies = rule.filter(|rule| matches!(rule.partner, Partner::Dup(_)));
                    let copies = copies.into_iter().flat_map(|rule| [net.agents[rule.actor.0 as usize].sign; 2]);
                    let values = rule.iter().flat_map(|rule| rule.values.iter().map(|_| Polarity::Negative));
                    let ports: Vec<_> = ports.map(|(sign, _)| sign.flip()).chain(copies).chain(values).collect();
                    self.declared_ports(def, row, &ports);
                }
                Agent::Swi(arms, result) => {
                    let gives_tree =
                        matches!(net.defs[def as usize].nodes[result as usize].agent.head(), Agent::Con(..));
                    let [arms, result] = [arms, result].map(|row| self.port(def, row));
                    self.consumer(port, arms, result, cause(Reason::Switch));
                    self.constrain_arms(arms, gives_tree.then_some(result), def, row);
                }
            }
        }
    }

    /// The terms at the ports of an agent have the signs that are declared; the names for them in a rule the opposite ones.
    fn declared_ports(&mut self, def: u32, row: u32, ports: &[Polarity]) {
        let Def { nodes, lists, .. } = &self.net.defs[def as usize];
        for (child, &sign) in lists.children(nodes[row as usize].agent).zip(ports) {
            let child = self.port(def, child);
            self.solver.types.set_written(child);
            self.positive(child.dual_if(sign == Polarity::Negative), Cause::new(def, row, Reason::Declared));
        }
    }

    /// `-(+argument -result)`, whatever the brackets are.
    fn consumer(&mut self, port: Port, argument: Port, result: Port, cause: Cause) {
        self.positive(port.dual(), cause);
        self.positive(argument, cause);
        self.positive(result.dual(), cause);
    }

    fn positive(&mut self, port: Port, cause: Cause) {
        self.solver.tie(port, Port::POSITIVE, cause);
    }

    /// Arms are `+(+zero +(-number +other))`. If the result of the switch is a tree, then both arms are such trees;
    /// where it is a wire, equal types would be asked of arms that are meant to differ (tagged data).
    fn constrain_arms(&mut self, arms: Port, result: Option<Port>, def: u32, row: u32) {
        let [zero, number, other] = std::array::from_fn(|_| self.solver.port());
        let nonzero = self.solver.con([number, other]);
        let both = self.solver.con([zero, nonzero]);
        let cause = Cause::new(def, row, Reason::Switch);
        for port in [both, zero, nonzero, number.dual(), other] {
            self.positive(port, cause);
        }
        if let Some(result) = result {
            for arm in [zero, other] {
                self.solver.agree(arm, result.dual(), Cause::new(def, row, Reason::Arm));
            }
        }
        self.solver.agree(arms, both, cause);
    }

    /// Wires in the order of their first ends, the root, the redexes in their order.
    fn constrain_wires(&mut self, def: u32) {
        let net = self.net;
        let definition = &net.defs[def as usize];
        for (row, node) in (0..).zip(&definition.nodes) {
            if node.agent.head() == Agent::Wire && row < node.peer {
                let [a, b] = [row, node.peer].map(|row| self.port(def, row));
                self.solver.agree(a, b.dual(), Cause::new(def, row, Reason::Wire));
            }
        }
        let root = self.port(def, definition.root);
        self.positive(root, Cause::new(def, definition.root, Reason::Root));
        for &(left, right) in &definition.redexes {
            let [a, b] = [left, right].map(|row| self.port(def, row));
            self.solver.agree(a, b.dual(), Cause::new(def, left, Reason::Redex));
        }
    }

    fn constrain_written(&mut self, def: u32) {
        let net = self.net;
        let definition = &net.defs[def as usize];
        for (row, node) in (0..).zip(&definition.nodes) {
            if let Some((sign, _)) = node.written {
                let port = self.port(def, row);
                self.solver.types.set_written(port);
                self.solver.tie(port, Port::constant(sign), Cause::new(def, row, Reason::Written));
            }
        }
        if let Some(signature) = &definition.signature {
            self.constrain_signature(def, definition.root, signature.parameters.len());
        }
    }

    /// The root is `+(-p0 +(-p1 … +result))`.
    fn constrain_signature(&mut self, def: u32, root: u32, parameters: usize) {
        let cause = Cause::new(def, root, Reason::Signature);
        let mut ty = self.written_port(Polarity::Positive, None, cause);
        for _ in 0..parameters {
            let parameter = self.written_port(Polarity::Negative, None, cause);
            ty = self.written_port(Polarity::Positive, Some([parameter, ty]), cause);
        }
        let root = self.port(def, root);
        self.solver.agree(root, ty, cause);
    }

    fn written_port(&mut self, sign: Polarity, children: Option<[Port; 2]>, cause: Cause) -> Port {
        let port = match children {
            Some(children) => self.solver.con(children),
            None => self.solver.port(),
        };
        self.solver.types.set_written(port);
        self.solver.tie(port, Port::constant(sign), cause);
        port
    }
}
