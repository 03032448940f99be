//! Bodies with holes that stand for statements: what is written in them, and where the holes are.

use super::{
    event::{self, Event},
    is_hole,
    visit::{each_stmt, fields_of, nested, used, visit},
};
use crate::schedule::{
    check,
    tree::{Act, Block, Expr, Kind, Language, Stmt, StmtKind},
};
use proc_macro2::{Ident, Span};
use typed_arena::Arena;

/// A body with holes that stand for statements.
pub struct Open<'a> {
    /// The function.
    pub at: usize,
    pub items: Vec<Item<'a>>,
    /// The first such hole, and all there are.
    pub span: Span,
    pub holes: Vec<Span>,
    pub whole: Span,
    pub body: &'a Expr<'a>,
    /// Holes for statements that stand deeper.
    pub nested: Vec<Span>,
}

/// A statement, or the value of the body.
pub struct Item<'a> {
    pub span: Span,
    pub part: Part<'a>,
    pub hole: Option<Form>,
    /// What happens on devices in it, as far as that is written.
    pub events: Vec<Event<'a>>,
    /// The encoders for which it has commands.
    pub commands: Vec<&'a Ident>,
}

pub enum Part<'a> {
    Stmt(&'a Stmt<'a>),
    Value(&'a Expr<'a>),
}

/// For what a hole stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `???;`
    Statements,
    /// `let x = ???;`, with how the name is used.
    Let(Use),
    /// `let x, y = ???;`
    Several,
    /// The value of the body.
    Value,
    /// `submit ???`, `(await ???).x`, `a + ???` at the end: and for what has to happen before.
    Operand,
}

/// How a name is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    Encoder,
    Fence,
    Ready,
    Unknown,
}

/// A function's body, if it has holes that stand for statements.
pub fn open<'a>(block: &Block<'a>, at: usize) -> Option<Open<'a>> {
    let it = &block.fns[at];
    let body = it.body?;
    let Kind::Act(Act::Block(list, value)) = &body.kind else { return None };
    let goes = it.impls.iter().any(|spec| {
        block.plans.iter().any(|plan| {
            plan.name == spec.name && plan.language == Language::Tmln && !check::trivial(&block.plans, plan)
        })
    });
    let mut items: Vec<Item<'a>> = Vec::new();
    for stmt in list {
        let hole = match &stmt.kind {
            StmtKind::Do(value) if is_hole(value) => Some(Form::Statements),
            StmtKind::Let(names, value) if is_hole(value) => match &names[..] {
                [name] => goes.then(|| Form::Let(used(body, &name.name))),
                _ => Some(Form::Several),
            },
            _ => None,
        };
        let mut events = Vec::new();
        event::of_stmt(stmt, &mut events);
        let mut commands = Vec::new();
        commanded(stmt, &mut commands);
        stmt.children(&mut |part| each_stmt(part, &mut |stmt| commanded(stmt, &mut commands)));
        items.push(Item { span: stmt.span, part: Part::Stmt(stmt), hole, events, commands });
    }
    if let Some(value) = *value {
        let mut events = Vec::new();
        event::of_expr(value, &mut events);
        let hole = (is_hole(value) && goes).then_some(Form::Value);
        let mut commands = Vec::new();
        each_stmt(value, &mut |stmt| commanded(stmt, &mut commands));
        items.push(Item { span: value.span, part: Part::Value(value), hole, events, commands });
    }
    for item in &mut items {
        let mut open = item.events.first().is_some_and(|event| event.open.is_some());
        if let Part::Value(value) = item.part {
            visit(value, &mut |it| open |= matches!(it.kind, Kind::Act(Act::Hole)));
        }
        if item.hole.is_none() && goes && open {
            item.hole = Some(Form::Operand);
        }
        for event in &mut item.events {
            if let Some(name) = &event.gives {
                fields_of(body, name, &mut event.fields);
            }
        }
    }
    let mut inner = Vec::new();
    for item in items.iter().filter(|item| item.hole.is_none()) {
        match item.part {
            Part::Stmt(stmt) => stmt.children(&mut |part| nested(part, &mut inner)),
            Part::Value(value) => nested(value, &mut inner),
        }
    }
    let holes: Vec<Span> = items.iter().filter(|item| item.hole.is_some()).map(Item::site).collect();
    let span = items.iter().find(|item| item.hole.is_some()).map(Item::site).or(inner.first().copied())?;
    Some(Open { at, span, holes, whole: body.span, body, nested: inner, items })
}

impl<'a> Item<'a> {
    /// Is its value what a step gives, as far as is known?
    pub fn gives_step(&self) -> bool {
        matches!(self.hole, Some(Form::Let(Use::Encoder | Use::Fence)))
    }

    /// Where its hole is.
    pub fn site(&self) -> Span {
        if let (Some(Form::Operand), Some(hole)) = (self.hole, self.events.first().and_then(|event| event.open)) {
            return hole.span;
        }
        match self.part {
            Part::Stmt(Stmt { kind: StmtKind::Let(_, value) | StmtKind::Do(value), .. }) => value.span,
            _ => self.span,
        }
    }
}

impl<'a> Open<'a> {
    /// The body with one hole, for a value, instead of all.
    pub fn without(&self, arena: &'a Arena<Expr<'a>>) -> &'a Expr<'a> {
        let says = self.items.iter().filter_map(|item| match item.part {
            Part::Stmt(stmt) if matches!(stmt.kind, StmtKind::Say(..)) => Some(stmt.clone()),
            _ => None,
        });
        let hole = arena.alloc(Expr { span: self.span, kind: Kind::Act(Act::Hole), depth: 0 });
        arena.alloc(Expr { span: self.whole, kind: Kind::Act(Act::Block(says.collect(), Some(hole))), depth: 0 })
    }
}

impl<'a> Open<'a> {
    /// The name that a hole gives its value.
    pub fn name(&self, item: usize) -> Option<&'a Ident> {
        match self.items[item].part {
            Part::Stmt(Stmt { kind: StmtKind::Let(names, _), .. }) => match &names[..] {
                [only] => Some(&only.name),
                _ => None,
            },
            _ => None,
        }
    }

    /// Everything that is written.
    pub fn visit(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        for item in &self.items {
            match item.part {
                Part::Stmt(stmt) => stmt.children(&mut |part| visit(part, f)),
                Part::Value(value) => visit(value, f),
            }
        }
    }

    /// The fields that are read of a name.
    pub fn fields(&self, name: &Ident) -> Vec<Ident> {
        let mut fields = Vec::new();
        for item in &self.items {
            match item.part {
                Part::Stmt(stmt) => stmt.children(&mut |part| fields_of(part, name, &mut fields)),
                Part::Value(value) => fields_of(value, name, &mut fields),
            }
        }
        fields
    }

    /// All statements, with the item in which they stand.
    pub fn stmts(&self, f: &mut dyn FnMut(usize, &'a Stmt<'a>)) {
        for (at, item) in self.items.iter().enumerate() {
            match item.part {
                Part::Stmt(stmt) => {
                    f(at, stmt);
                    stmt.children(&mut |part| each_stmt(part, &mut |stmt| f(at, stmt)));
                }
                Part::Value(value) => each_stmt(value, &mut |stmt| f(at, stmt)),
            }
        }
    }
}

/// The encoder of a command.
fn commanded<'a>(stmt: &'a Stmt<'a>, into: &mut Vec<&'a Ident>) {
    if let StmtKind::Copy { encoder, .. } | StmtKind::Call { encoder, .. } = &stmt.kind {
        into.push(encoder);
    }
}
