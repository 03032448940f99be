//! Random books with agents and rules of their own, linear and polarized by construction, and most of them soon at an end:
//! a rule makes negative agents of lower rank than its own, or puts its own to what stood at a port.

use super::choices::Choices;
use std::fmt::Write;

/// What else is in the books.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    /// Agents, `*`, `{a b}`, references: all pairs that meet have rules.
    Whole,
    /// Numbers, `(a b)`, operators and switches too, which agents have no rules with; and some rules are missing.
    Gaps,
    /// As `Whole`; signs may clash.
    Unpolarized,
}

/// A declared agent; `true` is positive.
struct Agent {
    name: String,
    sign: bool,
    ports: Vec<bool>,
}

/// A term: text, with numbers for the wire ends.
enum Term {
    Text(&'static str),
    Ref(usize),
    /// A name on the left of a rule, or a wire.
    Name(String),
    /// The open end of a wire, by number.
    Open(usize),
    Node(String, char, Vec<Term>),
}

/// The text of a random book.
pub fn book(c: &mut Choices, kind: Kind) -> String {
    let mut text = "#![numbers(native)]\n".to_owned();
    if kind == Kind::Unpolarized {
        text += "#![unpolarized]\n";
    }
    let agents = agents(c);
    for agent in &agents {
        let sign = |positive| if positive { '+' } else { '-' };
        let ports = agent.ports.iter().zip(0..).map(|(&port, at)| format!("{}p{at}", sign(port)));
        let ports = match agent.ports.len() {
            0 => String::new(),
            _ => format!("({})", ports.collect::<Vec<_>>().join(", ")),
        };
        writeln!(text, "agent {}{}{ports};", sign(agent.sign), agent.name).unwrap();
    }
    let defs = c.below(4);
    // First what is run: a few choices that are left decide little.
    for def in 0..=defs {
        let mut soup = Soup::new(c, &agents, kind, agents.len(), def + 1..defs + 1, 24);
        text += &soup.def(def);
    }
    for actor in (0..agents.len()).filter(|&at| !agents[at].sign) {
        for value in (0..agents.len()).filter(|&at| agents[at].sign) {
            if kind == Kind::Gaps && c.chance(40) {
                continue;
            }
            let mut soup = Soup::new(c, &agents, kind, actor, 0..0, 7);
            text += &soup.rule(actor, Partner::Value(value));
        }
    }
    // Few: what they make may be what they are for.
    for agent in 0..agents.len() {
        for core in ["", "{", "&1{"] {
            if c.chance(40) {
                let mut soup = Soup::new(c, &agents, kind, 0, 0..0, 3);
                text += &soup.rule(agent, Partner::Core(core));
            }
        }
    }
    text
}

/// What the agent of a rule meets.
#[derive(Clone, Copy)]
enum Partner {
    Value(usize),
    /// `*`, or what `{a b}` begins with.
    Core(&'static str),
}

/// One to four positive ones, and as many negative ones; the latter stand in the order of their ranks.
fn agents(c: &mut Choices) -> Vec<Agent> {
    let mut agents = Vec::new();
    for sign in [true, false] {
        for at in 0..1 + c.below(4) {
            let ports = (0..c.one(&[2, 0, 1, 3, 4, 5, 6, 1, 2])).map(|_| c.chance(128) == sign).collect();
            let agent = if c.chance(3) { wide(c) } else { ports };
            agents.push(Agent { name: format!("{}{at}", if sign { 'V' } else { 'A' }), sign, ports: agent });
        }
    }
    agents
}

/// As many ports as there may be.
fn wide(c: &mut Choices) -> Vec<bool> {
    (0..15).map(|_| c.chance(128)).collect()
}

/// A net in the making.
struct Soup<'c, 'b> {
    c: &'c mut Choices<'b>,
    agents: &'c [Agent],
    kind: Kind,
    /// Negative agents from this one on may not be made.
    rank: usize,
    /// Definitions that may be referred to.
    refs: core::ops::Range<usize>,
    /// Nodes that may still be made.
    left: usize,
    /// The signs of the open ends.
    ends: Vec<bool>,
}

impl<'c, 'b> Soup<'c, 'b> {
    fn new(
        c: &'c mut Choices<'b>,
        agents: &'c [Agent],
        kind: Kind,
        rank: usize,
        refs: core::ops::Range<usize>,
        left: usize,
    ) -> Self {
        Soup { c, agents, kind, rank, refs, left, ends: Vec::new() }
    }

