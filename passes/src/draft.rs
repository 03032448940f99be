//! A book that is being written.

use crate::signs::kind;
use polarnet_columns::{Builder, Guard, Idx, Space};
use polarnet_reducer::copyable;
use polarnet_syntax::{
    book::{Agents, Book, Defs},
    net::{Agent, Polarity},
    table::Place,
};

/// An agent of a draft: its children are rows of the draft, its references lead to definitions of the old book.
///
/// ```
/// use polarnet_columns::Space;
/// use polarnet_passes::{Draft, Draw};
/// use polarnet_syntax::{book::Book, net::Agent};
///
/// fn zero_is_erased<'n, S: Space, T: Space>(agent: Draw<'n, S, T>) -> Draw<'n, S, T> {
///     match agent {
///         Agent::Num(number) if number.as_u32() == Some(0) => Agent::Era,
///         other => other,
///     }
/// }
/// let book = polarnet::net! { @main = (0 (1 *)) };
/// # polarnet_columns::space!(New, guard);
/// let (main, mut new) = (book.main().unwrap(), Draft::new(&book, guard));
/// let body = new.copy_with(main, |new, _, agent| new.push(zero_is_erased(agent)));
/// new.define(main, body);
/// assert!(new.finish().to_string().ends_with("@main = (* (1 *))\n"));
/// ```
pub type Draw<'n, S, T> = Agent<'n, Idx<T>, Idx<Defs<S>>>;

/// The net of a definition.
///
/// ```
/// # use polarnet_passes::{Body, Draft};
/// # use polarnet_syntax::net::Agent;
/// let book = polarnet::net! { @main = (1 2) };
/// # polarnet_columns::space!(New, guard);
/// let mut new = Draft::new(&book, guard);
/// // `@main = x & x ~ *`
/// let [x, end] = new.wire();
/// let era = new.push(Agent::Era);
/// new.define(book.main().unwrap(), Body { root: x, redexes: vec![(end, era)] });
/// assert_eq!(new.finish().to_string(), "#![numbers(native)]\n@main = x0\n  & x0 ~ *\n");
/// ```
#[derive(Clone, Debug)]
pub struct Body<T: Space> {
    /// The row of its root.
    pub root: Idx<T>,
    /// The sides of its redexes.
    pub redexes: Vec<(Idx<T>, Idx<T>)>,
}

/// A book over `T` that is being made of a book over `S`: rows of the one cannot be taken for rows of the other.
///
/// Rows are pushed, children first; definitions are [defined](Self::define) by their rows; [`finish`](Self::finish) makes a
/// book of those that are, infers its signs anew, and forgets rows that no definition uses.
///
/// ```
/// use polarnet_columns::{Space, space};
/// use polarnet_passes::Draft;
/// # use polarnet_syntax::{infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
/// use polarnet_syntax::{book::{AnyBook, Book}, net::Agent};
///
/// /// Gives every duplication label 7.
/// fn relabel<S: Space>(book: &Book<S>) -> AnyBook {
///     space!(New, guard);
///     let mut new = Draft::new(book, guard);
///     for def in book.defs() {
///         let body = new.copy_with(def, |new, _, agent| match agent {
///             Agent::Dup(_, a, b) => new.push(Agent::Dup(7, a, b)),
///             other => new.push(other),
///         });
///         new.define(def, body);
///     }
///     new.finish()
/// }
/// # let net = parse_text("@main = ({x (x y)} y)", Numbers::Native).0.unwrap();
/// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
/// // of `@main = ({x (x y)} y)`
/// let new = book.with(|book| book.pass(relabel));
/// assert_eq!(new.to_string(), "#![numbers(native)]\n@main = (&7{x0 (x0 x1)} x1)\n");
/// ```
#[derive(Debug)]
pub struct Draft<'b, S: Space, T: Space> {
    pub(crate) book: &'b Book<S>,
    pub(crate) agents: Builder<T, Agents<S>>,
    /// The other end of each row that is the end of a wire, once it is joined.
    pub(crate) peers: Vec<Option<Idx<T>>>,
    pub(crate) places: Vec<Place>,
    /// The signs that rows had in the old book: those that nothing says but what was written there.
    pub(crate) signs: Vec<Option<Polarity>>,
    pub(crate) bodies: Vec<Option<Body<T>>>,
    /// The definitions of the old book to which `DUP` copies references.
    pub(crate) copyable: Vec<bool>,
    /// What the next rows get.
    place: Place,
}

impl<'b, S: Space, T: Space> Draft<'b, S, T> {
    /// Nothing yet, of a book that has the arithmetic and the names of `book`.
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// let book = polarnet::net! { @main = @one  @one = 1 };
    /// polarnet_columns::space!(New, guard);
    /// let mut new = Draft::new(&book, guard);
    /// for def in book.defs() {
    ///     let body = new.copy(def);
    ///     new.define(def, body);
    /// }
    /// assert_eq!(new.finish().to_string(), book.to_string());
    /// ```
    #[must_use]
    pub fn new(book: &'b Book<S>, guard: Guard<T>) -> Self {
        Draft {
            book,
            agents: Builder::new(guard),
            peers: Vec::new(),
            places: Vec::new(),
            signs: Vec::new(),
            bodies: book.defs().map(|_| None).collect(),
            copyable: copyable(book),
            place: Place::default(),
        }
    }

