//! What holds of vals by themselves: each is of use, and defaults are units.

use super::{Lowered, Pass};
use crate::schedule::{
    context::reduces,
    elaborate::Program,
    errors::Errors,
    tree::Unary,
    typed::{Act, Expr, Join, Kind, LocalId},
    types::Shape,
};
use proc_macro2::Ident;

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

/// An order runs on no grid.
pub fn grids(program: &Program<'_>, errors: &mut Errors) {
    for it in program.fns.iter().filter(|it| it.body.is_none()) {
        let (mut seen, mut open) = (vec![false; program.vals.len()], it.impls.clone());
        while let Some(val) = open.pop() {
            if std::mem::replace(&mut seen[val], true) {
                continue;
            }
            program.vals[val].body.visit(&mut |expr| match expr.kind {
                Kind::Call(to, _) | Kind::Attribute(to, _) => open.push(to),
                Kind::Extern(ref name, _) if program.externs.iter().any(|it| it.name == *name && it.cpu.is_none()) => {
                    let text = format!("`{name}` runs on a device only, and `{}` computes this by an order", it.head.name);
                    let help = "name a function of Rust's that does the same, `cpu: f` in its braces, or put one in its class: `feq … { extern(cpu) pure … }`";
                    errors.push(expr.span, text, help);
                }
                Kind::Act(Act::Dimension(_)) => {
                    let text = format!(
                        "`{}` is made of the grid that it is called on, and an order is on none",
                        program.vals[val].name
                    );
                    errors.push(
                        it.head.name.span(),
                        text,
                        "write its body by hand: what calls it says the grid, `f::<1, 1, 1>(x)`",
                    );
                }
                _ => {}
            });
        }
    }
}

/// What is given a name, and not named again.
pub fn unused_names(program: &Program<'_>, errors: &mut Errors) {
    let (mut bound, mut used): (Vec<LocalId>, _) = (Vec::new(), vec![false; program.locals.len()]);
    // What a body is compared with by names may have some that it does not use itself.
    let compared: Vec<usize> =
        program.fns.iter().filter(|it| it.body.is_some()).flat_map(|it| it.impls.iter().copied()).collect();
    for (at, val) in program.vals.iter().enumerate() {
        val.body.visit(&mut |it| match &it.kind {
            Kind::Let(locals, ..) if !compared.contains(&at) => bound.extend(locals),
            Kind::Local(id) => used[*id] = true,
            _ => {}
        });
    }
    for name in bound.into_iter().filter(|&id| !used[id]).map(|id| &program.locals[id].name) {
        unused_name(name, errors);
    }
}

/// Parameters of a function that none of its vals gets, and by which no rows are known.
pub fn unused_parameters(program: &Program<'_>, lowered: &Lowered<'_, '_>, errors: &mut Errors) {
    let of = lowered.of;
    let (mut used, mut vals) = (Vec::new(), lowered.inline.clone());
    for step in &lowered.steps {
        vals.extend(&step.vals);
        match &step.pass {
            Pass::Rewrite(pass) => vals.extend(pass.lockstep.iter().map(|it| it.val)),
            Pass::Points(pass) => {
                used.push(pass.roots.clone());
                used.extend(pass.columns.iter().map(|(_, name)| name.clone()));
            }
            Pass::Map(pass) => used.push(pass.column.clone()),
            Pass::Scatter(pass) => used.push(pass.source.clone()),
            Pass::Up(_) | Pass::Down(_) | Pass::Eval => {}
        }
    }
    for val in vals {
        used.extend(lowered.inputs(program, val).into_iter().map(|(_, (name, _))| name));
        let params = || of.params.iter().map(|(name, ty)| (name, *ty));
        let rows = program.goes_through(val).into_iter().filter_map(|(space, _)| program.known_by(space, params()));
        used.extend(rows.map(|(name, _)| name.clone()));
    }
    for (name, ty) in &of.params {
        if !super::is_structural(program, *ty) && !of.is_runtime(name) && !used.contains(name) {
            unused_name(name, errors);
        }
    }
}

fn unused_name(name: &Ident, errors: &mut Errors) {
    if !name.to_string().starts_with('_') {
        errors.push(name.span(), format!("`{name}` is used by nothing"), format!("remove it, or call it `_{name}`"));
    }
}

/// A constant is there before any space is.
pub fn constants(program: &Program<'_>, errors: &mut Errors) {
    for it in &program.consts {
        let mut spaces = Vec::new();
        program.expression_goes_through(it.value, &mut spaces);
        for (space, at) in spaces {
            let text = format!("how many rows `{}` has, is not known to a constant", program.spaces[space].name);
            errors.push(at, text, "compute it in a val");
        }
    }
}

/// The default of a join that is known is its unit: a row that gets it joined with others keeps theirs.
pub fn units(program: &Program<'_>, errors: &mut Errors) {
    for val in &program.vals {
        let (Some(default), Some(Join::Builtin(join))) = (val.default, &val.join) else { continue };
        // That was reported.
        if reduces(default) {
            continue;
        }
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
