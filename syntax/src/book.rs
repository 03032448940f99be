//! A book as branded columns.
//!
//! The space `S` has a row for each agent and for each end of a leaf-to-leaf wire; the space [`Defs<S>`] has a row for
//! each definition. A row of one book does not index another:
//!
//! ```compile_fail,E0277
//! # use polarnet_syntax::book::Book;
//! # use polarnet_columns::Space;
//! fn root_sign<A: Space, B: Space>(a: &Book<A>, b: &Book<B>) {
//!     let main = a.main().unwrap();
//!     let _ = b.polarity()[a.root(main)]; // a row of `a` in a column of `b`
//! }
//! ```
//!
//! Over 400 lines: its items' examples; the code is the smaller half.

mod any;
mod columns;
mod kept;
mod print;

pub use any::AnyBook;
use any::Forgotten;
use columns::Columns;
use kept::Kept;

use crate::{
    net::{AgentLang, Polarity, Rule, Symbol},
    number::{Number, Numbers},
    stored::Lists,
    table::{Place, Row, Table, TableAgent, TableDef, TableRule},
};
use core::{any::Any, fmt, marker::PhantomData};
use polarnet_columns::{Batch, Data, Guard, Idx, Mapping, Space};
use std::{
    panic::{RefUnwindSafe, UnwindSafe},
    sync::{Arc, OnceLock},
};

