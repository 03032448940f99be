//! One definition: terms to rows, children first, and the two ends of each wire joined.

use super::{Errors, names::Names, places, quoted};
use crate::{
    diagnostic::Diagnostic,
    net::{Agent, Node},
    number::{Number, Numbers},
    span::Span,
    tree::{Body, Shape, Tree},
};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// A definition in rows.
pub(super) struct Rows {
    pub(super) root: u32,
    pub(super) redexes: Vec<(u32, u32)>,
    pub(super) nodes: Vec<Node>,
    pub(super) wires: Vec<(u32, String)>,
    /// (row, index of the value)
    pub(super) holes: Vec<(u32, u32)>,
}

/// Flattens a definition and reports what is wrong with its wires.
pub(super) fn rows<'f>(body: &Body<'f>, numbers: Numbers, names: &mut Names<'f>, errors: &mut Errors<'_>) -> Rows {
    let mut flat = Flat { numbers, names, nodes: Vec::new(), holes: Vec::new(), wires: Wires::default() };
    let root = flat.term(body.root);
    let redexes: Vec<(u32, u32)> =
        body.redexes.iter().map(|[left, right]| (flat.term(left), flat.term(right))).collect();
    let Flat { mut nodes, holes, wires, .. } = flat;
    for &(left, right) in &redexes {
        let [a, b] = [left, right].map(|side| nodes[side as usize].agent);
        if a != Agent::Wire && b != Agent::Wire {
            nodes[left as usize].peer = right;
            nodes[right as usize].peer = left;
        }
    }
    wires.join(&mut nodes, errors);
    let wires = wires.uses.into_iter().map(|wire| (wire.first, wire.name.to_owned())).collect();
    Rows { root, redexes, nodes, wires, holes }
}

struct Flat<'f, 'n> {
    numbers: Numbers,
    names: &'n mut Names<'f>,
    nodes: Vec<Node>,
    holes: Vec<(u32, u32)>,
    wires: Wires<'f>,
}

/// What is left to do of a walk.
enum Step<'f> {
    Enter(&'f Tree<'f>),
    Leave(&'f Tree<'f>),
}

impl<'f> Flat<'f, '_> {
    /// The row of a term, after the rows of what is in it.
    fn term(&mut self, tree: &'f Tree<'f>) -> u32 {
        let mut steps = vec![Step::Enter(tree)];
        let mut done: Vec<u32> = Vec::new();
        while let Some(step) = steps.pop() {
            let row = match step {
                Step::Enter(tree) => match tree.kind.children() {
                    Some([a, b]) => {
                        steps.extend([Step::Leave(tree), Step::Enter(b), Step::Enter(a)]);
                        continue;
                    }
                    None => self.row(tree, [0, 0]),
                },
                Step::Leave(tree) => {
                    let b = done.pop().unwrap_or_default();
                    let a = done.pop().unwrap_or_default();
                    self.row(tree, [a, b])
                }
            };
            done.push(row);
        }
        done[0]
    }

    /// Appends a row, whose children have theirs.
    fn row(&mut self, tree: &Tree<'f>, [a, b]: [u32; 2]) -> u32 {
        let row = self.nodes.len() as u32;
        let agent = match tree.kind {
            Shape::Wire(name) => {
                self.wires.end(name, row);
                Agent::Wire
            }
            Shape::Era => Agent::Era,
            Shape::Num(number) => Agent::Num(number),
            Shape::Hole(hole) => {
                self.holes.push((row, hole));
                Agent::Num(Number::u(0, self.numbers))
            }
            Shape::Ref(name) => Agent::Ref(self.names.resolve(name, tree.span)),
            Shape::Con(..) => Agent::Con(a, b),
            Shape::Dup(label, ..) => Agent::Dup(label, a, b),
            Shape::Opr(..) => Agent::Opr(a, b),
            Shape::Swi(..) => Agent::Swi(a, b),
        };
        self.nodes.push(Node { agent, peer: row, written: tree.written, span: tree.span });
        row
    }
}

/// The wires of a definition, in the order of their first ends.
#[derive(Default)]
struct Wires<'f> {
    index: FxHashMap<&'f str, u32>,
    uses: Vec<Wire<'f>>,
    /// Ends beyond the second: (wire, row).
    more: Vec<(u32, u32)>,
}

struct Wire<'f> {
    name: &'f str,
    first: u32,
    second: Option<u32>,
}

impl<'f> Wires<'f> {
    /// Notes an end of a wire.
    fn end(&mut self, name: &'f str, row: u32) {
        match self.index.entry(name) {
            Entry::Vacant(free) => {
                free.insert(self.uses.len() as u32);
                self.uses.push(Wire { name, first: row, second: None });
            }
            Entry::Occupied(known) => {
                let wire = &mut self.uses[*known.get() as usize];
                match wire.second {
                    None => wire.second = Some(row),
                    Some(_) => self.more.push((*known.get(), row)),
                }
            }
        }
    }

    /// Makes the ends of each wire peers; reports wires that have not two.
    fn join(&self, nodes: &mut [Node], errors: &mut Errors<'_>) {
        const HELP: &str = "each wire has two ends";
        for wire in &self.uses {
            match wire.second {
                Some(second) => {
                    nodes[wire.first as usize].peer = second;
                    nodes[second as usize].peer = wire.first;
                }
                None => {
                    let message = format!("the wire {} is used once", quoted("", wire.name));
                    let help = format!("{HELP}: use it once more, or write `*` for what is not needed");
                    errors.push(Diagnostic::error(nodes[wire.first as usize].span, message, help));
                }
            }
        }
        let mut extra: FxHashMap<u32, Vec<Span>> = FxHashMap::default();
        for &(wire, row) in &self.more {
            extra.entry(wire).or_default().push(nodes[row as usize].span);
        }
        let mut extra: Vec<_> = extra.into_iter().collect();
        extra.sort_unstable_by_key(|&(wire, _)| wire);
        for (wire, thirds) in extra {
            let Wire { name, first, second } = self.uses[wire as usize];
            let mut spans: Vec<Span> = second.iter().map(|&row| nodes[row as usize].span).collect();
            spans.extend(thirds);
            let message = format!("the wire {} is used {} times", quoted("", name), spans.len() + 1);
            let help = format!("{HELP}: to use a value more often, duplicate it with `{{a b}}`");
            let error = Diagnostic::error(nodes[first as usize].span, message, help);
            errors.push(places(error, &spans, "here too"));
        }
    }
}
