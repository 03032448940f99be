//! The word: what a port holds.
//!
//! ```text
//!  63            32 31          11 10  5  4  3    0
//! ┌────────────────┬──────────────┬─────┬───┬───────┐
//! │ location / bits│ label / kind │ tag │var│ deaths│
//! └────────────────┴──────────────┴─────┴───┴───────┘
//! ```
//!
//! * **deaths**: zero in every word that is handed around. In the heap, word 0 of a node with several cells counts
//!   there how many of them are dead (`LINKER.md`, section 3). They are the lowest bits so that a word can be *added*
//!   to an empty cell without disturbing the count.
//! * **var**: one bit says whether the word is a variable: the question that the linker asks most.
//! * **location**: the first word of a node; of a variable, its cell. 32 bits of words make a heap of at most 32 GiB.
//! * **label**: of a `DUP` or `SUP`; the kind of a number; of a variable, where its cell stands in its node.

use polarnet_syntax::{
    net::LABELS,
    number::{Number, Numbers, Op},
};

/// What kind of term a word is.
///
/// Nodes of two ports: `1 kk p s1 s0`. `kk` is the kind; `p` says that the principal port is negative; `s0`, `s1`
/// say which slots are *cells* (negative children) and which hold a term (positive children). Nothing but speed
/// hangs on `p` and the choice of cells: any assignment reduces right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(pub u8);

impl Tag {
    /// No term: an empty cell.
    pub const EMPTY: Tag = Tag(0);
    /// `*`
    pub const ERA: Tag = Tag(2);
    /// `@name`; the location is the number of a template.
    pub const REF: Tag = Tag(3);
    /// A number, in place.
    pub const NUM: Tag = Tag(4);

    /// A positive agent of the book; the label is its number.
    pub const VALUE: Tag = Tag(5);
    /// A negative agent of the book.
    pub const ACTOR: Tag = Tag(6);
    /// A definition with fewer arguments than it has lambdas, in direct style: positive. The label is its number and theirs.
    pub const CLOSURE: Tag = Tag(7);
    /// A call that waits for an argument, in direct style: negative.
    pub const CALL: Tag = Tag(8);
    /// Two operators in one node, of which the first has a symbol and the second a number: `-$([op] $(y -ret))`, in direct style. The bits
    /// are those of an `OPR`, but for the one of nodes; the label is the operator's code, and whether `y` is [`LATE`].
    pub const NARROW: Tag = Tag(Tag::OPR.0 & 0b1_1111);

    /// `+(-var +bod)`
    pub const LAM: Tag = Tag::node(Kind::Con, 0, 0b01);
    /// `-(+arg -ret)`
    pub const APP: Tag = Tag::node(Kind::Con, 1, 0b10);
    /// `+(+fst +snd)`
    pub const PAIR: Tag = Tag::node(Kind::Con, 0, 0b00);
    /// `-(-fst -snd)`
    pub const SPLIT: Tag = Tag::node(Kind::Con, 1, 0b11);
    /// `+{+fst +snd}`
    pub const SUP: Tag = Tag::node(Kind::Dup, 0, 0b00);
    /// `-{-fst -snd}`
    pub const DUP: Tag = Tag::node(Kind::Dup, 1, 0b11);
    /// `-$(+rhs -ret)`
    pub const OPR: Tag = Tag::node(Kind::Opr, 1, 0b10);
    /// `-?(+arms -ret)`
    pub const SWI: Tag = Tag::node(Kind::Swi, 1, 0b10);

    /// A node of two ports; bit `i` of `cells` says that slot `i` is a cell.
    #[must_use]
    pub const fn node(kind: Kind, negative: u8, cells: u8) -> Tag {
        Tag(0b10_0000 | (kind as u8) << 3 | negative << 2 | cells)
    }

    /// Is it `*`, a number or a reference?
    #[must_use]
    #[inline(always)]
    pub const fn is_leaf(self) -> bool {
        self.0.wrapping_sub(Tag::ERA.0) <= Tag::NUM.0 - Tag::ERA.0
    }

    /// Is it one of those that only direct style has?
    #[must_use]
    #[inline(always)]
    pub const fn is_direct(self) -> bool {
        1 << self.0 & (1u64 << Tag::CLOSURE.0 | 1 << Tag::CALL.0 | 1 << Tag::NARROW.0) != 0
    }

