//! One definition: terms to rows, children first, and the two ends of each wire joined.

use super::{
    Errors,
    names::Names,
    symbols::Symbols,
    wires::{Loose, Place, Wires},
};
use crate::{
    net::{Agent, Node, Polarity, Symbol},
    number::{Number, Numbers},
    span::Span,
    stored::Lists,
    tree::{Shape, Tree},
};
use polarnet_columns::List;

/// A definition in rows.
pub(super) struct Rows {
    pub(super) root: u32,
    pub(super) redexes: Vec<(u32, u32)>,
    pub(super) nodes: Vec<Node>,
    pub(super) lists: Lists,
    pub(super) wires: Vec<(u32, String)>,
    /// (row, index of the value)
    pub(super) holes: Vec<(u32, u32)>,
}

/// Flattens a definition or a rule and reports what is wrong with its wires.
pub(super) fn rows<'f>(
    root: Root<'f, '_>,
    redexes: &[[&'f Tree<'f>; 2]],
    Known { numbers, names, symbols, loose, late, unknown }: &mut Known<'f>,
    errors: &mut Errors<'_>,
) -> Rows {
    let mut flat = Flat {
        numbers: *numbers,
        names,
        symbols,
        late,
        unknown,
        errors,
        nodes: Vec::new(),
        lists: Lists::default(),
        holes: Vec::new(),
        computed: Vec::new(),
        values: Vec::new(),
        wires: Wires::default(),
    };
    let (root, place) = match root {
        Root::Term(tree, def) => (flat.term(tree), Place::Definition(def)),
        Root::Replaced { sides, values, numbers, span } => (flat.replaced(&sides, values, span), Place::Rule(numbers)),
    };
    let redexes: Vec<(u32, u32)> = redexes.iter().map(|[left, right]| (flat.term(left), flat.term(right))).collect();
    let Flat { mut nodes, lists, holes, computed, values, wires, errors, .. } = flat;
    for (value, row) in values {
        let computed = computed[value as usize];
        nodes[computed as usize].peer = row;
        nodes[row as usize].peer = computed;
    }
    for &(left, right) in &redexes {
        let [a, b] = [left, right].map(|side| nodes[side as usize].agent.head());
        if a != Agent::Wire && b != Agent::Wire {
            nodes[left as usize].peer = right;
            nodes[right as usize].peer = left;
        }
    }
    wires.join(&mut nodes, place, loose, errors);
    let wires = wires.names();
    Rows { root, redexes, nodes, lists, wires, holes }
}

/// What is at the root.
pub(super) enum Root<'f, 'n> {
    /// That of the definition with this number.
    Term(&'f Tree<'f>, u32),
    /// What a rule replaces: the negative agent, and the positive one if it meets one; how many values it computes; and the
    /// names of its numbers.
    Replaced { sides: Vec<&'f Tree<'f>>, values: usize, numbers: &'n [&'n str], span: Span },
}

/// What is known of the book.
pub(super) struct Known<'f> {
    pub(super) numbers: Numbers,
    pub(super) names: Names<'f>,
    pub(super) symbols: Symbols<'f>,
    pub(super) loose: Loose<'f>,
    /// Where agents are used that are declared further down.
    pub(super) late: Vec<(&'f str, Span)>,
    /// How many agents were met that are not declared: that is reported.
    pub(super) unknown: usize,
}

impl Known<'_> {
    /// How many errors there are that are reported elsewhere, or once all definitions and rules have been seen.
    pub(super) fn unreported(&self) -> usize {
        self.loose.len() + self.late.len() + self.unknown
    }
}

struct Flat<'f, 'n, 'e, 'r> {
    numbers: Numbers,
    names: &'n mut Names<'f>,
    symbols: &'n Symbols<'f>,
    late: &'n mut Vec<(&'f str, Span)>,
    unknown: &'n mut usize,
    errors: &'e mut Errors<'r>,
    nodes: Vec<Node>,
    lists: Lists,
    holes: Vec<(u32, u32)>,
    /// Where values are computed: their rows at the root.
    computed: Vec<u32>,
    /// Where they are used: (value, row).
    values: Vec<(u32, u32)>,
    wires: Wires<'f>,
}

