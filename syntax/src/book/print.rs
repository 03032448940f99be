//! Books as text.

use super::{AnyBook, Book, Defs};
use crate::{
    net::{Agent, Polarity},
    number::Numbers,
};
use polarnet_columns::{Data, Idx, Space};
use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    fmt::{self, Write},
};

/// As text that parses again; with `{:#}` every term has its sign, and it parses again unless signs clash.
impl<S: Space> fmt::Display for Book<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, f.alternate()))
    }
}

/// Short: the names of all definitions may be many.
impl<S: Space> fmt::Debug for Book<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut book = f.debug_struct("Book");
        book.field("numbers", &self.numbers()).field("definitions", &self.defs().len());
        book.field("rows", &self.agents().len()).finish_non_exhaustive()
    }
}

impl fmt::Display for AnyBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|book| fmt::Display::fmt(book, f))
    }
}

impl fmt::Debug for AnyBook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|book| fmt::Debug::fmt(book, f))
    }
}

fn print<S: Space>(book: &Book<S>, signed: bool) -> String {
    // Without signs, the instances of a definition under several signatures are one again, unless a pass has made them
    // differ.
    let merged =
        (!signed).then(|| definitions(&Printer { book, names: book.names().map(String::clone), signed })).flatten();
    let numbered = || definitions(&Printer { book, names: unique_names(book), signed }).unwrap_or_default();
    let attribute = if book.numbers() == Numbers::Native { "#![numbers(native)]\n" } else { "" };
    format!("{attribute}{}", merged.unwrap_or_else(numbered).join("\n"))
}

/// The definitions, those of one name once; none if they differ.
fn definitions<S: Space>(printer: &Printer<'_, S>) -> Option<Vec<String>> {
    let book = printer.book;
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut printed: Vec<String> = Vec::new();
    for def in book.defs() {
        let mut out = format!("@{} = ", printer.names[def]);
        let mut wires = Wires::default();
        printer.term(book.root(def), &mut wires, &mut out);
        for &(a, b) in book.redexes(def) {
            out.push_str("\n  & ");
            printer.term(a, &mut wires, &mut out);
            out.push_str(" ~ ");
            printer.term(b, &mut wires, &mut out);
        }
        out.push('\n');
        match places.entry(&printer.names[def]) {
            Entry::Vacant(place) => {
                place.insert(printed.len());
                printed.push(out);
            }
            Entry::Occupied(place) if printed[*place.get()] != out => return None,
            Entry::Occupied(_) => {}
        }
    }
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
#[derive(Default)]
struct Wires(HashMap<u32, usize>);

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
