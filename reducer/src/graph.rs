//! Nodes, wires and redexes.

use crate::rule::Rule;
use polarnet_columns::{Idx, Space};
use polarnet_syntax::{
    book::Book,
    native::Panicked,
    net::{Label, Partner, Symbol},
    number::{Fault, Number, Wide, WideType},
};
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// What a node is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// `*`
    Era,
    /// A number.
    Num(Number),
    /// A reference, by the number of the definition ([`Book::def`]).
    Ref(u32),
    /// `(a b)`
    Con,
    /// `{a b}`
    Dup(Label),
    /// `$(rhs ret)`. True: the right operand was written in the slot, or put there by a swap.
    Opr(bool),
    /// `?(arms out)`
    Swi,
    /// An agent that the book declares.
    User(Symbol),
    /// The two ends of a wire of a definition, until it is joined.
    #[doc(hidden)]
    Wire,
    /// The root's holder; its port 1 is the root. In a net that replaces two agents it has a port for each name.
    Root,
}

/// A node and one of its ports; port 0 is the principal one, the auxiliary ones follow.
pub type Port = (usize, usize);

#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub kind: Kind,
    pub peers: SmallVec<[Port; 3]>,
    /// One more than the number of the row that it is a copy of; 0 for what a rule made.
    pub origin: u32,
}

/// A net, as a graph, and the book that its references are of.
///
/// See the [crate](crate) for an example. A clone costs as much as its nodes: the book is not copied.
#[derive(Clone, Debug)]
pub struct Graph<'b, S: Space> {
    pub(crate) book: &'b Book<S>,
    pub(crate) copyable: Arc<[bool]>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) free: Vec<usize>,
    pub(crate) active: Vec<(usize, usize)>,
    pub(crate) fault: Option<Fault>,
    pub(crate) stuck: Option<[usize; 2]>,
    pub(crate) panicked: Option<Panicked>,
    /// The rules for a negative agent and what it meets, in order.
    pub(crate) rules: Arc<FxHashMap<(Symbol, Partner), Vec<usize>>>,
}

/// The root: what is joined to it is the result. Until something is, [`Graph::peer`] of it is no port of the graph.
pub const ROOT: Port = (0, 1);
pub(crate) const NOWHERE: Port = (usize::MAX, 0);

/// The rules of a book by what they are for.
fn rules<S: Space>(book: &Book<S>) -> FxHashMap<(Symbol, Partner), Vec<usize>> {
    let mut rules: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (at, (rule, _)) in book.rules().iter().enumerate() {
        rules.entry((rule.actor, rule.partner)).or_default().push(at);
    }
    rules
}

impl<'b, S: Space> Graph<'b, S> {
    /// A graph that is empty but for the root, which is joined to nothing: [`boot`](Self::boot) or
    /// [`instantiate`](Self::instantiate) comes next.
    #[must_use]
    pub fn new(book: &'b Book<S>) -> Self {
        Graph {
            book,
            copyable: crate::copyable(book).into(),
            nodes: vec![Node { kind: Kind::Root, peers: smallvec![NOWHERE; 2], origin: 0 }],
            free: Vec::new(),
            active: Vec::new(),
            fault: None,
            stuck: None,
            panicked: None,
            rules: rules(book).into(),
        }
    }

