//! A graph becomes a net again.

use crate::draft::{Body, Draft};
use polarnet_columns::{Idx, List, Space};
use polarnet_reducer::{Graph, Kind, Port, ROOT};
use polarnet_syntax::{
    net::{Agent, Polarity},
    table::Place,
};
use std::collections::HashMap;

/// What is left to do for a term.
enum Next {
    /// The term at the other end of this port.
    Term(Port),
    /// The node at the other end of this port: its children are there.
    Node(usize, Port),
}

impl<S: Space, T: Space> Draft<'_, S, T> {
    /// The net of a graph, with the redexes that are left in it; none if part of it hangs on nothing but itself (a vicious
    /// circle), so that it has no top to be written from.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// use polarnet_passes::Draft;
    /// use polarnet_reducer::{Graph, ROOT};
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let (main, mut graph) = (book.main().unwrap(), Graph::new(book));
    /// graph.instantiate(main, ROOT);
    /// while graph.step().is_some() {}
    /// let mut new = Draft::new(book, guard);
    /// let body = new.read(&graph).unwrap();
    /// new.define(main, body);
    /// assert_eq!(new.finish().to_string(), "@main = 1\n");
    /// # });
    /// ```
    pub fn read(&mut self, graph: &Graph<'_, S>) -> Option<Body<T>> {
        let mut reader = Reader { graph, wires: HashMap::new() };
        let root = reader.term(self, Next::Term(ROOT))?;
        let redexes = reader.redexes(self)?;
        reader.wires.is_empty().then_some(Body { root, redexes })
    }

    /// The same of a graph in which a rule was [opened](Graph::open): the net of a rule.
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// # use polarnet_reducer::Graph;
    /// # use polarnet_syntax::net::Agent;
    /// let book = polarnet::net! {
    ///     agent +Zero, -IsZero(-out);
    ///     rule IsZero(out) ~ Zero => out ~ 1;
    ///     @main = r & IsZero(r) ~ Zero
    /// };
    /// # polarnet_columns::space!(New, guard);
    /// let (mut new, mut graph) = (Draft::new(&book, guard), Graph::new(&book));
    /// let (_, rule) = book.rules()[0];
    /// graph.open(rule);
    /// let body = new.read_rule(&graph).unwrap();
    /// assert!(matches!(new.node(body.root), Agent::Replaced(_)));
    /// ```
    pub fn read_rule(&mut self, graph: &Graph<'_, S>) -> Option<Body<T>> {
        let mut reader = Reader { graph, wires: HashMap::new() };
        let (mut names, mut redexes) = (Vec::new(), Vec::new());
        for port in 1..=graph.arity(ROOT.0) {
            let row = reader.term(self, Next::Term((ROOT.0, port)))?;
            names.push(match self.node(row) {
                Agent::Wire => row,
                // Only names stand there: `x ~ Nil`.
                _ => {
                    let [name, end] = self.wire();
                    redexes.push((end, row));
                    name
                }
            });
        }
        redexes.extend(reader.redexes(self)?);
        let root = self.push(Agent::Replaced(List::new(&names)));
        reader.wires.is_empty().then_some(Body { root, redexes })
    }
}

struct Reader<'g, 'b, S: Space, T: Space> {
    graph: &'g Graph<'b, S>,
    /// The wires of which one end has been met.
    wires: HashMap<[Port; 2], Idx<T>>,
}

impl<S: Space, T: Space> Reader<'_, '_, S, T> {
    fn redexes(&mut self, new: &mut Draft<'_, S, T>) -> Option<Vec<(Idx<T>, Idx<T>)>> {
        let mut redexes = Vec::new();
        for &(a, b) in self.graph.redexes() {
            // What is at the other end of `b`'s principal port is `a`.
            redexes.push((self.term(new, Next::Term((b, 0)))?, self.term(new, Next::Term((a, 0)))?));
        }
        Some(redexes)
    }

    fn term(&mut self, new: &mut Draft<'_, S, T>, next: Next) -> Option<Idx<T>> {
        let (mut todo, mut done) = (vec![next], Vec::new());
        while let Some(next) = todo.pop() {
            let (row, at) = match next {
                Next::Term(at) => match self.graph.peer(at) {
                    (node, 0) => {
                        todo.push(Next::Node(node, at));
                        todo.extend((1..=self.graph.arity(node)).rev().map(|port| Next::Term((node, port))));
                        continue;
                    }
                    end => (self.wire(new, at, end), at),
                },
                Next::Node(node, at) => (self.node(new, node, &mut done)?, at),
            };
            new.signs[row.raw() as usize] = self.sign(at);
            done.push(row);
        }
        done.pop()
    }

    /// The sign of the term at the other end of a port: reduction leaves it as it was. (That of a `DUP` not, which becomes a superposition.)
    fn sign(&self, (node, port): Port) -> Option<Polarity> {
        let (book, row) = (self.graph.book(), self.graph.origin(node)?);
        let old = book.agents().node(row);
        let same = match (self.graph.kind(node), old) {
            (Kind::Con, Agent::Con(..)) | (Kind::Opr(_), Agent::Opr(..)) | (Kind::Swi, Agent::Swi(..)) => true,
            (Kind::User(symbol), Agent::User(was, _)) => symbol == was,
            _ => false,
        };
        let child = old.children().nth(port.checked_sub(1)?)?;
        same.then(|| book.polarity()[child])
    }

    fn wire(&mut self, new: &mut Draft<'_, S, T>, at: Port, end: Port) -> Idx<T> {
        let row = new.push(Agent::Wire);
        let wire = [at.min(end), at.max(end)];
        match self.wires.remove(&wire) {
            Some(other) => new.join(other, row),
            None => {
                self.wires.insert(wire, row);
            }
        }
        row
    }

    fn node(&self, new: &mut Draft<'_, S, T>, node: usize, done: &mut Vec<Idx<T>>) -> Option<Idx<T>> {
        let book = self.graph.book();
        new.set_place(self.graph.origin(node).map_or(Place::default(), |row| book.places()[row]));
        let mut two = || {
            let second = done.pop()?;
            Some((done.pop()?, second))
        };
        let agent = match self.graph.kind(node) {
            Kind::Era => Agent::Era,
            Kind::Num(number) => Agent::Num(number),
            Kind::Ref(def) => Agent::Ref(book.def(def)?),
            Kind::Con => two().map(|(a, b)| Agent::Con(a, b))?,
            Kind::Dup(label) => two().map(|(a, b)| Agent::Dup(label, a, b))?,
            // A number that has come into the slot by a wire stands there now, and operates at once.
            Kind::Opr(_) => two().map(|(a, b)| Agent::Opr(a, b))?,
            Kind::Swi => two().map(|(a, b)| Agent::Swi(a, b))?,
            Kind::User(symbol) => {
                let ports = done.split_off(done.len().checked_sub(self.graph.arity(node))?);
                return Some(new.push(Agent::User(symbol, List::new(&ports))));
            }
            Kind::Wire | Kind::Root => return None,
        };
        Some(new.push(agent))
    }
}
