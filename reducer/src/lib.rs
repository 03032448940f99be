//! Nets as graphs, reduced one interaction at a time: naive, safe, sequential, without polarity, templates or linker.
//!
//! A net is a graph of agents; a wire joins two ports and is stored at both; a rule is read off its diagram. The oracle of
//! the runtime, by which all engines are tested, passes over books and the stepper are made of it. It has no limits of its
//! own: who drives it asks for one interaction, or for so many.
//!
//! ```
//! # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
//! use polarnet_reducer::{Graph, Kind, ROOT, Rule};
//! # let net = parse_text("@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)", Numbers::Native).0.unwrap();
//! # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
//! # any.with(|book| {
//! let mut graph = Graph::new(book); // of `@main = r & @twice ~ (21 r)` and `@twice = ($([*2] x) x)`
//! graph.instantiate(book.main().unwrap(), ROOT);
//! assert_eq!(graph.redexes().len(), 1);
//! let mut rules = Vec::new();
//! while let Some(rule) = graph.step() {
//!     rules.push(rule);
//! }
//! assert_eq!(rules, [Rule::Call, Rule::Annihilate, Rule::Operate]);
//! let (node, _) = graph.peer(ROOT);
//! assert!(matches!(graph.kind(node), Kind::Num(_)));
//! # });
//! ```
//!
//! * [`Graph`]: nodes, wires, redexes; `rules`: the rules; `load`: definitions, copied into the graph.
//! * [`Rule`]: the rules by name, as they are counted.
//! * [`copyable`]: which references `DUP` copies instead of expanding them.

mod copyable;
mod edit;
mod graph;
mod load;
mod rule;
mod rules;

pub use copyable::copyable;
pub use graph::{Graph, Kind, Port, ROOT};
pub use rule::Rule;
