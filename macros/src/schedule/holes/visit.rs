//! Goes through what is written.

use super::open::Use;
use crate::schedule::tree::{Act, Expr, Kind, Stmt, StmtKind};
use proc_macro2::{Ident, Span};
use syn::Member;

/// A name, with whatever is said of it.
pub fn name_of(expr: &Expr<'_>) -> Option<Ident> {
    match &expr.kind {
        Kind::Name(name) => Some(name.clone()),
        Kind::Act(Act::Tagged(value, _)) => name_of(value),
        _ => None,
    }
}

/// Everything in an expression, statements too.
pub fn visit<'a>(expr: &'a Expr<'a>, f: &mut dyn FnMut(&'a Expr<'a>)) {
    f(expr);
    expr.kind.children(&mut |child| visit(child, f));
}

/// All statements in an expression.
pub fn each_stmt<'a>(expr: &'a Expr<'a>, f: &mut dyn FnMut(&'a Stmt<'a>)) {
    visit(expr, &mut |it| {
        if let Kind::Act(Act::Block(list, _)) = &it.kind {
            list.iter().for_each(&mut *f);
        }
    });
}

/// How a name is used in a body.
pub fn used(body: &Expr<'_>, name: &Ident) -> Use {
    let mut found = Use::Unknown;
    visit(body, &mut |expr| match &expr.kind {
        Kind::Act(Act::Submit(of)) if name_of(of).as_ref() == Some(name) => found = Use::Encoder,
        Kind::Act(Act::Await(of)) if name_of(of).as_ref() == Some(name) => found = Use::Fence,
        Kind::Field(of, Member::Named(_)) if name_of(of).as_ref() == Some(name) => found = Use::Ready,
        _ => {}
    });
    each_stmt(body, &mut |stmt| {
        if let StmtKind::Copy { encoder, .. } | StmtKind::Call { encoder, .. } = &stmt.kind
            && encoder == name
        {
            found = Use::Encoder;
        }
    });
    found
}

/// The fields that are read of a name.
pub fn fields_of(body: &Expr<'_>, name: &Ident, into: &mut Vec<Ident>) {
    visit(body, &mut |expr| {
        if let Kind::Field(of, Member::Named(field)) = &expr.kind
            && name_of(of).as_ref() == Some(name)
            && !into.contains(field)
        {
            into.push(field.clone());
        }
    });
}

/// Holes that stand for statements.
pub fn nested(expr: &Expr<'_>, found: &mut Vec<Span>) {
    each_stmt(expr, &mut |stmt| {
        if let StmtKind::Do(value) = &stmt.kind
            && matches!(value.kind, Kind::Act(Act::Hole))
        {
            found.push(value.span);
        }
    });
}
