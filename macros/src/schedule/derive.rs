//! Derivatives of vals that are functions of values: `impls vjp(f)`, reverse mode, and `impls jvp(f)`, forward mode.
//!
//! The parameters of the function are those of the val, in its order. `vjp` returns the value, and its derivatives by the
//! parameters that have one; one more parameter is a factor of all derivatives. `jvp` takes the parameters' tangents after
//! them, and returns the value and its tangent.

mod attribute;
mod chain;
mod flatten;
mod flow;
mod forward;
mod list;
mod map;
mod memory;
mod pattern;
mod reverse;
mod row;
mod row_signature;
mod scope;
mod signature;
mod statement;
mod table;
mod term;
mod terms;
mod visit;
mod writer;

pub use attribute::{Rows, jvp, vjp};
pub use map::{jvp_of_map, vjp_of_map};
pub use row_signature::RowSignature;
pub use terms::Shares;

use super::{
    elaborate::{Fn, Program},
    errors::Errors,
    typed::ValId,
    types::{Shape, SpaceId, Ty},
};
use flow::{Flow, Op, Plain, V};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use signature::Signature;
use std::collections::{BTreeMap, HashMap};
use term::Term;
use visit::RowsOf;
use writer::Writer;

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
    let params = program.vals[val].params.iter().map(|&id| program.locals[id].ty);
    let rows = rows(program, names.iter().zip(params));
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
        let sums = terms::terms(&writer, 0).0.into_iter().filter_map(|v| match writer.flow.values[v].op {
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
fn rows<'n>(program: &Program<'_>, params: impl Iterator<Item = (&'n Ident, Ty)>) -> BTreeMap<SpaceId, RowsOf> {
    let mut rows = BTreeMap::new();
    for (name, ty) in params {
        let (space, is_rows) = match *program.types.shape(ty) {
            Shape::Rows(space) => (space, true),
            Shape::Column(space, _) | Shape::Batch(space) => (space, false),
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
            Op::Reduce(_, it) if it.list.is_some() => &[],
            Op::Groups(space, _, it) if it.list.is_some() => &[*space],
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
