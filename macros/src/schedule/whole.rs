//! `{ ??? }` where the timeline is said: the one body that there can be.
//!
//! Where the timeline has one trip to a device, and the val one call that a kernel can do, what is done is known: the
//! arguments go there, the kernel runs, its result comes back. What the arguments are, and what is made of the result, are
//! holes again, of values.

use super::{
    errors::Errors,
    tree::{Act, Block, Bound, Expr, Kind, Language, Plan, Step, StepKind, Stmt, StmtKind},
};
use proc_macro2::{Ident, Span};
use quote::format_ident;
use typed_arena::Arena;

/// Writes the bodies that are holes and have a timeline.
pub fn bodies<'a>(block: &mut Block<'a>, arena: &'a Arena<Expr<'a>>, errors: &mut Errors) {
    let mut written = Vec::new();
    for (at, it) in block.fns.iter().enumerate() {
        let Some(span) = it.body.and_then(hole) else { continue };
        let plan = it
            .impls
            .iter()
            .find_map(|spec| block.plans.iter().find(|plan| plan.name == spec.name && plan.language == Language::Tmln));
        let Some(plan) = plan.filter(|plan| trips(plan) > 0) else { continue };
        let val = it.impls.iter().find_map(|spec| block.vals.iter().find(|val| val.name == spec.name));
        let Some(val) = val else { continue };
        let mut calls = Vec::new();
        kernels(block, val.body, &mut calls);
        match (&calls[..], trips(plan)) {
            ([call], 1) => written.push((at, Writer { arena, span }.body(call))),
            (calls, trips) => {
                let text = format!(
                    "which call of `{}` goes to the device on which trip is not known: there {} {}, and `{}` has {trips} trips",
                    val.name,
                    if calls.len() == 1 { "is" } else { "are" },
                    calls.len(),
                    plan.name
                );
                errors.push(
                    span,
                    text,
                    "write the statements, with holes for the values: `encode e.copy[x_gpu <- ???];`",
                );
            }
        }
    }
    for (at, body) in written {
        block.fns[at].body = Some(body);
    }
}

/// A body that is one hole.
fn hole(body: &Expr<'_>) -> Option<Span> {
    match &body.kind {
        Kind::Act(Act::Block(list, Some(value))) if list.is_empty() => hole(value),
        Kind::Act(Act::Hole) => Some(body.span),
        _ => None,
    }
}

/// How often a timeline goes to a device, by itself.
fn trips(plan: &Plan) -> usize {
    fn count(step: &Step) -> usize {
        match &step.kind {
            StepKind::Name(_) => 0,
            StepKind::Call(name, args) => usize::from(name == "encode_event") + args.iter().map(count).sum::<usize>(),
            StepKind::Alloc(_, _, args) => args.iter().map(count).sum(),
        }
    }
    plan.bindings.iter().map(|(_, step)| step).chain(&plan.returns).map(count).sum()
}

/// A call that a kernel can do.
struct Call<'a> {
    kernel: Ident,
    grid: Vec<&'a Expr<'a>>,
    args: usize,
}

fn kernels<'a>(block: &Block<'a>, expr: &'a Expr<'a>, found: &mut Vec<Call<'a>>) {
    if let Kind::Act(Act::Grid(grid, Expr { kind: Kind::Call(path, args), .. })) = &expr.kind
        && let Some(name) = path.get_ident()
    {
        let is_kernel = |name: &Ident| block.externs.iter().any(|it| it.name == *name && it.kernel.is_some());
        let member =
            block.classes.iter().find(|class| class.name == *name).into_iter().flat_map(|class| &class.members);
        let kernel =
            Some(name).filter(|name| is_kernel(name)).or_else(|| member.into_iter().find(|name| is_kernel(name)));
        if let Some(kernel) = kernel {
            found.push(Call { kernel: kernel.clone(), grid: grid.clone(), args: args.len() });
        }
    }
    expr.kind.children(&mut |child| kernels(block, child, found));
}

struct Writer<'a> {
    arena: &'a Arena<Expr<'a>>,
    span: Span,
}

impl<'a> Writer<'a> {
    fn expr(&self, kind: Kind<'a>) -> &'a Expr<'a> {
        self.arena.alloc(Expr { span: self.span, kind, depth: 0 })
    }

    fn name(&self, text: &str) -> Ident {
        Ident::new(text, self.span)
    }

    fn value(&self, name: &Ident) -> &'a Expr<'a> {
        self.expr(Kind::Name(name.clone()))
    }

    fn stmt(&self, kind: StmtKind<'a>) -> Stmt<'a> {
        Stmt { span: self.span, kind }
    }

    fn bound(&self, name: &Ident) -> Bound {
        Bound { name: name.clone(), ty: None, tags: Vec::new() }
    }

    fn body(&self, call: &Call<'a>) -> &'a Expr<'a> {
        let [encoder, fence, out] = ["encoder", "fence", "result"].map(|name| self.name(name));
        let args: Vec<Ident> = (0..call.args).map(|at| format_ident!("argument{at}", span = self.span)).collect();
        let mut list = Vec::new();
        let begin = self.expr(Kind::Call(self.name("encode_begin").into(), vec![self.value(&self.name("gpu"))]));
        list.push(self.stmt(StmtKind::Let(vec![self.bound(&encoder)], begin)));
        for arg in &args {
            let value = self.expr(Kind::Act(Act::Hole));
            list.push(self.stmt(StmtKind::Copy { encoder: encoder.clone(), into: vec![self.bound(arg)], value }));
        }
        let kernel =
            self.expr(Kind::Call(call.kernel.clone().into(), args.iter().map(|arg| self.value(arg)).collect()));
        let run = self.expr(Kind::Act(Act::Grid(call.grid.clone(), kernel)));
        list.push(self.stmt(StmtKind::Call { encoder: encoder.clone(), into: vec![self.bound(&out)], call: run }));
        let submit = self.expr(Kind::Act(Act::Submit(self.value(&encoder))));
        list.push(self.stmt(StmtKind::Let(vec![self.bound(&fence)], submit)));
        let wait = self.expr(Kind::Act(Act::Await(self.value(&fence))));
        let read = self.expr(Kind::Field(wait, syn::Member::Named(out.clone())));
        list.push(self.stmt(StmtKind::Let(vec![self.bound(&out)], read)));
        let last = self.expr(Kind::Act(Act::Hole));
        self.expr(Kind::Act(Act::Block(list, Some(last))))
    }
}