    /// The book.
    #[must_use]
    pub fn book(&self) -> &'b Book<S> {
        self.book
    }

    /// What a node is.
    ///
    /// # Panics
    ///
    /// There is no such node.
    #[must_use]
    pub fn kind(&self, node: usize) -> Kind {
        self.nodes[node].kind
    }

    /// The row of the book that a node is a copy of; none if a rule has made it.
    ///
    /// # Panics
    ///
    /// There is no such node.
    #[must_use]
    pub fn origin(&self, node: usize) -> Option<Idx<S>> {
        self.book.agents().check(self.nodes[node].origin.checked_sub(1)?)
    }

    /// The port at the other end of the wire.
    ///
    /// # Panics
    ///
    /// There is no such port.
    #[must_use]
    pub fn peer(&self, (node, port): Port) -> Port {
        self.nodes[node].peers[port]
    }

    /// The redexes, as pairs of nodes. [`step`](Self::step) takes the last one.
    #[must_use]
    pub fn redexes(&self) -> &[(usize, usize)] {
        &self.active
    }

    /// Is this pair of nodes, a redex, a reference that would be expanded?
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # use polarnet_reducer::{Graph, ROOT};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// let mut graph = Graph::new(book); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// graph.instantiate(book.main().unwrap(), ROOT);
    /// assert!(graph.is_call(graph.redexes()[0]));
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// There are no such nodes.
    #[must_use]
    pub fn is_call(&self, (a, b): (usize, usize)) -> bool {
        let expands = |reference, other| match (self.kind(reference), self.kind(other)) {
            (Kind::Ref(def), Kind::Dup(_)) => !self.is_copyable(def),
            (Kind::Ref(_), other) => matches!(other, Kind::Con | Kind::Opr(_) | Kind::Swi | Kind::User(_)),
            _ => false,
        };
        expands(a, b) || expands(b, a)
    }

    /// Reduces the last redex; none, if there is none.
    pub fn step(&mut self) -> Option<Rule> {
        let (a, b) = self.active.pop()?;
        Some(self.interact(a, b))
    }

    /// Reduces the redex that stands at this place among the [`redexes`](Self::redexes). The last one takes its place.
    ///
    /// # Panics
    ///
    /// There are not so many redexes.
    pub fn step_at(&mut self, at: usize) -> Rule {
        let (a, b) = self.active.swap_remove(at);
        self.interact(a, b)
    }

    /// The first undefined operation that was met.
    #[must_use]
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// Does `DUP` copy references to this definition, instead of expanding them? See [`copyable`](crate::copyable).
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # use polarnet_reducer::{Graph, ROOT};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// let mut graph = Graph::new(book); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// graph.instantiate(book.main().unwrap(), ROOT);
    /// assert!(graph.is_copyable(book.find("f").unwrap().raw()));
    /// # });
    /// ```
    ///
    /// # Panics
    ///
    /// The book has no such definition.
    #[must_use]
    pub fn is_copyable(&self, def: u32) -> bool {
        self.copyable[def as usize]
    }

    /// How many nodes there are, the root's holder among them.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # use polarnet_reducer::{Graph, ROOT};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Native).0.unwrap();
    /// # let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # any.with(|book| {
    /// let mut graph = Graph::new(book); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// graph.instantiate(book.main().unwrap(), ROOT);
    /// assert_eq!(graph.size(), 4); // the root's holder, `@f`, `( )` and `1`
    /// # });
    /// ```
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// The two nodes that met first without a rule for them.
    #[must_use]
    pub fn stuck(&self) -> Option<[usize; 2]> {
        self.stuck
    }

    /// The Rust of a rule that panicked: what met there is still as it was, but no redex any more.
    #[must_use]
    pub fn panicked(&self) -> Option<&Panicked> {
        self.panicked.as_ref()
    }

    /// The wide number of which a port holds the lower half, and the next one the upper half.
    ///
    /// # Panics
    ///
    /// There are no such ports.
    #[must_use]
    pub fn wide(&self, (node, port): Port, ty: WideType) -> Option<Wide> {
        match [port, port + 1].map(|port| self.kind(self.peer((node, port)).0)) {
            [Kind::Num(low), Kind::Num(high)] => Some(Wide::from_halves(ty, low.bits(), high.bits())),
            _ => None,
        }
    }

    /// How many auxiliary ports a node has.
    ///
    /// # Panics
    ///
    /// There is no such node.
    #[must_use]
    pub fn arity(&self, node: usize) -> usize {
        self.arity_of(self.nodes[node].kind)
    }

    pub(crate) fn arity_of(&self, kind: Kind) -> usize {
        match kind {
            Kind::Era | Kind::Num(_) | Kind::Ref(_) => 0,
            Kind::Root => self.nodes[ROOT.0].peers.len() - 1,
            Kind::Wire | Kind::Con | Kind::Dup(_) | Kind::Opr(_) | Kind::Swi => 2,
            Kind::User(symbol) => self.book.agent(symbol).ports.len(),
        }
    }

    /// The bytes that the graph holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let lists = self.free.capacity() * size_of::<usize>() + self.active.capacity() * size_of::<[usize; 2]>();
        (self.nodes.capacity() * size_of::<Node>() + lists) as u64
    }

    /// A node that is joined to nothing yet.
    pub(crate) fn add(&mut self, kind: Kind) -> usize {
        self.add_copy(kind, 0)
    }

    pub(crate) fn add_copy(&mut self, kind: Kind, origin: u32) -> usize {
        let node = Node { kind, peers: smallvec![NOWHERE; 1 + self.arity_of(kind)], origin };
        match self.free.pop() {
            Some(at) => {
                self.nodes[at] = node;
                at
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() - 1
            }
        }
    }

    /// Joins two ports. Two principal ports make a redex.
    pub(crate) fn join(&mut self, a: Port, b: Port) {
        self.nodes[a.0].peers[a.1] = b;
        self.nodes[b.0].peers[b.1] = a;
        let agent = |(node, port): Port| port == 0 && self.nodes[node].kind != Kind::Wire;
        if agent(a) && agent(b) {
            self.active.push((a.0, b.0));
        }
    }

    /// What `a` is wired to is wired to what `b` is wired to. The two ports are gone after.
    pub(crate) fn splice(&mut self, a: Port, b: Port) {
        let (p, q) = (self.peer(a), self.peer(b));
        // The two ports were joined to each other: a circle, which is gone.
        if p != b {
            self.join(p, q);
        }
    }
}
