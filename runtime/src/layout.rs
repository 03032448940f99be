//! How a definition is laid out: numbers for its nodes, a cell for each wire, words for its slots.
//!
//! What is known of the arguments is used up here: an argument stands where its variable stood, a number that is
//! duplicated stands in both places, a switch on a known number has become its arm.

mod known;

use crate::{
    declared,
    program::{Body, Done, First, Known, Slot},
    shape::arms,
    word::{Kind, LATE, Tag, Word},
};
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::{Book, Defs},
    net::{Agent, Polarity},
};

/// How far up a term is searched for a circle before its redex is left as it is.
const CLIMB: usize = 64;

/// What stands at the place of a row.
#[derive(Clone, Copy)]
enum Place<S: Space> {
    /// The row itself.
    Own,
    /// An argument, at the use of a variable.
    Argument(usize),
    /// Another term, of which a redex `x ~ term` says so.
    Term(Idx<S>),
    /// An eraser: the other end of the wire was in an arm that was not chosen.
    Erased,
}

/// What a node looks like.
#[derive(Clone, Copy)]
struct Shape {
    words: u32,
    /// Bit `i`: slot `i` is a cell.
    cells: u32,
    /// The cells are those that an agent of the book always has.
    declared: bool,
}

/// The nodes of two words, and those of more.
type Nodes = (Box<[[Slot; 2]]>, Box<[Box<[Slot]>]>);

/// A side of a redex.
#[derive(Clone, Copy)]
enum Side<S: Space> {
    Argument(usize),
    Term(Idx<S>),
}

/// The layout of one body. Tables are by row number, from the first row of the definition.
pub(crate) struct Layout<'b, S: Space> {
    book: &'b Book<S>,
    base: usize,
    place: Vec<Place<S>>,
    /// The row whose child it is.
    above: Vec<Option<Idx<S>>>,
    /// The switch that has become an application: `-(+n-1 -out)`.
    applied_switch: Option<Idx<S>>,
    /// The number of each agent's node.
    node: Vec<u32>,
    /// Where the term of a row stands: in a slot of a node, or nowhere (root or side of a redex).
    parent: Vec<Option<(u32, u32)>>,
    /// The cell of each wire end.
    cell: Vec<Option<(u32, u32)>>,
    /// The nodes, in the order in which they were met.
    shapes: Vec<Shape>,
    /// The number of each of them in the body: those of two words come first.
    numbers: Vec<u32>,
    /// The rows that are laid out, in order.
    rows: Vec<Idx<S>>,
    dropped: Vec<usize>,
    /// The cell in which what waits for the result stands.
    result: Option<Idx<S>>,
    done: Done,
    /// Which cells are born full.
    born: Born,
}

/// Which cells of a body are born full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Born {
    /// Those whose term is known: it is there from the start.
    Full,
    /// None: what stands there is joined with its cell as others are, so that who watches meetings sees it.
    Empty,
}

impl<'b, S: Space> Layout<'b, S> {
    /// Lays out what is below `lambdas`: pairs of a binder and a body.
    pub fn body(book: &'b Book<S>, def: Idx<Defs<S>>, lambdas: &[[Idx<S>; 2]], known: Known, born: Born) -> Body {
        let mut layout = Layout::new(book, def, born);
        if matches!(layout.agent(book.root(def)), Agent::Replaced(_)) {
            // A rule is nothing that could be called.
            return layout.made(Some(Slot::fixed(Word::ERA)), &[]);
        }
        let mut redexes: Vec<_> = book.redexes(def).iter().map(|&(a, b)| [Side::Term(a), Side::Term(b)]).collect();
        for (at, &[binder, _]) in lambdas.iter().enumerate() {
            match (known.first, arms(book, binder)) {
                (First::Zero | First::Succ, Some(arms)) if at == 0 => {
                    redexes.push(layout.switch(binder, arms, known.first == First::Zero));
                }
                _ => layout.bind(at, binder, known.numbers, &mut redexes),
            }
        }
        let redexes = layout.substitute(redexes);
        let root = layout.at_place(lambdas.last().map_or(book.root(def), |&[_, body]| body));
        layout.number(core::iter::once(root).chain(terms(&redexes)).collect());
        layout.place_cells();
        let waits_inside = layout.let_result_wait(root);
        let root = (!waits_inside).then(|| layout.term(root));
        layout.made(root, &redexes)
    }

