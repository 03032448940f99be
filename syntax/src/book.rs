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

mod any;
mod print;

pub use any::AnyBook;

use crate::{
    net::{Agent, AgentLang, Partner, Polarity, Rule, Symbol},
    number::{Number, Numbers, Type},
    stored::Lists,
    table::{Place, Row, Table, TableAgent, TableDef, TableRule},
};
use core::{any::Any, fmt, marker::PhantomData};
use polarnet_columns::{Batch, Builder, Data, Guard, Idx, Mapping, Rows, Space};
use std::{
    collections::HashMap,
    panic::{RefUnwindSafe, UnwindSafe},
    sync::Arc,
};

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

/// A net of definitions, checked and polarized. Clones share its columns.
pub struct Book<S: Space>(Arc<Columns<S>>);

impl<S: Space> Clone for Book<S> {
    fn clone(&self) -> Self {
        Book(self.0.clone())
    }
}

struct Columns<S: Space> {
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
    declared: Vec<TableAgent>,
    rules: Vec<(Rule, Idx<Defs<S>>)>,
    functions: Option<Functions>,
    /// Of each agent: does it have rules of its own with `*`, and with `{a b}`?
    own: Vec<[bool; 2]>,
}

/// What a book's rules were compiled to, for a runtime that knows what it is.
pub type Functions = &'static (dyn Any + Send + Sync + UnwindSafe + RefUnwindSafe);

/// A type that stands for one constant table, so that every book made from it has the same shape.
///
/// `net!` implements it for a type of its own.
///
/// # Safety
///
/// [`functions`](Self::functions) are what the rules of [`TABLE`](Self::TABLE) were compiled to.
pub unsafe trait Source {
    /// The table.
    const TABLE: Table;

    /// What the rules of the table were compiled to, for the runtime.
    #[must_use]
    fn functions() -> Option<Functions> {
        None
    }
}

/// The brand of the books made from the constant table of `K`.
#[derive(Clone, Copy)]
pub struct Static<K>(PhantomData<fn(K) -> K>);

impl<K> fmt::Debug for Static<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Static")
    }
}

// SAFETY: guards are made by `Book::from_source` only, which builds `K::TABLE`, a constant: one length for a brand, and the
// same children, as a hole is a number in every book.
unsafe impl<K: Source + Copy> Space for Static<K> {}

impl<K: Source + Copy> Book<Static<K>> {
    /// The book of `K`'s table, its holes filled with `values`.
    ///
    /// # Panics
    ///
    /// When the table is not one that the front end made.
    #[doc(hidden)]
    #[must_use]
    pub fn from_source(values: &[Number]) -> Self {
        // SAFETY: every book of this brand is built from the same constant.
        Book::make(unsafe { Guard::new_unchecked() }, &K::TABLE, values, K::functions())
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
        Book::make(guard, table, values, None)
    }

