//! Books as templates: what a reference expands to.
//!
//! Over 400 lines: its items' examples.
//!
//! ```
//! use polarnet_runtime::program::Program;
//!
//! let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
//! let program = Program::new(&book);
//! assert_eq!(program.largest(), 2); // as many nodes as one expansion makes
//! ```

use crate::{
    compiled::{Entries, Functions},
    declared::{self, Acting, AgentShape},
    direct::code::Direct,
    layout::{Born, Layout},
    shape,
    word::{Tag, Word},
    worker::MAX_ARITY,
};
use core::any::Any;
use polarnet_columns::{Idx, Space};
use polarnet_reducer::copyable;
use polarnet_syntax::{
    book::{Book, Defs},
    native::Native,
    net::Agent,
    number::Numbers,
};
use rustc_hash::FxHashMap;

/// Larger definitions, in rows, have no bodies for calls with arguments: there are many, and each is a copy.
const LARGEST_APPLIED: usize = 1 << 12;

/// Nor have those of larger books.
const LARGEST_BOOK_APPLIED: usize = 1 << 20;

/// A word of a template: to be shifted by what is placed at `by`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub word: Word,
    pub by: u32,
}

impl Slot {
    /// A word that is the same in every copy.
    pub const fn fixed(word: Word) -> Slot {
        Slot { word, by: 0 }
    }
    /// The `at`th argument.
    pub const fn argument(at: usize) -> Slot {
        Slot { word: Word::EMPTY, by: 1 + at as u32 }
    }
    /// What waits for the result of the call.
    pub const fn result() -> Slot {
        Slot { word: Word::EMPTY, by: RESULT }
    }
    /// A word with a location inside node number `node`.
    pub const fn inside(word: Word, node: u32) -> Slot {
        Slot { word, by: NODES + node }
    }
}

/// The most arguments that a call takes at once.
pub(crate) const ARGUMENTS: usize = 6;

/// The most arguments that a body has: a rule of the book has those of two agents, and what it computes.
pub(crate) const PLACES: usize = 3 * MAX_ARITY;

/// Where `Worker::placed` has what waits for the result: after a zero and the arguments.
pub(crate) const RESULT: u32 = 1 + PLACES as u32;

/// Where the nodes begin in `Worker::placed`.
pub(crate) const NODES: u32 = RESULT + 1;

/// The net of a definition, or of what is below its first lambdas, ready to be copied.
#[derive(Debug)]
pub(crate) struct Body {
    pub nodes: Box<[[Slot; 2]]>,
    /// Nodes of more words: of agents with more ports. They are numbered after the others.
    pub large: Box<[Box<[Slot]>]>,
    pub redexes: Box<[(Slot, Slot)]>,
    /// The result. `None` in a tail call: what waits for it stands in the body already.
    pub root: Option<Slot>,
    /// Arguments that are not used.
    pub dropped: Box<[usize]>,
    /// `None` if there is nothing in it.
    pub done: Option<Box<Done>>,
}

impl Body {
    /// How many nodes of two words would have as many words.
    fn pairs(&self) -> usize {
        let large: usize = self.large.iter().map(|slots| slots.len().div_ceil(2)).sum();
        self.nodes.len() + large
    }
}

/// Interactions that a body has behind it, because what is known of its arguments decides them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Done {
    /// Numbers copied by `DUP`.
    pub copies: u64,
    /// Switches on a number, each with the annihilation that follows.
    pub switches: u64,
    /// Nodes of arms that were not chosen.
    pub erased: u64,
    /// Leaves of arms that were not chosen.
    pub voids: u64,
}

/// What is known of the arguments of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Those that are duplicated are numbers.
    pub numbers: bool,
    /// Of the first one, on which there is a switch.
    pub first: First,
}

/// What is known of the first argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum First {
    /// Nothing.
    Any,
    /// It is 0.
    Zero,
    /// It is another number; its predecessor is passed.
    Succ,
}

impl Known {
    /// Nothing.
    pub const NOTHING: Known = Known { numbers: false, first: First::Any };

