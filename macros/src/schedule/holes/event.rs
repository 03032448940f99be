//! What a body does on devices, as it is written.

use super::{is_hole, visit::name_of};
use crate::schedule::tree::{Act, Expr, Kind, Stmt, StmtKind};
use proc_macro2::Ident;
use syn::Member;

/// What happens on a device.
pub struct Event<'a> {
    pub kind: EventKind,
    /// The encoder or fence, if its name is written there.
    pub of: Option<Ident>,
    /// The hole that is written there.
    pub open: Option<&'a Expr<'a>>,
    /// The name that gets what it gives.
    pub gives: Option<Ident>,
    /// The fields that are read of what was awaited.
    pub fields: Vec<Ident>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    Begin,
    Submit,
    Await,
}

impl<'a> Event<'a> {
    fn new(kind: EventKind, of: Option<&'a Expr<'a>>) -> Self {
        Event { kind, of: of.and_then(name_of), open: of.filter(|of| is_hole(of)), gives: None, fields: Vec::new() }
    }
}

/// What happens in a statement.
pub fn of_stmt<'a>(stmt: &'a Stmt<'a>, events: &mut Vec<Event<'a>>) {
    stmt.children(&mut |part| of_expr(part, events));
    if let StmtKind::Let(names, value) = &stmt.kind
        && let [name] = &names[..]
        && is_event(value)
        && let Some(last) = events.last_mut()
    {
        last.gives = Some(name.name.clone());
    }
}

/// Is the value of it that of an event?
fn is_event(expr: &Expr<'_>) -> bool {
    match &expr.kind {
        Kind::Act(Act::Tagged(value, _)) => is_event(value),
        Kind::Act(Act::Submit(_) | Act::Await(_)) => true,
        _ => is_begin(expr),
    }
}

fn is_begin(expr: &Expr<'_>) -> bool {
    matches!(&expr.kind, Kind::Call(path, _) if path.is_ident("encode_begin"))
}

/// In the order in which they happen.
pub fn of_expr<'a>(expr: &'a Expr<'a>, events: &mut Vec<Event<'a>>) {
    match &expr.kind {
        // What happens on both ways is the same.
        Kind::If(condition, yes, _) => {
            of_expr(condition, events);
            of_expr(yes, events);
        }
        Kind::Act(Act::Block(list, value)) => {
            list.iter().for_each(|stmt| of_stmt(stmt, events));
            value.iter().for_each(|value| of_expr(value, events));
        }
        Kind::Field(value, member) => {
            of_expr(value, events);
            if let (true, Member::Named(name), Some(last)) = (is_event(value), member, events.last_mut()) {
                last.fields.push(name.clone());
            }
        }
        Kind::Act(Act::Submit(of)) => {
            of_expr(of, events);
            events.push(Event::new(EventKind::Submit, Some(of)));
        }
        Kind::Act(Act::Await(of)) => {
            of_expr(of, events);
            events.push(Event::new(EventKind::Await, Some(of)));
        }
        _ if is_begin(expr) => events.push(Event::new(EventKind::Begin, None)),
        kind => kind.children(&mut |child| of_expr(child, events)),
    }
}
