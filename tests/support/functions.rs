//! Random books in which definitions are functions of agents: what rules and definitions call, switch to, copy and erase has rules
//! of its own for `*` and `{a b}`, holds numbers, or is not there yet. Linear, polarized, and soon at an end: an agent's
//! rules make those of lower rank, and definitions call later ones, or count down.

use super::choices::Choices;
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq)]
enum Port {
    /// A value of the positive agents, or, of negative agents, what they are given.
    Positive,
    Negative,
    Held,
}

struct Agent {
    name: String,
    positive: bool,
    ports: Vec<Port>,
}

/// A definition that is a function of values.
struct Function {
    args: usize,
    form: Form,
    /// Negative agents from this one on are not in it.
    rank: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
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

/// The open ends of a net in the making, each with its place in the text: `\0`, its number, `\0`.
#[derive(Default)]
struct Ends(Vec<bool>);

impl Ends {
    fn open(&mut self, positive: bool) -> String {
        self.0.push(positive);
        format!("\0{}\0", self.0.len() - 1)
    }
}

struct Writer<'c, 'b> {
    c: &'c mut Choices<'b>,
    agents: &'c [Agent],
    functions: &'c [Function],
    /// Of the net at hand: negative agents from this one on may not be made.
    rank: usize,
    /// Positive ones, too.
    values: usize,
    /// Functions from this one on may be called.
    from: usize,
    /// Nodes that may still be made.
    left: usize,
    wires: usize,
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
                let rest = self.close(ends, &mut Vec::new(), &mut Vec::new());
                let text = format!("@f{at} = (?(({zero} (* {succ})) r) r)\n");
                rest.into_iter().enumerate().fold(text, |text, (end, name)| text.replace(&format!("\0{end}\0"), &name))
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

    /// Redexes that use what the positive names stand for, and give something to the negative ones. `call`: what is called in any
    /// case, and with how many arguments; a number `n` is the first of a definition's.
    fn body(
        &mut self,
        mut positive: Vec<String>,
        mut negative: Vec<String>,
        call: Option<(String, usize)>,
        least: usize,
    ) -> String {
        let mut ends = Ends::default();
        let mut redexes: Vec<String> = Vec::new();
        if let Some((callee, args)) = call {
            let counts = callee.starts_with('@');
            let mut given: Vec<_> = (usize::from(counts)..args).map(|_| self.term(&mut ends, true, 2)).collect();
            if counts {
                given.insert(0, "n".to_owned());
            }
            let result = self.term(&mut ends, false, 1);
            redexes.push(format!("{callee} ~ {}", spine(&given, &result)));
        }
        for _ in 0..least + self.c.below(4) {
            let redex = match self.c.weighted(&[3, 3, 2, 4]) {
                0 if !positive.is_empty() => {
                    let name = positive.remove(self.c.below(positive.len()));
                    format!("{} ~ {name}", self.term(&mut ends, false, 2))
                }
                1 if !negative.is_empty() => {
                    let name = negative.remove(self.c.below(negative.len()));
                    format!("{name} ~ {}", self.term(&mut ends, true, 2))
                }
                3 if self.from < self.functions.len() => self.call(&mut ends),
                _ => format!("{} ~ {}", self.term(&mut ends, false, 3), self.term(&mut ends, true, 2)),
            };
            redexes.push(redex);
        }
        let closed = self.close(ends, &mut positive, &mut negative);
        while !positive.is_empty() || !negative.is_empty() {
            let [a, b] = [positive.pop(), negative.pop()].map(|name| name.unwrap_or("*".to_owned()));
            redexes.push(format!("{a} ~ {b}"));
        }
        let text = redexes.into_iter().map(|redex| format!(" & {redex}")).collect::<String>();
        closed.into_iter().enumerate().fold(text, |text, (end, name)| text.replace(&format!("\0{end}\0"), &name))
    }

    fn call(&mut self, ends: &mut Ends) -> String {
        let at = self.from + self.c.below(self.functions.len() - self.from);
        let Function { args, form, .. } = self.functions[at];
        let plain = |&other: &usize| self.functions[other].form == Form::Plain && self.functions[other].args == args;
        let fit: Vec<usize> = (self.from..self.functions.len()).filter(plain).collect();
        let first = match form {
            Form::Plain => None,
            Form::Counts => Some(self.c.below(4).to_string()),
            Form::Applies if fit.is_empty() => Some("*".to_owned()),
            Form::Applies => Some(format!("@f{}", self.c.one(&fit))),
        };
        let mut given: Vec<_> = first.into_iter().collect();
        given.extend((0..args).map(|_| self.term(ends, true, 2)));
        let result = self.term(ends, false, 2);
        format!("@f{at} ~ {}", spine(&given, &result))
    }

    fn term(&mut self, ends: &mut Ends, positive: bool, depth: usize) -> String {
        let own = (0..self.agents.len()).filter(|&at| self.agents[at].positive == positive);
        let own: Vec<usize> = if positive { own.take(self.values).collect() } else { own.take(self.rank).collect() };
        let leaf = own.iter().copied().find(|&at| self.agents[at].ports.is_empty());
        if depth == 0 || self.left == 0 || self.c.chance(70) {
            return match (self.c.weighted(&[8, 2, 4]), leaf) {
                (1, _) => "*".to_owned(),
                (2, Some(leaf)) => self.agents[leaf].name.clone(),
                _ => ends.open(positive),
            };
        }
        self.left -= 1;
        if own.is_empty() || self.c.chance(50) {
            let [a, b] = [(); 2].map(|()| self.term(ends, positive, depth - 1));
            return format!("{}{{{a} {b}}}", self.c.one(&["", "&1"]));
        }
        let agent = &self.agents[own[self.c.below(own.len())]];
        let ports = agent.ports.iter().map(|port| match port {
            Port::Held => self.c.below(9).to_string(),
            Port::Positive => self.term(ends, true, depth - 1),
            Port::Negative => self.term(ends, false, depth - 1),
        });
        let ports = ports.collect();
        node(&agent.name, ports)
    }

    /// Joins the open ends: to each other, or to the names, which it takes out. What each is called.
    fn close(&mut self, ends: Ends, positive: &mut Vec<String>, negative: &mut Vec<String>) -> Vec<String> {
        let mut order: Vec<(usize, usize)> = (0..ends.0.len()).map(|end| (self.c.below(256), end)).collect();
        order.sort_unstable();
        let mut names = vec!["*".to_owned(); ends.0.len()];
        let mut open = [Vec::<usize>::new(), Vec::new()];
        for (_, end) in order {
            let sign = ends.0[end];
            let given = if sign { &mut *positive } else { &mut *negative };
            if given.is_empty() || self.c.chance(100) {
                match open[usize::from(!sign)].pop() {
                    Some(other) => {
                        names[end] = format!("w{}", self.wires);
                        names[other] = names[end].clone();
                        self.wires += 1;
                    }
                    None => open[usize::from(sign)].push(end),
                }
            } else {
                names[end] = given.pop().expect("there is one");
            }
        }
        names
    }
}
