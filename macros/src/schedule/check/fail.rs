//! Functions whose work on a device may fail: they return a `Result`, as do those that call them.

use crate::schedule::{
    elaborate::{Fn, Program},
    errors::{Errors, ends},
    typed::{Act, Callee, FnId, Kernels, Kind, StmtKind},
    types::Shape,
};
use quote::ToTokens;

pub fn check(program: &Program<'_>, errors: &mut Errors) {
    let works: Vec<FnId> = (0..program.fns.len()).filter(|&at| program.may_fail_there(at)).collect();
    for (at, it) in program.fns.iter().enumerate() {
        let Some(body) = &it.body else { continue };
        if let Some(error) = it.head.fails.as_ref().filter(|error| !crate::schedule::elaborate::may_be_error(error)) {
            let (first, last) = ends(error);
            let text = format!("the error of a device cannot become a `{}`", error.to_token_stream());
            let help =
                "write `polarnet::device::Error`, or a type that is made `From` it: one of your own, `Box<dyn Error>`";
            errors.between(first, last, text, help);
        }
        if it.head.fails.is_some() {
            continue;
        }
        let (mut waits, mut called) = (false, None);
        body.value.visit(&mut |expr| match expr.kind {
            Kind::Act(Act::Await(_)) => waits = true,
            Kind::Act(Act::Run(Callee::Fn(callee), ..)) if program.fns[callee].head.fails.is_some() => {
                called = called.or(Some((expr.span, callee)));
            }
            _ => {}
        });
        let is_fence = |(_, ty): &(_, _)| matches!(program.types.shape(*ty), Shape::Fence(_));
        let theirs = !works.is_empty() && it.params.iter().any(is_fence);
        if let Some((span, callee)) = called {
            let text = format!("`{}` may fail, and `{}` returns no error", program.fns[callee].head.name, it.head.name);
            errors.push(span, text, help(it));
        } else if waits && (works.contains(&at) || theirs) {
            let (first, last) = ends(&it.head.result);
            let text = format!("`{}` waits for a device, which may fail, and it returns no error", it.head.name);
            errors.between(first, last, text, help(it));
        }
    }
}

fn help(it: &Fn<'_>) -> String {
    let written = it.head.result.to_token_stream().to_string();
    let written = written.replace(" <", "<").replace("< ", "<").replace(" >", ">").replace(" ,", ",");
    format!("write `-> Result<{written}, polarnet::device::Error>`")
}

impl Program<'_> {
    /// Does a function, or one that does a part of its work, encode what may fail on a device?
    fn may_fail_there(&self, at: FnId) -> bool {
        let parts = self.reached(at, |reached| reached == at || self.is_part(reached));
        parts.into_iter().any(|at| self.encodes_what_may_fail(at))
    }

    fn encodes_what_may_fail(&self, at: FnId) -> bool {
        let it = &self.fns[at];
        let mut may = false;
        let kernel = |kernel: Kernels| match kernel {
            Kernels::Extern(at) => self.externs[at].handmade.is_some(),
            Kernels::Val(val) => it.head.fails.is_some() && self.passes_of(val).is_some(),
        };
        if let Some(body) = &it.body {
            body.value.visit(&mut |expr| {
                if let Kind::Act(Act::Block(list, _)) = &expr.kind {
                    may |= list
                        .iter()
                        .any(|stmt| matches!(&stmt.kind, StmtKind::Call { kernel: it, .. } if kernel(it.callee)));
                }
            });
        }
        may
    }
}
