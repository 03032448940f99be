//! Books for people: as text with signs, as a graph, as they lie in memory.

use crate::{Agent, Book, Numbers, Polarity, columns::Space};
use polarnet_columns::{Data, Idx};
use polarnet_runtime::dump;
use polarnet_syntax::book::Defs;
use std::{collections::HashSet, fmt::Write};

/// The book as text that parses again.
#[must_use]
pub fn text<S: Space>(book: &Book<S>) -> String {
    print(book, false)
}

/// The book with the sign of every term, for people. It parses again unless signs clash.
#[must_use]
pub fn signed<S: Space>(book: &Book<S>) -> String {
    print(book, true)
}

fn print<S: Space>(book: &Book<S>, signed: bool) -> String {
    // Without signs, the instances of a definition under several signatures are one again.
    let names = if signed { unique_names(book) } else { book.names().map(String::clone) };
    let mut printed = HashSet::new();
    let printer = Printer { book, names, signed };
    let mut out = String::new();
    if book.numbers() == Numbers::Native {
        out.push_str("#![numbers(native)]\n");
    }
    for def in book.defs() {
        if !printed.insert(&printer.names[def]) {
            continue;
        }
        if printed.len() > 1 {
            out.push('\n');
        }
        let _ = write!(out, "@{} = ", printer.names[def]);
        let mut wires = Wires::default();
        printer.term(book.root(def), &mut wires, &mut out);
        for &(a, b) in book.redexes(def) {
            out.push_str("\n  & ");
            printer.term(a, &mut wires, &mut out);
            out.push_str(" ~ ");
            printer.term(b, &mut wires, &mut out);
        }
        out.push('\n');
    }
    out
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
#[derive(Default)]
struct Wires(std::collections::HashMap<u32, usize>);

impl Wires {
    fn name<S: Space>(&mut self, a: Idx<S>, b: Idx<S>) -> usize {
        let next = self.0.len();
        *self.0.entry(a.min(b).raw()).or_insert(next)
    }
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
}

impl<S: Space> Printer<'_, S> {
    /// Prints a term; iterative, for nets may be deep.
    fn term(&self, root: Idx<S>, wires: &mut Wires, out: &mut String) {
        let book = self.book;
        enum Next<S: Space> {
            Term(Idx<S>),
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
            };
            let agent = book.agents().node(row);
            if self.signed && !matches!(agent, Agent::Num(_)) {
                out.push(sign(book.polarity()[row]));
            }
            let (close, children) = match agent {
                Agent::Wire => {
                    let _ = write!(out, "x{}", wires.name(row, book.wires()[row]));
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
                Agent::Con(a, b) => ("(", [a, b]),
                Agent::Dup(0, a, b) => ("{", [a, b]),
                Agent::Dup(label, a, b) => {
                    let _ = write!(out, "&{label}");
                    ("{", [a, b])
                }
                Agent::Opr(a, b) => ("$(", [a, b]),
                Agent::Swi(a, b) => ("?(", [a, b]),
            };
            out.push_str(close);
            let [a, b] = children;
            todo.push(Next::Text(if matches!(agent, Agent::Dup(..)) { "}" } else { ")" }));
            todo.extend([Next::Term(b), Next::Text(" "), Next::Term(a)]);
        }
    }
}

/// The book as a graph in DOT: a cluster for each definition, principal ports at arrow heads, redexes bold.
#[must_use]
pub fn dot<S: Space>(book: &Book<S>) -> String {
    let mut out = String::from("graph book {\n  node [shape=circle, fontname=monospace];\n  rankdir=BT;\n");
    for def in book.defs() {
        cluster(book, def, &mut out);
    }
    out.push_str("}\n");
    out
}

fn cluster<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, out: &mut String) {
    let raw = def.raw();
    let _ = writeln!(out, "  subgraph cluster_{raw} {{\n    label=\"@{}\";", escape(&book.names()[def]));
    let _ = writeln!(out, "    root_{raw} [shape=point];\n    root_{raw} -- n{};", book.root(def).raw());
    for row in book.rows(def) {
        let agent = book.agents().node(row);
        let name = match agent {
            Agent::Wire => String::new(),
            Agent::Era => "*".to_owned(),
            Agent::Num(number) => number.display(book.numbers()).to_string(),
            Agent::Ref(def) => format!("@{}", book.names()[def]),
            Agent::Con(..) => "( )".to_owned(),
            Agent::Dup(label, ..) => format!("{{ }}{label}"),
            Agent::Opr(..) => "$( )".to_owned(),
            Agent::Swi(..) => "?( )".to_owned(),
        };
        let at = row.raw();
        if agent == Agent::Wire {
            let _ = writeln!(out, "    n{at} [shape=point, width=0.02];");
        } else {
            let _ = writeln!(out, "    n{at} [label=\"{}{}\"];", sign(book.polarity()[row]), escape(&name));
        }
        for (slot, child) in agent.children().enumerate() {
            let _ = writeln!(out, "    n{} -- n{at} [headlabel=\"{}\"];", child.raw(), slot + 1);
        }
        let peer = book.wires()[row];
        if row < peer {
            let style = if agent == Agent::Wire { "" } else { " [style=bold]" };
            let _ = writeln!(out, "    n{at} -- n{}{style};", peer.raw());
        }
    }
    out.push_str("  }\n");
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Redex bag and nodes of `@main` before the first interaction, as seed 1 prints them; `None` without `@main`.
#[must_use]
pub fn heap<S: Space>(book: &Book<S>) -> Option<String> {
    dump::dump(book)
}
