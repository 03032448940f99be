//! Names that tags say: each is one of its spec, also where nothing else depends on it.

use super::spec::{self, Spec};
use crate::schedule::{
    elaborate::Fn,
    errors::Errors,
    tree::{Language, Tag},
    typed::{Act, Body, Expr, Kind, Stmt, StmtKind},
};

/// Reports names of tags that are in no spec of the function: its val, its timeline, its plan of memory.
pub fn known(it: &Fn<'_>, body: &Body<'_>, specs: [Option<&Spec>; 3], errors: &mut Errors) {
    let mut all: Vec<&Tag> = Vec::new();
    all.extend(it.head.params.iter().flat_map(|param| &param.tags));
    all.extend(it.head.outputs.iter().flat_map(|output| &output.tags));
    of_expr(body.value, &mut all);
    for tag in all {
        let (spec, lacks, help) = match tag.of {
            Language::Val => (specs[0], "", ""),
            Language::Tmln => {
                (specs[1], "a timeline", "add one: `tmln one_trip(e: Event) -> Event { … }`, and `impls …, one_trip`")
            }
            Language::Sptl => (
                specs[2],
                "a plan of memory",
                "add one: `sptl one(s: BufferSpace) -> BufferSpace { … }`, and `impls …, one`",
            ),
        };
        let names = tag.names.iter().filter(|name| tag.of != Language::Val || spec::dimension(name).is_none());
        for name in names {
            match spec {
                Some(spec) => drop(spec::named(spec, name, errors)),
                None => {
                    let text = format!("`{name}` is of {lacks}, and `{}` has none", it.head.name);
                    errors.push(name.span(), text, help);
                }
            }
        }
    }
}

fn of_expr<'b>(expr: &'b Expr<'_>, into: &mut Vec<&'b Tag>) {
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            Kind::Act(Act::Tagged(_, tags)) => into.extend(tags),
            Kind::Act(Act::Block(list, _)) => list.iter().for_each(|stmt| of_stmt(stmt, into)),
            _ => {}
        }
        expr.children(&mut |child| open.push(child));
    }
}

fn of_stmt<'b>(stmt: &'b Stmt<'_>, into: &mut Vec<&'b Tag>) {
    match &stmt.kind {
        StmtKind::Let(names, _) => into.extend(names.iter().flat_map(|(_, tags)| tags)),
        StmtKind::Var(_, tags, _) | StmtKind::Copy { tags, .. } => into.extend(tags),
        StmtKind::Call { kernel, tags, .. } => into.extend(kernel.tags.iter().chain(tags.iter().flatten())),
        StmtKind::Say(_, list) => into.extend(list.iter().flat_map(|(_, tags)| tags)),
        _ => {}
    }
}
