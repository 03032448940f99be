//! The words for a clash.

use super::{ChainLink, Clash, ClashEnd, Reason};
use crate::{
    diagnostic::{Diagnostic, Severity},
    net::{Agent, Declaration, Def, Net, Node, Partner, Polarity, Symbol},
    span::Span,
    token::Short,
};

/// The links of a chain that one message shows, at each of its ends.
const LINKS: usize = 6;

impl Clash {
    /// What to tell the user: both demands, what ties them together, and what can be done.
    ///
    /// ```
    /// # use polarnet_syntax::{diagnostic::Severity, infer::infer, number::Numbers, text::parse_text};
    /// let net = parse_text("@main = {x x}", Numbers::Native).0.unwrap();
    /// let signs = infer(&net);
    /// let found = signs.clashes[0].diagnostic(&net, Severity::Warning);
    /// assert_eq!(found.message, "wire `x` joins two ports of one sign, in `@main`");
    /// ```
    #[must_use]
    pub fn diagnostic(&self, net: &Net, severity: Severity) -> Diagnostic {
        let [other, main] = match self.ends {
            [written, other] if written.reason == Reason::Written => [other, written],
            ends => ends,
        };
        let Def { name, rule, .. } = &net.defs[self.def as usize];
        let place = if rule.is_some() { format!("the rule `{name}`") } else { format!("`@{name}`") };
        let message = format!("{}, in {place}", self.summary(net));
        let mut diagnostic = Diagnostic::error(main.span(net), message, self.help(net)).label(main.text(net));
        diagnostic.severity = severity;
        let other_text = if other.sign.is_some() { other.text(net) } else { "the other one of them".into() };
        let mut places = vec![(other.span(net), other_text)];
        let hidden = self.chain.len().saturating_sub(2 * LINKS);
        for (index, link) in self.chain.iter().enumerate() {
            if index == LINKS && hidden > 0 {
                places.push((link.span(net), format!("… and so on, by {hidden} more wires and agents")));
            }
            if index < LINKS || index >= LINKS + hidden {
                link.describe(net, &mut places);
            }
        }
        places.extend(main.declared(net));
        if main.declared(net) != other.declared(net) {
            places.extend(other.declared(net));
        }
        for (span, text) in places {
            diagnostic = diagnostic.place(span, text);
        }
        diagnostic
    }

    /// What is wrong, in general terms.
    fn summary(&self, net: &Net) -> String {
        let [one, two] = &self.ends;
        match (one.outside(net), two.outside(net)) {
            (Some(_), Some(_)) if one.port == two.port => "a port has to be both positive and negative".into(),
            (Some(a), Some(b)) if a == b => format!("two {} ports are joined", adjective(a)),
            (Some(_), Some(_)) => "a positive and a negative port have to have the same sign".into(),
            _ => match (one.reason, self.chain.as_slice()) {
                (Reason::Dup, [link]) if link.reason == Reason::Wire && !link.inner => {
                    format!("wire {} joins two ports of one sign", wire(net, link.place))
                }
                (Reason::Dup, _) => "two ports of one sign are joined".into(),
                (Reason::Wire, _) => format!("the ends of wire {} have to have the same sign", wire(net, one.by)),
                _ => "two joined ports have to have the same sign".into(),
            },
        }
    }

    fn help(&self, net: &Net) -> String {
        let operator = self.ends.iter().any(|end| end.reason == Reason::Operator && end.sign.is_some());
        let by = |reason| self.ends.iter().any(|end| end.reason == reason);
        let one_port = self.ends[0].port == self.ends[1].port;
        if let Some(advice) =
            self.ends.iter().find_map(|end| end.as_call(net, false)).filter(|_| one_port && !by(Reason::Written))
        {
            return advice;
        }
        // A value of the left side, where a result is to go: `out ~ Insert(x, tree)`.
        if let ([one, two], [_]) = (&self.ends, self.chain.as_slice())
            && let Some(advice) = [(one, two), (two, one)]
                .into_iter()
                .find_map(|(end, other)| end.as_call(net, true).filter(|_| other.is_value_of_rule(net)))
        {
            return advice;
        }
        let advice = if by(Reason::Declared) && !by(Reason::Written) && !by(Reason::Signature) {
            "change the net so that it fits, or the declaration"
        } else if by(Reason::Declared) {
            "change the written sign, the net so that it fits, or the declaration"
        } else if self.written {
            "change the written sign or signature, or the net so that it fits"
        } else if self.ends[0].sign.is_none() {
            "give each of these ports a partner of its own"
        } else if operator {
            "an operator takes its left operand from what it is joined with, and gives its result on its last wire: \
             `x + y` is `& x ~ $([+] $(y r))`, its result on `r`"
        } else {
            "join each value (`+`: λ, number, reference) with a consumer (`-`: application, `DUP`, operator, switch)"
        };
        let unpolarized = if self.written || net.unpolarized {
            ""
        } else {
            "; if the book is meant to do without polarity, write `#![unpolarized]` at its top"
        };
        format!("{advice}{unpolarized}")
    }
}

