//! What holds of vals by themselves: each is of use, and defaults are units.

use crate::schedule::{
    elaborate::Program,
    errors::Errors,
    tree::Unary,
    typed::{Expr, Join, Kind},
    types::Shape,
};

/// Vals that no function computes, on its own account or for another.
pub fn unused(program: &Program<'_>, errors: &mut Errors) {
    let mut used = vec![false; program.vals.len()];
    let mut open: Vec<usize> = program.fns.iter().flat_map(|it| it.impls.iter().copied()).collect();
    while let Some(val) = open.pop() {
        if std::mem::replace(&mut used[val], true) {
            continue;
        }
        let val = &program.vals[val];
        val.body.visit(&mut |it| {
            if let Kind::Call(to, _) | Kind::Attribute(to, _) = it.kind {
                open.push(to);
            }
        });
        if let Some(Join::Val(to, _)) = val.join {
            open.push(to);
        }
    }
    for (val, used) in program.vals.iter().zip(used) {
        if !used {
            let help = format!("write `fn … impls {}`, or remove it", val.name);
            errors.push(val.name.span(), format!("`{}` is implemented by no function", val.name), help);
        }
    }
}

/// The default of a join that is known is its unit: a row that gets it joined with others keeps theirs.
pub fn units(program: &Program<'_>, errors: &mut Errors) {
    for val in &program.vals {
        let (Some(default), Some(Join::Builtin(join))) = (val.default, &val.join) else { continue };
        let Some(given) = constant(program, default) else {
            let text = format!("the default is not known before it runs, and `{}` has one unit", join.name());
            errors.push(default.span, text, "write the unit itself: 0, `false`, `f64::NEG_INFINITY` …");
            continue;
        };
        let float = program.types.is_float(val.value);
        // Of another kind: that was reported.
        if matches!(program.types.shape(val.value), Shape::Bool) != matches!(join.name(), "all" | "any") {
            continue;
        }
        let (fits, unit) = match join.name() {
            "add" => (given == "0" || given == "-0", "0".to_owned()),
            "product" => (given == "1", "1".to_owned()),
            "all" => (given == "true", "true".to_owned()),
            "any" => (given == "false", "false".to_owned()),
            name => {
                let ty = program.types.show(val.value);
                let unit = match (name, float) {
                    ("max", true) => format!("{ty}::NEG_INFINITY"),
                    ("max", false) => format!("{ty}::MIN"),
                    (_, true) => format!("{ty}::INFINITY"),
                    (_, false) => format!("{ty}::MAX"),
                };
                // Of unsigned numbers 0 is the least.
                let least = name == "max"
                    && given == "0"
                    && matches!(program.types.shape(val.value), Shape::Int(it) if it.starts_with('u'));
                (given == unit || least, unit)
            }
        };
        if !fits {
            let text =
                format!("`{given}` is not the unit of `{}`: joined with another value it changes it", join.name());
            errors.push(default.span, text, format!("write `default {unit}`"));
        }
    }
}

/// A literal's value, as text; none if it takes computing.
fn constant(program: &Program<'_>, expr: &Expr<'_>) -> Option<String> {
    match &expr.kind {
        Kind::Number(digits) => match digits.parse::<f64>() {
            Ok(value) => Some(value.to_string()),
            Err(_) => Some(digits.clone()),
        },
        Kind::Bool(truth) => Some(truth.to_string()),
        Kind::Unary(Unary::Neg, value) => Some(format!("-{}", constant(program, value)?)),
        Kind::Rust(tokens) => Some(tokens.to_string().replace(' ', "")),
        Kind::Const(at) => constant(program, program.consts[*at].value),
        _ => None,
    }
}
