//! The tree with every name resolved and every type known.

mod body;

pub use body::{Act, Asked, Body, Callee, ClassId, Encoder, FnId, Kernel, Kernels, Stmt, StmtKind, last};

use super::{
    builtin::Builtin,
    types::{Shape, SpaceId, Ty},
};
use crate::schedule::tree::{Binary, Unary};
use proc_macro2::{Ident, Span, TokenStream};

/// A variable: a parameter, a binding, what a pattern binds.
pub type LocalId = usize;
/// A val of the block.
pub type ValId = usize;

/// A variable's name, and its type.
pub struct Local {
    pub name: Ident,
    pub ty: Ty,
}

pub struct Expr<'a> {
    pub span: Span,
    pub ty: Ty,
    pub kind: Kind<'a>,
}

pub enum Kind<'a> {
    /// The digits, without a suffix.
    Number(String),
    Bool(bool),
    Local(LocalId),
    Const(usize),
    /// `Repr::Top`, a constant of Rust's, a literal that is no number.
    Rust(TokenStream),
    Unary(Unary, &'a Expr<'a>),
    Binary(Binary, &'a Expr<'a>, &'a Expr<'a>),
    Cast(&'a Expr<'a>),
    /// A reference to a value of Rust's.
    Borrow(&'a Expr<'a>),
    If(&'a Expr<'a>, &'a Expr<'a>, &'a Expr<'a>),
    Match(&'a Expr<'a>, Vec<Arm<'a>>),
    Builtin(Builtin, Vec<&'a Expr<'a>>),
    /// A val that is no attribute of rows.
    Call(ValId, Vec<&'a Expr<'a>>),
    /// A function of Rust.
    Extern(Ident, Vec<&'a Expr<'a>>),
    /// A call of a net's function, which is reduced.
    Net(syn::Path, Vec<&'a Expr<'a>>),
    /// A constructor of Rust's: `Some(x)`.
    Construct(TokenStream, Vec<&'a Expr<'a>>),
    /// `cost[c]`: the value of a val at a row, or at each row of a list.
    Attribute(ValId, &'a Expr<'a>),
    /// An element of a column or an array, or those at a list of rows.
    Element(&'a Expr<'a>, &'a Expr<'a>),
    /// All rows of a space.
    Rows(SpaceId),
    Field(&'a Expr<'a>, syn::Member),
    Tuple(Vec<&'a Expr<'a>>),
    Array(Vec<&'a Expr<'a>>),
    Record(syn::Path, Vec<(syn::Member, &'a Expr<'a>)>),
    Let(Vec<LocalId>, &'a Expr<'a>, &'a Expr<'a>),
    Each(&'a Expr<'a>, LocalId, &'a Expr<'a>),
    /// Those of a list, by the name that the body has for them, of which the condition is true.
    Filter(LocalId, &'a Expr<'a>, &'a Expr<'a>),
    /// A column of a space: the body, for each row.
    Column(SpaceId, LocalId, &'a Expr<'a>),
    /// A column of sums: for each row `x` of a list, the body is added at the row that `x` leads to.
    Groups(SpaceId, Box<Groups<'a>>),
    /// The integers between two, and whether the last one is one of them.
    Range(&'a Expr<'a>, &'a Expr<'a>, bool),
    /// A new node in a space.
    New(SpaceId, usize, Vec<&'a Expr<'a>>),
    /// The node of the row with its children rewritten.
    Rebuilt,
    /// A value sent to a row of the val's own column.
    Write(&'a Expr<'a>, &'a Expr<'a>),
    Writes(Vec<&'a Expr<'a>>),
    /// What only a body has that is written by hand.
    Act(Act<'a>),
    Error,
}

/// `body for x in list`, at `at`.
pub struct Groups<'a> {
    pub at: &'a Expr<'a>,
    pub body: &'a Expr<'a>,
    pub local: LocalId,
    pub list: &'a Expr<'a>,
}

pub struct Arm<'a> {
    pub patterns: Vec<Pattern>,
    pub guard: Option<&'a Expr<'a>>,
    pub body: &'a Expr<'a>,
}

pub enum Pattern {
    Any,
    Bind(LocalId),
    /// A path or a literal of Rust's.
    Rust(TokenStream),
    /// An operator of a space's language: its fields, and what takes the other children.
    Node {
        at: Span,
        space: SpaceId,
        operator: usize,
        fields: Vec<(usize, Pattern)>,
        rest: Option<LocalId>,
    },
    /// `Some(x)`, `Point { x, .. }` of Rust's: what stands before, the fields.
    Tuple(TokenStream, Vec<Pattern>),
    Record(TokenStream, Vec<(syn::Member, Pattern)>, bool),
    Or(Vec<Pattern>),
    /// Of a mistake that was reported.
    Error,
}

