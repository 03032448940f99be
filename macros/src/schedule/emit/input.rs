//! What a val gets from the function's parameters.

use super::{net, own};
use crate::schedule::{
    elaborate::Program,
    lower::{Lowered, Map, Step},
    typed::{LocalId, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What the other parameters of a val are at this row: values of columns, or the same for all rows.
pub fn inputs(program: &Program<'_>, lowered: &Lowered<'_, '_>, val: ValId, at: &TokenStream) -> TokenStream {
    inputs_but(program, lowered, val, at, &[])
}

/// As [`inputs`], without some parameters.
pub fn inputs_but(
    program: &Program<'_>,
    lowered: &Lowered<'_, '_>,
    val: ValId,
    at: &TokenStream,
    but: &[LocalId],
) -> TokenStream {
    let (mut names, mut values) = (Vec::new(), Vec::new());
    for (id, (from, ty)) in lowered.inputs(program, val).into_iter().filter(|(id, _)| !but.contains(id)) {
        let local = &program.locals[id];
        let by_row = is_by_row(program, local.ty, ty);
        if !by_row && local.name == from {
            continue;
        }
        let copied = program.types.is_copy(local.ty);
        names.push(&local.name);
        values.push(match by_row {
            true if copied => quote!(#from[#at]),
            true => quote!(#from[#at].clone()),
            // What the function owns is lent: the pass visits more rows than one.
            false if copied || is_lent(program, lowered, &from) => quote!(#from),
            false => quote!(&#from),
        });
    }
    // In one `let`: so that none of the names means another one's value.
    match (&names[..], &values[..]) {
        ([], _) => TokenStream::new(),
        ([name], [value]) => quote!(let #name = #value;),
        _ => quote!(let (#(#names),*) = (#(#values),*);),
    }
}

/// Is a parameter of a val given by a column that has a value of it for each row?
fn is_by_row(program: &Program<'_>, wanted: Ty, given: Ty) -> bool {
    matches!(program.types.shape(given), Shape::Column(..)) && !matches!(program.types.shape(wanted), Shape::Column(..))
}

/// Is it a reference, or copied as it is?
fn is_lent(program: &Program<'_>, lowered: &Lowered<'_, '_>, name: &Ident) -> bool {
    let mut params = lowered.of.params.iter().zip(&lowered.of.head.params);
    params.any(|((known, ty), written)| {
        known == name
            && (matches!(written.ty, syn::Type::Reference(_)) || matches!(program.types.shape(*ty), Shape::Rows(_)))
    })
}

pub fn map(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Map) -> TokenStream {
    let (at, val) = (own("at"), &program.vals[step.vals[0]]);
    let name = &val.name;
    let args = lowered.inputs(program, step.vals[0]).into_iter().map(|(id, (from, ty))| {
        let local = &program.locals[id];
        let at = is_by_row(program, local.ty, ty).then(|| quote!([#at]));
        let value = quote!(#from #at);
        given(program, lowered, local.ty, &from, value)
    });
    let (column, runtime) = (&pass.column, program.runtime_of(step.vals[0]));
    let fails = runtime.as_ref().and_then(|_| net::question(lowered.of));
    let args = args.chain(runtime);
    let method = match (&pass.chunk, &fails) {
        (Some(_), None) => own("par_data"),
        (Some(_), Some(_)) => own("par_try_data"),
        (None, None) => own("data"),
        (None, Some(_)) => own("try_data"),
    };
    let chunk = pass.chunk.iter();
    quote!(#column.rows().#method(#(#chunk,)* |#at| #name(#(#args),*)) #fails)
}

/// What a function gets again and again: by reference as it wants it, or another one of what is not copied.
fn given(
    program: &Program<'_>,
    lowered: &Lowered<'_, '_>,
    wanted: Ty,
    from: &Ident,
    value: TokenStream,
) -> TokenStream {
    let lent = is_lent(program, lowered, from);
    match program.by_reference(wanted) {
        true if lent => value,
        true => quote!(&#value),
        false if program.types.is_copy(wanted) || matches!(program.types.shape(wanted), Shape::Rows(_)) => value,
        false => quote!(#value.clone()),
    }
}

/// A function's value: what it takes is its own at last, where the function computes several.
pub fn eval(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>) -> TokenStream {
    let (val, is_last) = (step.vals[0], lowered.steps.last().is_some_and(|last| std::ptr::eq(last, step)));
    let name = &program.vals[val].name;
    let args = lowered.inputs(program, val).into_iter().map(|(id, (from, _))| {
        let wanted = program.locals[id].ty;
        match is_last && !program.by_reference(wanted) {
            true => quote!(#from),
            false => given(program, lowered, wanted, &from, quote!(#from)),
        }
    });
    let runtime = program.runtime_of(val);
    let fails = runtime.as_ref().and_then(|_| net::question(lowered.of));
    let args = args.chain(runtime);
    quote!(#name(#(#args),*) #fails)
}
