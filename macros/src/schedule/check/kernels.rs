//! Kernels in encoders: each is some function.

use crate::schedule::{
    elaborate::Program,
    errors::Errors,
    typed::{Act, FnId, Kernel, Kernels, Kind, StmtKind},
};
use proc_macro2::Ident;

pub fn check(program: &Program<'_>, errors: &mut Errors) {
    for (at, it) in program.fns.iter().enumerate() {
        let Some(body) = &it.body else { continue };
        body.value.visit(&mut |expr| {
            let Kind::Act(Act::Block(list, _)) = &expr.kind else { return };
            for stmt in list {
                if let StmtKind::Call { kernel, into, .. } = &stmt.kind {
                    is_somewhere(program, at, kernel, errors);
                    if let Some(name) = into.get(MOST) {
                        let text = format!("`{}` gives more than {MOST} values", kernel_name(program, kernel));
                        errors.push(name.span(), text, "give several of them as one: a tuple, an array, or a column");
                    }
                }
            }
        });
    }
}

/// How many values a kernel gives at most: so many `polarnet::device` knows.
const MOST: usize = 12;

fn kernel_name<'p>(program: &'p Program<'_>, kernel: &Kernel<'_>) -> &'p Ident {
    match kernel.callee {
        Kernels::Extern(at) => &program.externs[at].name,
        Kernels::Val(at) => &program.vals[at].name,
    }
}

fn is_somewhere(program: &Program<'_>, at: FnId, kernel: &Kernel<'_>, errors: &mut Errors) {
    let there = program.passes_of(kernel);
    if program.on_cpu(kernel).is_some() || program.by_passes(at, kernel).is_some() {
        return;
    }
    let (text, help) = match (kernel.callee, there) {
        (Kernels::Extern(_), _) => (
            "nothing stands for this kernel where there is no GPU".to_owned(),
            "name a function of Rust's that does the same, `cpu: f` in its braces, or put one in its class: `feq … { extern(cpu) pure … }`".to_owned(),
        ),
        (Kernels::Val(val), Some(there)) => (
            format!("`{}` is only computed on a device, which may fail", program.vals[val].name),
            format!(
                "let `{}` return `Result<…, polarnet::device::Error>`; or write one like `{}` without `.on(…)`",
                program.fns[at].head.name, program.fns[there].head.name,
            ),
        ),
        (Kernels::Val(val), None) => {
            let name = &program.vals[val].name;
            let types: Vec<String> = kernel.types.iter().map(|&ty| program.types.told(ty)).collect();
            (
                format!("no function computes `{name}` of what it gets here: {}", types.join(", ")),
                format!("write one that `impls {name}`, with parameters of these types"),
            )
        }
    };
    errors.push(kernel.span, text, help);
}
