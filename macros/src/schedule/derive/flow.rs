//! What a derivative is made of: a val with all that it calls in its place, as values that are each computed by one operation.

use crate::schedule::{
    builtin::Builtin,
    tree::Binary,
    types::{SpaceId, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};

/// A value: an entry of [`Flow`].
pub type V = usize;
pub type BlockId = usize;

pub struct Flow {
    pub values: Vec<Value>,
    pub blocks: Vec<Block>,
    pub params: Vec<V>,
}

pub struct Value {
    pub name: Ident,
    pub span: Span,
    pub is: Is,
    pub op: Op,
    /// Where it is computed.
    pub block: BlockId,
    /// It has a derivative.
    pub active: bool,
    /// What it depends on has a derivative.
    pub touched: bool,
    /// The user gave it the name.
    pub named: bool,
    /// It is of several points at once.
    pub wide: bool,
}

/// What it is.
#[derive(Clone, PartialEq, Debug)]
pub enum Is {
    Float(&'static str),
    /// A column of a space, of columns of others, of floats or of something else.
    Column(Vec<SpaceId>, Option<&'static str>),
    Row(SpaceId),
    Other,
}

/// Values in the order of their computation, and the one that they are for.
#[derive(Default)]
pub struct Block {
    pub values: Vec<V>,
    pub result: V,
}

pub enum Op {
    Param,
    /// The row of a loop.
    Row,
    /// By a pattern.
    Bound,
    /// A literal, a constant.
    Text(TokenStream),
    /// What has no derivative.
    Plain(Plain, Vec<V>),
    /// An element of a column.
    Read(V, V),
    Arithmetic(Arithmetic, Vec<V>),
    Reduce(Reduce, Loop),
    /// A column.
    Column(Loop),
    /// A column of a space, into whose rows the values of a loop are added.
    Groups(SpaceId, V, Loop),
    /// Where it is false, the loop goes on with the next row.
    Guard(V),
    Choice(Choice),
}

#[derive(Clone, Copy)]
pub struct Loop {
    pub space: SpaceId,
    pub row: V,
    pub body: BlockId,
    /// It goes through this list of rows; else through all.
    pub list: Option<V>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduce {
    Sum,
    Max,
    Min,
}

/// `if`, or `match`.
pub struct Choice {
    pub on: V,
    /// `true`, a pattern with its guard; and what it is then.
    pub arms: Vec<(TokenStream, Option<BlockId>, BlockId)>,
    pub is_if: bool,
}

pub enum Plain {
    Binary(Binary),
    Not,
    Neg,
    Cast(Ty),
    /// A function of Rust's, before its arguments.
    Call(TokenStream),
    Count(SpaceId),
    /// The node of a row of the batch.
    Node,
    /// A reference.
    Borrow,
    Field(syn::Member),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    Neg,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Function(Builtin),
}

impl Flow {
    /// What an operation is of, but for what stands in its blocks.
    pub fn operands(&self, v: V) -> Vec<V> {
        match &self.values[v].op {
            Op::Param | Op::Row | Op::Bound | Op::Text(_) | Op::Reduce(..) | Op::Column(_) => Vec::new(),
            Op::Plain(_, list) | Op::Arithmetic(_, list) => list.clone(),
            Op::Read(base, row) => vec![*base, *row],
            // It stands in the loop's block.
            Op::Groups(..) => Vec::new(),
            Op::Guard(condition) => vec![*condition],
            Op::Choice(choice) => vec![choice.on],
        }
    }

    /// Are these the same, as elements of columns or by name?
    pub fn same(&self, a: V, b: V) -> bool {
        match (&self.values[a].op, &self.values[b].op) {
            (&Op::Read(a, i), &Op::Read(b, j)) => self.same(a, b) && self.same(i, j),
            _ => a == b,
        }
    }

    pub fn is_column(&self, v: V) -> bool {
        matches!(self.values[v].is, Is::Column(..))
    }
}
