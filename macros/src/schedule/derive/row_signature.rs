//! What a function takes and returns that implements a derivative of a val of rows.

use super::{
    attribute::Rows,
    flow::V,
    row::Read,
    signature::{error_of_result, is_differentiable},
    writer::related,
};
use crate::schedule::{
    elaborate::Program,
    emit::own,
    errors::{Errors, nearest},
    lower::{inputs, is_structural},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::{HashMap, HashSet};

pub struct RowSignature {
    /// The function's parameters by which derivatives are wanted, in the order of the val's.
    pub by: Vec<(Ident, Ty)>,
    /// By the rows' own values, too: how much each of them counts.
    pub by_rows: bool,
    pub given: Given,
}

/// What the function takes besides what the val takes.
pub enum Given {
    /// Each row counts once.
    Nothing,
    /// A factor for each row.
    Factors(Ident),
    /// The row whose derivatives are wanted.
    Row(Ident),
    Tangents(Vec<Ident>),
}

/// A parameter of the function that is one of a val, too.
struct Param {
    name: Ident,
    /// What the val calls it.
    known: String,
    ty: Ty,
    float: bool,
}

impl RowSignature {
    pub fn read(rows: &Rows<'_, '_>, reverse: bool, errors: &mut Errors) -> Option<Self> {
        let (program, of, val) = (rows.program, rows.of, &rows.program.vals[rows.val]);
        let (types, spec) = (&program.types, of.head.impls.first()?);
        let params = params(rows);
        let node = val.params.first().map(|&id| &program.locals[id]);
        let node = node.filter(|local| matches!(types.shape(local.ty), Shape::Node(_))).map(|it| it.name.to_string());
        for name in &spec.by {
            let known = params.iter().find(|param| *name == param.known);
            match known {
                Some(param) if param.float => {}
                Some(param) => {
                    let text = format!("`{name}` is `{}`: there is no derivative by it", types.show(param.ty));
                    errors.push(name.span(), text, "derivatives are by floats, and by columns of floats");
                    return None;
                }
                None if node.as_ref().is_some_and(|node| name == node) => {
                    if !reverse {
                        let text = format!("`{name}` is a node, which has no tangent");
                        errors.push(name.span(), text, "by the values of the rows there is `vjp(…)`");
                        return None;
                    }
                }
                None => {
                    let all = node.iter().map(String::as_str).chain(params.iter().map(|it| it.known.as_str()));
                    let help = nearest(&name.to_string(), all, "parameter");
                    errors.push(name.span(), format!("`{}` has no parameter `{name}`", val.name), help);
                    return None;
                }
            }
        }
        let asked = |name: &String| spec.by.iter().any(|by| by == name);
        let by_rows = node.as_ref().is_some_and(asked);
        let by: Vec<&Param> = params.iter().filter(|it| it.float && (spec.by.is_empty() || asked(&it.known))).collect();
        if by.is_empty() && !by_rows {
            let text = format!("no parameter of `{}` is a float, or a column of floats", val.name);
            let help = match node {
                Some(node) if reverse => {
                    format!("write `vjp({}, {node})` for the derivatives by the values of the rows", val.name)
                }
                _ => "there is nothing to differentiate by: implement the val itself".to_owned(),
            };
            errors.push(spec.name.span(), text, help);
            return None;
        }
        let column = format!("Data<{}, {}>", program.spaces[rows.space].name, types.show(val.value));
        let extra = extra(rows, &params);
        let given = match reverse {
            true => seed(rows, &extra, &column, errors)?,
            false => tangents(rows, &extra, &by, errors)?,
        };
        let mut cotangents: Vec<String> = by.iter().map(|it| types.show(it.ty)).collect();
        if by_rows {
            cotangents.insert(0, column.clone());
        }
        let result = match (reverse, &cotangents[..]) {
            (false, _) => format!("({column}, {column})"),
            (true, [one]) => format!("({column}, {one})"),
            (true, all) => format!("({column}, ({}))", all.join(", ")),
        };
        error_of_result(program, of, &result, reverse, errors)?;
        let by = by.into_iter().map(|it| (it.name.clone(), it.ty)).collect();
        Some(RowSignature { by, by_rows, given })
    }
}

impl RowSignature {
    /// The cotangents of the parameters, before anything is added to them.
    pub fn zeros(&self, program: &Program<'_>) -> TokenStream {
        let declared = self.by.iter().map(|(name, ty)| {
            let (sums, zeros) = (cotangent(name), zeros(program, &name.to_token_stream(), *ty));
            quote!(let mut #sums = #zeros;)
        });
        declared.collect()
    }

    /// The values, and the cotangents.
    pub fn result(&self, value: &Ident) -> TokenStream {
        let by_rows = self.by_rows.then_some(value).into_iter();
        let all: Vec<Ident> = by_rows.chain(self.by.iter().map(|(name, _)| name)).map(cotangent).collect();
        match &all[..] {
            [one] => quote!((#value, #one)),
            all => quote!((#value, (#(#all),*))),
        }
    }

    /// The tangents that are given, of these values.
    pub fn tangents(&self, read: &Read) -> HashMap<V, Ident> {
        let Given::Tangents(tangents) = &self.given else { return HashMap::new() };
        let given = read.inputs.iter().filter_map(|(name, v)| {
            let place = self.by.iter().position(|(by, _)| by == name)?;
            Some((*v, tangents.get(place)?.clone()))
        });
        given.collect()
    }
}

pub fn cotangent(name: &Ident) -> Ident {
    related(name, "ct")
}

pub fn tangent(name: &Ident) -> Ident {
    related(name, "dot")
}

/// Zeros like what a parameter has.
fn zeros(program: &Program<'_>, place: &TokenStream, ty: Ty) -> TokenStream {
    match *program.types.shape(ty) {
        Shape::Column(_, of) if program.types.is_float(of) => quote!(#place.map(|_| 0.0)),
        Shape::Column(_, of) => {
            let x = own("x").to_token_stream();
            let inner = zeros(program, &x, of);
            quote!(#place.map(|#x| #inner))
        }
        _ => quote!(0.0),
    }
}

/// The function's parameters that the vals have: first those of the val itself.
fn params(rows: &Rows<'_, '_>) -> Vec<Param> {
    let mut seen = HashSet::new();
    let vals = std::iter::once(rows.val).chain(rows.vals.iter().copied());
    let inputs = vals.flat_map(|val| inputs(rows.program, rows.of, val));
    let params = inputs.filter_map(|(id, from)| {
        let (name, ty) = from?;
        let known = rows.program.locals[id].name.to_string();
        seen.insert(name.to_string()).then(|| Param { name, known, ty, float: is_differentiable(rows.program, ty) })
    });
    params.collect()
}

/// The others, which belong to the derivative.
fn extra(rows: &Rows<'_, '_>, params: &[Param]) -> Vec<(Ident, Ty)> {
    let is_extra = |(name, ty): &&(Ident, Ty)| {
        !is_structural(rows.program, *ty) && !params.iter().any(|param| param.name == *name)
    };
    rows.of.params.iter().filter(is_extra).cloned().collect()
}

/// What the derivative is of: all rows, each with a factor, or one of them.
fn seed(rows: &Rows<'_, '_>, extra: &[(Ident, Ty)], column: &str, errors: &mut Errors) -> Option<Given> {
    let (program, space) = (rows.program, &rows.program.spaces[rows.space].name);
    let mapped = rows.vals.is_empty();
    let help = format!("add `seed: &{column}`, a factor for each row, or `root: Idx<{space}>`, the row");
    let Some((name, ty)) = extra.first() else {
        // Rows that are mapped have nothing to do with each other.
        if mapped {
            return Some(Given::Nothing);
        }
        let text = format!("of which rows of `{}` are the derivatives wanted?", program.vals[rows.val].name);
        errors.push(rows.of.head.name.span(), text, help);
        return None;
    };
    more(rows, extra, 1, "a factor for each row", errors)?;
    match program.types.shape(*ty) {
        Shape::Error => None,
        Shape::Row(of, _) if *of == rows.space && !mapped => Some(Given::Row(name.clone())),
        Shape::Column(..) if program.types.show(*ty) == column => Some(Given::Factors(name.clone())),
        _ => {
            let text =
                format!("`{column}` is wanted here, a factor for each row, and this is `{}`", program.types.show(*ty));
            let one = if mapped { String::new() } else { format!(", or `{name}: Idx<{space}>` for one row") };
            errors.push(name.span(), text, format!("write `{name}: &{column}`{one}"));
            None
        }
    }
}

fn tangents(rows: &Rows<'_, '_>, extra: &[(Ident, Ty)], by: &[&Param], errors: &mut Errors) -> Option<Given> {
    let types = &rows.program.types;
    for (at, param) in by.iter().enumerate() {
        let wanted = types.show(param.ty);
        let Some((name, ty)) = extra.get(at) else {
            let reference = if wanted.starts_with("Data") { "&" } else { "" };
            let text = format!("a parameter for `{}_dot` is missing", param.name);
            errors.push(rows.of.head.name.span(), text, format!("add `{}_dot: {reference}{wanted}`", param.name));
            return None;
        };
        if types.is_error(*ty) {
            return None;
        }
        if types.show(*ty) != wanted {
            let text = format!(
                "`{wanted}` is wanted here, for the tangent of `{}`, and this is `{}`",
                param.name,
                types.show(*ty)
            );
            errors.push(name.span(), text, "the tangents follow the parameters, in their order");
            return None;
        }
    }
    more(rows, extra, by.len(), "their tangents", errors)?;
    Some(Given::Tangents(extra.iter().map(|(name, _)| name.clone()).collect()))
}

/// A function has no other parameters.
fn more(rows: &Rows<'_, '_>, extra: &[(Ident, Ty)], count: usize, what: &str, errors: &mut Errors) -> Option<()> {
    let Some((name, _)) = extra.get(count) else { return Some(()) };
    let text = format!("`{}` takes what the val takes, and {what}: this is one more", rows.of.head.name);
    let span: Span = name.span();
    errors.push(span, text, "remove it");
    None
}
