//! A book as branded columns.
//!
//! The space `S` has a row for each agent and for each end of a leaf-to-leaf wire; the space [`Defs<S>`] has a row for
//! each definition. A row of one book does not index another:
//!
//! ```compile_fail,E0308
//! # use polarnet_syntax::book::Book;
//! # use polarnet_columns::Space;
//! fn root_sign<A: Space, B: Space>(a: &Book<A>, b: &Book<B>) {
//!     let main = a.main().unwrap();
//!     let _ = b.polarity()[a.root(main)]; // a row of `a` in a column of `b`
//! }
//! ```

use crate::{
    net::{Agent, AgentLang, Polarity},
    number::{Number, Numbers},
    table::{Place, Table},
};
use core::{fmt, marker::PhantomData};
use polarnet_columns::{Batch, Brand, Builder, Data, Guard, Idx, Mapping, Rows, Space};

/// The space of the definitions of the book over `S`.
#[derive(Clone, Copy, Debug)]
pub struct Defs<S>(PhantomData<fn(S) -> S>);

// SAFETY: only `Book::build` makes columns of `Defs<S>`, and a brand `S` has one number of definitions as it has one
// number of rows: both come from the one table that its guard stands for.
unsafe impl<S: Space> Space for Defs<S> {}

/// The language of the agents of a book over `S`.
pub type Agents<S> = AgentLang<Idx<Defs<S>>>;

/// The two sides of a redex.
pub type Sides<S> = (Idx<S>, Idx<S>);

/// A net of definitions, checked and polarized.
pub struct Book<S: Space> {
    numbers: Numbers,
    agents: Batch<S, Agents<S>>,
    wires: Mapping<S, S>,
    polarity: Data<S, Polarity>,
    places: Data<S, Place>,
    owner: Mapping<S, Defs<S>>,
    names: Data<Defs<S>, String>,
    roots: Mapping<Defs<S>, S>,
    redexes: Data<Defs<S>, Vec<Sides<S>>>,
    rows: Data<Defs<S>, core::ops::Range<u32>>,
    main: Option<Idx<Defs<S>>>,
}

/// A type that stands for one constant table, so that every book made from it has the same shape.
///
/// `net!` implements it for a type of its own.
pub trait Source {
    /// The table.
    const TABLE: Table;
}

/// The brand of the books made from the constant table of `K`.
#[derive(Clone, Copy)]
pub struct Static<K>(PhantomData<fn(K) -> K>);

impl<K> fmt::Debug for Static<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Static")
    }
}

// SAFETY: guards are made by `Book::from_source` only, which builds `K::TABLE`, a constant: one length for a brand.
unsafe impl<K: Source + Copy> Space for Static<K> {}

impl<K: Source + Copy> Book<Static<K>> {
    /// The book of `K`'s table, its holes filled with `values`.
    ///
    /// # Panics
    ///
    /// When the table is not one that the front end made.
    #[must_use]
    pub fn from_source(values: &[Number]) -> Self {
        // SAFETY: every book of this brand is built from the same constant.
        Book::build(unsafe { Guard::new_unchecked() }, &K::TABLE, values)
    }
}

