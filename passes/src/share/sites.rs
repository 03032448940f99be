//! Where each row of a book stands.

use polarnet_columns::{Data, Idx, Space};
use polarnet_syntax::{book::Book, net::Agent};

/// What is above a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Above<S: Space> {
    /// It is this child of an agent.
    Child(Idx<S>, usize),
    /// It is a side of a redex, this is the other one.
    Side(Idx<S>),
    /// It is the root of a definition.
    Root,
}

/// A port: 0 is the principal one of a row, `n + 1` that of its child `n`. The root of a net is a port of nobody.
#[derive(Clone, Copy, Debug)]
pub(super) enum Port<S: Space> {
    Of(Idx<S>, usize),
    Root,
}

/// Where each row stands.
pub(super) struct Sites<'b, S: Space> {
    pub book: &'b Book<S>,
    above: Data<S, Option<Above<S>>>,
}

impl<'b, S: Space> Sites<'b, S> {
    pub fn new(book: &'b Book<S>) -> Self {
        let mut above = book.agents().data(|_| None);
        for row in book.agents().indices() {
            for (slot, child) in book.agents().node(row).children().enumerate() {
                above.update(child, |above| *above = Some(Above::Child(row, slot)));
            }
        }
        for def in book.defs() {
            above.update(book.root(def), |above| *above = Some(Above::Root));
            for &(a, b) in book.redexes(def) {
                above.update(a, |above| *above = Some(Above::Side(b)));
                above.update(b, |above| *above = Some(Above::Side(a)));
            }
        }
        Sites { book, above }
    }

    pub fn above(&self, row: Idx<S>) -> Option<Above<S>> {
        self.above[row]
    }

    /// The port that a row leads to, seen from above: its own, or that at the other end of the wire.
    pub fn port(&self, mut row: Idx<S>) -> Port<S> {
        loop {
            if !matches!(self.book.agents().node(row), Agent::Wire) {
                return Port::Of(row, 0);
            }
            match self.above(self.book.wires()[row]) {
                Some(Above::Child(parent, slot)) => return Port::Of(parent, slot + 1),
                Some(Above::Side(other)) => row = other,
                Some(Above::Root) | None => return Port::Root,
            }
        }
    }
}
