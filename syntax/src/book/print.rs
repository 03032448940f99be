//! Books as text.

mod one;

use super::{AnyBook, Book, Defs, Sides};
use crate::{
    code::Code,
    net::{Agent, Partner, Polarity, Rule, Symbol},
    number::{Numbers, Type, Wide, WideType},
};
use polarnet_columns::{Data, Idx, Space};
use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt::{self, Write},
};

/// As text that parses again; with `{:#}` every term has its sign, and it parses again unless signs clash. What rules compute
/// in Rust is no text: `where (#n1: u32) = { Rust }` stands for it, which does not parse.
impl<S: Space> fmt::Display for Book<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.any(), f)
    }
}

/// Short: the names of all definitions may be many.
impl<S: Space> fmt::Debug for Book<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.any(), f)
    }
}

impl fmt::Display for AnyBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|book| f.write_str(&print(book, f.alternate())))
    }
}

impl fmt::Debug for AnyBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|it| {
            let mut book = f.debug_struct("Book");
            book.field("numbers", &it.numbers()).field("definitions", &it.defs().len());
            book.field("rows", &it.agents().len()).finish_non_exhaustive()
        })
    }
}

fn print<S: Space>(book: &Book<S>, signed: bool) -> String {
    // Without signs, the instances of a definition under several signatures are one again, unless a pass has made them
    // differ.
    let merged = (!signed)
        .then(|| definitions(&Printer { book, names: book.names().map(String::clone), signed, letter: letter(book) }))
        .flatten();
    let numbered =
        || definitions(&Printer { book, names: unique_names(book), signed, letter: letter(book) }).unwrap_or_default();
    let attribute = if book.numbers() == Numbers::Native { "#![numbers(native)]\n" } else { "" };
    format!("{attribute}{}", merged.unwrap_or_else(numbered).join("\n"))
}

/// What the book declares, its definitions, those of one name once, and its rules; none if definitions of one name differ.
fn definitions<S: Space>(printer: &Printer<'_, S>) -> Option<Vec<String>> {
    let book = printer.book;
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut printed = printer.declarations();
    for def in book.defs() {
        if matches!(book.agents().node(book.root(def)), Agent::Replaced(_)) {
            continue;
        }
        let out = printer.definition(def);
        match places.entry(&printer.names[def]) {
            Entry::Vacant(place) => {
                place.insert(printed.len());
                printed.push(out);
            }
            Entry::Occupied(place) if printed[*place.get()] != out => return None,
            Entry::Occupied(_) => {}
        }
    }
    printed.extend(book.rules().iter().map(|(rule, def)| printer.rule(rule, *def)));
    Some(printed)
}

/// A name for each definition. One that is used under several signatures stands in the book several times; all but the
/// first of these get a number.
fn unique_names<S: Space>(book: &Book<S>) -> Data<Defs<S>, String> {
    let mut taken: HashSet<String> = book.names().iter().cloned().collect();
    let mut seen = HashSet::new();
    book.names().map(|name| {
        if seen.insert(name.clone()) {
            return name.clone();
        }
        let mut numbered = (2_u64..).map(|number| format!("{name}.{number}"));
        numbered.find(|candidate| taken.insert(candidate.clone())).unwrap_or_default()
    })
}

/// Names wires x0, x1, … in the order of appearance.
struct Wires<'p> {
    letter: &'p str,
    numbers: HashMap<u32, usize>,
    /// What a rule computes, where it stands.
    values: HashMap<u32, &'p Code>,
    /// The names of the numbers that it knows.
    known: Vec<String>,
}

impl<'p> Wires<'p> {
    fn new(letter: &'p str) -> Self {
        Wires { letter, numbers: HashMap::new(), values: HashMap::new(), known: Vec::new() }
    }

    fn known(&self) -> Vec<&str> {
        self.known.iter().map(String::as_str).collect()
    }

    fn name<S: Space>(&mut self, a: Idx<S>, b: Idx<S>) -> String {
        let next = self.numbers.len();
        format!("{}{}", self.letter, self.numbers.entry(a.min(b).raw()).or_insert(next))
    }
}

/// What the names of wires begin with: no agent is called so.
fn letter<S: Space>(book: &Book<S>) -> String {
    let mut letter = "x".to_owned();
    let number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    while book.declared().any(|symbol| book.agent(symbol).name.strip_prefix(&letter).is_some_and(number)) {
        letter.push('x');
    }
    letter
}

fn sign(polarity: Polarity) -> char {
    match polarity {
        Polarity::Positive => '+',
        Polarity::Negative => '-',
    }
}

/// What a term is printed with.
struct Printer<'b, S: Space> {
    book: &'b Book<S>,
    names: Data<Defs<S>, String>,
    signed: bool,
    letter: String,
}

