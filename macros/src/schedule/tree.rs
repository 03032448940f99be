//! What is written: the tree of a `schedule!` block, with every name where it stands.

mod body;

pub use body::{
    Act, Bound, Class, Flow, Kernel, Language, Moment, Output, Part, Plan, Record, RecordField, Resource, Step,
    StepKind, Stmt, StmtKind, Tag,
};

use proc_macro2::{Ident, Span};
use syn::{GenericArgument, Lit, Path, PathArguments, Type, Visibility};

/// A block, in the order of its items.
#[derive(Default)]
pub struct Block<'a> {
    pub spaces: Vec<Space>,
    pub consts: Vec<Const<'a>>,
    pub externs: Vec<Extern>,
    pub vals: Vec<Val<'a>>,
    pub fns: Vec<Fn<'a>>,
    pub pipelines: Vec<Pipeline>,
    /// Timelines and plans of memory.
    pub plans: Vec<Plan>,
    pub classes: Vec<Class>,
    pub records: Vec<Record>,
    /// The names of items that could not be read.
    pub lost: Vec<Ident>,
    /// Was one of them a space? Then little is known of the others.
    pub lost_space: bool,
    /// Names of types that are misspelt, it seems.
    pub strange: Vec<Ident>,
    /// So deep that nothing more is done with the block.
    pub too_deep: bool,
}

/// `space expr: Batch<Math>;`, or `space points;`, which has rows only.
pub struct Space {
    pub name: Ident,
    pub language: Option<Path>,
    /// What the language is applied to: `Batch<Agent<Idx<defs>>>`.
    pub args: Vec<Type>,
}

/// `const K: f64 = 2.0;`
pub struct Const<'a> {
    pub name: Ident,
    pub ty: Type,
    pub value: &'a Expr<'a>,
}

/// `extern(cpu) pure price(Function, f64) -> f64;`: a function of Rust, by its name where the block stands; or a kernel.
pub struct Extern {
    pub name: Ident,
    /// The names of the parameters, which a kernel has.
    pub names: Vec<Option<Ident>>,
    pub params: Vec<Type>,
    pub outputs: Vec<Output>,
    pub result: Type,
    /// What `extern(gpu)` says of it.
    pub kernel: Option<Kernel>,
}

/// `val cost(n: Math) -> f64 { … }`: what each row means.
pub struct Val<'a> {
    pub name: Ident,
    pub params: Vec<Param>,
    pub result: Type,
    /// Its results by their names: `-> (low: f64, high: f64)`.
    pub outputs: Vec<Option<Ident>>,
    pub default: Option<&'a Expr<'a>>,
    pub join: Option<Join>,
    /// Sums may be taken in any order.
    pub reassoc: Option<Span>,
    /// By how many units in the last place the elementary functions in it may differ: `approx(4 ulp)`.
    pub approx: Option<u32>,
    pub body: &'a Expr<'a>,
}

/// `join meet commutative`
pub struct Join {
    pub name: Path,
    pub commutative: bool,
}

/// `n: Math`
pub struct Param {
    pub name: Ident,
    pub ty: Type,
    pub tags: Vec<Tag>,
}

/// `fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).wavefront().parallel() }`
pub struct Fn<'a> {
    pub attrs: Vec<syn::Attribute>,
    pub vis: Visibility,
    pub name: Ident,
    pub params: Vec<Param>,
    pub result: Type,
    /// The parts of the result, with what is said of them.
    pub outputs: Vec<Output>,
    /// Of one whose body is written by hand, and which returns a `Result`: the type of its errors.
    pub fails: Option<Type>,
    pub impls: Vec<Spec>,
    pub order: Vec<Word<'a>>,
    /// Its body, if that is written by hand.
    pub body: Option<&'a Expr<'a>>,
    /// The names that were made for it where holes stood.
    pub made: Vec<String>,
    /// There is a hole in it which nothing fills, and that was reported.
    pub unfilled: bool,
}

/// A spec that a function implements: `cost`, `vjp(cost)`.
pub struct Spec {
    /// `vjp` or `jvp`.
    pub derivative: Option<Ident>,
    pub name: Ident,
    /// `vjp(cost, weight)`: by these parameters only.
    pub by: Vec<Ident>,
}