impl ClashEnd {
    /// The place of the port, or of the sign that is written there.
    fn span(&self, net: &Net) -> Span {
        let node = node(net, self.port);
        match (self.reason, node.written) {
            (Reason::Written, Some((_, span))) => span,
            _ => node.span,
        }
    }

    /// Which sign is demanded, and why.
    fn text(&self, net: &Net) -> String {
        let why = match self.reason {
            Reason::Root => ", as roots are".into(),
            Reason::Number => ", as numbers are".into(),
            Reason::Reference => ", as references are".into(),
            Reason::Operator => ": operators are `-$(+right -result)`".into(),
            Reason::Switch => format!(": switches are `{}`", self.switch(net)),
            Reason::Use => format!(", as {} has it", name(net, self.by)),
            Reason::Declared => return self.of_agent(net),
            Reason::Written => ", as it is written".into(),
            Reason::Signature => format!(", as the signature of `@{}` has it", net.defs[self.by.0 as usize].name),
            Reason::Dup => "all ports of a `DUP` have the same sign".into(),
            Reason::Wire => format!("the ends of wire {} have opposite signs", wire(net, self.by)),
            Reason::Redex => "the sides of a redex have opposite signs".into(),
            Reason::Arm => "an arm of a switch gives what the switch gives".into(),
        };
        match self.sign {
            Some(sign) => format!("{}{why}", adjective(sign)),
            None => why,
        }
    }

    /// The sign; that of the other end of the wire for a name on the left of a rule.
    fn outside(&self, net: &Net) -> Option<Polarity> {
        match node(net, self.by).agent.head() {
            Agent::Replaced(_) => self.sign.map(Polarity::flip),
            _ => self.sign,
        }
    }

    /// Which sign the declaration of an agent demands.
    fn of_agent(&self, net: &Net) -> String {
        let sign = self.sign.map_or("", adjective);
        match self.agent(net) {
            None => match self.copied(net) {
                Some((agent, core)) => {
                    let (sign, name) = (self.sign.map_or("", |sign| adjective(sign.flip())), Short(&agent.name));
                    format!("{sign} on the right of `=>`, as `{core}` meets `{name}`")
                }
                None => format!("{sign}, as it is declared"),
            },
            Some((agent, None)) => format!("{sign}, as `{}` is declared", Short(&agent.name)),
            Some((agent, Some((declared, port)))) => {
                let (name, port) = (Short(&agent.name), format!("{}{}", mark(*declared), Short(port)));
                match node(net, self.by).agent.head() {
                    // The name is the other end of the wire.
                    Agent::Replaced(_) => {
                        format!("{} on the right of `=>`, as `{name}` is declared with `{port}`", adjective(*declared))
                    }
                    _ => format!("{sign}, as `{name}` is declared with `{port}`"),
                }
            }
        }
    }

    /// The agent whose declaration demands the sign, and the port, unless it is the principal one.
    fn agent<'n>(&self, net: &'n Net) -> Option<(&'n Declaration, Option<&'n (Polarity, String)>)> {
        let (by, def) = (node(net, self.by), &net.defs[self.by.0 as usize]);
        let at = def.lists.children(by.agent).position(|child| (self.by.0, child) == self.port);
        let declaration = |Symbol(symbol): Symbol| &net.agents[symbol as usize];
        let (first, mut ports): (_, Vec<_>) = match by.agent.head() {
            Agent::User(symbol, _) => {
                let agent = declaration(symbol);
                (agent, agent.ports.iter().map(|port| (agent, port)).collect())
            }
            Agent::Replaced(_) => {
                let rule = def.rule.as_ref()?;
                let agents = rule.agents().map(declaration);
                (
                    declaration(rule.actor),
                    agents.flat_map(|agent| agent.wired().map(move |port| (agent, port))).collect(),
                )
            }
            _ => return None,
        };
        match at {
            None => Some((first, None)),
            Some(at) if at < ports.len() => Some(ports.swap_remove(at)).map(|(agent, port)| (agent, Some(port))),
            Some(_) => None,
        }
    }

    /// What to write where an agent that acts is written like a call, `f(x)`: where its result goes, or with its argument at the port
    /// of its result.
    fn as_call(&self, net: &Net, at_wire: bool) -> Option<String> {
        let Agent::User(..) = node(net, self.by).agent.head() else { return None };
        let (agent, port) = self.agent(net)?;
        if self.reason != Reason::Declared || agent.sign == Polarity::Positive {
            return None;
        }
        let (_, result) = agent.wired().filter(|port| port.0 == Polarity::Negative).last()?;
        let calls = match port {
            None => self.sign == Some(Polarity::Negative),
            Some(port) => {
                port.0 == Polarity::Negative && at_wire == matches!(node(net, self.port).agent.head(), Agent::Wire)
            }
        };
        let (name, result) = (Short(&agent.name), Short(result));
        calls.then(|| {
            format!(
                "`{name}` acts on what it meets in a redex, and gives its result on the wire `{result}`: `& {agent} ~ …`, and \
                 `{result}` where the result goes"
            )
        })
    }

    /// Is it a name on the left of a rule, for a value?
    fn is_value_of_rule(&self, net: &Net) -> bool {
        let is_value = |(_, port): (&Declaration, Option<&(Polarity, String)>)| {
            port.is_some_and(|port| port.0 == Polarity::Positive)
        };
        self.reason == Reason::Declared
            && matches!(node(net, self.by).agent.head(), Agent::Replaced(_))
            && self.agent(net).is_some_and(is_value)
    }

    /// The agent whose own rule with `{a b}` demands the sign of a port of that, and how that is written.
    fn copied<'n>(&self, net: &'n Net) -> Option<(&'n Declaration, String)> {
        let (by, def) = (node(net, self.by), &net.defs[self.by.0 as usize]);
        let rule = def.rule.as_ref().filter(|rule| matches!(rule.partner, Partner::Dup(_)))?;
        let agent = &net.agents[rule.actor.0 as usize];
        let at = def.lists.children(by.agent).position(|child| (self.by.0, child) == self.port)?;
        let own = agent.wired().count();
        (own..own + 2).contains(&at).then_some((agent, rule.partner.core()?))
    }

    /// The definition that is used, or the agent, where its declaration is what demands the sign.
    fn declared(&self, net: &Net) -> Option<(Span, String)> {
        if self.reason == Reason::Declared {
            let agent = self.agent(net).map(|(agent, _)| agent).or_else(|| Some(self.copied(net)?.0))?;
            return Some((agent.span, format!("`{}` is declared here", Short(&agent.name))));
        }
        let Agent::Ref(callee) = node(net, self.by).agent.head() else { return None };
        let def = &net.defs[callee as usize];
        (self.reason == Reason::Use).then(|| {
            let span = def.signature.as_ref().map_or(def.nodes[def.root as usize].span, |signature| signature.span);
            (span, format!("`@{}` is declared here", def.name))
        })
    }

    /// The shape of a switch, as deep as it takes to show the port.
    fn switch(&self, net: &Net) -> &'static str {
        let direct =
            net.defs[self.by.0 as usize].lists.children(node(net, self.by).agent).any(|child| child == self.port.1);
        if direct || self.by == self.port { "-?(+arms -result)" } else { "-?(+(+zero +(-number +other)) -result)" }
    }
}

