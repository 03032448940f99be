//! The agents that a book declares, by name.

use super::{Errors, names::nearest, places, quoted};
use crate::{
    diagnostic::Diagnostic,
    net::{self, Partner, Polarity, Symbol, port_names},
    number::{Numbers, Type, WideType},
    parse::TOKEN,
    span::Span,
    token::Short,
    tree::{Declaration, File, Group, Member, Rule, Shape, Side, Tree},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;

/// More ports than these a node of the heap cannot have, nor more that take a value (`word` in the runtime).
const PORTS: usize = 15;

/// All groups together, with what groups in them have: more than these nobody writes, and they would fill the memory.
const MEMBERS: usize = 1 << 20;

/// The agents by name, and the groups.
pub(super) struct Symbols<'f> {
    agents: &'f [Declaration<'f>],
    /// The book's arithmetic.
    pub(super) numbers: Numbers,
    groups: &'f [Group<'f>],
    /// Some declarations or rules could not be read.
    pub(super) lost: bool,
    /// The agents by name: the first declaration of each.
    index: FxHashMap<&'f str, u32>,
    /// Of each name of a group, the positive agents and the numbers that it stands for.
    meant: FxHashMap<&'f str, Vec<Partner>>,
    /// The pairs for which there are rules, right or wrong, in either order.
    ruled: FxHashSet<[Symbol; 2]>,
    /// The agents that have rules for numbers.
    numeric: FxHashSet<(Symbol, Type)>,
    /// Some rule is not known: it could not be read, or is for what is no agent. So none can be said to be missing.
    pub(super) ruled_unknown: bool,
}