    fn def(&mut self, number: usize) -> String {
        let root = self.term(true, 3);
        let count = usize::from(number == 0) + self.c.below(5);
        let redexes: Vec<_> = (0..count).map(|_| [self.side(true), self.side(false)]).collect();
        let names = self.close(&mut Vec::new(), &mut Vec::new());
        let name = if number == 0 { "main".to_owned() } else { format!("d{number}") };
        let mut text = format!("@{name} = {}", root.show(&names));
        for [a, b] in redexes {
            write!(text, " & {} ~ {}", a.show(&names), b.show(&names)).unwrap();
        }
        text + "\n"
    }

    fn rule(&mut self, actor: usize, partner: Partner) -> String {
        // What stood at a positive port is a positive term in the net.
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        let actor_sign = self.agents[actor].sign;
        let ports = [
            self.agents[actor].ports.clone(),
            match partner {
                Partner::Value(value) => self.agents[value].ports.clone(),
                Partner::Core("") => Vec::new(),
                Partner::Core(_) => vec![!actor_sign; 2],
            },
        ];
        let mut sides = [('a', 0), ('v', 1)]
            .map(|(prefix, at)| (0..ports[at].len()).map(|port| format!("{prefix}{port}")).collect::<Vec<_>>());
        for (side, (at, ports)) in sides.iter_mut().zip(ports.iter().enumerate()) {
            for (name, &sign) in side.iter_mut().zip(ports) {
                if self.c.chance(10) {
                    *name = "*".to_owned();
                } else if sign {
                    positive.push((name.clone(), at == 1 && matches!(partner, Partner::Value(_))));
                } else {
                    negative.push(name.clone());
                }
            }
        }
        // Now and then two ports are joined on the left.
        if self.c.chance(12)
            && let (Some((one, _)), Some(_)) = (positive.first(), negative.first())
        {
            let (one, other) = (one.clone(), negative.remove(0));
            positive.remove(0);
            for name in sides.iter_mut().flatten().filter(|name| **name == other) {
                name.clone_from(&one);
            }
        }
        let mut redexes = Vec::new();
        let depth = 2;
        for _ in 0..self.c.below(4) {
            let name = |c: &mut Choices, names: usize| (names > 0).then(|| c.below(names));
            let redex = match self.c.weighted(&[3, 3, 1]) {
                0 => {
                    let Some(at) = name(self.c, positive.len()) else { continue };
                    let (name, below) = positive.remove(at);
                    // The same rank again, for a part of what it met.
                    let consumer =
                        if below && self.c.chance(140) { self.node(actor, depth) } else { self.term(false, depth) };
                    [consumer, Term::Name(name)]
                }
                1 => {
                    let Some(at) = name(self.c, negative.len()) else { continue };
                    [Term::Name(negative.remove(at)), self.term(true, depth)]
                }
                _ => [self.term(false, depth), self.term(true, depth)],
            };
            redexes.push(redex);
        }
        let mut positive: Vec<String> = positive.into_iter().map(|(name, _)| name).collect();
        let names = self.close(&mut positive, &mut negative);
        let mut lines: Vec<_> =
            redexes.iter().map(|[a, b]| format!("{} ~ {}", a.show(&names), b.show(&names))).collect();
        while !positive.is_empty() || !negative.is_empty() {
            let pair = [positive.pop(), negative.pop()].map(|name| name.unwrap_or("*".to_owned()));
            lines.push(format!("{} ~ {}", pair[0], pair[1]));
        }
        let agent = |at: usize, names: &[String]| match names.len() {
            0 => self.agents[at].name.clone(),
            _ => format!("{}({})", self.agents[at].name, names.join(", ")),
        };
        let left = agent(actor, &sides[0]);
        let right = match partner {
            Partner::Value(value) => agent(value, &sides[1]),
            Partner::Core("") => "*".to_owned(),
            Partner::Core(open) => format!("{open}{}}}", sides[1].join(" ")),
        };
        format!("rule {left} ~ {right} => {};\n", lines.join(" & "))
    }

    fn open(&mut self, sign: bool) -> Term {
        self.ends.push(sign);
        Term::Open(self.ends.len() - 1)
    }

    /// A node of a declared agent.
    fn node(&mut self, at: usize, depth: usize) -> Term {
        self.left = self.left.saturating_sub(1);
        let ports = self.agents[at].ports.clone();
        let children = ports.into_iter().map(|sign| self.term(sign, depth.saturating_sub(1))).collect();
        Term::Node(self.agents[at].name.clone(), '(', children)
    }

