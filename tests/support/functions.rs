//! Random books in which definitions are functions of agents: what rules and definitions call, switch to, copy and erase has rules
//! of its own for `*` and `{a b}`, holds numbers, or is not there yet. Linear, polarized, and soon at an end: an agent's
//! rules make those of lower rank, and definitions call later ones, or count down.

mod writer;

use super::choices::Choices;
use std::fmt::Write;
use writer::{Ends, Writer, named};

#[derive(Clone, Copy, PartialEq)]
pub enum Port {
    /// A value of the positive agents, or, of negative agents, what they are given.
    Positive,
    Negative,
    Held,
}

pub struct Agent {
    pub name: String,
    pub positive: bool,
    pub ports: Vec<Port>,
}

/// A definition that is a function of values.
pub struct Function {
    pub args: usize,
    pub form: Form,
    /// Negative agents from this one on are not in it.
    pub rank: usize,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Form {
    Plain,
    /// Its first argument is a number, on which it switches.
    Counts,
    /// Its first argument is a function.
    Applies,
}

/// The text of a random book.
pub fn book(c: &mut Choices) -> String {
    let agents = agents(c);
    let negative = agents.iter().filter(|agent| !agent.positive).count();
    let mut rank = negative;
    let functions: Vec<_> = (0..1 + c.below(4))
        .map(|_| {
            rank -= c.below(2).min(rank);
            Function { args: c.below(4), form: c.one(&[Form::Plain, Form::Counts, Form::Plain, Form::Applies]), rank }
        })
        .collect();
    let mut text = "#![numbers(native)]\n".to_owned();
    for agent in &agents {
        let sign = if agent.positive { '+' } else { '-' };
        let port = |(at, port): (usize, &Port)| match port {
            Port::Positive => format!("+p{at}"),
            Port::Negative => format!("-p{at}"),
            Port::Held => format!("#p{at}: u32"),
        };
        let ports = agent.ports.iter().enumerate().map(port).collect();
        writeln!(text, "agent {sign}{};", node(&agent.name, ports)).unwrap();
    }
    let mut writer = Writer {
        c,
        agents: &agents,
        functions: &functions,
        rank: negative,
        values: agents.len(),
        from: 0,
        left: 0,
        wires: 0,
    };
    text += &writer.main();
    for at in 0..functions.len() {
        text += &writer.function(at);
    }
    for actor in (0..agents.len()).filter(|&at| !agents[at].positive) {
        for value in (0..agents.len()).filter(|&at| agents[at].positive) {
            text += &writer.rule(actor, Partner::Value(value));
        }
    }
    for agent in 0..agents.len() {
        for (core, chance) in [("", 110), ("{", 40)] {
            if writer.c.chance(chance) {
                text += &writer.rule(agent, Partner::Core(core));
            }
        }
    }
    text
}

/// One to four positive ones, and as many negative ones; the latter stand in the order of their ranks.
fn agents(c: &mut Choices) -> Vec<Agent> {
    let mut agents = Vec::new();
    for positive in [true, false] {
        for at in 0..1 + c.below(4) {
            let ports = (0..c.one(&[0, 1, 0, 2, 1, 3])).map(|_| match c.weighted(&[5, 2, 2]) {
                0 if positive => Port::Positive,
                0 => Port::Negative,
                1 if positive => Port::Negative,
                1 => Port::Positive,
                _ => Port::Held,
            });
            agents.push(Agent {
                name: format!("{}{at}", if positive { 'V' } else { 'A' }),
                positive,
                ports: ports.collect(),
            });
        }
    }
    agents
}

fn node(name: &str, ports: Vec<String>) -> String {
    if ports.is_empty() { name.to_owned() } else { format!("{name}({})", ports.join(", ")) }
}

/// `(a0 (a1 … last))`
fn spine(args: &[String], last: &str) -> String {
    args.iter().rev().fold(last.to_owned(), |rest, arg| format!("({arg} {rest})"))
}

fn names(prefix: &str, count: usize) -> Vec<String> {
    (0..count).map(|at| format!("{prefix}{at}")).collect()
}

#[derive(Clone, Copy)]
enum Partner {
    Value(usize),
    /// `*`, or what `{a b}` begins with.
    Core(&'static str),
}

impl Writer<'_, '_> {
    fn main(&mut self) -> String {
        self.left = 24;
        let body = self.body(Vec::new(), vec!["r".to_owned()], None, 2);
        format!("@main = r{body}\n")
    }