    /// All that can be known; [`index`](Self::index) is the place here.
    const ALL: [Known; 6] = {
        const fn known(numbers: bool, first: First) -> Known {
            Known { numbers, first }
        }
        [
            known(false, First::Any),
            known(true, First::Any),
            known(false, First::Zero),
            known(true, First::Zero),
            known(false, First::Succ),
            known(true, First::Succ),
        ]
    };

    #[inline(always)]
    const fn index(self) -> usize {
        self.numbers as usize + 2 * self.first as usize
    }
}

/// A definition, ready to be called.
#[derive(Debug)]
pub(crate) struct Template {
    /// The name, without `@`.
    pub name: String,
    /// No duplication in it, nor in what it refers to: `DUP` may copy the reference.
    pub copyable: bool,
    /// The root is `λ … λ body`, with so many lambdas at most taken at once.
    pub arity: usize,
    /// Bit `n`: argument `n` is duplicated.
    pub duplicated: u32,
    /// There is a switch on the first argument, whose arms are there.
    pub switches: bool,
    /// If it is `@g` and nothing else, the reference.
    pub forwards: Option<Word>,
    bodies: Box<[Body]>,
    /// By the number of arguments, and [`Known::index`]: which body.
    which: Box<[[u32; 6]]>,
}

impl Template {
    fn new<S: Space>(book: &Book<S>, def: Idx<Defs<S>>, copyable: bool, born: Born) -> Template {
        let mut lambdas = shape::lambdas(book, book.root(def));
        if book.rows(def).count() > LARGEST_APPLIED || book.agents().len() > LARGEST_BOOK_APPLIED {
            lambdas.clear();
        }
        let duplicated = lambdas
            .iter()
            .zip(0..)
            .map(|(&[binder, _], at)| u32::from(matches!(book.agents().node(binder), Agent::Dup(..))) << at);
        let duplicated = duplicated.sum();
        let switches = lambdas.first().is_some_and(|&[binder, _]| shape::arms(book, binder).is_some());
        let mut bodies = Vec::new();
        let which = (0..=lambdas.len()).map(|count| {
            let mut row = [0; 6];
            for known in Known::ALL {
                // What is known matters only where it decides something.
                let numbers = known.numbers && duplicated & ((1 << count) - 1) != 0;
                let first = if switches && count > 0 { known.first } else { First::Any };
                let relevant = Known { numbers, first };
                row[known.index()] = if relevant == known {
                    bodies.push(Layout::body(book, def, &lambdas[..count], known, born));
                    bodies.len() as u32 - 1
                } else {
                    row[relevant.index()]
                };
            }
            row
        });
        let which = which.collect();
        let forwards = match bodies.first() {
            Some(Body { nodes, redexes, root, .. }) if nodes.is_empty() && redexes.is_empty() => {
                root.map(|root| root.word)
            }
            _ => None,
        };
        Template {
            name: book.names()[def].clone(),
            copyable,
            arity: lambdas.len(),
            duplicated,
            switches,
            forwards: forwards.filter(|word| word.tag() == Tag::REF),
            bodies: bodies.into(),
            which,
        }
    }

    /// Does it matter which arguments are numbers?
    #[inline(always)]
    pub fn wants_numbers(&self) -> bool {
        self.duplicated != 0 || self.switches
    }

    /// The body below the first `count` lambdas, for arguments of which that is known.
    #[inline(always)]
    pub fn body(&self, count: usize, known: Known) -> &Body {
        debug_assert!(count <= self.arity);
        // SAFETY: `which` has a row for each count up to `arity`, and its entries are places in `bodies`.
        unsafe { self.bodies.get_unchecked(self.which.get_unchecked(count)[known.index()] as usize) }
    }

    /// All bodies, and which of them a call takes, by the number of arguments and [`Known::index`].
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn all_bodies(&self) -> (&[Body], &[[u32; 6]]) {
        (&self.bodies, &self.which)
    }

    /// The whole definition.
    pub fn whole(&self) -> &Body {
        self.body(0, Known::NOTHING)
    }
}

