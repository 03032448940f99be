//! Books for people: as text with signs, as a graph, as they lie in memory.
//!
//! ```
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! assert_eq!(polarnet::show::text(&book), "#![numbers(native)]\n@main = x0\n  & @twice ~ (21 x0)\n\n@twice = ($([*2] x0) x0)\n");
//! // The sign of every term: `x0` of `@main` is what comes out.
//! let signed = polarnet::show::signed(&book);
//! assert!(signed.contains("@main = +x0\n  & +@twice ~ -(21 -x0)\n"));
//! ```

use crate::{Agent, Book, Polarity, columns::Space};
use polarnet_columns::Idx;
use polarnet_runtime::dump;
use polarnet_syntax::book::Defs;
use std::fmt::Write;

#[cfg(feature = "svg")]
mod draw;
#[cfg(feature = "svg")]
mod layout;
#[cfg(feature = "svg")]
mod route;
#[cfg(feature = "svg")]
mod svg;

#[cfg(feature = "svg")]
pub use svg::{LARGEST, TooLarge, svg};

/// The book as text that parses again.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(polarnet::show::text(&book).lines().last(), Some("@twice = ($([*2] x0) x0)"));
/// ```
#[must_use]
pub fn text<S: Space>(book: &Book<S>) -> String {
    book.to_string()
}

/// The book with the sign of every term, for people. It parses again unless signs clash.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let text = polarnet::show::signed(&book);
/// assert_eq!(text.lines().last(), Some("@twice = +(-$([*2] -x0) +x0)"));
/// ```
#[must_use]
pub fn signed<S: Space>(book: &Book<S>) -> String {
    format!("{book:#}")
}

/// One definition with the sign of every term, as [`signed`] shows it.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(polarnet::show::signed_of(&book, book.main().unwrap()), "@main = +x0\n  & +@twice ~ -(21 -x0)\n");
/// ```
#[must_use]
pub fn signed_of<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> String {
    book.signed_text(def)
}

/// The book as a graph in DOT: a cluster for each definition and each rule, principal ports at arrow heads, redexes bold.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let graph = polarnet::show::dot(&book);
/// assert_eq!(graph.matches("subgraph cluster_").count(), 2); // two definitions
/// assert_eq!(graph.matches("style=bold").count(), 1); // one redex
/// ```
#[must_use]
pub fn dot<S: Space>(book: &Book<S>) -> String {
    graph(book, book.defs())
}

/// One definition as a graph in DOT, as [`dot`] draws it.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let graph = polarnet::show::dot_of(&book, book.find("twice").unwrap());
/// assert!(graph.contains("label=\"@twice\"") && !graph.contains("label=\"@main\""));
/// ```
#[must_use]
pub fn dot_of<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> String {
    graph(book, [def])
}

fn graph<S: Space>(book: &Book<S>, defs: impl IntoIterator<Item = Idx<Defs<S>>>) -> String {
    let mut out = String::from("graph book {\n  node [shape=circle, fontname=monospace];\n  rankdir=BT;\n");
    for def in defs {
        cluster(book, def, &mut out);
    }
    out.push_str("}\n");
    out
}

fn cluster<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, out: &mut String) {
    let sign = |row| if book.polarity()[row] == Polarity::Positive { '+' } else { '-' };
    let raw = def.raw();
    let _ = writeln!(out, "  subgraph cluster_{raw} {{\n    label=\"{}\";", escape(&title(book, def)));
    if !is_rule(book, def) {
        let _ = writeln!(out, "    root_{raw} [shape=point];\n    root_{raw} -- n{};", book.root(def).raw());
    }
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
            Agent::User(symbol, _) => book.agent(symbol).name.to_string(),
            Agent::Replaced(_) => title(book, def),
        };
        let at = row.raw();
        let _ = match agent {
            Agent::Wire => writeln!(out, "    n{at} [shape=point, width=0.02];"),
            Agent::User(..) => {
                writeln!(out, "    n{at} [shape=box, style=rounded, label=\"{}{}\"];", sign(row), escape(&name))
            }
            Agent::Replaced(_) => writeln!(out, "    n{at} [shape=box, style=dashed, label=\"{}\"];", escape(&name)),
            _ => writeln!(out, "    n{at} [label=\"{}{}\"];", sign(row), escape(&name)),
        };
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

/// `@name`, or `Append ~ Cons` for a rule.
fn title<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> String {
    let name = &book.names()[def];
    if is_rule(book, def) { name.clone() } else { format!("@{name}") }
}

fn is_rule<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> bool {
    matches!(book.agents().node(book.root(def)), Agent::Replaced(_))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Redex bag and nodes of `@main` before the first interaction, as seed 1 prints them; `None` without `@main`.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let heap = polarnet::show::heap(&book).unwrap();
/// assert!(heap.contains("- 0000 | REF @twice   | APP 0002")); // the redex
/// assert!(heap.contains("- 0002 | NUM 21       | VAR 0001.0")); // the node of its `(21 r)`
/// let book = polarnet::net! { @other = 1 };
/// assert_eq!(polarnet::show::heap(&book), None);
/// ```
#[must_use]
pub fn heap<S: Space>(book: &Book<S>) -> Option<String> {
    dump::dump(book)
}