/// The space of the definitions of the book over `S`.
///
/// ```
/// use polarnet_columns::{Idx, Space};
/// use polarnet_syntax::book::{Book, Defs};
///
/// fn name<S: Space>(book: &Book<S>, def: Idx<Defs<S>>) -> &str {
///     &book.names()[def]
/// }
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(book.defs().map(|def| name(&book, def)).collect::<Vec<_>>(), ["main", "twice"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Defs<S>(PhantomData<fn(S) -> S>);

// SAFETY: only `Columns::new` makes columns of `Defs<S>`, and a brand `S` has one number of definitions as it has one
// number of rows: both come from the one table that its guard stands for.
unsafe impl<S: Space> Space for Defs<S> {}

/// The language of the agents of a book over `S`.
///
/// ```
/// use polarnet_columns::{Batch, Space};
/// use polarnet_syntax::{book::Agents, net::Agent};
///
/// fn numbers<S: Space>(agents: &Batch<S, Agents<S>>) -> usize {
///     agents.indices().filter(|&row| matches!(agents.node(row), Agent::Num(_))).count()
/// }
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(numbers(book.agents()), 2); // `21` and `[*2]`
/// ```
pub type Agents<S> = AgentLang<Idx<Defs<S>>>;

/// The two sides of a redex.
///
/// ```
/// use polarnet_columns::Space;
/// use polarnet_syntax::{book::{Book, Sides}, net::Polarity};
///
/// fn is_polarized<S: Space>(book: &Book<S>, (left, right): Sides<S>) -> bool {
///     book.polarity()[left] != book.polarity()[right]
/// }
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert!(book.redexes(book.main().unwrap()).iter().all(|&sides| is_polarized(&book, sides)));
/// ```
pub type Sides<S> = (Idx<S>, Idx<S>);

/// A net of definitions, checked and polarized. Clones share its columns.
///
/// ```
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(book.defs().len(), 2);
/// assert_eq!(book.to_string().lines().last(), Some("@twice = ($([*2] x0) x0)"));
/// assert_eq!(format!("{book:#}").lines().last(), Some("@twice = +(-$([*2] -x0) +x0)")); // with signs
/// ```
pub struct Book<S: Space>(Arc<Shared<S>>);

/// What clones of a book share.
struct Shared<S: Space> {
    /// Not there yet in books of [`Book::from_source`]: who only runs those asks for no columns of a type of their own, and rustc
    /// need not make the code of all that is done with them once more.
    columns: OnceLock<Kept<Columns<S>>>,
    any: Forgotten<S>,
}

impl<S: Space> Clone for Book<S> {
    fn clone(&self) -> Self {
        Book(self.0.clone())
    }
}

/// What a book's rules were compiled to, for a runtime that knows what it is.
///
/// ```
/// use polarnet_syntax::book::{Book, Functions, Source, Static};
///
/// fn compiled<K: Source>(_: &Book<Static<K>>) -> Option<Functions> {
///     K::functions()
/// }
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert!(compiled(&book).is_some());
/// ```
pub type Functions = &'static (dyn Any + Send + Sync + UnwindSafe + RefUnwindSafe);

/// A type that stands for one constant table, so that every book made from it has the same shape.
///
/// `net!` implements it for a type of its own.
///
/// ```
/// use polarnet_syntax::book::{Book, Source, Static};
///
/// fn definitions<K: Source>(_: &Book<Static<K>>) -> usize {
///     K::ROWS.lines().filter(|line| line.starts_with('@')).count()
/// }
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// assert_eq!(definitions(&book), 2);
/// ```
///
/// # Safety
///
/// [`functions`](Self::functions) are what [`TABLE`](Self::TABLE) with [`ROWS`](Self::ROWS) was compiled to.
pub unsafe trait Source {
    /// The table, but for its rows and definitions.
    const TABLE: Table;

    /// Its rows and definitions, [as text](crate::table::rows).
    const ROWS: &'static str;

    /// What the rules of the table were compiled to, for the runtime.
    ///
    /// ```
    /// # use polarnet_syntax::book::{Book, Source, Static};
    /// fn is_compiled<K: Source>(_: &Book<Static<K>>) -> bool {
    ///     K::functions().is_some()
    /// }
    /// let book = polarnet::net! {
    ///     agent +Nil, +Cons(+head, +tail), -Length(-out) ~ Nil Cons;
    ///     rule Length(out) ~ Nil => out ~ 0;
    ///     rule Length(out) ~ Cons(x, xs) => x ~ * & Length($([+1] out)) ~ xs;
    ///     @main = r & Length(r) ~ Cons(7, Nil)
    /// };
    /// assert!(is_compiled(&book));
    /// ```
    #[must_use]
    fn functions() -> Option<Functions> {
        None
    }
}

/// The brand of the books made from the constant table of `K`.
///
/// ```
/// use polarnet_syntax::book::{Book, Source, Static};
///
/// // Books of one place in a program have one brand, whatever their values: rows of one are rows of the other.
/// fn sums<K: Source>(one: &Book<Static<K>>, other: &Book<Static<K>>) -> bool {
///     one.main().map(|main| other.root(main)) == other.main().map(|main| one.root(main))
/// }
/// let book = |n: u32| polarnet::net! { @main = #n };
/// assert!(sums(&book(1), &book(2)));
/// ```
pub struct Static<K>(PhantomData<fn(K) -> K>);

// Whatever `K` is: `net!` as an expression derives nothing for it, as rustc would load all implementations of `Clone`.
impl<K> Clone for Static<K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Static<K> {}

impl<K> fmt::Debug for Static<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Static")
    }
}

// SAFETY: guards are made for books of `Book::from_source` only, which builds what is constant for `K`: one length for a brand, and the
// same children, as a hole is a number in every book.
unsafe impl<K: Source> Space for Static<K> {}

impl<K: Source> Book<Static<K>> {
    /// The book of `K`'s table, its holes filled with `values`.
    ///
    /// # Panics
    ///
    /// When the table is not one that the front end made.
    #[doc(hidden)]
    #[must_use]
    pub fn from_source(values: &[Number]) -> Self {
        let any = AnyBook::of_source(K::TABLE, K::ROWS, values, K::functions());
        Book(Arc::new(Shared { columns: OnceLock::new(), any: Forgotten::Known(any) }))
    }
}

impl<S: Space> Book<S> {
    /// Gives a table a brand. It is checked: what holds of the front end's tables holds of every book.
    ///
    /// # Panics
    ///
    /// When the table is not one that the front end can have made, or has more holes than there are values.
    #[doc(hidden)]
    #[must_use]
    pub fn build(guard: Guard<S>, table: &Table, values: &[Number]) -> Self {
        let columns = Kept::new(Columns::new(guard, table, values, None)).into();
        Book(Arc::new(Shared { columns, any: Forgotten::later() }))
    }

