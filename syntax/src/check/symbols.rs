//! The agents that a book declares, by name.

use super::{Errors, quoted};
use crate::{
    diagnostic::Diagnostic,
    net::{self, Polarity, Symbol},
    tree::{Declaration, File, Rule, Shape, Side, Tree},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// More ports than these a node of the heap cannot have, nor more that take a value (`word` in the runtime).
const PORTS: usize = 15;

/// The agents by name, and the groups.
pub(super) struct Symbols<'f> {
    agents: &'f [Declaration<'f>],
    /// Of each name of an agent or a group, the positive agents that it stands for.
    meant: FxHashMap<&'f str, Vec<Symbol>>,
    /// The pairs for which there are rules, right or wrong, in either order.
    ruled: FxHashSet<[Symbol; 2]>,
    /// There are rules that could not be read.
    pub(super) rules_cut: bool,
    /// The agents that have rules for numbers.
    numeric: FxHashSet<Symbol>,
}

impl<'f> Symbols<'f> {
    /// Reports names that are declared twice, and ports that are too many or have one name.
    pub(super) fn new(file: &'f File<'f>, errors: &mut Errors<'_>) -> Self {
        let mut first = FxHashMap::default();
        let agents = file.agents.iter().map(|agent| (agent.name, agent.span));
        for (name, span) in agents.chain(file.groups.iter().map(|group| (group.name, group.span))) {
            match first.entry(name) {
                Entry::Vacant(free) => {
                    free.insert(span);
                }
                Entry::Occupied(known) => {
                    let message = format!("{} is declared twice", quoted("", name));
                    let error = Diagnostic::error(span, message, "rename one of the two, or remove it");
                    errors.push(error.label("the second declaration").place(*known.get(), "the first declaration"));
                }
            }
        }
        for agent in &file.agents {
            check_ports(agent, errors);
        }
        let mut symbols = Symbols {
            agents: &file.agents,
            meant: FxHashMap::default(),
            ruled: ruled(file),
            numeric: numeric(file),
            rules_cut: file.rules_cut,
        };
        for (number, agent) in (0..).zip(&file.agents) {
            symbols.meant.entry(agent.name).or_insert_with(|| vec![Symbol(number)]);
        }
        symbols.resolve_groups(file, errors);
        symbols
    }

    /// A group stands for its members, and the members of groups in it. Groups are declared before they are used.
    fn resolve_groups(&mut self, file: &'f File<'f>, errors: &mut Errors<'_>) {
        for group in &file.groups {
            let mut members: Vec<Symbol> = self.members(&group.members, errors);
            let mut seen = FxHashSet::default();
            members.retain(|&member| seen.insert(member));
            self.meant.entry(group.name).or_insert(members);
        }
    }