    /// Is it an agent of the book?
    #[must_use]
    #[inline(always)]
    pub const fn is_agent(self) -> bool {
        self.0 == Tag::VALUE.0 || self.0 == Tag::ACTOR.0
    }

    /// Is it a node of two ports?
    #[must_use]
    #[inline(always)]
    pub const fn is_node(self) -> bool {
        self.0 & 0b10_0000 != 0
    }

    /// Of a node: its kind.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        match self.0 >> 3 & 3 {
            0 => Kind::Con,
            1 => Kind::Dup,
            2 => Kind::Opr,
            _ => Kind::Swi,
        }
    }

    /// Of a node: 1 when the principal port is negative, else 0.
    #[must_use]
    #[inline(always)]
    pub const fn negative(self) -> u8 {
        self.0 >> 2 & 1
    }

    /// Of a node: 1 when slot `slot` is a cell, else 0.
    #[must_use]
    #[inline(always)]
    pub const fn cell(self, slot: u32) -> u8 {
        self.0 >> slot & 1
    }

    /// Of a node: the number of its cells.
    #[must_use]
    #[inline(always)]
    pub const fn cells(self) -> u32 {
        (self.0 & 1) as u32 + (self.0 >> 1 & 1) as u32
    }
}

/// The four agents of two ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// `(a b)`
    Con = 0,
    /// `{a b}`
    Dup = 1,
    /// `$(a b)`
    Opr = 2,
    /// `?(a b)`
    Swi = 3,
}

/// The label of an operator whose right operand, if it is a number, came by a wire: HVM2 counts that it exchanges its
/// operands first.
pub const LATE: u32 = 1;

/// Tag and label of an unsigned number.
pub(crate) const UNSIGNED: u32 = Word::number(Number::u(0, Numbers::Native)).key();

/// A tagged word.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Word(pub u64);

const VAR: u64 = 1 << 4;
const TAG_AT: u32 = 5;
const LABEL_AT: u32 = 11;
const LOC_AT: u32 = 32;
const LABEL_MASK: u32 = (1 << (LOC_AT - LABEL_AT)) - 1;
const _: () = assert!(LABELS == 1 << (LOC_AT - LABEL_AT), "every label has its place in a word");

impl Word {
    /// An empty cell (`SUB` in the literature): nobody has met it yet.
    pub const EMPTY: Word = Word(0);
    /// `*`
    pub const ERA: Word = Word::new(Tag::ERA, 0, 0);
    /// One dead cell.
    pub const DEATH: u64 = 1;
    /// The bits that count dead cells.
    pub const DEATHS: u64 = 0b1111;

    /// A word from its parts.
    #[must_use]
    #[inline(always)]
    pub const fn new(tag: Tag, label: u32, loc: u32) -> Word {
        debug_assert!(label <= LABEL_MASK);
        Word((tag.0 as u64) << TAG_AT | (label as u64) << LABEL_AT | (loc as u64) << LOC_AT)
    }

    /// The right to meet cell `slot` of the node of `arity` words at `node`, `cells` of which are cells.
    #[must_use]
    #[inline(always)]
    pub const fn var(node: u32, slot: u32, arity: u32, cells: u32) -> Word {
        Word(VAR | Word::new(Tag::EMPTY, slot | arity << 5 | cells << 10, node.wrapping_add(slot)).0)
    }

    /// The right to meet the cell at `slot` of a node of two words with this tag.
    #[must_use]
    #[inline(always)]
    pub const fn port(tag: Tag, node: u32, slot: u32) -> Word {
        Word::var(node, slot, 2, tag.cells())
    }

    /// A number.
    #[must_use]
    #[inline(always)]
    pub const fn number(n: Number) -> Word {
        Word::new(Tag::NUM, n.kind() as u32, n.bits())
    }

