//! Terms of the λ-calculus: `term @two = |f| |x| f(f(x))`.
//!
//! `parse/lambda.rs` reads them into a [`Terms`], with each variable resolved; [`lower`](mod@lower) makes nets of them, of
//! the same trees as the nets that are written by hand. So whatever comes after knows nothing of terms. Copies are told apart by labels, if
//! the terms are of a [`class`], or by [`levels`].

pub(crate) mod class;
mod copies;
pub(crate) mod levels;
pub(crate) mod lower;

use crate::{
    net::Label,
    number::{Number, Op},
    span::Span,
};

/// A term, by its number. Children come before their parents, so a walk in order is one from the leaves up.
pub(crate) type Id = u32;
/// A variable, by its number. Each binder makes one of its own, whatever its name.
pub(crate) type Var = u32;

/// What a term is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form<'t> {
    /// Nothing by itself: here begins what the [`Form::Lam`] or [`Form::Arm`] that closes it has to itself. Variables from
    /// this one on are bound in it.
    Begin(Var),
    /// `x`
    Var(Var),
    /// `7`
    Num(Number),
    /// `#name` of a macro
    Hole(u32),
    /// `@name`
    Ref(&'t str),
    /// `|x| body`
    Lam(Var, Id),
    /// `f(a)`
    App(Id, Id),
    /// `&7{a b}`
    Sup(Label, Id, Id),
    /// `let &7{a b} = value; body`
    Copy(Label, [Var; 2], Id, Id),
    /// `(a, b)`
    Pair(Id, Id),
    /// `let (a, b) = value; body`, of two or more
    Split(List, Id, Id),
    /// `let x = value; body`
    Let(Var, Id, Id),
    /// `a + b`
    Binary(Operator, Id, Id),
    /// `a`, of `0 => a` and the like: what it has of its own begins at the last [`Form::Begin`].
    Arm(Id),
    /// `match n { 0 => a, 1 => b, p + 2 => c }`: the number, the arms of 0, 1 and so on, that for all others, its variable.
    /// `if c { a } else { b }` is `match c { 0 => b, * + 1 => a }`.
    Switch(Id, List, Id, Option<Var>),
    /// `match xs { Nil => a, Cons(h, t) => b }`: its arms are in [`Terms::arms`].
    Match(Id, List),
    /// `Cons(a, b)`: the agent, and its terms
    Make(u32, List),
}

/// A part of [`Terms::lists`], or of [`Terms::arms`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    pub start: u32,
    pub end: u32,
}

impl List {
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An operator as terms have it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator {
    pub op: Op,
    /// The result is turned round: `<=` is not `>`.
    pub not: bool,
    /// `&&` and `||`: its sides are compared with 0 first.
    pub logic: bool,
}

impl Operator {
    /// Is the result of the type of the operands? Of a comparison it is 0 or 1.
    pub fn computes(self) -> bool {
        !self.not && !self.logic && !matches!(self.op, Op::Eq | Op::Ne | Op::Lt | Op::Gt)
    }
}

/// `Cons(h, t) => body`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arm {
    pub symbol: u32,
    pub span: Span,
    /// The variables, a part of [`Terms::lists`].
    pub vars: List,
    /// A [`Form::Arm`].
    pub body: Id,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binder<'t> {
    pub name: &'t str,
    pub span: Span,
}

/// `term @name = body`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    /// Its number among the definitions of the file.
    pub at: u32,
    /// The first of its terms; the last one is the body.
    pub start: Id,
    pub body: Id,
}

/// All terms of a book.
#[derive(Default, Debug)]
pub(crate) struct Terms<'t> {
    pub forms: Vec<(Form<'t>, Span)>,
    pub lists: Vec<u32>,
    pub arms: Vec<Arm>,
    pub vars: Vec<Binder<'t>>,
    pub definitions: Vec<Definition>,
}

impl<'t> Terms<'t> {
    pub fn push(&mut self, form: Form<'t>, span: Span) -> Id {
        self.forms.push((form, span));
        self.forms.len() as u32 - 1
    }

    pub fn list(&mut self, items: &[u32]) -> List {
        let start = self.lists.len() as u32;
        self.lists.extend_from_slice(items);
        List { start, end: self.lists.len() as u32 }
    }

    pub fn bind(&mut self, name: &'t str, span: Span) -> Var {
        self.vars.push(Binder { name, span });
        self.vars.len() as u32 - 1
    }

    pub fn span(&self, id: Id) -> Span {
        self.forms[id as usize].1
    }
}
