//! A batch into another one, and what is computed while that grows.

use super::{
    Body, Reader,
    attribute::{body, value_needs_braces},
    built, column,
    input::inputs,
    net, own, unused,
};
use crate::schedule::{
    elaborate::Program,
    lower::{Lockstep, Lowered, Rewrite, Step},
    typed::{Kindred, ValId},
    types::SpaceId,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The pass: the new batch and the columns that grow with it, then a row of it for each row.
pub fn pass(program: &Program<'_>, lowered: &Lowered<'_, '_>, step: &Step<'_, '_>, pass: &Rewrite) -> TokenStream {
    let (row, batch, val) = (own("row"), &pass.batch, step.vals[0]);
    let Kindred::Rewrite { to, .. } = program.vals[val].sort.is else { return TokenStream::new() };
    let mut body = body(program, lowered, step, Reader::Rows);
    grows(program, step, pass, &mut body);
    let mut begin = builder(program, to, &pass.guard);
    let mut end = TokenStream::new();
    for it in &pass.lockstep {
        begin.extend(follower(program, lowered, step, pass, to, it));
    }
    let new = built(program, to);
    end.extend(quote!(let #new = #new.freeze();));
    for it in pass.lockstep.iter().filter(|it| it.kept) {
        let (name, fill) = (column(program, it.val), fill(program, it.val, false));
        end.extend(quote!(let #name = #name.finish(&#new, #fill);));
        if let Kindred::Rewrite { to: next, .. } = program.vals[it.val].sort.is {
            let next = built(program, next);
            end.extend(quote!(let #next = #next.freeze();));
        }
    }
    let inputs = inputs(program, lowered, val, &quote!(#row.idx()));
    let fails = program.reduces(val);
    let value = body.outcome(program.vals[val].body, fails);
    let closure = match inputs.is_empty() && !value_needs_braces(&value) {
        true => quote!(|#row| #value),
        false => quote!(|#row| { #inputs #value }),
    };
    let name = column(program, val);
    let filled = match fails {
        true => {
            let types = body.types_or_fail(program.vals[val].value);
            let question = net::question(lowered.of);
            quote!(#batch.try_fill_up #types (#closure) #question)
        }
        false => {
            let ty = program.ty(program.vals[val].value);
            quote!(#batch.fill_up::<#ty>(#closure))
        }
    };
    quote!(#begin let #name = #filled; #end)
}

/// What grows in the pass: the new batch, and what follows it.
pub fn grows(program: &Program<'_>, step: &Step<'_, '_>, pass: &Rewrite, body: &mut Body<'_, '_>) {
    body.enter = if pass.dedup { "add" } else { "push" };
    for val in step.vals.iter().copied().chain(pass.lockstep.iter().map(|it| it.val)) {
        if let Kindred::Rewrite { to, .. } = program.vals[val].sort.is {
            body.builders.insert(to, built(program, to));
        }
    }
    body.lockstep.extend(pass.lockstep.iter().map(|it| it.val));
}

fn builder(program: &Program<'_>, space: SpaceId, guard: &Ident) -> TokenStream {
    let (new, name, lang) = (built(program, space), &program.spaces[space].name, program.lang(space));
    quote!(let mut #new = ::polarnet::columns::Builder::<#name, #lang>::new(#guard);)
}

/// A column of the batch that grows: a follower, and a function that makes a row's value.
fn follower(
    program: &Program<'_>,
    lowered: &Lowered<'_, '_>,
    step: &Step<'_, '_>,
    pass: &Rewrite,
    of: SpaceId,
    it: &Lockstep,
) -> TokenStream {
    let (val, row) = (&program.vals[it.val], own("row"));
    let (name, function, value) = (column(program, it.val), function_of(program, it.val), program.ty(val.value));
    let (space, lang) = (&program.spaces[of].name, program.lang(of));
    let own_step = Step { vals: vec![it.val], pass: crate::schedule::lower::Pass::Eval, program: step.program };
    let mut body = body(program, lowered, &own_step, Reader::Rows);
    body.enter = if pass.dedup { "add" } else { "push" };
    let (mut begin, mut parameter) = (TokenStream::new(), TokenStream::new());
    let mut spaces = vec![space.clone()];
    if let (Kindred::Rewrite { to, .. }, Some(guard)) = (val.sort.is, &it.guard) {
        begin = builder(program, to, guard);
        let (new, to_name, to_lang) = (built(program, to), &program.spaces[to].name, program.lang(to));
        body.builders.insert(to, new.clone());
        body.borrowed = true;
        parameter = quote!(, #new: &mut ::polarnet::columns::Builder<#to_name, #to_lang>);
        spaces.push(to_name.clone());
    }
    for more in program.spaces_in([val.value].into_iter()) {
        if !spaces.contains(more) {
            spaces.push(more.clone());
        }
    }
    let made = body.block(val.body);
    quote! {
        #begin
        let mut #name = ::polarnet::columns::Follower::<#space, #value>::new();
        fn #function<#(#spaces: ::polarnet::columns::Space),*>(
            #row: ::polarnet::columns::Row<'_, '_, #space, #lang, #value>
            #parameter
        ) -> #value {
            #made
        }
    }
}

/// The function of a val that is computed while its batch grows.
fn function_of(program: &Program<'_>, val: ValId) -> Ident {
    unused(program, &format!("{}_of", program.vals[val].name))
}

/// What fills the rows that were added since the last time; `borrowed` says that the batch is a reference there.
pub fn fill(program: &Program<'_>, val: ValId, borrowed: bool) -> TokenStream {
    let (function, row) = (function_of(program, val), own("row"));
    match program.vals[val].sort.is {
        Kindred::Rewrite { to, .. } => {
            let new = built(program, to);
            let lent = (!borrowed).then(|| quote!(&mut));
            quote!(|#row| #function(#row, #lent #new))
        }
        _ => quote!(#function),
    }
}
