//! Bodies that are written by hand, against their specs.
//!
//! A spec and a body become graphs of what is computed from what: of values, of what is known at which time, of memory.
//! What a body returns must be what the spec returns; from there on, and from what matches in one way only, each node of
//! the body finds the node of the spec that it is. See `docs/adr/0011-quotients.md`.

mod call;
mod compare;
mod graph;
mod hole;
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
mod value;

pub use hole::Fill;
pub use refs::References;
pub use said::Is;
pub use signature::Signatures;

use super::{elaborate::Program, errors::Errors};

/// Checks all bodies; says what their parameters and results are.
pub fn check<'a>(program: &Program<'a>, errors: &mut Errors) -> Signatures<'a> {
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
