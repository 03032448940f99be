//! Bodies that are written by hand, against their specs.
//!
//! A spec and a body become graphs of what is computed from what: of values, of what is known at which time, of memory.
//! What a body returns must be what the spec returns; from there on, and from what matches in one way only, each node of
//! the body finds the node of the spec that it is. See `docs/adr/0011-quotients.md`.

mod call;
mod choose;
mod compare;
mod fail;
mod graph;
mod hole;
mod lend;
mod moved;
mod names;
mod quotient;
mod refs;
mod report;
mod run;
mod said;
mod show;
mod signature;
mod spec;
mod state;
mod statement;
mod tuple;
mod value;

pub use graph::{Graph, NodeId, Op};
pub use hole::Fill;
pub use refs::References;
pub use said::Is;
pub use show::full;
pub use signature::{Signature, Signatures, all as signatures};
pub use spec::{Spec, Specs, trivial};

use super::{
    elaborate::{Member, Program},
    errors::Errors,
    typed::{Callee, ClassId},
};
use proc_macro2::Span;

/// Checks all bodies; says what their parameters and results are.
pub fn check<'a>(program: &Program<'a>, errors: &mut Errors) -> Signatures<'a> {
    fail::check(program, errors);
    let specs = spec::Specs::new(program, errors);
    let mut signatures = signature::all(program, &specs, errors);
    for (at, it) in program.fns.iter().enumerate() {
        if let Some(body) = &it.body {
            let fills = report::function(program, &specs, &signatures, at, body, errors);
            signatures.fills.extend(fills);
        }
    }
    signatures
}

/// Checks one body whose holes stand for statements. What has to go to the device is not computed here.
pub fn one(program: &Program<'_>, at: usize, kernels: &[ClassId], hole: Span, errors: &mut Errors) {
    let specs = spec::Specs::new(program, errors);
    let signatures = signature::all(program, &specs, errors);
    let Some(body) = &program.fns[at].body else { return };
    let fills = report::function(program, &specs, &signatures, at, body, errors);
    let here = |callee: &Callee| match *callee {
        Callee::Fn(at) => signatures.of[at].as_ref().map(|it| specs.class_of(Member::Val(it.val))),
        Callee::Extern(at) => Some(specs.class_of(Member::Extern(at))),
        Callee::Class(at) => Some(at),
    };
    if fills.values().any(|fill| fill.calls(&|callee| here(callee).is_some_and(|class| kernels.contains(&class)))) {
        errors.push(hole, "what a kernel computes is computed here", "encode it: `encode e.call[y <- f::<1>(x)];`");
    }
}