/// A word of an order, with its arguments: `chunk(4096)`.
pub struct Word<'a> {
    pub name: Ident,
    pub args: Vec<&'a Expr<'a>>,
}

/// `pipeline main { costs }`
pub struct Pipeline {
    pub name: Ident,
    pub fns: Vec<Ident>,
}

/// An expression.
pub struct Expr<'a> {
    pub span: Span,
    pub kind: Kind<'a>,
    /// How many expressions stand in each other in it.
    pub depth: usize,
}

pub enum Kind<'a> {
    Literal(Lit),
    Name(Ident),
    /// `Repr::Top`
    Path(Path),
    /// `-x`, `!x`
    Unary(Unary, &'a Expr<'a>),
    Binary(Binary, &'a Expr<'a>, &'a Expr<'a>),
    /// `x as f64`
    Cast(&'a Expr<'a>, Box<Type>),
    /// `if c { a } else { b }`, `a if c else b`
    If(&'a Expr<'a>, &'a Expr<'a>, &'a Expr<'a>),
    Match(&'a Expr<'a>, Vec<Arm<'a>>),
    /// `f(x)`: a val, a function of Rust, an operator of a language.
    Call(Path, Vec<&'a Expr<'a>>),
    /// `cost[c]`
    Index(&'a Expr<'a>, &'a Expr<'a>),
    /// `p.x`, `p.0`
    Field(&'a Expr<'a>, syn::Member),
    Tuple(Vec<&'a Expr<'a>>),
    Array(Vec<&'a Expr<'a>>),
    /// `Point { x: 1.0, y }`
    Record(Path, Vec<(syn::Member, &'a Expr<'a>)>),
    /// `a, b :- e; body`
    Let(Vec<Ident>, &'a Expr<'a>, &'a Expr<'a>),
    /// `body for x in list if condition`
    Each(&'a Expr<'a>, Ident, &'a Expr<'a>, Option<&'a Expr<'a>>),
    /// `[body for i in space]`
    Column(&'a Expr<'a>, Ident, &'a Expr<'a>),
    /// `0..k`, `0..=k`: what `for` goes through.
    Range(&'a Expr<'a>, &'a Expr<'a>, bool),
    /// `repr[c] <- value`
    Write(Ident, &'a Expr<'a>, &'a Expr<'a>),
    /// Several writes, or none.
    Writes(Vec<&'a Expr<'a>>),
    /// What only a body has that is written by hand.
    Act(Act<'a>),
    /// What could not be read, and was reported.
    Error,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Neg,
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// Is there no result for some integers?
    pub const fn may_overflow(self) -> bool {
        use Binary::*;
        matches!(self, Add | Sub | Mul | Div | Rem | Shl | Shr)
    }
}

/// `Op(f, args..) if f != Sin => …`
pub struct Arm<'a> {
    pub patterns: Vec<Pattern>,
    pub guard: Option<&'a Expr<'a>>,
    pub body: &'a Expr<'a>,
}

pub struct Pattern {
    pub span: Span,
    pub kind: PatternKind,
}

pub enum PatternKind {
    /// `_`
    Any,
    /// `x`, or the operator `Nil`.
    Name(Ident),
    /// `Repr::Top`
    Path(Path),
    /// `3`, `-1.5`, `true`
    Literal(proc_macro2::TokenStream),
    /// `Op(f, args..)`
    Node(Path, Vec<Pattern>),
    /// `If { test, then: t, .. }`
    Record(Path, Vec<(syn::Member, Pattern)>, bool),
    /// `_(args..)`: every operator that no pattern before takes, with its children.
    Others(Ident),
    /// `args..`: the other children, in a list.
    Rest(Ident),
    /// `..`
    Ignored,
    Tuple(Vec<Pattern>),
    /// `1 | 2`, inside another pattern.
    Or(Vec<Pattern>),
}

/// The types of a `Result<T, E>`, as it is written.
pub fn fallible(ty: &Type) -> Option<(&Type, &Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Result")?;
    let PathArguments::AngleBracketed(list) = &last.arguments else { return None };
    match list.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(of), GenericArgument::Type(error)] => Some((of, error)),
        _ => None,
    }
}