    /// Lays out a rule of the book. Its arguments are what stands at the ports of the two agents.
    pub fn rule(book: &'b Book<S>, def: Idx<Defs<S>>, born: Born) -> Body {
        let mut layout = Layout::new(book, def, born);
        let mut redexes: Vec<_> = book.redexes(def).iter().map(|&(a, b)| [Side::Term(a), Side::Term(b)]).collect();
        for (at, name) in book.agents().node(book.root(def)).children().enumerate() {
            match layout.place[layout.at(name)] {
                // A wire from port to port.
                Place::Argument(other) => redexes.push([Side::Argument(other), Side::Argument(at)]),
                _ => layout.bind(at, name, false, &mut redexes),
            }
        }
        let redexes = layout.substitute(redexes);
        layout.number(terms(&redexes).collect());
        layout.place_cells();
        layout.made(None, &redexes)
    }

    fn made(self, root: Option<Slot>, redexes: &[[Side<S>; 2]]) -> Body {
        let mut joined = Vec::new();
        let (nodes, large) = self.nodes(&mut joined);
        Body {
            root,
            redexes: joined.into_iter().chain(redexes.iter().map(|&sides| self.redex(sides))).collect(),
            nodes,
            large,
            dropped: self.dropped.into(),
            done: (self.done != Done::default()).then(|| Box::new(self.done)),
        }
    }

    fn new(book: &'b Book<S>, def: Idx<Defs<S>>, born: Born) -> Self {
        let rows: Vec<_> = book.rows(def).collect();
        let base = rows.first().map_or(0, |row| row.raw() as usize);
        let mut above = vec![None; rows.len()];
        for &row in &rows {
            for child in book.agents().node(row).children() {
                above[child.raw() as usize - base] = Some(row);
            }
        }
        Layout {
            book,
            base,
            place: vec![Place::Own; rows.len()],
            above,
            applied_switch: None,
            node: vec![0; rows.len()],
            parent: vec![None; rows.len()],
            cell: vec![None; rows.len()],
            shapes: Vec::new(),
            numbers: Vec::new(),
            rows: Vec::new(),
            dropped: Vec::new(),
            result: None,
            done: Done::default(),
            born,
        }
    }

    fn at(&self, row: Idx<S>) -> usize {
        row.raw() as usize - self.base
    }