    /// The tag.
    #[must_use]
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        Tag((self.0 >> TAG_AT) as u8 & 63)
    }

    /// Tag and label: what kind of agent it is, or of what type a number.
    #[must_use]
    #[inline(always)]
    pub const fn key(self) -> u32 {
        self.0 as u32
    }

    /// The label of a node.
    #[must_use]
    #[inline(always)]
    pub const fn label(self) -> u32 {
        (self.0 >> LABEL_AT) as u32 & LABEL_MASK
    }

    /// The location: of a node its first word, of a variable its cell, of a reference its template.
    #[must_use]
    #[inline(always)]
    pub const fn loc(self) -> u32 {
        (self.0 >> LOC_AT) as u32
    }

    /// The number, of a `NUM`.
    #[must_use]
    #[inline(always)]
    pub const fn as_number(self) -> Number {
        Number::from_parts(self.label() as u16, self.loc())
    }

    /// Of an unsigned number `x`: `[op x]`.
    #[must_use]
    #[inline(always)]
    pub const fn unsigned_partial(self, op: Op) -> Option<Word> {
        if self.key() != UNSIGNED || op.cast().is_some() {
            return None;
        }
        Some(Word(self.0 | Word::number(Number::symbol(op)).key() as u64))
    }

    /// Of a `NARROW`: its operator, and whether the operand of the second came by a wire.
    #[must_use]
    #[inline(always)]
    pub const fn narrowed(self) -> (Op, bool) {
        (Op::ALL[(self.label() >> 1) as usize - 1], self.label() & 1 == 1)
    }

    /// Is it an empty cell?
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is it a variable?
    #[must_use]
    #[inline(always)]
    pub const fn is_var(self) -> bool {
        self.0 & VAR != 0
    }

    /// Of a variable: the node that its cell is part of.
    #[must_use]
    #[inline(always)]
    pub const fn var_node(self) -> u32 {
        self.loc().wrapping_sub(self.label() & 31)
    }

    /// Of a variable: is its cell the only one of a node of two words? Such nodes are at even locations.
    #[must_use]
    #[inline(always)]
    pub const fn var_is_simple(self) -> bool {
        self.0 as u32 >> (LABEL_AT + 5) == 2 | 1 << 5
    }

    /// Of a variable: how many words its node has.
    #[must_use]
    #[inline(always)]
    pub const fn var_arity(self) -> u32 {
        self.label() >> 5 & 31
    }

    /// Of a variable: how many cells its node has.
    #[must_use]
    #[inline(always)]
    pub const fn var_cells(self) -> u32 {
        self.label() >> 10
    }

    /// The word without the count of deaths.
    #[must_use]
    #[inline(always)]
    pub const fn alive(self) -> Word {
        Word(self.0 & !Word::DEATHS)
    }

    /// How many cells of the node are dead, read from its word 0.
    #[must_use]
    #[inline(always)]
    pub const fn deaths(self) -> u32 {
        (self.0 & Word::DEATHS) as u32
    }
}

impl core::fmt::Debug for Word {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.tag() {
            _ if self.is_var() => write!(f, "VAR {:04x}", self.loc()),
            Tag::EMPTY => f.write_str("EMPTY"),
            Tag::ERA => f.write_str("ERA"),
            Tag::REF => write!(f, "REF {:04x}", self.loc()),
            Tag::NUM => write!(f, "NUM {:?}", self.as_number()),
            Tag::VALUE | Tag::ACTOR => write!(f, "AGENT {} {:04x}", self.label(), self.loc()),
            Tag::CLOSURE => write!(f, "CLOSURE {} {:04x}", self.label(), self.loc()),
            Tag::CALL => write!(f, "CALL {:04x}", self.loc()),
            tag => write!(f, "{} {:04x}", tag_name(tag), self.loc()),
        }
    }
}

/// The name of a node's tag, as the field has it.
#[must_use]
pub const fn tag_name(tag: Tag) -> &'static str {
    match tag {
        Tag::LAM => "LAM",
        Tag::APP => "APP",
        Tag::PAIR => "PAIR",
        Tag::SPLIT => "SPLIT",
        Tag::SUP => "SUP",
        Tag::DUP => "DUP",
        _ => match tag.kind() {
            Kind::Con => "CON",
            Kind::Dup => "DUP",
            Kind::Opr => "OPR",
            Kind::Swi => "SWI",
        },
    }
}

/// Two terms that are joined at their principal ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redex(pub Word, pub Word);

impl Redex {
    /// No redex.
    pub const NONE: Redex = Redex(Word::EMPTY, Word::EMPTY);

    /// Is there none?
    #[must_use]
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0.is_empty()
    }
}