/// A book, ready to run.
///
/// ```
/// use polarnet_runtime::program::Program;
///
/// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
/// let program = Program::new(&book).in_direct_style(&book);
/// assert_eq!((program.is_compiled(), program.is_direct()), (false, true));
/// ```
#[derive(Debug, Default)]
pub struct Program {
    numbers: Numbers,
    functions: Option<Functions>,
    /// Its definitions as functions, if they are to be.
    direct: Option<Direct>,
    /// The Rust of its rules, by the number of the block.
    natives: FxHashMap<u32, Native>,
    templates: Box<[Template]>,
    agents: Box<[AgentShape]>,
    largest: usize,
}

impl Program {
    /// Lays out every definition of `book`.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! { @main = (1 (2 (3 *))) };
    /// let program = Program::new(&book);
    /// assert_eq!((program.largest(), program.numbers()), (3, book.numbers()));
    /// ```
    #[must_use]
    pub fn new<S: Space>(book: &Book<S>) -> Self {
        Self::laid_out(book, Born::Full)
    }

    /// For [`lazy`](crate::lazy) reduction, with nothing compiled.
    pub(crate) fn lazy<S: Space>(book: &Book<S>) -> Self {
        Self::laid_out(book, Born::Empty).interpreted()
    }

    fn laid_out<S: Space>(book: &Book<S>, born: Born) -> Self {
        let copyable = copyable(book);
        let templates: Box<[Template]> =
            book.defs().map(|def| Template::new(book, def, copyable[def.raw() as usize], born)).collect();
        let agents = declared::agents(book, born);
        let rules = agents.iter().flat_map(AgentShape::rules).map(|rule| &rule.body);
        let bodies = templates.iter().flat_map(|template| &template.bodies).chain(rules);
        let largest = bodies.map(Body::pairs).max().unwrap_or(0);
        let functions = book.functions().and_then(|functions| {
            let any: &(dyn Any + Send + Sync) = functions;
            any.downcast_ref::<Functions>().copied()
        });
        let natives = book.rules().iter().filter_map(|(rule, _)| rule.native.clone());
        let natives = natives.map(|native| (native.block, native)).collect();
        Program { numbers: book.numbers(), functions, direct: None, natives, largest, templates, agents }
    }

    /// With its definitions as functions, if they were not compiled to such, where signs do not clash, and no rule has Rust in it:
    /// what has been done in vain in direct style is done again in another, and effects happen once.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// let program = Program::new(&book);
    /// assert!(!program.is_direct());
    /// assert!(program.in_direct_style(&book).is_direct());
    /// ```
    #[must_use]
    pub fn in_direct_style<S: Space>(self, book: &Book<S>) -> Self {
        if self.direct.is_some() || !self.natives.is_empty() {
            return self;
        }
        let direct = Direct::new(book, &self);
        Program { direct, ..self }
    }

    /// The same, with the functions that its definitions were compiled to, if they were.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let written = polarnet::net! { @main = r & @twice ~ (21 r)  @twice = ($([*2] x) x) };
    /// assert!(Program::new(&written).in_compiled_style().is_direct());
    ///
    /// let read = polarnet::reader::Source::new("twice", "@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)").parse().book.unwrap();
    /// read.with(|book| assert!(!Program::new(book).in_compiled_style().is_direct()));
    /// ```
    #[must_use]
    pub fn in_compiled_style(self) -> Self {
        let definitions = self.functions.map_or(&[][..], |functions| functions.definitions);
        assert!(
            definitions.is_empty() || definitions.len() >= self.templates.len(),
            "they are the definitions of the book"
        );
        let direct = (!definitions.is_empty()).then(|| Direct::emitted(definitions));
        Program { direct, ..self }
    }

    /// Is it a definition of the book? Compiled functions that are several as one have numbers behind these.
    pub(crate) fn has_template(&self, def: u32) -> bool {
        (def as usize) < self.templates.len()
    }

    /// Its definitions as functions.
    #[inline(always)]
    pub(crate) fn direct(&self) -> Option<&Direct> {
        self.direct.as_ref()
    }

