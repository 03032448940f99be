//! One definition: terms to rows, children first, and the two ends of each wire joined.

use super::{
    Errors,
    names::Names,
    wires::{Loose, Wires},
};
use crate::{
    net::{Agent, Node},
    number::{Number, Numbers},
    tree::{Body, Shape, Tree},
};

/// A definition in rows.
pub(super) struct Rows {
    pub(super) root: u32,
    pub(super) redexes: Vec<(u32, u32)>,
    pub(super) nodes: Vec<Node>,
    pub(super) wires: Vec<(u32, String)>,
    /// (row, index of the value)
    pub(super) holes: Vec<(u32, u32)>,
}

/// Flattens the definition with this number and reports what is wrong with its wires.
pub(super) fn rows<'f>(
    body: &Body<'f>,
    def: u32,
    numbers: Numbers,
    names: &mut Names<'f>,
    loose: &mut Loose<'f>,
    errors: &mut Errors<'_>,
) -> Rows {
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
    wires.join(&mut nodes, def, loose, errors);
    let wires = wires.names();
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
            Shape::Ref(name) => self.names.resolve(name, tree.span).map_or(Agent::Era, Agent::Ref),
            Shape::Con(..) => Agent::Con(a, b),
            Shape::Dup(label, ..) => Agent::Dup(label, a, b),
            Shape::Opr(..) => Agent::Opr(a, b),
            Shape::Swi(..) => Agent::Swi(a, b),
        };
        self.nodes.push(Node { agent, peer: row, written: tree.written, span: tree.span });
        row
    }
}