impl<'f> Symbols<'f> {
    /// Reports names that are declared twice, and ports that are too many or have one name.
    pub(super) fn new(file: &'f File<'f>, errors: &mut Errors<'_>) -> Self {
        let mut first = FxHashMap::default();
        let named = || file.agents.iter().zip(0..).filter(|(agent, _)| agent.boxed().is_none());
        let agents = named().map(|(agent, _)| (agent.name, agent.span));
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
        let mut index = FxHashMap::default();
        for (agent, number) in named() {
            index.entry(agent.name).or_insert(number);
        }
        let no_agent = |side: &Side<'_>| match side {
            Side::Agent(tree) => !matches!(tree.kind, Shape::User(..)),
            Side::Number(..) | Side::Era(_) | Side::Dup(..) => false,
        };
        let ruled_unknown = file.lost || file.rules.iter().any(|rule| rule.sides.iter().any(no_agent));
        let (agents, groups) = (&file.agents, &file.groups);
        let mut symbols = Symbols {
            agents,
            numbers: file.numbers,
            groups,
            lost: file.lost,
            index,
            meant: FxHashMap::default(),
            ruled: ruled(file),
            numeric: numeric(file),
            ruled_unknown,
        };
        symbols.resolve_groups(errors);
        symbols
    }

    /// A group stands for its members, and the members of the groups in it, which stand before it.
    fn resolve_groups(&mut self, errors: &mut Errors<'_>) {
        let mut total = 0;
        for group in self.groups {
            let members = self.members(&group.members, errors);
            total += members.len();
            if total > MEMBERS {
                let help = "name the agents themselves, or make groups of fewer groups";
                errors.push(Diagnostic::error(group.span, "the groups have too many members together", help));
                self.lost = true;
                return;
            }
            self.meant.entry(group.name).or_insert(members);
        }
    }

    /// The positive agents and the numbers that these stand for, each once; names of something else are reported.
    pub(super) fn members(&self, written: &[Member<'f>], errors: &mut Errors<'_>) -> Vec<Partner> {
        let (mut members, mut seen, mut named) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
        for &member in written {
            let (name, span) = match member {
                Member::Named(name, span) => (name, span),
                Member::Number(ty, _) => {
                    members.extend(seen.insert(Partner::Number(ty)).then_some(Partner::Number(ty)));
                    continue;
                }
                Member::Wide(number, _) => {
                    let partner = Partner::Agent(Symbol(number));
                    members.extend(seen.insert(partner).then_some(partner));
                    continue;
                }
            };
            if !named.insert(name) {
                continue;
            }
            if errors.full() {
                break;
            }
            match (self.index.get(name), self.meant.get(name)) {
                (Some(&number), _) => {
                    let agent = &self.agents[number as usize];
                    if agent.sign == Polarity::Positive {
                        let partner = Partner::Agent(Symbol(number));
                        members.extend(seen.insert(partner).then_some(partner));
                        continue;
                    }
                    let message = format!("{} is negative", quoted("", name));
                    let help = "what a negative agent meets is positive, and so are the members of groups";
                    errors.push(Diagnostic::error(span, message, help).place(agent.span, "declared here"));
                }
                (None, Some(meant)) => members.extend(meant.iter().filter(|&&member| seen.insert(member))),
                (None, None) if self.lost => {}
                (None, None) => errors.push(self.no_member(name, span)),
            }
        }
        members
    }

    fn no_member(&self, name: &str, span: Span) -> Diagnostic {
        let quoted_name = quoted("", name);
        if let Some(group) = self.groups.iter().find(|group| group.name == name) {
            let message = format!("the group {quoted_name} is not complete here");
            let help = "a group in a group stands before it: move it up, or name its members";
            return Diagnostic::error(span, message, help).place(group.span, "the group");
        }
        let is_type = [Type::U, Type::I, Type::F].iter().any(|ty| ty.name(self.numbers) == name)
            || self.numbers == Numbers::Native && WideType::called(name).is_some();
        let help = match self.nearest(name) {
            _ if is_type => format!("the numbers of this type are `#{name}`"),
            Some(near) => format!("there is {}", quoted("", near)),
            None => "declare it: `agent +Nil;`, or `group List = Nil Cons;`".to_owned(),
        };
        Diagnostic::error(span, format!("{quoted_name} is no agent and no group"), help)
    }

    /// The agent or group whose name is most like this one, if one is.
    fn nearest(&self, name: &str) -> Option<&'f str> {
        nearest(name, self.names().chain(self.groups.iter().map(|group| group.name)))
    }

    /// The names of the agents that are written by name.
    fn names(&self) -> impl Iterator<Item = &'f str> + use<'f> {
        self.agents.iter().filter(|agent| agent.boxed().is_none()).map(|agent| agent.name)
    }

    /// Is there an agent of this name, wherever it is declared?
    pub(super) fn is_agent(&self, name: &str) -> bool {
        self.index.contains_key(name)
    }

    /// What a name that is no agent was perhaps meant to be.
    pub(super) fn meant(&self, name: &str) -> Option<String> {
        if self.groups.iter().any(|group| group.name == name) {
            return Some("this is the name of a group: rules and nets have agents only".to_owned());
        }
        if name == TOKEN {
            return Some(
                "what `extern` agents meet is there when the book has one: `extern -Print(#c: u32) { … }`".to_owned(),
            );
        }
        let near = nearest(name, self.names())?;
        Some(format!("if an agent is meant: there is {}; a wire has two ends", quoted("", near)))
    }

    /// What is wrong with a name where a rule has an agent.
    pub(super) fn no_pattern(&self, name: &str, span: Span) -> Diagnostic {
        let short = quoted("", name);
        if let Some(&declared) = self.index.get(name) {
            let message = format!("the agent {short} is used before it is declared");
            let error = Diagnostic::error(span, message, "move the declaration up, before its first use");
            return error.place(self.agents[declared as usize].span, "declared here");
        }
        if let Some(group) = self.groups.iter().find(|group| group.name == name) {
            let help = "a rule is for two agents: write one for each member";
            return Diagnostic::error(span, format!("{short} is a group"), help).place(group.span, "declared here");
        }
        let help = match nearest(name, self.names()) {
            Some(near) => format!("there is {}", quoted("", near)),
            None if name.starts_with(|c: char| c.is_ascii_lowercase()) => format!(
                "a rule is for two agents that the book declares: `agent +Nil;`; a number is matched by `#{}`",
                Short(name)
            ),
            None => "a rule is for two agents that the book declares: `agent +Nil;`".to_owned(),
        };
        Diagnostic::error(span, format!("the agent {short} is not declared"), help)
    }

    /// Reports agents that are used before they are declared, each once.
    pub(super) fn report_late(&self, late: Vec<(&'f str, Span)>, errors: &mut Errors<'_>) {
        let mut order = Vec::new();
        let mut uses: FxHashMap<&str, Vec<Span>> = FxHashMap::default();
        for (name, span) in late {
            let spans = uses.entry(name).or_default();
            if spans.is_empty() {
                order.push(name);
            }
            spans.push(span);
        }
        for name in order {
            let message = format!("the agent {} is used before it is declared", quoted("", name));
            let declared = self.agents[self.index[name] as usize].span;
            let error = Diagnostic::error(uses[name][0], message, "move the declaration up, before its first use");
            errors.push(places(error.place(declared, "declared here"), &uses[name][1..], "used here too"));
        }
    }

    /// The declaration of an agent.
    pub(super) fn declaration(&self, Symbol(number): Symbol) -> &'f Declaration<'f> {
        &self.agents[number as usize]
    }

    /// Is there a rule for these two?
    pub(super) fn has_rule(&self, [a, b]: [Symbol; 2]) -> bool {
        self.ruled_unknown || self.ruled.contains(&[a, b]) || self.ruled.contains(&[b, a])
    }

    /// Is there a rule for it and a number of this type?
    pub(super) fn takes(&self, symbol: Symbol, ty: Type) -> bool {
        self.ruled_unknown || self.numeric.contains(&(symbol, ty))
    }

    /// Is there a rule for this agent and numbers of some type?
    pub(super) fn takes_numbers(&self, symbol: Symbol) -> bool {
        [Type::U, Type::I, Type::F].into_iter().any(|ty| self.takes(symbol, ty))
    }

    /// How an agent is written.
    pub(super) fn form(&self, symbol: Symbol) -> String {
        let agent = self.declaration(symbol);
        if let Some(ty) = agent.boxed() {
            return format!("#n: {}", ty.name());
        }
        let ports = port_names(agent.ports.iter().map(|(_, name, _)| *name), &agent.numbers);
        let ports = if ports.is_empty() { ports } else { format!("({})", Short(&ports)) };
        format!("{}{ports}", Short(agent.name))
    }

    /// Has an agent as many terms as ports? If not, that is reported.
    pub(super) fn check_arity(&self, symbol: u32, terms: usize, tree: &Tree<'_>, errors: &mut Errors<'_>) -> bool {
        let agent = &self.agents[symbol as usize];
        if terms == agent.ports.len() {
            return true;
        }
        let ports = agent.written();
        let name = quoted("", agent.name);
        let count = |n: usize, what| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let message = match terms {
            0 => format!("{name} is an agent with {}, not a wire", count(ports, "port")),
            _ => format!("{name} has {}, but {} here", count(ports, "port"), count(terms, "term")),
        };
        let help = format!("write `{}`", self.form(Symbol(symbol)));
        errors.push(Diagnostic::error(tree.span, message, help).place(agent.span, "declared here"));
        false
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
        Side::Number(..) | Side::Era(_) | Side::Dup(..) => None,
    };
    let pair = |rule: &Rule<'_>| match rule.sides.map(agent) {
        [Some(a), Some(b)] => Some([a, b]),
        _ => None,
    };
    file.rules.iter().filter_map(pair).collect()
}