    /// Adds a row. An [`Agent::Wire`] is one end of a wire, to be [joined](Self::join).
    ///
    /// ```
    /// # use polarnet_passes::{Body, Draft};
    /// # use polarnet_syntax::net::Agent;
    /// let book = polarnet::net! { @main = (1 2) };
    /// # polarnet_columns::space!(New, guard);
    /// let mut new = Draft::new(&book, guard);
    /// let [a, b] = [new.push(Agent::Era), new.push(Agent::Era)]; // children first
    /// let root = new.push(Agent::Con(a, b));
    /// new.define(book.main().unwrap(), Body { root, redexes: vec![] });
    /// assert!(new.finish().to_string().ends_with("@main = (* *)\n"));
    /// ```
    pub fn push(&mut self, agent: Draw<'_, S, T>) -> Idx<T> {
        self.peers.push(None);
        self.places.push(self.place);
        self.signs.push(None);
        self.agents.push(agent)
    }

    /// Adds the two ends of a wire.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let [a, b] = new.wire();
    /// let root = new.push(Agent::Con(a, b));
    /// assert_eq!(new.node(root), Agent::Con(a, b));
    /// # });
    /// ```
    pub fn wire(&mut self) -> [Idx<T>; 2] {
        let ends = [self.push(Agent::Wire), self.push(Agent::Wire)];
        self.join(ends[0], ends[1]);
        ends
    }

    /// Makes one wire of two ends.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let [a, b] = [new.push(Agent::Wire), new.push(Agent::Wire)];
    /// new.join(a, b);
    /// # });
    /// ```
    pub fn join(&mut self, a: Idx<T>, b: Idx<T>) {
        self.peers[a.raw() as usize] = Some(b);
        self.peers[b.raw() as usize] = Some(a);
    }