    /// The same book, its brand forgotten: for all that is done with books of any type, and is compiled once if this is its type.
    #[doc(hidden)]
    #[must_use]
    pub fn any(&self) -> AnyBook {
        self.0.any.get(self)
    }

    #[inline]
    fn columns(&self) -> &Columns<S> {
        match self.0.columns.get() {
            Some(columns) => columns,
            None => self.typed(),
        }
    }

    #[cold]
    fn typed(&self) -> &Columns<S> {
        let any = self.any();
        self.0.columns.get_or_init(|| {
            // SAFETY: only books of `from_source` come without columns. This is the table of all books of their brand.
            Kept::new(Columns::new(unsafe { Guard::new_unchecked() }, &any.table(), &[], any.functions()))
        })
    }

    /// An agent that it declares.
    ///
    /// ```
    /// # let book = polarnet::net! {
    /// #     agent +Nil, +Cons(+head, +tail), -Length(-out) ~ Nil Cons;
    /// #     rule Length(out) ~ Nil => out ~ 0;
    /// #     rule Length(out) ~ Cons(x, xs) => x ~ * & Length($([+1] out)) ~ xs;
    /// #     @main = r & Length(r) ~ Cons(7, Nil)
    /// # };
    /// let names: Vec<&str> = book.declared().map(|symbol| &*book.agent(symbol).name).collect();
    /// assert_eq!(names, ["Nil", "Cons", "Length"]);
    /// ```
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn agent(&self, Symbol(symbol): Symbol) -> &TableAgent {
        &self.columns().declared[symbol as usize]
    }

    /// The agents that it declares.
    ///
    /// ```
    /// # let book = polarnet::net! {
    /// #     agent +Nil, +Cons(+head, +tail), -Length(-out) ~ Nil Cons;
    /// #     rule Length(out) ~ Nil => out ~ 0;
    /// #     rule Length(out) ~ Cons(x, xs) => x ~ * & Length($([+1] out)) ~ xs;
    /// #     @main = r & Length(r) ~ Cons(7, Nil)
    /// # };
    /// assert_eq!(book.declared().len(), 3);
    /// assert_eq!(book.declared().map(|symbol| book.agent(symbol).ports.len()).sum::<usize>(), 3);
    /// ```
    pub fn declared(&self) -> impl ExactSizeIterator<Item = Symbol> + use<S> {
        (0..self.columns().declared.len() as u32).map(Symbol)
    }

    /// The rules for them, each with the definition that says what becomes of what meets. Its root is [`Agent::Replaced`](crate::net::Agent::Replaced):
    /// the names for the ports. Of rules for the same two, earlier ones come first.
    ///
    /// ```
    /// let book = polarnet::net! {
    ///     agent +Nil, +Cons(+head, +tail), -Length(-out) ~ Nil Cons;
    ///     rule Length(out) ~ Nil => out ~ 0;
    ///     rule Length(out) ~ Cons(x, xs) => x ~ * & Length($([+1] out)) ~ xs;
    ///     @main = r & Length(r) ~ Cons(7, Nil)
    /// };
    /// let names: Vec<&str> = book.rules().iter().map(|&(_, def)| &*book.names()[def]).collect();
    /// assert_eq!(names, ["Length ~ Nil", "Length ~ Cons"]);
    /// ```
    #[must_use]
    pub fn rules(&self) -> &[(Rule, Idx<Defs<S>>)] {
        &self.columns().rules
    }

    /// What its rules were compiled to; `None` if `net!` has not made it, or a pass has changed it.
    #[doc(hidden)]
    #[must_use]
    pub fn functions(&self) -> Option<Functions> {
        self.columns().functions
    }

    /// Does an agent have a rule of its own with `*`, in place of the one that all agents have? Then nobody but that rule may
    /// erase it.
    ///
    /// ```
    /// let book = polarnet::net! {
    ///     agent +File(+a), -Close(-out) ~ File;
    ///     rule Close(out) ~ File(a) => out ~ a;
    ///     rule File(a) ~ * => a ~ *;
    ///     @main = r & Close(r) ~ File(1)
    /// };
    /// let file = book.declared().next().unwrap();
    /// assert!(book.has_own_erasing(file) && !book.has_own_copying(file));
    /// ```
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn has_own_erasing(&self, Symbol(symbol): Symbol) -> bool {
        self.columns().own[symbol as usize][0]
    }