    fn function(&mut self, at: usize) -> String {
        let Function { args, form, rank } = self.functions[at];
        (self.rank, self.from, self.left) = (rank, at + 1, 10);
        let values = names("x", args);
        let result = vec!["r".to_owned()];
        match form {
            Form::Plain => {
                let body = self.body(values.clone(), result, None, 1);
                format!("@f{at} = {}{body}\n", spine(&values, "r"))
            }
            Form::Applies => {
                let callee = self.c.chance(220).then(|| ("f".to_owned(), args));
                let first = if callee.is_some() { "f" } else { "*" }.to_owned();
                let body = self.body(values.clone(), result, callee, 1);
                let all: Vec<_> = [first].into_iter().chain(values).collect();
                format!("@f{at} = {}{body}\n", spine(&all, "r"))
            }
            Form::Counts if args == 0 && self.c.chance(128) => {
                // Arms that are values.
                let mut ends = Ends::default();
                let [zero, succ] = [(); 2].map(|()| self.term(&mut ends, true, 2));
                let closed = self.close(ends, &mut Vec::new(), &mut Vec::new());
                let text = format!("@f{at} = (?(({zero} (* {succ})) r) r)\n");
                named(text, &closed)
            }
            Form::Counts => {
                let pass = spine(&values, "r");
                let recursion = self.c.chance(160).then(|| (format!("@f{at}"), args + 1));
                let n = if recursion.is_some() { "n" } else { "*" };
                let zero = self.body(values.clone(), result.clone(), None, 1);
                self.left = 10;
                let succ = self.body(values.clone(), result, recursion, 1);
                let all: Vec<_> = [n.to_owned()].into_iter().chain(values).collect();
                format!(
                    "@f{at} = (?((@z{at} @s{at}) {pass}) {pass})\n@z{at} = {pass}{zero}\n@s{at} = {}{succ}\n",
                    spine(&all, "r")
                )
            }
        }
    }

    fn rule(&mut self, actor: usize, partner: Partner) -> String {
        let positive_actor = self.agents[actor].positive;
        let rank = (0..actor).filter(|&at| !self.agents[at].positive).count();
        let is_value = matches!(partner, Partner::Value(_));
        self.rank = if is_value { rank } else { 0 };
        // What becomes of a value that is erased or copied is less.
        self.values = if !is_value && positive_actor { actor } else { self.agents.len() };
        self.from = self.functions.iter().position(|function| function.rank <= self.rank).unwrap_or(usize::MAX);
        self.left = 6;
        let (mut positive, mut negative) = (Vec::new(), Vec::new());
        let mut side = |c: &mut Choices, at: usize, prefix: char| -> String {
            let ports = self.agents[at].ports.iter().enumerate().map(|(port, kind)| {
                let name = format!("{prefix}{port}");
                match kind {
                    Port::Held => return format!("#{name}"),
                    _ if c.chance(20) => return "*".to_owned(),
                    Port::Positive => positive.push(name.clone()),
                    Port::Negative => negative.push(name.clone()),
                }
                name
            });
            node(&self.agents[at].name, ports.collect())
        };
        let left = side(self.c, actor, 'a');
        let right = match partner {
            Partner::Value(value) => side(self.c, value, 'v'),
            Partner::Core("") => "*".to_owned(),
            Partner::Core(open) => {
                let sides = if positive_actor { &mut negative } else { &mut positive };
                sides.extend(["c".to_owned(), "d".to_owned()]);
                format!("{open}c d}}")
            }
        };
        let body = self.body(positive, negative, None, 0);
        let body = body.strip_prefix(" & ").unwrap_or("* ~ *");
        format!("rule {left} ~ {right} => {body};\n")
    }
}