    fn agent(&self, row: Idx<S>) -> Agent<'b, Idx<S>, Idx<Defs<S>>> {
        match self.place[self.at(row)] {
            Place::Erased => Agent::Era,
            _ => self.book.agents().node(row),
        }
    }

    /// The row that stands at a row's place.
    fn at_place(&self, row: Idx<S>) -> Idx<S> {
        match self.place[self.at(row)] {
            Place::Term(term) => term,
            _ => row,
        }
    }

    /// The terms in the slots of the node of `row`. (Slot 0 of a switch that was applied holds its argument.)
    fn children(&self, row: Idx<S>) -> impl DoubleEndedIterator<Item = (u32, Idx<S>)> + '_ {
        let skip = if self.applied_switch == Some(row) { 1 } else { 0 };
        let children: Vec<_> = self.agent(row).children().zip(0..).skip(skip).collect();
        children.into_iter().map(|(child, slot)| (slot, self.at_place(child)))
    }

    /// Numbers the nodes in pre-order from `tops`, so that a copy is read in the order it was written.
    fn number(&mut self, mut tops: Vec<Idx<S>>) {
        tops.reverse();
        while let Some(row) = tops.pop() {
            self.rows.push(row);
            if self.agent(row).children().next().is_none() {
                continue;
            }
            let number = self.shapes.len() as u32;
            let at = self.at(row);
            self.node[at] = number;
            self.shapes.push(match self.agent(row) {
                Agent::User(symbol, ports) => Shape {
                    words: ports.len().max(2) as u32,
                    cells: declared::cells(self.book.agent(symbol)),
                    declared: true,
                },
                _ => Shape { words: 2, cells: 0, declared: false },
            });
            let children: Vec<_> = self.children(row).collect();
            for &(slot, child) in &children {
                let at = self.at(child);
                self.parent[at] = Some((number, slot));
            }
            tops.extend(children.into_iter().rev().map(|(_, child)| child));
        }
        self.rows.sort_unstable();
    }

    /// A wire is one cell: at its negative end if that is a slot, else in a node of its own.
    fn place_cells(&mut self) {
        let book = self.book;
        let is_wire =
            |layout: &Self, row| layout.agent(row) == Agent::Wire && matches!(layout.place[layout.at(row)], Place::Own);
        for &row in &self.rows.clone() {
            let at = self.at(row);
            let Some((node, slot)) = self.parent[at] else { continue };
            let negative = book.polarity()[row] == Polarity::Negative;
            let is_cell = if is_wire(self, row) {
                // If signs clash, both ends may be negative slots; the first becomes the cell.
                if negative && self.cell[self.at(book.wires()[row])].is_none() {
                    self.cell[at] = Some((node, slot));
                }
                self.cell[at].is_some()
            } else {
                let takes = !matches!(self.agent(row), Agent::Num(_) | Agent::Ref(_));
                negative && takes && (self.born == Born::Empty || !matches!(self.place[at], Place::Argument(_)))
            };
            let shape = &mut self.shapes[node as usize];
            if !shape.declared {
                shape.cells |= u32::from(is_cell) << slot;
            }
        }
        for &row in &self.rows.clone() {
            let (at, other) = (self.at(row), self.at(book.wires()[row]));
            if is_wire(self, row) && self.cell[at].is_none() {
                let shapes = &mut self.shapes;
                let cell = *self.cell[other].get_or_insert_with(|| {
                    shapes.push(Shape { words: 2, cells: 1, declared: false });
                    (shapes.len() as u32 - 1, 0)
                });
                self.cell[at] = Some(cell);
            }
        }
        let pairs = self.shapes.iter().filter(|shape| shape.words == 2).count() as u32;
        let mut next = [0, pairs];
        let number = |shape: &Shape| {
            let next = &mut next[usize::from(shape.words > 2)];
            *next += 1;
            *next - 1
        };
        self.numbers = self.shapes.iter().map(number).collect();
    }

    /// A root that is a wire to a cell of this body, as in a tail call: what waits for the result can stand in that cell
    /// from the start.
    fn let_result_wait(&mut self, root: Idx<S>) -> bool {
        if self.born == Born::Empty {
            return false;
        }
        let end = self.book.wires()[root];
        let own = |row: Idx<S>| matches!(self.place[self.at(row)], Place::Own);
        let is_tail = self.agent(root) == Agent::Wire && own(root) && own(end) && {
            let cell = self.cell[self.at(end)];
            cell.is_some() && cell == self.parent[self.at(end)]
        };
        if is_tail {
            self.result = Some(end);
        }
        is_tail
    }

    fn tag(&self, row: Idx<S>, kind: Kind) -> Tag {
        let cells = self.shapes[self.node[self.at(row)] as usize].cells;
        let negative = u8::from(self.book.polarity()[row] == Polarity::Negative);
        Tag::node(kind, negative, cells as u8)
    }

    /// The word for the term at `row`, where it is not a cell.
    fn term(&self, row: Idx<S>) -> Slot {
        let at = self.at(row);
        let inside = |word, node: u32| Slot::inside(word, self.numbers[node as usize]);
        let node = |kind, label| inside(Word::new(self.tag(row, kind), label, 0), self.node[at]);
        match (self.agent(row), self.place[at]) {
            (_, Place::Argument(argument)) => Slot::argument(argument),
            (Agent::Wire, _) => {
                let (node, slot) = self.cell[at].expect("every wire has a cell");
                let Shape { words, cells, .. } = self.shapes[node as usize];
                inside(Word::var(0, slot, words, cells.count_ones()), node)
            }
            (Agent::Era, _) => Slot::fixed(Word::ERA),
            (Agent::Num(number), _) => Slot::fixed(Word::number(number)),
            (Agent::Ref(def), _) => Slot::fixed(Word::new(Tag::REF, 0, def.raw())),
            (Agent::Con(..), _) => node(Kind::Con, 0),
            (Agent::Dup(label, ..), _) => node(Kind::Dup, label),
            (Agent::Opr(rhs, _), _) if self.book.agents().node(rhs) == Agent::Wire => node(Kind::Opr, LATE),
            (Agent::Opr(..), _) => node(Kind::Opr, 0),
            (Agent::Swi(..), _) if self.applied_switch == Some(row) => node(Kind::Con, 0),
            (Agent::Swi(..), _) => node(Kind::Swi, 0),
            (Agent::User(symbol, ports), _) => {
                let tag = match self.book.agent(symbol).sign {
                    Polarity::Positive => Tag::VALUE,
                    Polarity::Negative => Tag::ACTOR,
                };
                let word = Word::new(tag, symbol.0, 0);
                if ports.is_empty() { Slot::fixed(word) } else { inside(word, self.node[at]) }
            }
            (Agent::Replaced(_), _) => unreachable!("what a rule replaces is no term"),
        }
    }

    /// The sides of a redex, the positive one first.
    fn redex(&self, [a, b]: [Side<S>; 2]) -> (Slot, Slot) {
        let slot = |side| match side {
            Side::Argument(at) => Slot::argument(at),
            Side::Term(row) => self.term(row),
        };
        match a {
            Side::Term(row) if self.book.polarity()[row] == Polarity::Negative => (slot(b), slot(a)),
            _ => (slot(a), slot(b)),
        }
    }

    /// The nodes of two words, and those of more. `joined` gets cells, and the terms that they are to be joined with.
    fn nodes(&self, joined: &mut Vec<(Slot, Slot)>) -> Nodes {
        let empty = Slot::fixed(Word::EMPTY);
        let mut nodes: Vec<Vec<Slot>> = self.shapes.iter().map(|shape| vec![empty; shape.words as usize]).collect();
        for &row in &self.rows {
            if self.applied_switch == Some(row) {
                nodes[self.node[self.at(row)] as usize][0] = Slot::argument(0);
            }
            let Some((node, slot)) = self.parent[self.at(row)] else { continue };
            let own = self.agent(row) == Agent::Wire && matches!(self.place[self.at(row)], Place::Own);
            if self.result == Some(row) {
                nodes[node as usize][slot as usize] = Slot::result();
            } else if !(own && self.cell[self.at(row)] == Some((node, slot))) {
                let Shape { words, cells, .. } = self.shapes[node as usize];
                match self.born {
                    Born::Empty if cells >> slot & 1 == 1 => {
                        let cell = Word::var(0, slot, words, cells.count_ones());
                        joined.push((Slot::inside(cell, self.numbers[node as usize]), self.term(row)));
                    }
                    _ => nodes[node as usize][slot as usize] = self.term(row),
                }
            }
        }
        let (pairs, large): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|slots| slots.len() == 2);
        (pairs.into_iter().map(|slots| [slots[0], slots[1]]).collect(), large.into_iter().map(Vec::into).collect())
    }
}

/// The rows that are sides of redexes.
fn terms<S: Space>(redexes: &[[Side<S>; 2]]) -> impl Iterator<Item = Idx<S>> {
    redexes.iter().flatten().filter_map(|side| match *side {
        Side::Term(row) => Some(row),
        Side::Argument(_) => None,
    })
}