impl Pattern {
    /// Does it match whatever stands there?
    pub fn is_irrefutable(&self) -> bool {
        match self {
            Pattern::Any | Pattern::Bind(_) => true,
            Pattern::Tuple(before, parts) => before.is_empty() && parts.iter().all(Pattern::is_irrefutable),
            Pattern::Or(patterns) => patterns.iter().any(Pattern::is_irrefutable),
            Pattern::Rust(_) | Pattern::Node { .. } | Pattern::Record(..) | Pattern::Error => false,
        }
    }

    /// The operator that it takes whatever its fields are.
    pub fn takes(&self) -> Option<usize> {
        match self {
            Pattern::Node { operator, fields, .. } if fields.iter().all(|(_, field)| field.is_irrefutable()) => {
                Some(*operator)
            }
            _ => None,
        }
    }

    /// As a tuple: is its part at this place an operator?
    pub fn looks(&self, at: usize) -> bool {
        match self {
            Pattern::Tuple(_, parts) => parts.get(at).is_some_and(Pattern::is_node),
            Pattern::Or(patterns) => patterns.iter().any(|pattern| pattern.looks(at)),
            _ => false,
        }
    }

    /// Is it an operator, or one of several?
    pub fn is_node(&self) -> bool {
        match self {
            Pattern::Node { .. } => true,
            Pattern::Or(patterns) => patterns.iter().any(Pattern::is_node),
            _ => false,
        }
    }

    /// Does it bind anything?
    pub fn binds(&self) -> bool {
        match self {
            Pattern::Any | Pattern::Rust(_) | Pattern::Error => false,
            Pattern::Bind(_) => true,
            Pattern::Node { fields, rest, .. } => rest.is_some() || fields.iter().any(|(_, field)| field.binds()),
            Pattern::Tuple(_, parts) | Pattern::Or(parts) => parts.iter().any(Pattern::binds),
            Pattern::Record(_, fields, _) => fields.iter().any(|(_, field)| field.binds()),
        }
    }
}

/// A val.
pub struct Val<'a> {
    pub name: Ident,
    pub params: Vec<LocalId>,
    /// The type of a value.
    pub value: Ty,
    pub sort: Sort<'a>,
    pub body: &'a Expr<'a>,
    pub reassoc: bool,
    /// By how many units in the last place elementary functions may differ.
    pub approx: Option<u32>,
    pub default: Option<&'a Expr<'a>>,
    pub join: Option<Join>,
}

/// What a val is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kindred {
    /// A function of values.
    Function,
    /// A value for each row of a space, from those of its children, or from its node alone.
    Up(SpaceId),
    /// A value for each row, joined of what its parents send.
    Down(SpaceId),
    /// A row of another space for each row.
    Rewrite { from: SpaceId, to: SpaceId },
    /// A column of a space, into which the rows of others send.
    Scatter(SpaceId),
}

impl Kindred {
    /// The space whose rows have values.
    pub fn of(self) -> Option<SpaceId> {
        match self {
            Kindred::Function => None,
            Kindred::Up(space) | Kindred::Down(space) | Kindred::Scatter(space) => Some(space),
            Kindred::Rewrite { from, .. } => Some(from),
        }
    }
}

pub struct Sort<'a> {
    pub is: Kindred,
    /// Other vals whose columns it reads, and whether at its own row or at its children.
    pub reads: Vec<(ValId, &'a Expr<'a>)>,
    /// Does it read its own column, or call itself?
    pub recursive: bool,
}

/// How values that meet are joined.
#[derive(Clone)]
pub enum Join {
    /// `add`, `max` …: known laws.
    Builtin(Builtin),
    /// A val of two parameters.
    Val(ValId, bool),
    /// A function of Rust's, and whether it was said to be commutative.
    Rust(syn::Path, bool),
}

impl Join {
    /// The operator of the accumulators, which has an atomic form.
    pub fn operator(&self) -> Option<&'static str> {
        let Join::Builtin(builtin) = self else { return None };
        match builtin.name() {
            "add" => Some("Add"),
            "product" => Some("Mul"),
            "min" => Some("Min"),
            "max" => Some("Max"),
            _ => None,
        }
    }

    pub fn is_commutative(&self) -> bool {
        match self {
            Join::Builtin(_) => true,
            Join::Val(_, commutative) | Join::Rust(_, commutative) => *commutative,
        }
    }
}

impl Shape {
    pub fn space(&self) -> Option<SpaceId> {
        match *self {
            Shape::Row(space, _)
            | Shape::Node(space)
            | Shape::Batch(space)
            | Shape::Column(space, _)
            | Shape::Guard(space)
            | Shape::Plan(space)
            | Shape::Levels(space)
            | Shape::Users(space)
            | Shape::Rows(space) => Some(space),
            _ => None,
        }
    }
}
