//! `match xs { Nil => a, Cons(h, t) => b }`: an agent, with a rule for each arm.

use super::{Lower, PORTS, Redex, arms::captured};
use crate::{
    code::Code,
    diagnostic::Diagnostic,
    lambda::{Arm, Id, List, Var},
    net::Polarity,
    span::Span,
    tree::{Declaration, File, Rule, Shape, Side, Tree},
};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'t> Lower<'_, 't> {
    /// An agent that takes the others apart, with a rule for each arm.
    pub(super) fn matching(&mut self, subject: Id, arms: List, span: Span) -> &'t Tree<'t> {
        let arms: Vec<Arm> = self.terms.arms[arms.range()].to_vec();
        let pieces: Vec<_> = arms.iter().map(|arm| self.take_arm(arm.body)).collect();
        self.check_covers(&arms, span);
        let captured = captured(pieces.iter());
        let symbol = self.acts(&captured, span);
        for (arm, piece) in arms.iter().zip(pieces) {
            let mut redexes = piece.redexes;
            let mut needed: FxHashMap<Var, &'t Tree<'t>> = piece.captures.into_iter().collect();
            let mut left = Vec::new();
            for &var in &captured {
                let taker = needed.remove(&var).unwrap_or_else(|| self.tree(Shape::Era, span));
                left.push(self.port(taker, &mut redexes));
            }
            let [out, end] = self.wire("out", span);
            left.push(end);
            redexes.push([out, piece.tree]);
            let mut right = Vec::new();
            for &var in &self.terms.lists[arm.vars.range()] {
                let taker = self.binder(var);
                right.push(self.port(taker, &mut redexes));
            }
            let [left, right] = [(symbol, left), (arm.symbol, right)].map(|(symbol, ports)| {
                let ports = self.arenas.lists.alloc_extend(ports);
                Side::Agent(self.tree(Shape::User(symbol, ports), arm.span))
            });
            self.rule([left, right], Vec::new(), redexes, arm.span);
        }
        self.waits(symbol, &captured, subject, span)
    }

    /// An agent that has rules for arms.
    pub(super) fn acts(&mut self, captured: &[Var], span: Span) -> u32 {
        if captured.len() >= PORTS {
            let help = format!("an agent has {PORTS} ports: put some of the variables into a tuple");
            self.report.push(Diagnostic::error(span, format!("the arms use {} variables", captured.len()), help));
        }
        let owner = self.owner;
        let name = self.name(&format!("Match.{owner}."));
        let symbol = self.file.agents.len() as u32;
        let vars = &self.terms.vars;
        let ports = captured.iter().map(|&var| (Polarity::Positive, vars[var as usize].name, span));
        let ports = ports.chain([(Polarity::Negative, "out", span)]).collect();
        self.file.agents.push(Declaration {
            name,
            span,
            sign: Polarity::Negative,
            ports,
            numbers: Vec::new(),
            pairs: Vec::new(),
            linear: false,
            meets: Vec::new(),
        });
        if let Some(agents) = self.levels {
            self.moves(agents, symbol, captured.len(), span);
        }
        symbol
    }

    pub(super) fn rule(&mut self, sides: [Side<'t>; 2], values: Vec<Code>, redexes: Vec<Redex<'t>>, span: Span) {
        self.file.rules.push(Rule { span, sides, guard: None, native: None, values, redexes });
    }

    /// It takes the subject apart: what comes of that.
    pub(super) fn waits(&mut self, symbol: u32, captured: &[Var], subject: Id, span: Span) -> &'t Tree<'t> {
        let [value, end] = self.wire("r", span);
        let mut ports: Vec<_> = captured.iter().map(|&var| self.occurrence(var, span)).collect();
        ports.push(end);
        let ports = self.arenas.lists.alloc_extend(ports);
        self.redexes.push([self.tree(Shape::User(symbol, ports), span), self.value(subject)]);
        value
    }

    /// A port on the left of a rule, for what takes its value on the right.
    fn port(&mut self, taker: &'t Tree<'t>, redexes: &mut Vec<Redex<'t>>) -> &'t Tree<'t> {
        if let Shape::Wire(_) = taker.kind {
            return self.tree(taker.kind, taker.span);
        }
        let [port, value] = self.wire("x", taker.span);
        redexes.push([taker, value]);
        port
    }

    /// Has each agent of a group that these are in an arm?
    fn check_covers(&mut self, arms: &[Arm], span: Span) {
        let file = &*self.file;
        let named = |symbol: u32| file.agents[symbol as usize].name;
        let matched: FxHashSet<&str> = arms.iter().map(|arm| named(arm.symbol)).collect();
        let mut smallest: Option<Vec<&str>> = None;
        for group in &file.groups {
            let members = agents_of(file, group.name);
            let all = matched.iter().all(|name| members.contains(name));
            if all && smallest.as_ref().is_none_or(|smallest| members.len() < smallest.len()) {
                smallest = Some(members);
            }
        }
        let missing = smallest.iter().flatten().find(|name| !matched.contains(*name));
        if let Some(missing) = missing {
            let message = format!("the match has no arm for {}", crate::check::quoted("", missing));
            let help = format!("add `{missing} => …`, with a name for each of its ports");
            let error = Diagnostic::error(span, message, help);
            self.report.push(error);
        }
    }
}

/// The agents of a group, also of groups in it. A group in itself is an error that is reported elsewhere.
fn agents_of<'t>(file: &File<'t>, group: &'t str) -> Vec<&'t str> {
    let mut seen = FxHashSet::default();
    let mut agents = Vec::new();
    let mut rest = vec![group];
    while let Some(name) = rest.pop() {
        if !seen.insert(name) {
            continue;
        }
        match file.groups.iter().find(|group| group.name == name) {
            Some(group) => rest.extend(group.members.iter().filter_map(|member| match member {
                crate::tree::Member::Named(name, _) => Some(*name),
                _ => None,
            })),
            None => agents.push(name),
        }
    }
    agents
}
