//! What is written of a body by hand, and of the specs that it is checked against.

use super::{Expr, Param};
use proc_macro2::{Ident, Span};
use syn::{LitStr, Type};

/// What only a body has, among the values.
pub enum Act<'a> {
    /// `&x`
    Borrow(&'a Expr<'a>),
    /// `*r`
    Load(&'a Expr<'a>),
    /// `{ let x = f(a); x + 1 }`
    Block(Vec<Stmt<'a>>, Option<&'a Expr<'a>>),
    /// `submit e`
    Submit(&'a Expr<'a>),
    /// `await f`
    Await(&'a Expr<'a>),
    /// `f(x) @ node(val.y)`
    Tagged(&'a Expr<'a>, Vec<Tag>),
    /// `x: i64 :- e`: a value whose type is said.
    Typed(&'a Expr<'a>, Box<Type>),
    /// `f::<1, 1, 1>(x)`: a call, and the dimensions of its grid.
    Grid(Vec<&'a Expr<'a>>, &'a Expr<'a>),
    /// `???`
    Hole,
}

/// A statement.
#[derive(Clone)]
pub struct Stmt<'a> {
    pub span: Span,
    pub kind: StmtKind<'a>,
}

#[derive(Clone)]
pub enum StmtKind<'a> {
    /// `let a, b @ node(val.y) = f(x);`
    Let(Vec<Bound>, &'a Expr<'a>),
    /// `var v;`, `var v = 0;`
    Var(Box<Bound>, Option<&'a Expr<'a>>),
    /// `v = 1;`, `*r = 1;`
    Assign(&'a Expr<'a>, &'a Expr<'a>),
    /// `encode e.copy[x_gpu <- x];`
    Copy { encoder: Ident, into: Vec<Bound>, value: &'a Expr<'a> },
    /// `encode e.call[y_gpu <- f::<1, 1, 1>(x_gpu)];`
    Call { encoder: Ident, into: Vec<Bound>, call: &'a Expr<'a> },
    /// `@in { v: node(val.x) };`
    Say(Moment, Vec<(Vec<Ident>, Vec<Tag>)>),
    /// A call, an `if`, a block.
    Do(&'a Expr<'a>),
}

/// Of which moment of a block something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    In,
    Out,
}

/// A name that is given, with what is said of its value.
#[derive(Clone)]
pub struct Bound {
    pub name: Ident,
    pub ty: Option<Type>,
    pub tags: Vec<Tag>,
}

/// `node(val.x)-usable`: what a value is in one of the specs.
#[derive(Clone)]
pub struct Tag {
    pub span: Span,
    /// `node`, `input` or `none`.
    pub part: Option<Part>,
    pub of: Language,
    /// `x`, or several in parentheses.
    pub names: Vec<Ident>,
    pub flow: Option<(Flow, Span)>,
    /// Its number in the spec, where a hole made this.
    pub number: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Node,
    Input,
    None,
}

/// The languages of specs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    Val,
    Tmln,
    Sptl,
}

impl Language {
    pub fn word(self) -> &'static str {
        match self {
            Language::Val => "val",
            Language::Tmln => "tmln",
            Language::Sptl => "sptl",
        }
    }
}

/// What may be done with a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Usable,
    Saved,
    Need,
    Dead,
}

/// A result: `out: i32 @ node(val.x)`.
pub struct Output {
    pub name: Option<Ident>,
    pub ty: Type,
    pub tags: Vec<Tag>,
}

/// `tmln one_trip(e: Event) -> Event { … }`, `sptl on_gpu(s: BufferSpace) -> BufferSpace { … }`
pub struct Plan {
    pub language: Language,
    pub name: Ident,
    pub params: Vec<Param>,
    pub outputs: Vec<Output>,
    pub bindings: Vec<(Vec<Ident>, Step)>,
    pub returns: Vec<Step>,
}

/// What a timeline or a plan of memory is made of.
pub struct Step {
    pub span: Span,
    pub kind: StepKind,
}

pub enum StepKind {
    Name(Ident),
    /// `sync_event(e, f)`
    Call(Ident, Vec<Step>),
    /// `alloc[f64; expr](s)`
    Alloc(Box<Type>, Option<Ident>, Vec<Step>),
}

/// `feq rec_sum { … }`: functions that compute the same. Its members are among the block's externs and vals.
pub struct Class {
    pub name: Ident,
    pub members: Vec<Ident>,
}

/// `type R = { x: i32::<storage, map_read> };`
pub struct Record {
    pub vis: syn::Visibility,
    pub name: Ident,
    pub fields: Vec<RecordField>,
}

pub struct RecordField {
    pub name: Ident,
    pub ty: Type,
    pub flags: Vec<Ident>,
}

/// What is said of a kernel: `{ cuda: "sum.cu", threads: 64, dimensions: 3 }`.
#[derive(Default)]
pub struct Kernel {
    /// Where its text is that others compile; nothing is done with it.
    pub path: Option<LitStr>,
    /// The file of CUDA C++ that has it.
    pub cuda: Option<LitStr>,
    /// How many threads a block has, and where that is said.
    pub threads: Option<([u32; 3], Span)>,
    pub entry: Option<LitStr>,
    pub dimensions: usize,
    /// The function of Rust that does the same: `cpu: sum_on_cpu`.
    pub cpu: Option<Ident>,
    /// The results of the kernel by their names, and the parameters.
    pub resources: Vec<Resource>,
}

/// `resource { group: 0, binding: 1, output: out }`
pub struct Resource {
    pub span: Span,
    pub group: u32,
    pub binding: u32,
    /// The parameter or result that it is, and whether it is a result.
    pub of: (Ident, bool),
}