    /// What stands in a row.
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// let book = polarnet::net! { @main = (1 *) };
    /// # polarnet_columns::space!(New, guard);
    /// let mut new = Draft::new(&book, guard);
    /// let root = new.copy(book.main().unwrap()).root;
    /// let Agent::Con(_, tail) = new.node(root) else { panic!("a pair") };
    /// assert_eq!(new.node(tail), Agent::Era);
    /// ```
    #[must_use]
    pub fn node(&self, row: Idx<T>) -> Draw<'_, S, T> {
        self.agents.node(row)
    }

    /// The definition that a redex calls, and what it is applied to: `@f ~ t`, where `t` is an agent that has the reference
    /// expanded.
    ///
    /// `*`, numbers and references do not, nor does a `DUP` if there is none in the definition or what it refers to: that
    /// copies the reference.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let main = new.copy(book.main().unwrap());
    /// let (def, applied) = new.call(main.redexes[0]).unwrap();
    /// assert_eq!(book.names()[def], "f");
    /// assert!(matches!(new.node(applied), Agent::Con(..)));
    /// # });
    /// ```
    #[must_use]
    pub fn call(&self, (a, b): (Idx<T>, Idx<T>)) -> Option<(Idx<Defs<S>>, Idx<T>)> {
        let (def, other) = match (self.node(a), self.node(b)) {
            (Agent::Ref(def), _) => (def, b),
            (_, Agent::Ref(def)) => (def, a),
            _ => return None,
        };
        let expands = match self.node(other) {
            Agent::Con(..) | Agent::Opr(..) | Agent::Swi(..) | Agent::User(..) => true,
            Agent::Dup(..) => !self.copyable[def.raw() as usize],
            Agent::Wire | Agent::Era | Agent::Num(_) | Agent::Ref(_) | Agent::Replaced(_) => false,
        };
        expands.then_some((def, other))
    }

    /// Does `DUP` copy references to this definition, instead of expanding them?
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// assert!(new.is_copyable(book.find("f").unwrap()));
    /// # });
    /// ```
    #[must_use]
    pub fn is_copyable(&self, def: Idx<Defs<S>>) -> bool {
        self.copyable[def.raw() as usize]
    }

    /// Is it no definition, but a rule?
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// let book = polarnet::net! {
    ///     agent +Zero, -IsZero(-out);
    ///     rule IsZero(out) ~ Zero => out ~ 1;
    ///     @main = r & IsZero(r) ~ Zero
    /// };
    /// # polarnet_columns::space!(New, guard);
    /// let new = Draft::new(&book, guard);
    /// assert_eq!(book.defs().filter(|&def| new.is_rule(def)).count(), 1);
    /// assert!(!new.is_rule(book.main().unwrap()));
    /// ```
    #[must_use]
    pub fn is_rule(&self, def: Idx<Defs<S>>) -> bool {
        matches!(self.book.agents().node(self.book.root(def)), Agent::Replaced(_))
    }

    /// Where the rows that follow stand in the source. Rows that are copied stand where they stood.
    ///
    /// ```
    /// # use polarnet_passes::{Body, Draft};
    /// # use polarnet_syntax::{net::Agent, table::Place};
    /// let book = polarnet::net! { @main = (1 2) };
    /// # polarnet_columns::space!(New, guard);
    /// let mut new = Draft::new(&book, guard);
    /// new.set_place(Place { line: 7, column: 3 });
    /// let root = new.push(Agent::Era);
    /// new.define(book.main().unwrap(), Body { root, redexes: vec![] });
    /// new.finish().with(|new| assert_eq!(new.places()[new.root(new.main().unwrap())], Place { line: 7, column: 3 }));
    /// ```
    pub fn set_place(&mut self, place: Place) {
        self.place = place;
    }

    /// A copy of a definition's net.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let main = book.main().unwrap();
    /// let body = new.copy(main);
    /// assert_eq!((new.node(body.root), body.redexes.len()), (Agent::Wire, 1));
    /// # });
    /// ```
    pub fn copy(&mut self, def: Idx<Defs<S>>) -> Body<T> {
        self.copy_with(def, |new, _, agent| new.push(agent))
    }

    /// A copy of a definition's net, in which `f` says what becomes of each row. It is asked children first, and gets the
    /// draft, the old row, and what stood there with the new rows for its children; it gives the new row.
    ///
    /// Wires are joined as they were, where both ends have become ends of wires that are not joined.
    ///
    /// ```
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::{net::Agent, number::{Number, Numbers}};
    /// let book = polarnet::net! { @main = (1 (2 *)) };
    /// # polarnet_columns::space!(New, guard);
    /// let (main, mut new) = (book.main().unwrap(), Draft::new(&book, guard));
    /// let body = new.copy_with(main, |new, _, agent| match agent {
    ///     Agent::Num(_) => new.push(Agent::Num(Number::u(7, Numbers::Native))),
    ///     other => new.push(other),
    /// });
    /// new.define(main, body);
    /// assert!(new.finish().to_string().ends_with("@main = (7 (7 *))\n"));
    /// ```
    pub fn copy_with(
        &mut self,
        def: Idx<Defs<S>>,
        mut f: impl FnMut(&mut Self, Idx<S>, Draw<'_, S, T>) -> Idx<T>,
    ) -> Body<T> {
        let book = self.book;
        let start = book.rows(def).next().map_or(0, Idx::raw);
        let (mut made, mut list): (Vec<Idx<T>>, _) = (Vec::new(), Vec::new());
        for row in book.rows(def) {
            self.place = book.places()[row];
            let to = |child: Idx<S>| made[(child.raw() - start) as usize];
            let agent = book.agents().node(row).map(&mut list, to, |def| def);
            let new = f(self, row, agent);
            if kind(self.node(new)) == kind(book.agents().node(row)) {
                self.signs[new.raw() as usize] = Some(book.polarity()[row]);
            }
            made.push(new);
        }
        let to = |row: Idx<S>| made[(row.raw() - start) as usize];
        for row in book.rows(def) {
            let ends = [row, book.wires()[row]].map(to);
            let loose = |&end: &Idx<T>| self.node(end) == Agent::Wire && self.peers[end.raw() as usize].is_none();
            if ends[0] != ends[1] && ends.iter().all(loose) {
                self.join(ends[0], ends[1]);
            }
        }
        Body { root: to(book.root(def)), redexes: book.redexes(def).iter().map(|&(a, b)| (to(a), to(b))).collect() }
    }

    /// Says what the net of a definition is. Definitions of which nothing is said are left out of the new book.
    ///
    /// ```
    /// # use polarnet_syntax::{book::AnyBook, infer::infer, number::Numbers, table::{Place, Table}, text::parse_text};
    /// # let net = parse_text("@main = r & @f ~ (1 r)  @f = (x x)", Numbers::Hvm24).0.unwrap();
    /// # let book = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place { line: 0, column: 0 }));
    /// # use polarnet_columns::space;
    /// # use polarnet_passes::Draft;
    /// # use polarnet_syntax::net::Agent;
    /// # book.with(|book| {
    /// # space!(New, guard);
    /// let mut new = Draft::new(book, guard); // of `@main = r & @f ~ (1 r)` and `@f = (x x)`
    /// let main = book.main().unwrap();
    /// let root = new.push(Agent::Era);
    /// new.define(main, polarnet_passes::Body { root, redexes: Vec::new() });
    /// assert_eq!(new.finish().to_string(), "@main = *\n");
    /// # });
    /// ```
    pub fn define(&mut self, def: Idx<Defs<S>>, body: Body<T>) {
        self.bodies[def.raw() as usize] = Some(body);
    }
}