    /// What these names stand for; those that nothing has are reported.
    pub(super) fn members(&self, names: &[(&'f str, crate::span::Span)], errors: &mut Errors<'_>) -> Vec<Symbol> {
        let mut members = Vec::new();
        for &(name, span) in names {
            match self.meant.get(name) {
                Some(meant) => members.extend(meant),
                None => {
                    let message = format!("{} is no agent and no group", quoted("", name));
                    let near = self.nearest(name).map(|near| format!("there is {}", quoted("", near)));
                    let help =
                        near.unwrap_or_else(|| format!("declare it before: `agent +{name};` or `group {name} = …;`"));
                    errors.push(Diagnostic::error(span, message, help));
                }
            }
        }
        members
    }

    fn nearest(&self, name: &str) -> Option<&'f str> {
        let near = |other: &&str| strsim::osa_distance(name, other) <= (name.len() / 3).max(1);
        let names = self.agents.iter().map(|agent| agent.name).filter(|other| other.len() < 64 && name.len() < 64);
        names.filter(near).min_by_key(|other| strsim::osa_distance(name, other))
    }

    /// The declaration of an agent.
    pub(super) fn declaration(&self, Symbol(number): Symbol) -> &'f Declaration<'f> {
        &self.agents[number as usize]
    }

    /// Is there a rule for these two?
    pub(super) fn has_rule(&self, [a, b]: [Symbol; 2]) -> bool {
        self.ruled.contains(&[a, b]) || self.ruled.contains(&[b, a])
    }

    /// Is there a rule for it and a number?
    pub(super) fn takes_numbers(&self, symbol: Symbol) -> bool {
        self.numeric.contains(&symbol)
    }

    /// How an agent is written.
    pub(super) fn form(&self, symbol: Symbol) -> String {
        plain(self.declaration(symbol)).to_string()
    }

    /// Reports an agent that has not as many terms as ports.
    pub(super) fn check_arity(&self, symbol: u32, terms: usize, tree: &Tree<'_>, errors: &mut Errors<'_>) {
        let agent = &self.agents[symbol as usize];
        let ports = agent.ports.len();
        if terms == ports {
            return;
        }
        let name = quoted("", agent.name);
        let count = |n: usize, what| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let message = match terms {
            0 => format!("{name} is an agent with {}, not a wire", count(ports, "port")),
            _ => format!("{name} has {}, but {} here", count(ports, "port"), count(terms, "term")),
        };
        let help = format!("write {}", quoted("", &self.form(Symbol(symbol))));
        errors.push(Diagnostic::error(tree.span, message, help).place(agent.span, "declared here"));
    }

    /// All of them.
    pub(super) fn declarations(&self) -> Vec<net::Declaration> {
        self.agents.iter().map(plain).collect()
    }
}

fn ruled(file: &File<'_>) -> FxHashSet<[Symbol; 2]> {
    let agent = |side: Side<'_>| match side {
        Side::Agent(tree) => match tree.kind {
            Shape::User(symbol, _) => Some(Symbol(symbol)),
            _ => None,
        },
        Side::Number(..) => None,
    };
    let pair = |rule: &Rule<'_>| match rule.sides.map(agent) {
        [Some(a), Some(b)] => Some([a, b]),
        _ => None,
    };
    file.rules.iter().filter_map(pair).collect()
}

fn numeric(file: &File<'_>) -> FxHashSet<Symbol> {
    let agent = |rule: &Rule<'_>| match rule.sides {
        [Side::Agent(tree), Side::Number(..)] | [Side::Number(..), Side::Agent(tree)] => match tree.kind {
            Shape::User(symbol, _) => Some(Symbol(symbol)),
            _ => None,
        },
        _ => None,
    };
    file.rules.iter().filter_map(agent).collect()
}

fn plain(agent: &Declaration<'_>) -> net::Declaration {
    let ports = agent.ports.iter().map(|&(sign, name, _)| (sign, name.to_owned())).collect();
    net::Declaration { name: agent.name.to_owned(), sign: agent.sign, ports, numbers: agent.numbers.clone() }
}

fn check_ports(agent: &Declaration<'_>, errors: &mut Errors<'_>) {
    if agent.ports.len() > PORTS {
        let message = format!("{} has {} ports", quoted("", agent.name), agent.ports.len());
        let help = format!("an agent has at most {PORTS}: put some of them into an agent of their own");
        errors.push(Diagnostic::error(agent.span, message, help));
    }
    for (at, &(_, name, span)) in agent.ports.iter().enumerate() {
        if let Some(&(_, _, first)) = agent.ports[..at].iter().find(|(_, other, _)| *other == name) {
            let message = format!("two ports of {} are called {}", quoted("", agent.name), quoted("", name));
            errors.push(Diagnostic::error(span, message, "rename one of the two").place(first, "the first one"));
        }
    }
    if agent.sign == Polarity::Positive
        && let Some(&(_, span)) = agent.meets.first()
    {
        let message = format!("{} is positive, and says what it meets", quoted("", agent.name));
        errors.push(Diagnostic::error(span, message, "only negative agents do: they are what acts"));
    }
}