    /// Is there one thing to do at a time, as far as that is known?
    pub(crate) fn is_serial(&self) -> bool {
        self.functions.is_some_and(|functions| functions.serial) || self.direct().is_some_and(|direct| direct.serial)
    }

    /// Without the functions that its rules were compiled to.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! {
    ///     agent +Zero, -IsZero(-out);
    ///     rule IsZero(out) ~ Zero => out ~ 1;
    ///     @main = r & IsZero(r) ~ Zero
    /// };
    /// assert!(Program::new(&book).is_compiled());
    /// assert!(!Program::new(&book).interpreted().is_compiled());
    /// ```
    #[must_use]
    pub fn interpreted(self) -> Self {
        Program { functions: None, ..self }
    }

    /// Were its rules compiled?
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! {
    ///     agent +Zero, -IsZero(-out);
    ///     rule IsZero(out) ~ Zero => out ~ 1;
    ///     @main = r & IsZero(r) ~ Zero
    /// };
    /// assert!(Program::new(&book).is_compiled());
    /// // Definitions are no rules.
    /// assert!(!Program::new(&polarnet::net! { @main = 7 }).is_compiled());
    /// ```
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        self.functions.is_some_and(|functions| !functions.rules.is_empty())
    }

    /// Are rules functions, compiled ones or of the machine?
    pub(crate) fn has_functions(&self) -> bool {
        self.is_compiled() || self.direct().is_some_and(Direct::has_actors)
    }

    /// What the rules of a negative agent were compiled to.
    #[inline(always)]
    pub(crate) fn entries(&self, actor: u32) -> Option<&Entries> {
        self.functions?.rules.get(actor as usize)?.as_ref()
    }

    /// A block of Rust of its rules.
    pub(crate) fn native(&self, block: u32) -> Option<&Native> {
        self.natives.get(&block)
    }

    /// Which arithmetic it has.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// use polarnet_syntax::number::Numbers;
    ///
    /// assert_eq!(Program::new(&polarnet::net! { @main = 7 }).numbers(), Numbers::Native);
    /// assert_eq!(Program::new(&polarnet::net! { #![numbers(hvm24)] @main = 7 }).numbers(), Numbers::Hvm24);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The nodes of the largest body, as so many nodes of two words.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let book = polarnet::net! { @main = (1 (2 *))  @other = (1 (2 (3 (4 *)))) };
    /// assert_eq!(Program::new(&book).largest(), 4);
    /// ```
    #[must_use]
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// How many places a copy needs at most.
    pub(crate) fn places(&self) -> usize {
        NODES as usize + self.largest
    }

    /// The words that one interaction may need at most: a whole definition, or a commutation.
    ///
    /// ```
    /// # use polarnet_runtime::program::Program;
    /// let program = Program::new(&polarnet::net! { @main = (1 (2 *)) });
    /// assert!(program.spare() >= 2 * program.largest() as u64);
    /// ```
    #[must_use]
    pub fn spare(&self) -> u64 {
        2 * self.largest as u64 + 64
    }

    /// An agent of the book.
    #[must_use]
    #[inline(always)]
    pub(crate) fn agent(&self, symbol: u32) -> &AgentShape {
        &self.agents[symbol as usize]
    }

    /// The rules for a negative and a positive agent, in order.
    #[must_use]
    #[inline(always)]
    pub(crate) fn rules(&self, actor: u32, value: u32) -> &[Acting] {
        self.agent(actor).rules_for(value)
    }

    /// Definitions, and agents.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub(crate) fn parts(&self) -> (&[Template], &[AgentShape]) {
        (&self.templates, &self.agents)
    }

    /// Has it rules with Rust in them?
    pub(crate) fn has_natives(&self) -> bool {
        !self.natives.is_empty()
    }

    /// The definition number `at`.
    #[must_use]
    #[inline(always)]
    pub(crate) fn template(&self, at: u32) -> &Template {
        debug_assert!((at as usize) < self.templates.len());
        // SAFETY: `Layout` and `boot` make references, of definitions of the book that this program lays out.
        unsafe { self.templates.get_unchecked(at as usize) }
    }
}
