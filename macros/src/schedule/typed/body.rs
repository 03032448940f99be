//! Bodies that are written by hand, with every name resolved and every type known.

use super::{Expr, Kind, LocalId};
use crate::schedule::tree::{Moment, Tag};
use proc_macro2::{Ident, Span};

/// A function of the block.
pub type FnId = usize;
/// A class of functions that compute the same.
pub type ClassId = usize;

/// What only a body has, among the values.
pub enum Act<'a> {
    /// `&x`, of a variable.
    Borrow(LocalId),
    /// `*r`
    Load(&'a Expr<'a>),
    Block(Vec<Stmt<'a>>, Option<&'a Expr<'a>>),
    /// `encode_begin(gpu)`: of the device that a parameter is, or of the one that is there.
    Begin(Option<LocalId>),
    Submit(&'a Expr<'a>),
    Await(&'a Expr<'a>),
    /// A call of a function of the block, or of a member of a class, with its grid.
    Run(Callee, Vec<&'a Expr<'a>>, Vec<&'a Expr<'a>>),
    /// An encoder, a fence or a record with fewer fields.
    Narrow(&'a Expr<'a>),
    /// `_dim0`
    Dimension(usize),
    Tagged(&'a Expr<'a>, Vec<Tag>),
    Hole,
}

/// What a body calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the block.
    Fn(FnId),
    /// A function of Rust's.
    Extern(usize),
    /// Any member of a class.
    Class(ClassId),
}

/// A statement.
pub struct Stmt<'a> {
    pub span: Span,
    pub kind: StmtKind<'a>,
}

pub enum StmtKind<'a> {
    Let(Vec<(LocalId, Vec<Tag>)>, &'a Expr<'a>),
    Var(LocalId, Vec<Tag>, Option<&'a Expr<'a>>),
    /// A new value for a variable.
    Assign(LocalId, &'a Expr<'a>),
    /// A new value where a reference leads.
    Store(&'a Expr<'a>, &'a Expr<'a>),
    Copy {
        encoder: Encoder,
        into: Ident,
        value: &'a Expr<'a>,
        tags: Vec<Tag>,
    },
    Call {
        encoder: Encoder,
        into: Vec<Ident>,
        kernel: Kernel<'a>,
        tags: Vec<Vec<Tag>>,
    },
    Say(Moment, Vec<(Vec<Ident>, Vec<Tag>)>),
    Do(&'a Expr<'a>),
}

/// The encoder that a command is for, as it is named there.
#[derive(Clone, Copy)]
pub struct Encoder {
    pub local: LocalId,
    pub span: Span,
}

/// `f::<1, 1, 1>(x_gpu)`
pub struct Kernel<'a> {
    pub span: Span,
    pub callee: Kernels,
    pub grid: Vec<&'a Expr<'a>>,
    /// What it gets of what is on the device, and the types of that.
    pub args: Vec<Ident>,
    pub types: Vec<crate::schedule::types::Ty>,
    pub result: crate::schedule::types::Ty,
    pub tags: Vec<Tag>,
}

/// Of a call in a spec: the class that is called, and the dimensions of its grid. What stands there computes the value.
pub struct Asked<'a> {
    pub class: ClassId,
    pub grid: Vec<&'a Expr<'a>>,
}

/// A body.
pub struct Body<'a> {
    pub params: Vec<LocalId>,
    pub value: &'a Expr<'a>,
}

impl<'a> Body<'a> {
    /// What the beginning and the end of a body say.
    pub fn says(&self) -> Vec<(Moment, &[Ident], &[Tag])> {
        let Kind::Act(Act::Block(list, _)) = &self.value.kind else { return Vec::new() };
        let says = |stmt: &&Stmt<'_>| matches!(stmt.kind, StmtKind::Say(..));
        let first = list.iter().take_while(says);
        let last = list.iter().rev().take_while(says);
        let mut all = Vec::new();
        for (stmt, wanted) in first.map(|it| (it, Moment::In)).chain(last.map(|it| (it, Moment::Out))) {
            if let StmtKind::Say(moment, list) = &stmt.kind
                && *moment == wanted
            {
                all.extend(list.iter().map(|(path, tags)| (*moment, &path[..], &tags[..])));
            }
        }
        all
    }

    /// Tags of a parameter or of a result, with what the beginning or the end says of it.
    pub fn with(&self, tags: &[Tag], moment: Moment, path: &[&str]) -> Vec<Tag> {
        let mut all = tags.to_vec();
        for (at, said, tags) in self.says() {
            if at == moment && said.len() == path.len() && said.iter().zip(path).all(|(name, part)| name == part) {
                all.extend_from_slice(tags);
            }
        }
        all
    }
}

/// What runs on a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernels {
    /// An `extern(gpu)`.
    Extern(usize),
    /// A val, of which a kernel is made.
    Val(super::ValId),
}

/// Where the value of a block stands.
pub fn last(expr: &Expr<'_>) -> Span {
    match &expr.kind {
        Kind::Act(Act::Block(_, Some(value))) | Kind::Act(Act::Tagged(value, _) | Act::Narrow(value)) => last(value),
        Kind::Let(_, _, body) => last(body),
        _ => expr.span,
    }
}