impl<S: Space> Book<S> {
    /// Gives a table a brand. It is checked: what holds of the front end's tables holds of every book.
    ///
    /// # Panics
    ///
    /// When the table is not one that the front end can have made, or has more holes than there are values.
    #[must_use]
    pub fn build(guard: Guard<S>, table: &Table, values: &[Number]) -> Self {
        table.assert_sound();
        // SAFETY: the guard stands for this table, whose number of definitions is as fixed as its number of rows.
        let defs: Rows<Defs<S>> = unsafe { Guard::new_unchecked() }.rows(table.defs.len());
        let def = |raw: u32| defs.check(raw).expect("a definition of the table");

        let mut holes = table.holes.iter().copied().peekable();
        let mut agents = Builder::new(guard);
        let mut made = Vec::with_capacity(table.rows.len());
        for (at, row) in table.rows.iter().enumerate() {
            let mut agent = row.agent.map(|child| made[child as usize], def);
            while let Some((_, value)) = holes.next_if(|&(row, _)| row as usize == at) {
                agent = Agent::Num(values[value as usize]);
            }
            made.push(agents.push(agent));
        }
        let agents = agents.freeze();
        let row = |raw: u32| made[raw as usize];

        let wires = agents.data(|at| row(table.rows[at.raw() as usize].peer));
        let mut ends = table.defs.iter().map(|def| def.end).zip(0..).peekable();
        let owner = agents.data(|at| {
            while ends.next_if(|&(end, _)| end <= at.raw()).is_some() {}
            def(ends.peek().expect("the last definition ends with the rows").1)
        });
        Book {
            numbers: table.numbers,
            wires,
            polarity: agents.data(|at| table.rows[at.raw() as usize].polarity),
            places: agents.data(|at| table.rows[at.raw() as usize].place),
            owner,
            names: defs.data(|at| table.defs[at.raw() as usize].name.to_string()),
            roots: defs.data(|at| row(table.defs[at.raw() as usize].root)),
            redexes: defs
                .data(|at| table.defs[at.raw() as usize].redexes.iter().map(|&(a, b)| (row(a), row(b))).collect()),
            rows: defs.data(|at| {
                let start = at.raw().checked_sub(1).map_or(0, |before| table.defs[before as usize].end);
                start..table.defs[at.raw() as usize].end
            }),
            main: defs.indices().find(|at| table.defs[at.raw() as usize].name == "main"),
            agents,
        }
    }

    /// Which arithmetic it has.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The agents and wire ends; children before parents.
    #[must_use]
    pub fn agents(&self) -> &Batch<S, Agents<S>> {
        &self.agents
    }

    /// An involution: a wire's end leads to its other end, a side of a redex to the other side, all else to itself.
    #[must_use]
    pub fn wires(&self) -> &Mapping<S, S> {
        &self.wires
    }

    /// The sign of each row, as a term.
    #[must_use]
    pub fn polarity(&self) -> &Data<S, Polarity> {
        &self.polarity
    }

    /// Where each row stands in the source.
    #[must_use]
    pub fn places(&self) -> &Data<S, Place> {
        &self.places
    }

    /// The definition that each row is part of.
    #[must_use]
    pub fn owner(&self) -> &Mapping<S, Defs<S>> {
        &self.owner
    }

    /// The names of the definitions, without `@`. One that is used under two signatures stands here twice.
    #[must_use]
    pub fn names(&self) -> &Data<Defs<S>, String> {
        &self.names
    }

    /// The definitions, in order.
    pub fn defs(&self) -> impl ExactSizeIterator<Item = Idx<Defs<S>>> + use<S> {
        self.names.indices()
    }

    /// The definition number `raw`, if there is one.
    #[must_use]
    pub fn def(&self, raw: u32) -> Option<Idx<Defs<S>>> {
        self.names.check(raw)
    }

    /// The definition `@main`.
    #[must_use]
    pub fn main(&self) -> Option<Idx<Defs<S>>> {
        self.main
    }

    /// The first definition called `name` (without `@`).
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Idx<Defs<S>>> {
        self.defs().find(|&def| self.names[def] == name)
    }

    /// The root of a definition.
    #[must_use]
    pub fn root(&self, def: Idx<Defs<S>>) -> Idx<S> {
        self.roots[def]
    }

    /// The rows of a definition; children before parents.
    pub fn rows(&self, def: Idx<Defs<S>>) -> impl Iterator<Item = Idx<S>> + '_ {
        self.rows[def].clone().filter_map(|raw| self.agents.check(raw))
    }

    /// The sides of a definition's redexes.
    #[must_use]
    pub fn redexes(&self, def: Idx<Defs<S>>) -> &[Sides<S>] {
        &self.redexes[def]
    }
}

/// A book whose brand is forgotten: what a file gives.
pub struct AnyBook(Book<Brand<'static>>);

impl AnyBook {
    /// Gives a table a brand of its own.
    #[must_use]
    pub fn new(table: &Table) -> Self {
        // SAFETY: the brand is private to this box: `with` shows it as one that unifies with nothing.
        AnyBook(Book::build(unsafe { Guard::new_unchecked() }, table, &[]))
    }

    /// Looks inside.
    pub fn with<R>(&self, f: impl for<'id> FnOnce(&Book<Brand<'id>>) -> R) -> R {
        f(&self.0)
    }
}