impl ChainLink {
    fn span(&self, net: &Net) -> Span {
        node(net, self.place).span
    }

    /// Adds the places that the link connects, and how.
    fn describe(&self, net: &Net, places: &mut Vec<(Span, String)>) {
        let node = node(net, self.place);
        let peer = &net.defs[self.place.0 as usize].nodes[node.peer as usize];
        let how = if self.inner { "joined port by port" } else { "of opposite signs" };
        match self.reason {
            Reason::Wire => {
                let wire = wire(net, self.place);
                places.push((node.span, format!("wire {wire}: its ends are {how}")));
                places.push((peer.span, format!("the other end of wire {wire}")));
            }
            Reason::Redex => {
                let redexes = &net.defs[self.place.0 as usize].redexes;
                let other = redexes.iter().find(|redex| redex.0 == self.place.1).map_or(self.place.1, |redex| redex.1);
                let span = node.span.to(net.defs[self.place.0 as usize].nodes[other as usize].span);
                places.push((span, format!("a redex: its sides are {how}")));
            }
            Reason::Dup if self.inner => {
                places.push((node.span, "what a `DUP` copies is alike at all its ports".into()))
            }
            Reason::Dup => places.push((node.span, "all ports of a `DUP` have the same sign".into())),
            Reason::Arm => places.push((node.span, "an arm of a switch gives what the switch gives".into())),
            Reason::Switch => places.push((node.span, "the arms of a switch are `+(+zero +(-number +other))`".into())),
            Reason::Use => places.push((node.span, format!("{} ties these ports together", name(net, self.place)))),
            Reason::Signature => places.push((node.span, "the signature describes this root".into())),
            Reason::Root
            | Reason::Number
            | Reason::Reference
            | Reason::Operator
            | Reason::Declared
            | Reason::Written => {}
        }
    }
}

fn adjective(sign: Polarity) -> &'static str {
    match sign {
        Polarity::Positive => "positive",
        Polarity::Negative => "negative",
    }
}

fn mark(sign: Polarity) -> char {
    match sign {
        Polarity::Positive => '+',
        Polarity::Negative => '-',
    }
}

fn node(net: &Net, (def, row): (u32, u32)) -> &Node {
    &net.defs[def as usize].nodes[row as usize]
}

/// The definition that is referred to here.
fn name(net: &Net, place: (u32, u32)) -> String {
    match node(net, place).agent.head() {
        Agent::Ref(callee) => format!("`@{}`", net.defs[callee as usize].name),
        _ => "this".into(),
    }
}

/// The name of a wire that has an end here.
fn wire(net: &Net, (def, row): (u32, u32)) -> String {
    let ends = [row, node(net, (def, row)).peer];
    let found = net.defs[def as usize].wires.iter().find(|(end, _)| ends.contains(end));
    found.map_or_else(|| "without a name".into(), |(_, name)| format!("`{name}`"))
}
