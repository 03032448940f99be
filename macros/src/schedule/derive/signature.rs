//! What a function takes and returns that implements a derivative of a function of values.

use crate::schedule::{
    elaborate::{Fn, Program},
    errors::{Errors, ends, nearest},
    typed::{Kindred, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span};

/// What the function that implements a derivative takes.
pub struct Signature {
    /// Of the val's parameters.
    pub names: Vec<Ident>,
    /// By which of them derivatives are wanted.
    pub by: Vec<bool>,
    /// The factor of all derivatives, or the tangents.
    pub extra: Vec<Ident>,
}

impl Signature {
    pub fn read(program: &Program<'_>, of: &Fn<'_>, val: ValId, reverse: bool, errors: &mut Errors) -> Option<Self> {
        let spec = of.head.impls.first()?;
        let it = &program.vals[val];
        let (types, span) = (&program.types, spec.name.span());
        let mut error = |span: Span, text: String, help: String| {
            errors.push(span, text, help);
            None
        };
        if it.sort.is != Kindred::Function {
            let text = format!("`{}` of a row is not computed from its children", it.name);
            return error(span, text, "derivatives are of vals of `bottom_up`, and of functions of values".into());
        }
        let value = types.show(it.value);
        if !types.is_float(it.value) {
            let text = format!("the value of `{}` is `{value}`, and derivatives are of floats", it.name);
            return error(span, text, "make it a float: `… as f64`".into());
        }
        let known: Vec<String> = it.params.iter().map(|&id| program.locals[id].name.to_string()).collect();
        let floats: Vec<bool> = it.params.iter().map(|&id| is_differentiable(program, program.locals[id].ty)).collect();
        for name in &spec.by {
            match known.iter().position(|known| name == known) {
                Some(at) if floats[at] => {}
                Some(at) => {
                    let ty = types.show(program.locals[it.params[at]].ty);
                    let text = format!("`{name}` is `{ty}`: there is no derivative by it");
                    return error(name.span(), text, "derivatives are by floats, and by columns of floats".into());
                }
                None => {
                    let help = nearest(&name.to_string(), known.iter().map(String::as_str), "parameter");
                    return error(name.span(), format!("`{}` has no parameter `{name}`", it.name), help);
                }
            }
        }
        let by: Vec<bool> = floats
            .iter()
            .zip(&known)
            .map(|(&float, name)| float && (spec.by.is_empty() || spec.by.iter().any(|by| by == name)))
            .collect();
        if !by.contains(&true) {
            let text = format!("no parameter of `{}` is a float, or a column of floats", it.name);
            return error(span, text, "there is nothing to differentiate by: implement the val itself".into());
        }
        // The val's parameters, then what the derivative takes.
        let wanted: Vec<(String, String)> = it
            .params
            .iter()
            .map(|&id| (program.locals[id].name.to_string(), types.show(program.locals[id].ty)))
            .collect();
        let tangents =
            wanted.iter().zip(&by).filter(|(_, by)| **by).map(|((name, ty), _)| (format!("{name}_dot"), ty.clone()));
        let extra: Vec<(String, String)> = match reverse {
            true if of.params.len() > wanted.len() => vec![("seed".to_owned(), value.clone())],
            true => Vec::new(),
            false => tangents.collect(),
        };
        let all: Vec<&(String, String)> = wanted.iter().chain(&extra).collect();
        for (at, (name, ty)) in of.params.iter().enumerate() {
            let Some((wanted, wanted_ty)) = all.get(at) else {
                let what = if reverse {
                    "the val's parameters, and a factor"
                } else {
                    "the val's parameters, and their tangents"
                };
                return error(
                    name.span(),
                    format!("`{}` takes {what}: this is one more", of.head.name),
                    "remove it".into(),
                );
            };
            let is = types.show(*ty);
            if types.is_error(*ty) {
                return None;
            }
            if is != *wanted_ty {
                let text = format!("`{wanted_ty}` is wanted here, for `{wanted}`, and this is `{is}`");
                return error(name.span(), text, "the parameters are those of the val, in its order".into());
            }
        }
        if let Some((name, ty)) = all.get(of.params.len()) {
            let reference = if ty.starts_with("Data") { "&" } else { "" };
            let text = format!("a parameter for `{name}` is missing");
            return error(of.head.name.span(), text, format!("add `{name}: {reference}{ty}`"));
        }
        let result = match reverse {
            true => {
                let parts: Vec<&str> =
                    wanted.iter().zip(&by).filter(|(_, by)| **by).map(|(it, _)| it.1.as_str()).collect();
                match parts[..] {
                    [one] => format!("({value}, {one})"),
                    _ => format!("({value}, ({}))", parts.join(", ")),
                }
            }
            false => format!("({value}, {value})"),
        };
        error_of_result(program, of, &result, reverse, errors)?;
        let names = of.params.iter().map(|(name, _)| name.clone());
        let mut names: Vec<Ident> = names.collect();
        let extra = names.split_off(wanted.len());
        Some(Signature { names, by, extra })
    }
}

/// Is it a float, or a column of floats?
pub fn is_differentiable(program: &Program<'_>, ty: Ty) -> bool {
    match *program.types.shape(ty) {
        Shape::Float(_) => true,
        Shape::Column(_, of) => is_differentiable(program, of),
        _ => false,
    }
}

/// Does the function return this?
pub fn error_of_result(
    program: &Program<'_>,
    of: &Fn<'_>,
    result: &str,
    reverse: bool,
    errors: &mut Errors,
) -> Option<()> {
    if program.types.is_error(of.result) {
        return None;
    }
    if program.types.show(of.result) == result {
        return Some(());
    }
    let what = if reverse { "its value and its derivatives" } else { "its value and its tangent" };
    let text = format!("this function returns {what}, which is `{result}`");
    let (first, last) = ends(&of.head.result);
    errors.between(first, last, text, format!("write `-> {result}`"));
    None
}