    /// A side of a redex, most often a node.
    fn side(&mut self, sign: bool) -> Term {
        let own: Vec<usize> = (0..self.agents.len()).filter(|&at| self.agents[at].sign == sign).collect();
        if self.c.chance(60) {
            return self.term(sign, 3);
        }
        let at = own[self.c.below(own.len())];
        self.node(at, 3)
    }

    /// A term of at most that depth.
    fn term(&mut self, sign: bool, depth: usize) -> Term {
        let sign = sign ^ (self.kind == Kind::Unpolarized && self.c.chance(8));
        let gaps = self.kind == Kind::Gaps;
        if depth == 0 || self.left == 0 || self.c.chance(80) {
            return match (sign, self.c.weighted(&[10, 1, 3, 1])) {
                (_, 1) => Term::Text("*"),
                (true, 2) if !self.refs.is_empty() => Term::Ref(self.refs.start + self.c.below(self.refs.len())),
                (true, 3) if gaps => Term::Text("7"),
                _ => self.open(sign),
            };
        }
        let own: Vec<usize> =
            (0..self.agents.len()).filter(|&at| self.agents[at].sign == sign && (sign || at < self.rank)).collect();
        let choice = self.c.weighted(&[14, 3, 2]);
        let pair = |name: &str, bracket, children: [Term; 2]| Term::Node(name.to_owned(), bracket, children.into());
        match choice {
            0 | 2 if !(own.is_empty() || choice == 2 && gaps) => {
                let at = own[self.c.below(own.len())];
                self.node(at, depth)
            }
            2 if gaps => {
                self.left -= 1;
                let lambda = self.c.chance(128);
                let signs = if lambda { [!sign, sign] } else { [sign, sign] };
                let name = if sign { "" } else { self.c.one(&["", "$", "?"]) };
                // What an operator and a switch hold is positive.
                let signs = if name.is_empty() { signs } else { [true, false] };
                let children = signs.map(|sign| self.term(sign, depth - 1));
                pair(name, '(', children)
            }
            _ => {
                self.left -= 1;
                let label = self.c.one(&["", "", "&1", "&2"]);
                let children = [(); 2].map(|()| self.term(sign, depth - 1));
                pair(label, '{', children)
            }
        }
    }

    /// Joins the open ends: to each other, or to the names, which it takes out. What each is called.
    fn close(&mut self, positive: &mut Vec<String>, negative: &mut Vec<String>) -> Vec<String> {
        let mut ends: Vec<(usize, usize)> = (0..self.ends.len()).map(|end| (self.c.below(256), end)).collect();
        ends.sort_unstable();
        let mut names = vec!["*".to_owned(); ends.len()];
        let (mut open, mut next) = ([Vec::new(), Vec::new()], 0);
        for (_, end) in ends {
            let sign = self.ends[end];
            let given = if sign { &mut *positive } else { &mut *negative };
            if self.kind == Kind::Unpolarized || given.is_empty() || self.c.chance(100) {
                let of = |sign| usize::from(sign);
                let other = if self.kind == Kind::Unpolarized && self.c.chance(10) { sign } else { !sign };
                match open[of(other)].pop() {
                    Some(other) => {
                        names[end] = format!("w{next}");
                        names[other as usize] = format!("w{next}");
                        next += 1;
                        continue;
                    }
                    None if given.is_empty() => {
                        open[of(sign)].push(end as u32);
                        continue;
                    }
                    None => {}
                }
            }
            names[end] = given.pop().expect("looked at before");
        }
        names
    }
}

impl Term {
    fn show(&self, names: &[String]) -> String {
        match self {
            Term::Text(text) => (*text).to_owned(),
            Term::Ref(def) => format!("@d{def}"),
            Term::Name(name) => name.clone(),
            Term::Open(end) => names[*end].clone(),
            Term::Node(name, _, children) if children.is_empty() => name.clone(),
            Term::Node(name, bracket, children) => {
                let children: Vec<_> = children.iter().map(|child| child.show(names)).collect();
                let own = name.starts_with(char::is_alphabetic);
                let close = if *bracket == '{' { '}' } else { ')' };
                format!("{name}{bracket}{}{close}", children.join(if own { ", " } else { " " }))
            }
        }
    }
}
