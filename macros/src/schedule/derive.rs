//! Derivatives of vals that are functions of values: `impls vjp(f)`, reverse mode, and `impls jvp(f)`, forward mode.
//!
//! The parameters of the function are those of the val, in its order. `vjp` returns the value, and its derivatives by the
//! parameters that have one; one more parameter is a factor of all derivatives. `jvp` takes the parameters' tangents after
//! them, and returns the value and its tangent.

mod chain;
mod flatten;
mod flow;
mod forward;
mod list;
mod reverse;
mod statement;
mod table;
mod term;
mod writer;

pub use reverse::Shares;

use super::{
    elaborate::{Fn, Program},
    errors::{Errors, nearest},
    typed::{Kindred, ValId},
    types::{Shape, SpaceId, Ty},
};
use flow::{Flow, Op, Plain, V};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{BTreeMap, HashMap};
use term::Term;
use writer::{RowsOf, Writer};

/// The body of the function that implements a derivative; `over` is where it is said how the work is shared out.
pub fn body<'a>(
    program: &Program<'a>,
    of: &Fn<'a>,
    val: ValId,
    shares: Shares,
    over: Span,
    errors: &mut Errors,
) -> Option<TokenStream> {
    let spec = of.head.impls.first()?;
    let reverse = spec.derivative.as_ref().is_some_and(|name| name == "vjp");
    let signature = Signature::read(program, of, val, reverse, errors)?;
    let (names, by) = (&signature.names, &signature.by);
    let flow = flatten::flatten(program, val, names, by, errors)?;
    let rows = rows(program, val, names);
    missing_rows(program, &flow, &rows, val, errors)?;
    let mut writer = Writer::new(program, flow, rows);
    writer.lanes = shares.lanes;
    if !reverse {
        let given = writer.flow.params.iter().copied().zip(by).filter(|(_, by)| **by).map(|(v, _)| v);
        let given: HashMap<V, Ident> = given.zip(signature.extra).collect();
        let (statements, value, tangent) = forward::Forward::new(&mut writer, given).root();
        return Some(quote!(#statements (#value, #tangent)));
    }
    if let Some(space) = shares.space {
        let sums = reverse::terms(&writer, 0).0.into_iter().filter_map(|v| match writer.flow.values[v].op {
            Op::Reduce(_, it) if it.space == space => Some(it.row),
            _ => None,
        });
        let sums: Vec<V> = sums.collect();
        if sums.is_empty() {
            let name = &program.spaces[space].name;
            let text = format!("no sum over `{name}` is a term of `{}`", program.vals[val].name);
            let help = "what is shared out are the terms of a sum that the val's value is made of: `sum(… for p in points) + …`";
            errors.push(over, text, help);
            return None;
        }
        if shares.lanes.is_some() {
            for row in sums {
                writer.widen(row);
            }
            of_one_course(&writer.flow, errors)?;
        }
    }
    let seed = match signature.extra.first() {
        Some(name) => Term::atom(name, false),
        None => Term::number("1"),
    };
    let wanted: Vec<V> = writer.flow.params.iter().copied().zip(by).filter(|(_, by)| **by).map(|(v, _)| v).collect();
    let (statements, value) = reverse::Reverse::new(&mut writer, shares).root(seed);
    let cotangents: Vec<TokenStream> = wanted.iter().map(|&v| writer.related(v, "ct").into_token_stream()).collect();
    Some(match &cotangents[..] {
        [one] => quote!(#statements (#value, #one)),
        all => quote!(#statements (#value, (#(#all),*))),
    })
}

/// Several points are computed at once only where they go the same way.
fn of_one_course(flow: &Flow, errors: &mut Errors) -> Option<()> {
    for value in &flow.values {
        let wide = |v: &V| flow.values[*v].wide;
        let differs = match &value.op {
            Op::Plain(Plain::Field(_), _) => false,
            Op::Plain(_, list) => list.iter().any(wide),
            Op::Guard(condition) => wide(condition),
            Op::Choice(choice) => wide(&choice.on),
            Op::Groups(_, at, _) => wide(at),
            _ => false,
        };
        if differs {
            let text = "this is decided for each point by itself, and points are computed several at a time";
            errors.push(value.span, text, "remove `.vectorize(…)`, or write it with `max`, `min`, `abs`, `clamp`");
            return None;
        }
    }
    Some(())
}

/// By which of the parameters the rows of a space are known.
fn rows(program: &Program<'_>, val: ValId, names: &[Ident]) -> BTreeMap<SpaceId, RowsOf> {
    let mut rows = BTreeMap::new();
    for (&id, name) in program.vals[val].params.iter().zip(names) {
        let (space, is_rows) = match *program.types.shape(program.locals[id].ty) {
            Shape::Rows(space) => (space, true),
            Shape::Column(space, _) => (space, false),
            _ => continue,
        };
        rows.entry(space).or_insert_with(|| RowsOf { name: name.clone(), is_rows });
    }
    rows
}

fn missing_rows(
    program: &Program<'_>,
    flow: &Flow,
    rows: &BTreeMap<SpaceId, RowsOf>,
    val: ValId,
    errors: &mut Errors,
) -> Option<()> {
    for value in &flow.values {
        let spaces: &[SpaceId] = match &value.op {
            Op::Reduce(_, it) | Op::Column(it) => &[it.space],
            Op::Groups(space, _, it) => &[*space, it.space],
            Op::Plain(Plain::Count(space), _) => &[*space],
            _ => &[],
        };
        if let Some(&space) = spaces.iter().find(|space| !rows.contains_key(space)) {
            let (name, val) = (&program.spaces[space].name, &program.vals[val].name);
            let text = format!("how many rows has `{name}`?");
            errors.push(
                value.span,
                text,
                format!("add a parameter to `{val}`, and to this function: `rows: Rows<{name}>`"),
            );
            return None;
        }
    }
    Some(())
}

/// What the function that implements a derivative takes.
struct Signature {
    /// Of the val's parameters.
    names: Vec<Ident>,
    /// By which of them derivatives are wanted.
    by: Vec<bool>,
    /// The factor of all derivatives, or the tangents.
    extra: Vec<Ident>,
}

impl Signature {
    fn read(program: &Program<'_>, of: &Fn<'_>, val: ValId, reverse: bool, errors: &mut Errors) -> Option<Self> {
        let spec = of.head.impls.first()?;
        let it = &program.vals[val];
        let (types, span) = (&program.types, spec.name.span());
        let mut error = |span: Span, text: String, help: String| {
            errors.push(span, text, help);
            None
        };
        if it.sort.is != Kindred::Function {
            let text = format!("`{}` has a value for each row, and derivatives are of functions of values", it.name);
            return error(
                span,
                text,
                "write a val of numbers and columns: `val f(x: f64, ys: Data<s, f64>) -> f64`".into(),
            );
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
        if types.is_error(of.result) {
            return None;
        }
        if types.show(of.result) != result {
            let what = if reverse { "its value and its derivatives" } else { "its value and its tangent" };
            let text = format!("this function returns {what}, which is `{result}`");
            let mut spans = of.head.result.to_token_stream().into_iter().map(|token| token.span());
            let first = spans.next().unwrap_or_else(Span::call_site);
            errors.between(first, spans.last().unwrap_or(first), text, format!("write `-> {result}`"));
            return None;
        }
        let names = of.params.iter().map(|(name, _)| name.clone());
        let mut names: Vec<Ident> = names.collect();
        let extra = names.split_off(wanted.len());
        Some(Signature { names, by, extra })
    }
}

fn is_differentiable(program: &Program<'_>, ty: Ty) -> bool {
    match *program.types.shape(ty) {
        Shape::Float(_) => true,
        Shape::Column(_, of) => is_differentiable(program, of),
        _ => false,
    }
}
