//! Vals that reduce nets: what nets can take and give, and where none is reduced.

use super::words::{At, Words};
use crate::schedule::{
    context::reduces,
    elaborate::{Fn, Program},
    errors::Errors,
    typed::{Expr, Join, Kind, Kindred},
    types::{Shape, Ty, Types},
};

/// What holds of vals by themselves.
pub fn check(program: &Program<'_>, errors: &mut Errors) {
    for (at, val) in program.vals.iter().enumerate() {
        val.body.visit(&mut |it| types(program, it, errors));
        if let Some(default) = val.default.filter(|default| reduces(default)) {
            errors.push(default.span, "the default is known before any net is reduced", "write the unit itself");
        }
        let name = &val.name;
        match val.join {
            Some(Join::Val(join, _)) if program.reduces(join) => {
                let text = format!(
                    "values of `{name}` meet in any order, and their join `{}` reduces a net",
                    program.vals[join].name
                );
                errors.push(name.span(), text, "reduce it in the val, before the value is sent");
            }
            _ => {}
        }
        if matches!(val.sort.is, Kindred::Scatter(_)) && program.reduces(at) {
            let text = format!("`{name}` reduces a net where it sends values");
            let help = "make a column of what the nets give before, `map(xs)`, and take that as a parameter";
            errors.push(name.span(), text, help);
        }
    }
}

/// The arguments of a net's function, and its value.
fn types(program: &Program<'_>, expr: &Expr<'_>, errors: &mut Errors) {
    let Kind::Net(_, args) = &expr.kind else { return };
    let types = &program.types;
    for arg in args {
        if !is_argument(types, arg.ty) {
            let help = match types.shape(arg.ty) {
                Shape::Int(name) if name.starts_with('u') => "convert it: `… as u32`",
                Shape::Int(_) => "convert it: `… as i32`",
                Shape::Float(_) => "convert it: `… as f32`",
                Shape::Row(..) | Shape::Node(_) => "give it a value of the row: `name[row]`",
                _ => "a net takes `u32`, `i32`, `f32`, `bool` and `char`",
            };
            errors.push(arg.span, format!("a net takes no {}", types.told(arg.ty)), help);
        }
    }
    if !is_result(types, expr.ty) {
        let help = match types.shape(expr.ty) {
            Shape::Int(name) => format!("convert it: `reduce(…) as {name}`"),
            _ => "a net gives `u32`, `i32`, `f32`, `i64`, `f64`, `bool`, `char`, and tuples and `Vec`s of them"
                .to_owned(),
        };
        errors.push(expr.span, format!("a net gives no {}", types.told(expr.ty)), help);
    }
}

fn is_argument(types: &Types, ty: Ty) -> bool {
    match types.shape(ty) {
        Shape::Int(name) => !matches!(*name, "i64" | "isize" | "u64" | "usize"),
        Shape::Float(name) => *name == "f32",
        Shape::Bool | Shape::Var(_) | Shape::Rust(..) | Shape::Error => true,
        _ => false,
    }
}

fn is_result(types: &Types, ty: Ty) -> bool {
    match types.shape(ty) {
        Shape::Int(name) => matches!(*name, "u32" | "i32" | "i64"),
        Shape::Tuple(of) => of.iter().all(|&of| is_result(types, of)),
        Shape::List(of) => is_result(types, *of),
        Shape::Float(_) | Shape::Bool | Shape::Var(_) | Shape::Rust(..) | Shape::Error => true,
        _ => false,
    }
}

/// Words that a val that reduces nets cannot have; none if there is one, which was reported.
pub fn rules(program: &Program<'_>, of: &Fn<'_>, words: &Words, errors: &mut Errors) -> Option<()> {
    let found = program.with_reads(&of.impls).into_iter().find(|&val| program.reduces(val));
    if let Some(val) = found {
        let name = &program.vals[val].name;
        let refused = [
            (words.stepped, "`stepped`", "remove it: to stop a reduction, give the runtime a limit or a `CancelToken`"),
            (words.by_operator, "`by_operator`", "remove it: a reduction takes longer than to find out the operator"),
            (words.vectorize.map(|it| it.0), "`vectorize`", "remove it: each net is reduced by itself"),
        ];
        if let Some((Some(span), word, help)) = refused.into_iter().find(|it| it.0.is_some()) {
            errors.push(span, format!("{word} says nothing of `{name}`, which reduces a net"), help);
            return None;
        }
        if let Some((plan, _)) = words.args.iter().find(|(_, ty)| matches!(program.types.shape(*ty), Shape::Plan(_))) {
            let text = format!("`{name}` reduces a net, which takes longer than what a plan saves");
            errors.push(plan.span(), text, "visit a `&Batch<…>`");
            return None;
        }
    }
    for &(span, val, how) in &words.at {
        if how == At::Inline && program.reduces(val) {
            let name = &program.vals[val].name;
            let text = format!("`{name}` reduces a net, which would be done wherever it is read");
            errors.push(span, text, format!("compute it once: `compute_at({name}, root)`"));
            return None;
        }
    }
    Some(())
}
