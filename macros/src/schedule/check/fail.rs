//! Functions whose work on a device may fail: they return a `Result`, as do those that call them.

use crate::schedule::{
    elaborate::Program,
    errors::{Errors, ends, fallible, no_error},
    typed::{Act, Callee, FnId, Kernel, Kernels, Kind, StmtKind},
    types::Shape,
};

const OURS: &str = "polarnet::device::Error";

pub fn check(program: &Program<'_>, errors: &mut Errors) {
    let works: Vec<FnId> = (0..program.fns.len()).filter(|&at| program.may_fail_there(at)).collect();
    for (at, it) in program.fns.iter().enumerate() {
        let Some(body) = &it.body else { continue };
        if let Some(error) = it.head.fails.as_ref().filter(|error| !crate::schedule::elaborate::may_be_error(error)) {
            no_error(errors, error, "device", OURS);
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
        // It waits for what a function began that calls it.
        let is_fence = |(_, ty): &(_, _)| matches!(program.types.shape(*ty), Shape::Fence(_));
        let theirs = || works.iter().any(|&work| program.reached(work, |_| true).contains(&at));
        let theirs = it.params.iter().any(is_fence) && theirs();
        if let Some((span, callee)) = called {
            let text = format!("`{}` may fail, and `{}` returns no error", program.fns[callee].head.name, it.head.name);
            errors.push(span, text, fallible(&it.head.result, OURS));
        } else if waits && (works.contains(&at) || theirs) {
            let (first, last) = ends(&it.head.result);
            let text = format!("`{}` waits for a device, which may fail, and it returns no error", it.head.name);
            errors.between(first, last, text, fallible(&it.head.result, OURS));
        }
    }
}

impl Program<'_> {
    /// Does a function, or one that does a part of its work, encode what may fail on a device?
    fn may_fail_there(&self, at: FnId) -> bool {
        let parts = self.reached(at, |reached| reached == at || self.is_part(reached));
        parts.into_iter().any(|at| self.encodes_what_may_fail(at))
    }

    fn encodes_what_may_fail(&self, at: FnId) -> bool {
        let mut may = false;
        let kernel = |kernel: &Kernel<'_>| match kernel.callee {
            Kernels::Extern(at) => self.externs[at].handmade.is_some(),
            Kernels::Val(_) => self.by_passes(at, kernel).is_some(),
        };
        if let Some(body) = &self.fns[at].body {
            body.value.visit(&mut |expr| {
                if let Kind::Act(Act::Block(list, _)) = &expr.kind {
                    may |=
                        list.iter().any(|stmt| matches!(&stmt.kind, StmtKind::Call { kernel: it, .. } if kernel(it)));
                }
            });
        }
        may
    }
}
