//! Terms and redexes whose open ends become wires.

use super::{Agent, Choices, Form, Function, Port, node, spine};

/// The open ends of a net in the making, each with its place in the text: `\0`, its number, `\0`.
#[derive(Default)]
pub struct Ends(Vec<bool>);

impl Ends {
    fn open(&mut self, positive: bool) -> String {
        self.0.push(positive);
        format!("\0{}\0", self.0.len() - 1)
    }
}

/// A text in which the open ends have their names.
pub fn named(text: String, names: &[String]) -> String {
    names.iter().enumerate().fold(text, |text, (end, name)| text.replace(&format!("\0{end}\0"), name))
}

/// A net in the making.
pub struct Writer<'c, 'b> {
    pub c: &'c mut Choices<'b>,
    pub agents: &'c [Agent],
    pub functions: &'c [Function],
    /// Of the net at hand: negative agents from this one on may not be made.
    pub rank: usize,
    /// Positive ones, too.
    pub values: usize,
    /// Functions from this one on may be called.
    pub from: usize,
    /// Nodes that may still be made.
    pub left: usize,
    pub wires: usize,
}

impl Writer<'_, '_> {
    /// Redexes that use what the positive names stand for, and give something to the negative ones. `call`: what is called in any
    /// case, and with how many arguments; a number `n` is the first of a definition's.
    pub fn body(
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
        named(text, &closed)
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

    pub fn term(&mut self, ends: &mut Ends, positive: bool, depth: usize) -> String {
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
    pub fn close(&mut self, ends: Ends, positive: &mut Vec<String>, negative: &mut Vec<String>) -> Vec<String> {
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
