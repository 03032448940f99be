//! Functions of rows: with the batches and columns of the pass that calls them.

use super::{Body, Reader, column, rows};
use crate::schedule::{
    elaborate::Program,
    typed::{Kindred, ValId},
    types::Shape,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A parameter that a function gets from the pass.
pub struct Given {
    name: Ident,
    ty: TokenStream,
    pub argument: TokenStream,
}

impl Body<'_, '_> {
    /// What a function gets from this pass, beside its arguments.
    pub fn given(&self, val: ValId) -> Vec<Given> {
        let program = self.program;
        let mut context = program.context(val);
        for &read in &context.columns {
            if self.lockstep.contains(&read) {
                context.spaces.extend(program.vals[read].sort.is.of());
                if let Kindred::Rewrite { to, .. } = program.vals[read].sort.is {
                    context.spaces.insert(to);
                }
            }
        }
        let mut given = Vec::new();
        for space in context.spaces {
            let (name, lang) = (&program.spaces[space].name, program.lang(space));
            if let Some(builder) = self.builders.get(&space) {
                let ty = quote!(&mut ::polarnet::columns::Builder<#name, #lang>);
                given.push(Given { name: builder.clone(), ty, argument: self.lent(builder, true) });
            } else if let Some(batch) = self.batches.get(&space) {
                let ty = quote!(&::polarnet::columns::Batch<#name, #lang>);
                given.push(Given { name: batch.clone(), ty, argument: quote!(#batch) });
            }
        }
        for read in context.columns {
            let Some(space) = program.vals[read].sort.is.of().map(|space| &program.spaces[space].name) else {
                continue;
            };
            let (name, value) = (column(program, read), program.ty(program.vals[read].value));
            let grows = self.lockstep.contains(&read);
            let ty = match program.types.shape(program.vals[read].value) {
                _ if grows => quote!(&mut ::polarnet::columns::Follower<#space, #value>),
                Shape::Row(to, _) => {
                    let to = &program.spaces[*to].name;
                    quote!(&::polarnet::columns::Mapping<#space, #to>)
                }
                _ => quote!(&::polarnet::columns::Data<#space, #value>),
            };
            let argument = self.lent(&name, grows);
            given.push(Given { name, ty, argument });
        }
        given
    }

    /// A variable of the pass, which a function of it has by reference already.
    pub fn lent(&self, name: &Ident, changed: bool) -> TokenStream {
        match (self.borrowed, changed) {
            (true, _) => quote!(#name),
            (false, true) => quote!(&mut #name),
            (false, false) => quote!(&#name),
        }
    }
}

/// A function of rows, for the pass of this body.
pub fn of_rows(program: &Program<'_>, val: ValId, pass: &Body<'_, '_>) -> TokenStream {
    let of = &program.vals[val];
    let mut body = Body::new(program, Reader::Nothing);
    body.borrowed = true;
    body.enter = pass.enter;
    body.builders.clone_from(&pass.builders);
    body.lockstep.clone_from(&pass.lockstep);
    // Its own batches before those of the pass.
    body.know_batches(of);
    for (&space, batch) in &pass.batches {
        body.batches.entry(space).or_insert_with(|| batch.clone());
    }
    let given = body.given(val);
    let context = program.context(val);
    let types = of.params.iter().map(|&id| program.locals[id].ty).chain([of.value]);
    let columns = context.columns.iter().map(|&read| program.vals[read].value);
    let mut spaces = program.marked(types.chain(columns));
    for &read in &context.columns {
        if let Some(space) = program.vals[read].sort.is.of() {
            spaces[space] = true;
        }
    }
    for space in context.spaces {
        spaces[space] = true;
    }
    let spaces = program.spaces.iter().zip(spaces).filter(|(_, marked)| *marked).map(|(space, _)| &space.name);
    let params = of.params.iter().map(|&id| {
        let local = &program.locals[id];
        let (name, ty) = (&local.name, program.ty(local.ty));
        let reference = program.by_reference(local.ty).then(|| quote!(&));
        quote!(#name: #reference #ty)
    });
    let more = given.iter().map(|Given { name, ty, .. }| quote!(#name: #ty)).chain(program.runtime_parameter(val));
    let (name, result, value) = (&of.name, program.returned(val), body.outcome(of.body, program.reduces(val)));
    let rows = rows::of_function(program, val);
    quote! {
        fn #name<#(#spaces: ::polarnet::columns::Space),*>(#(#params,)* #(#more),*) -> #result { #rows #value }
    }
}