    fn make(guard: Guard<S>, table: &Table, values: &[Number], functions: Option<Functions>) -> Self {
        table.assert_sound();
        // SAFETY: the guard stands for this table, whose number of definitions is as fixed as its number of rows.
        let defs: Rows<Defs<S>> = unsafe { Guard::new_unchecked() }.rows(table.defs.len());
        let def = |raw: u32| defs.check(raw).expect("a definition of the table");

        let mut holes = table.holes.iter().copied().peekable();
        // A port that holds numbers of a type has always one of that type.
        let ports = if table.holes.is_empty() { HashMap::new() } else { number_ports(table) };
        let held = |value: Number, ty| if value.as_unknown().is_some() { value } else { value.cast(ty, table.numbers) };
        let mut agents = Builder::new(guard);
        let mut made = Vec::with_capacity(table.rows.len());
        let mut list = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            let mut agent = table.lists.agent(row.agent).map(&mut list, |child| made[child as usize], def);
            while let Some((_, value)) = holes.next_if(|&(row, _)| row as usize == at) {
                agent = Agent::Num(
                    ports.get(&(at as u32)).map_or(values[value as usize], |&ty| held(values[value as usize], ty)),
                );
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
        Book(Arc::new(Columns {
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
            declared: table.agents.to_vec(),
            own: own_rules(table),
            rules: table.rules.iter().map(|rule| (rule.rule.clone(), def(rule.def))).collect(),
            agents,
            functions,
        }))
    }

    /// An agent that it declares.
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn agent(&self, Symbol(symbol): Symbol) -> &TableAgent {
        &self.0.declared[symbol as usize]
    }

    /// The agents that it declares.
    pub fn declared(&self) -> impl ExactSizeIterator<Item = Symbol> + use<S> {
        (0..self.0.declared.len() as u32).map(Symbol)
    }

    /// The rules for them, each with the definition that says what becomes of what meets. Its root is [`Agent::Replaced`]:
    /// the names for the ports. Of rules for the same two, earlier ones come first.
    #[must_use]
    pub fn rules(&self) -> &[(Rule, Idx<Defs<S>>)] {
        &self.0.rules
    }

    /// What its rules were compiled to; `None` if `net!` has not made it, or a pass has changed it.
    #[doc(hidden)]
    #[must_use]
    pub fn functions(&self) -> Option<Functions> {
        self.0.functions
    }

    /// Does an agent have a rule of its own with `*`, in place of the one that all agents have? Then nobody but that rule may
    /// erase it.
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn has_own_erasing(&self, Symbol(symbol): Symbol) -> bool {
        self.0.own[symbol as usize][0]
    }

    /// Does an agent have a rule of its own with `{a b}`, of any label? Then nobody but `DUP` may copy it.
    ///
    /// # Panics
    ///
    /// When it is one of another book.
    #[must_use]
    pub fn has_own_copying(&self, Symbol(symbol): Symbol) -> bool {
        self.0.own[symbol as usize][1]
    }

    /// Which arithmetic it has.
    #[must_use]
    pub fn numbers(&self) -> Numbers {
        self.0.numbers
    }

    /// The agents and wire ends; children before parents.
    #[must_use]
    pub fn agents(&self) -> &Batch<S, Agents<S>> {
        &self.0.agents
    }

    /// An involution: a wire's end leads to its other end, a side of a redex to the other side, all else to itself.
    #[must_use]
    pub fn wires(&self) -> &Mapping<S, S> {
        &self.0.wires
    }

    /// The sign of each row, as a term.
    #[must_use]
    pub fn polarity(&self) -> &Data<S, Polarity> {
        &self.0.polarity
    }

    /// Where each row stands in the source.
    #[must_use]
    pub fn places(&self) -> &Data<S, Place> {
        &self.0.places
    }

    /// The definition that each row is part of.
    #[must_use]
    pub fn owner(&self) -> &Mapping<S, Defs<S>> {
        &self.0.owner
    }

    /// The names of the definitions, without `@`. One that is used under two signatures stands here twice.
    #[must_use]
    pub fn names(&self) -> &Data<Defs<S>, String> {
        &self.0.names
    }

    /// The definitions, in order.
    pub fn defs(&self) -> impl ExactSizeIterator<Item = Idx<Defs<S>>> + use<S> {
        self.0.names.indices()
    }

    /// The definition number `raw`, if there is one.
    #[must_use]
    pub fn def(&self, raw: u32) -> Option<Idx<Defs<S>>> {
        self.0.names.check(raw)
    }

    /// The definition `@main`.
    #[must_use]
    pub fn main(&self) -> Option<Idx<Defs<S>>> {
        self.0.main
    }

    /// The first definition called `name` (without `@`).
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Idx<Defs<S>>> {
        self.defs().find(|&def| self.0.names[def] == name)
    }

    /// The root of a definition.
    #[must_use]
    pub fn root(&self, def: Idx<Defs<S>>) -> Idx<S> {
        self.0.roots[def]
    }

    /// The rows of a definition; children before parents.
    pub fn rows(&self, def: Idx<Defs<S>>) -> impl Iterator<Item = Idx<S>> + '_ {
        self.0.rows[def].clone().filter_map(|raw| self.0.agents.check(raw))
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
            end: self.0.rows[at].end,
        };
        let rows: Vec<Row> = self.agents().indices().map(&mut row).collect();
        Table {
            numbers: self.numbers(),
            rows: rows.into(),
            lists,
            defs: self.defs().map(def).collect(),
            agents: self.0.declared.clone().into(),
            rules: self.rules().iter().map(|(rule, def)| TableRule { rule: rule.clone(), def: def.raw() }).collect(),
            holes: [][..].into(),
        }
    }

    /// The sides of a definition's redexes.
    #[must_use]
    pub fn redexes(&self, def: Idx<Defs<S>>) -> &[Sides<S>] {
        &self.0.redexes[def]
    }
}

/// Which agents have rules of their own with `*`, and with `{a b}`.
fn own_rules(table: &Table) -> Vec<[bool; 2]> {
    let mut own = vec![[false; 2]; table.agents.len()];
    for TableRule { rule, .. } in table.rules.iter() {
        let [erasing, copying] = &mut own[rule.actor.0 as usize];
        *erasing |= rule.partner == Partner::Era;
        *copying |= matches!(rule.partner, Partner::Dup(_));
    }
    own
}

/// The rows that stand at ports which hold numbers, and of which type.
fn number_ports(table: &Table) -> HashMap<u32, Type> {
    let held = table.rows.iter().flat_map(|row| {
        let numbers = match row.agent.head() {
            Agent::User(Symbol(symbol), _) => &table.agents[symbol as usize].numbers[..],
            _ => &[],
        };
        let children: Vec<u32> =
            if numbers.is_empty() { Vec::new() } else { table.lists.children(row.agent).collect() };
        numbers.iter().map(move |&(port, ty)| (children[port as usize], ty))
    });
    held.collect()
}