    /// Does an agent have a rule of its own with `{a b}`, of any label? Then nobody but `DUP` may copy it.
    ///
    /// ```
    /// let book = polarnet::net! {
    ///     agent +File(+a), -Close(-out) ~ File;
    ///     rule Close(out) ~ File(a) => out ~ a;
    ///     rule File(a) ~ {x y} => x ~ File(b) & y ~ File(c) & a ~ {b c};
    ///     @main = r & Close(r) ~ File(1)
    /// };
    /// let file = book.declared().next().unwrap();
    /// assert!(book.has_own_copying(file) && !book.has_own_erasing(file));
    /// ```
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn has_own_copying(&self, Symbol(symbol): Symbol) -> bool {
        self.columns().own[symbol as usize][1]
    }

    /// Which arithmetic it has.
    ///
    /// ```
    /// # use polarnet_syntax::number::Numbers;
    /// let book = polarnet::net! { #![numbers(hvm24)] @main = 1 };
    /// assert_eq!(book.numbers(), Numbers::Hvm24);
    /// ```
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.columns().numbers
    }

    /// The agents and wire ends; children before parents.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let agents = book.agents();
    /// let largest = agents.fold(|agent: polarnet_syntax::net::Agent<'_, &usize, _>| 1 + agent.children().sum::<usize>());
    /// assert_eq!(largest.iter().max(), Some(&5)); // `($([*2] x) x)`
    /// ```
    #[must_use]
    pub fn agents(&self) -> &Batch<S, Agents<S>> {
        &self.columns().agents
    }

    /// An involution: a wire's end leads to its other end, a side of a redex to the other side, all else to itself.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let (call, application) = book.redexes(book.main().unwrap())[0];
    /// assert_eq!((book.wires()[call], book.wires()[application]), (application, call));
    /// ```
    #[must_use]
    pub fn wires(&self) -> &Mapping<S, S> {
        &self.columns().wires
    }

    /// The sign of each row, as a term.
    ///
    /// ```
    /// # use polarnet_syntax::net::Polarity;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let (call, application) = book.redexes(book.main().unwrap())[0];
    /// assert_eq!(book.polarity()[call], Polarity::Positive);
    /// assert_eq!(book.polarity()[application], Polarity::Negative);
    /// ```
    #[must_use]
    pub fn polarity(&self) -> &Data<S, Polarity> {
        &self.columns().polarity
    }

    /// Where each row stands in the source.
    ///
    /// ```
    /// let source = polarnet::reader::Source::new("two.hvm", "@main = (1\n  2)");
    /// let book = source.parse().book.unwrap();
    /// let lines = book.with(|book| book.places().iter().map(|place| (place.line, place.column)).collect::<Vec<_>>());
    /// assert_eq!(lines, [(1, 10), (2, 3), (1, 9)]); // children before parents
    /// ```
    #[must_use]
    pub fn places(&self) -> &Data<S, Place> {
        &self.columns().places
    }

    /// The definition that each row is part of.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let twice = book.find("twice").unwrap();
    /// assert_eq!(book.owner()[book.root(twice)], twice);
    /// ```
    #[must_use]
    pub fn owner(&self) -> &Mapping<S, Defs<S>> {
        &self.columns().owner
    }

    /// The names of the definitions, without `@`. One that is used under two signatures stands here twice.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(book.names().as_slice(), ["main", "twice"]);
    /// ```
    #[must_use]
    pub fn names(&self) -> &Data<Defs<S>, String> {
        &self.columns().names
    }

    /// The definitions, in order.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let sizes: Vec<usize> = book.defs().map(|def| book.rows(def).count()).collect();
    /// assert_eq!(sizes, [5, 5]);
    /// ```
    pub fn defs(&self) -> impl ExactSizeIterator<Item = Idx<Defs<S>>> + use<S> {
        self.columns().names.indices()
    }

    /// The definition number `raw`, if there is one.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(book.def(0), book.main());
    /// assert_eq!(book.def(2), None);
    /// ```
    #[must_use]
    pub fn def(&self, raw: u32) -> Option<Idx<Defs<S>>> {
        self.columns().names.check(raw)
    }

    /// The definition `@main`.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert_eq!(book.names()[book.main().unwrap()], "main");
    /// assert!(polarnet::net! { @other = 1 }.main().is_none());
    /// ```
    #[must_use]
    pub fn main(&self) -> Option<Idx<Defs<S>>> {
        self.columns().main
    }

    /// The first definition called `name` (without `@`).
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert!(book.find("twice").is_some());
    /// assert!(book.find("@twice").is_none()); // without `@`
    /// ```
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Idx<Defs<S>>> {
        self.defs().find(|&def| self.columns().names[def] == name)
    }

    /// The root of a definition.
    ///
    /// ```
    /// # use polarnet_syntax::net::Agent;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let root = book.root(book.find("twice").unwrap());
    /// assert!(matches!(book.agents().node(root), Agent::Con(..)));
    /// ```
    #[must_use]
    pub fn root(&self, def: Idx<Defs<S>>) -> Idx<S> {
        self.columns().roots[def]
    }

    /// The rows of a definition; children before parents.
    ///
    /// ```
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let twice = book.find("twice").unwrap();
    /// assert_eq!(book.rows(twice).last(), Some(book.root(twice)));
    /// ```
    pub fn rows(&self, def: Idx<Defs<S>>) -> impl Iterator<Item = Idx<S>> + '_ {
        let row = |raw| self.columns().agents.check(raw).expect("definitions have rows of the book");
        self.columns().rows[def].clone().map(row)
    }

    /// What a pass makes of it: a book, or a `Result` of one.
    ///
    /// ```
    /// # use polarnet_columns::Space;
    /// # use polarnet_syntax::book::{AnyBook, Book};
    /// /// No change at all.
    /// fn my_pass<S: Space>(book: &Book<S>) -> AnyBook {
    ///     book.into()
    /// }
    ///
    /// fn passed(book: &AnyBook) -> AnyBook {
    ///     book.with(|book| book.pass(my_pass))
    /// }
    /// ```
    pub fn pass<R>(&self, pass: impl FnOnce(&Self) -> R) -> R {
        pass(self)
    }

    /// The table that it was made of, with its values filled in.
    #[doc(hidden)]
    #[must_use]
    pub fn table(&self) -> Table {
        let (mut lists, mut list) = (Lists::default(), Vec::new());
        let mut row = |at: Idx<S>| Row {
            agent: lists.store(self.agents().node(at).map(&mut list, Idx::raw, Idx::raw)),
            peer: self.wires()[at].raw(),
            polarity: self.polarity()[at],
            place: self.places()[at],
        };
        let def = |at: Idx<Defs<S>>| TableDef {
            name: self.names()[at].clone().into(),
            root: self.root(at).raw(),
            redexes: self.redexes(at).iter().map(|(a, b)| (a.raw(), b.raw())).collect(),
            end: self.columns().rows[at].end,
        };
        let rows: Vec<Row> = self.agents().indices().map(&mut row).collect();
        Table {
            numbers: self.numbers(),
            rows: rows.into(),
            lists,
            defs: self.defs().map(def).collect(),
            agents: self.columns().declared.clone().into(),
            rules: self.rules().iter().map(|(rule, def)| TableRule { rule: rule.clone(), def: def.raw() }).collect(),
            holes: [][..].into(),
        }
    }

    /// The sides of a definition's redexes.
    ///
    /// ```
    /// # use polarnet_syntax::net::Agent;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let [(call, application)] = book.redexes(book.main().unwrap()) else { unreachable!() };
    /// assert!(matches!(book.agents().node(*call), Agent::Ref(_)));
    /// assert!(matches!(book.agents().node(*application), Agent::Con(..)));
    /// ```
    #[must_use]
    pub fn redexes(&self, def: Idx<Defs<S>>) -> &[Sides<S>] {
        &self.columns().redexes[def]
    }
}
