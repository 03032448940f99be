//! Nets as text, in the syntax of books.

use polarnet::{
    columns::Space,
    number::WideType,
    reducer::{Graph, Kind, Port, ROOT},
};
use std::{
    collections::{HashMap, HashSet},
    fmt,
};

/// How much is shown of a net.
#[derive(Clone, Copy)]
pub struct Cut {
    /// Agents, wires and brackets of a term.
    pub tokens: usize,
    pub redexes: usize,
}

/// A net as text. The redex that is next comes first.
pub struct Lines {
    pub root: String,
    pub redexes: Vec<Redex>,
    /// Redexes that are not shown.
    pub more: usize,
}

/// The two sides of a redex.
pub struct Redex {
    pub left: String,
    pub right: String,
}

impl fmt::Display for Redex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ~ {}", self.left, self.right)
    }
}

/// A wire, by its two ports.
type Wire = (Port, Port);

/// The names of the wires that were shown last: those that are there still keep theirs.
#[derive(Default)]
pub struct Names(HashMap<Wire, usize>);

enum Token {
    Text(String),
    Wire(Wire),
}

/// The net as text: the root, and the redexes, the last one first. What hangs on none of them (circles, which no
/// interaction ever reaches) is left out.
pub fn lines<S: Space>(graph: &Graph<'_, S>, names: &mut Names, cut: Cut) -> Lines {
    let root = term(graph, Next::Port(ROOT), cut.tokens);
    let redexes: Vec<_> = (graph.redexes().iter().rev().take(cut.redexes))
        .map(|&(a, b)| [a, b].map(|side| term(graph, Next::Node(side), cut.tokens)))
        .collect();
    let all = [&root].into_iter().chain(redexes.iter().flatten()).flatten();
    let book = graph.book();
    let agents: HashSet<&str> = book.declared().map(|symbol| &*book.agent(symbol).name).collect();
    let wires = all.filter_map(|token| if let Token::Wire(wire) = token { Some(*wire) } else { None });
    names.renew(wires, |number| !agents.contains(name(number).as_str()));
    let text = |tokens: &[Token]| tokens.iter().map(|token| names.show(token)).collect::<String>();
    Lines {
        root: text(&root),
        more: graph.redexes().len() - redexes.len(),
        redexes: redexes.iter().map(|[left, right]| Redex { left: text(left), right: text(right) }).collect(),
    }
}

impl Names {
    /// Names for these wires, and no others. Some are not for wires.
    fn renew(&mut self, wires: impl Iterator<Item = Wire> + Clone, for_wires: impl Fn(usize) -> bool) {
        let mut kept: HashMap<Wire, usize> =
            wires.clone().filter_map(|wire| Some((wire, *self.0.get(&wire)?))).collect();
        let mut taken: Vec<usize> = kept.values().copied().collect();
        taken.sort_unstable();
        let mut free = (0..).filter(|&number| taken.binary_search(&number).is_err() && for_wires(number));
        for wire in wires {
            kept.entry(wire).or_insert_with(|| free.next().expect("numbers do not end"));
        }
        self.0 = kept;
    }

    fn show(&self, token: &Token) -> String {
        let wire = match token {
            Token::Text(text) => return text.clone(),
            Token::Wire(wire) => wire,
        };
        name(self.0[wire])
    }
}

/// a, b, … z, a1, …
fn name(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// What is still to be shown of a term.
#[derive(Clone, Copy)]
enum Next {
    /// What a port is joined to.
    Port(Port),
    /// A wide number, by the port of its lower half.
    Wide(Port, WideType),
    Node(usize),
    Text(&'static str),
}

/// The tokens of a term, `most` of them and what closes its brackets.
fn term<S: Space>(graph: &Graph<'_, S>, start: Next, most: usize) -> Vec<Token> {
    let (mut tokens, mut todo) = (Vec::new(), vec![start]);
    while let Some(next) = todo.pop() {
        if tokens.len() >= most {
            tokens.push(Token::Text("…".to_owned()));
            break;
        }
        let node = match next {
            Next::Text(text) => {
                tokens.push(Token::Text(text.to_owned()));
                continue;
            }
            Next::Wide(port, ty) => {
                tokens.push(wide(graph, port, ty));
                continue;
            }
            Next::Port(port) => match graph.peer(port) {
                (node, 0) => node,
                end => {
                    tokens.push(Token::Wire((port.min(end), port.max(end))));
                    continue;
                }
            },
            Next::Node(node) => node,
        };
        let (open, close) = match graph.kind(node) {
            Kind::Con => ("(".to_owned(), ")"),
            Kind::Dup(0) => ("{".to_owned(), "}"),
            Kind::Dup(label) => (format!("&{label}{{"), "}"),
            Kind::Opr(_) => ("$(".to_owned(), ")"),
            Kind::Swi => ("?(".to_owned(), ")"),
            Kind::User(symbol) if graph.book().agent(symbol).boxed().is_some() => {
                tokens.extend(graph.book().agent(symbol).boxed().map(|ty| wide(graph, (node, 1), ty)));
                continue;
            }
            Kind::User(symbol) if graph.arity(node) > 0 => (format!("{}(", graph.book().agent(symbol).name), ")"),
            leaf => {
                tokens.push(Token::Text(self::leaf(graph, leaf)));
                continue;
            }
        };
        tokens.push(Token::Text(open));
        todo.push(Next::Text(close));
        let between = if matches!(graph.kind(node), Kind::User(_)) { ", " } else { " " };
        let agent = match graph.kind(node) {
            Kind::User(symbol) => Some(graph.book().agent(symbol)),
            _ => None,
        };
        for port in (1..=graph.arity(node)).rev() {
            if agent.is_some_and(|agent| agent.is_upper(port - 1)) {
                continue;
            }
            todo.push(match agent.and_then(|agent| agent.pair(port - 1)) {
                Some(ty) => Next::Wide((node, port), ty),
                None => Next::Port((node, port)),
            });
            todo.extend((port > 1).then_some(Next::Text(between)));
        }
    }
    tokens
}

fn wide<S: Space>(graph: &Graph<'_, S>, port: Port, ty: WideType) -> Token {
    Token::Text(graph.wide(port, ty).map_or_else(|| "*".to_owned(), |wide| wide.to_string()))
}

fn leaf<S: Space>(graph: &Graph<'_, S>, kind: Kind) -> String {
    let book = graph.book();
    match kind {
        Kind::Num(number) => number.display(book.numbers()).to_string(),
        Kind::Ref(def) => book.def(def).map_or_else(String::new, |def| format!("@{}", book.names()[def])),
        Kind::User(symbol) => book.agent(symbol).name.to_string(),
        _ => "*".to_owned(),
    }
}