impl<S: Space> Printer<'_, S> {
    /// The agents that the book declares, if it does.
    fn declarations(&self) -> Vec<String> {
        let agents = self.book.declared().map(|symbol| self.book.agent(symbol));
        // Those of wide numbers are there by their use.
        let declared = agents.filter(|agent| agent.boxed().is_none()).map(|agent| {
            let number = |at: usize| agent.numbers.iter().find(|&&(port, _)| port as usize == at);
            let port = |(at, &polarity): (usize, &Polarity)| match (agent.pair(at), number(at)) {
                (Some(ty), _) => format!("#p{at}: {}", ty.name()),
                (None, Some((_, ty))) => format!("#p{at}: {}", ty.name(self.book.numbers())),
                (None, None) => format!("{}p{at}", sign(polarity)),
            };
            let ports: Vec<_> =
                agent.ports.iter().enumerate().filter(|&(at, _)| !agent.is_upper(at)).map(port).collect();
            let ports = if ports.is_empty() { String::new() } else { format!("({})", ports.join(", ")) };
            format!("{}{}{ports}", sign(agent.sign), agent.name)
        });
        let declared: Vec<_> = declared.collect();
        if declared.is_empty() { Vec::new() } else { vec![format!("agent {};\n", declared.join(", "))] }
    }

    fn definition(&self, def: Idx<Defs<S>>) -> String {
        let mut out = format!("@{} = ", self.names[def]);
        let mut wires = Wires::new(&self.letter);
        self.term(self.book.root(def), &mut wires, &mut out);
        for &sides in self.book.redexes(def) {
            out.push_str("\n  & ");
            self.redex(sides, &mut wires, &mut out);
        }
        out.push('\n');
        out
    }

    fn rule(&self, rule: &Rule, def: Idx<Defs<S>>) -> String {
        let book = self.book;
        let mut out = String::from("rule ");
        let mut wires = Wires::new(&self.letter);
        let names: Vec<_> = book.agents().node(book.root(def)).children().collect();
        let mut known = Vec::new();
        let (actor_ports, names) = names.split_at(book.agent(rule.actor).wired());
        self.side(rule.actor, actor_ports, &mut known, &mut wires, &mut out);
        out.push_str(" ~ ");
        let values = match rule.partner {
            Partner::Agent(symbol) => {
                let (ports, values) = names.split_at(book.agent(symbol).wired());
                self.side(symbol, ports, &mut known, &mut wires, &mut out);
                values
            }
            Partner::Number(ty) => {
                let _ = write!(out, "#n{}: {}", known.len(), ty.name(book.numbers()));
                known.push(format!("n{}", known.len()));
                names
            }
            Partner::Era => {
                out.push('*');
                names
            }
            Partner::Dup(label) => {
                let (ports, values) = names.split_at(2);
                if let Some(label) = label {
                    let _ = write!(out, "&{label}");
                }
                for (&port, before) in ports.iter().zip(["{", " "]) {
                    out.push_str(before);
                    self.port(port, &mut wires, &mut out);
                }
                out.push('}');
                values
            }
        };
        let matched: Vec<&str> = known.iter().map(String::as_str).collect();
        if let Some(guard) = &rule.guard {
            let _ = write!(out, " if {}", guard.text(&matched, book.numbers()));
        }
        if let Some(native) = &rule.native {
            let result = |(at, ty): (usize, &Type)| (format!("n{at}"), ty.name(book.numbers()));
            let results: Vec<_> = (known.len()..).zip(native.results.iter()).map(result).collect();
            let typed: Vec<_> = results.iter().map(|(name, ty)| format!("#{name}: {ty}")).collect();
            let _ = write!(out, " where ({}) = {{ Rust }}", typed.join(", "));
            known.extend(results.into_iter().map(|(name, _)| name));
        }
        wires.values = values.iter().map(|&value| book.wires()[value].raw()).zip(rule.values.iter()).collect();
        wires.known = known;
        out.push_str(" =>");
        for (at, &sides) in book.redexes(def).iter().enumerate() {
            out.push_str(if at == 0 { " " } else { "\n  & " });
            self.redex(sides, &mut wires, &mut out);
        }
        out.push_str(";\n");
        out
    }

    /// An agent with the names for its ports.
    fn side(&self, symbol: Symbol, ports: &[Idx<S>], known: &mut Vec<String>, wires: &mut Wires<'_>, out: &mut String) {
        let agent = self.book.agent(symbol);
        if let Some(ty) = agent.boxed() {
            let name = format!("n{}", known.len());
            let _ = write!(out, "#{name}: {}", ty.name());
            known.extend([name, format!("n{}", known.len() + 1)]);
            return;
        }
        out.push_str(&agent.name);
        let mut ports = ports.iter();
        for at in 0..agent.ports.len() {
            if agent.is_upper(at) {
                known.push(format!("n{}", known.len()));
                continue;
            }
            out.push_str(if at == 0 { "(" } else { ", " });
            if agent.holds_number(at) {
                let _ = write!(out, "#n{}", known.len());
                known.push(format!("n{}", known.len()));
                continue;
            }
            if let Some(&port) = ports.next() {
                self.port(port, wires, out);
            }
        }
        out.push_str(if agent.ports.is_empty() { "" } else { ")" });
    }

    /// The name for a port on the left of a rule.
    fn port(&self, port: Idx<S>, wires: &mut Wires<'_>, out: &mut String) {
        match self.book.agents().node(port) {
            Agent::Wire => out.push_str(&wires.name(port, self.book.wires()[port])),
            _ => out.push('*'),
        }
    }

    fn redex(&self, (a, b): Sides<S>, wires: &mut Wires<'_>, out: &mut String) {
        self.term(a, wires, out);
        out.push_str(" ~ ");
        self.term(b, wires, out);
    }

    /// A wide number, of its halves: a literal, or what a rule computes.
    fn wide(&self, ty: WideType, halves: &[Idx<S>], wires: &Wires<'_>, out: &mut String) {
        let &[low, high] = halves else { return };
        match [low, high].map(|half| self.book.agents().node(half)) {
            [Agent::Num(low), Agent::Num(high)] => {
                let _ = write!(out, "{}", Wide::from_halves(ty, low.bits(), high.bits()));
            }
            _ => {
                if let Some(code) = wires.values.get(&low.raw()) {
                    out.push_str(if self.signed { "+" } else { "" });
                    let _ = write!(out, "#({})", code.wide_text(ty, &wires.known(), self.book.numbers()));
                }
            }
        }
    }

    /// Prints a term; iterative, for nets may be deep.
    fn term(&self, root: Idx<S>, wires: &mut Wires<'_>, out: &mut String) {
        let book = self.book;
        enum Next<S: Space> {
            Term(Idx<S>),
            Wide(WideType, [Idx<S>; 2]),
            Text(&'static str),
        }
        let mut todo = vec![Next::Term(root)];
        while let Some(next) = todo.pop() {
            let row = match next {
                Next::Term(row) => row,
                Next::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Next::Wide(ty, halves) => {
                    self.wide(ty, &halves, wires, out);
                    continue;
                }
            };
            let agent = book.agents().node(row);
            if let Agent::User(symbol, halves) = agent
                && let Some(ty) = book.agent(symbol).boxed()
            {
                self.wide(ty, &halves.iter().collect::<Vec<_>>(), wires, out);
                continue;
            }
            if self.signed && !matches!(agent, Agent::Num(_)) {
                out.push(sign(book.polarity()[row]));
            }
            let open = match agent {
                Agent::Wire => {
                    match wires.values.get(&row.raw()) {
                        Some(code) => {
                            let _ = write!(out, "#({})", code.text(&wires.known(), book.numbers()));
                        }
                        None => out.push_str(&wires.name(row, book.wires()[row])),
                    }
                    continue;
                }
                Agent::Era => {
                    out.push('*');
                    continue;
                }
                Agent::Num(number) => {
                    let _ = write!(out, "{}", number.display(book.numbers()));
                    continue;
                }
                Agent::Ref(def) => {
                    let _ = write!(out, "@{}", self.names[def]);
                    continue;
                }
                Agent::Con(..) => "(",
                Agent::Dup(0, ..) => "{",
                Agent::Dup(label, ..) => {
                    let _ = write!(out, "&{label}");
                    "{"
                }
                Agent::Opr(..) => "$(",
                Agent::Swi(..) => "?(",
                Agent::User(symbol, ports) => {
                    out.push_str(&book.agent(symbol).name);
                    if ports.is_empty() {
                        continue;
                    }
                    "("
                }
                Agent::Replaced(_) => continue,
            };
            out.push_str(open);
            todo.push(Next::Text(if matches!(agent, Agent::Dup(..)) { "}" } else { ")" }));
            let comma = if matches!(agent, Agent::User(..)) { ", " } else { " " };
            let declared = match agent {
                Agent::User(symbol, _) => Some(book.agent(symbol)),
                _ => None,
            };
            let children: Vec<_> = agent.children().collect();
            for (at, &child) in children.iter().enumerate().rev() {
                if declared.is_some_and(|declared| declared.is_upper(at)) {
                    continue;
                }
                todo.push(match declared.and_then(|declared| declared.pair(at)) {
                    Some(ty) => Next::Wide(ty, [child, children[at + 1]]),
                    None => Next::Term(child),
                });
                if at > 0 {
                    todo.push(Next::Text(comma));
                }
            }
        }
    }
}