fn numeric(file: &File<'_>) -> FxHashSet<(Symbol, Type)> {
    let agent = |rule: &Rule<'_>| match rule.sides {
        [Side::Agent(tree), Side::Number(_, ty, _)] | [Side::Number(_, ty, _), Side::Agent(tree)] => match tree.kind {
            Shape::User(symbol, _) => Some((Symbol(symbol), ty)),
            _ => None,
        },
        _ => None,
    };
    file.rules.iter().filter_map(agent).collect()
}

fn plain(agent: &Declaration<'_>) -> net::Declaration {
    let ports = agent.ports.iter().map(|&(sign, name, _)| (sign, name.to_owned())).collect();
    net::Declaration {
        name: agent.name.to_owned(),
        span: agent.span,
        sign: agent.sign,
        ports,
        numbers: agent.numbers.clone(),
        pairs: agent.pairs.clone(),
        linear: agent.linear,
    }
}

fn check_ports(agent: &Declaration<'_>, errors: &mut Errors<'_>) {
    if agent.ports.len() > PORTS {
        let message = format!("{} has {} ports", quoted("", agent.name), agent.ports.len());
        let help = format!("an agent has at most {PORTS}: put some of them into an agent of their own");
        errors.push(Diagnostic::error(agent.span, message, help));
        return;
    }
    for (at, &(_, name, span)) in agent.ports.iter().enumerate().filter(|(_, port)| !port.1.is_empty()) {
        if let Some(&(_, _, first)) = agent.ports[..at].iter().find(|(_, other, _)| *other == name) {
            let message = format!("two ports of {} are called {}", quoted("", agent.name), quoted("", name));
            errors.push(Diagnostic::error(span, message, "rename one of the two").place(first, "the first one"));
        }
    }
    if agent.sign == Polarity::Positive
        && let Some(span) = agent.meets.first().map(Member::span)
    {
        let message = format!("{} is positive, and says what it meets", quoted("", agent.name));
        errors.push(Diagnostic::error(span, message, "only negative agents do: they are what acts"));
    }
}