/// What is left to do of a walk.
enum Step<'f> {
    Enter(&'f Tree<'f>),
    Leave(&'f Tree<'f>),
}

impl<'f> Flat<'f, '_, '_, '_> {
    /// The ports of what a rule replaces. A sign that is written at one is that of the port, not of the wire's end here.
    fn replaced(&mut self, sides: &[&'f Tree<'f>], values: usize, span: Span) -> u32 {
        let wired = sides.iter().flat_map(|side| {
            let numbers = match side.kind {
                Shape::User(symbol, _) => &self.symbols.declaration(Symbol(symbol)).numbers[..],
                _ => &[],
            };
            (0..).zip(side.kind.children()).filter(|(at, _)| !numbers.iter().any(|(port, _)| port == at))
        });
        let wired: Vec<&'f Tree<'f>> = wired.map(|(_, port)| port).collect();
        let mut ports: Vec<u32> = wired.into_iter().map(|port| self.term(port)).collect();
        for &port in &ports {
            let written = &mut self.nodes[port as usize].written;
            *written = written.map(|(sign, span)| (sign.flip(), span));
        }
        self.computed = (0..values).map(|_| self.push(Agent::Wire, None, span)).collect();
        ports.extend(&self.computed);
        self.push(Agent::Replaced(List::bare(&ports)), None, span)
    }

    /// The row of a term, after the rows of what is in it.
    fn term(&mut self, tree: &'f Tree<'f>) -> u32 {
        let mut steps = vec![Step::Enter(tree)];
        let mut done: Vec<u32> = Vec::new();
        while let Some(step) = steps.pop() {
            let row = match step {
                Step::Enter(tree) if tree.kind.children().len() == 0 => self.row(tree, &[]),
                Step::Enter(tree) => {
                    steps.push(Step::Leave(tree));
                    steps.extend(tree.kind.children().rev().map(Step::Enter));
                    continue;
                }
                Step::Leave(tree) => {
                    let first = done.len() - tree.kind.children().len();
                    let row = self.row(tree, &done[first..]);
                    done.truncate(first);
                    row
                }
            };
            done.push(row);
        }
        done[0]
    }

    /// Appends a row, whose children have theirs.
    fn row(&mut self, tree: &Tree<'f>, children: &[u32]) -> u32 {
        let [a, b] = [0, 1].map(|at| children.get(at).copied().unwrap_or_default());
        let row = self.nodes.len() as u32;
        let agent = match tree.kind {
            // The parser has not seen its declaration yet. A wire it is not meant to be.
            Shape::Wire(name) if self.symbols.is_agent(name) => {
                self.late.push((name, tree.span));
                Agent::Era
            }
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
            Shape::Matched(_) => Agent::Era,
            Shape::Value(value) => {
                self.values.push((value, row));
                Agent::Wire
            }
            Shape::Ref(name) => self.names.resolve(name, tree.span).map_or(Agent::Era, Agent::Ref),
            Shape::Con(..) => Agent::Con(a, b),
            Shape::Dup(label, ..) => Agent::Dup(label, a, b),
            Shape::Opr(..) => Agent::Opr(a, b),
            Shape::Swi(..) => Agent::Swi(a, b),
            Shape::Unknown(_) => {
                *self.unknown += 1;
                Agent::Era
            }
            Shape::User(symbol, _) => {
                let _reported = self.symbols.check_arity(symbol, children.len(), tree, self.errors);
                Agent::User(Symbol(symbol), List::bare(children))
            }
        };
        self.push(agent, tree.written, tree.span)
    }

    fn push(&mut self, agent: Agent<'_, u32, u32>, written: Option<(Polarity, Span)>, span: Span) -> u32 {
        let row = self.nodes.len() as u32;
        let agent = self.lists.store(agent);
        self.nodes.push(Node { agent, peer: row, written, span });
        row
    }
}
