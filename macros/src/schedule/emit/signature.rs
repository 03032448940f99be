//! The heads of functions: around their bodies, and alone where there was an error.

use super::{
    super::{
        elaborate::{Fn, Nets, Program},
        types::Shape,
    },
    hand, recursion,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The functions without what they do: so that their uses are no second errors.
pub fn stubs(program: &Program<'_>) -> TokenStream {
    let known = |it: &Fn<'_>| {
        let twice = |at: usize| it.params[..at].iter().any(|(name, _)| *name == it.params[at].0);
        // Nor is a language without what it is applied to a type.
        let applied = program
            .spaces
            .iter()
            .all(|space| space.language.is_none_or(|at| program.languages[at].params.len() == space.args.1.len()));
        applied
            && !(0..it.params.len()).any(twice)
            && !it.params.iter().map(|(_, ty)| *ty).chain([it.result]).any(|ty| program.types.is_error(ty))
    };
    let stub = |(at, it): (usize, &Fn<'_>)| match it.body {
        Some(_) => hand::stub(program, at, it),
        None => signature(program, it, &quote!(::core::unreachable!())),
    };
    let records = hand::records(program);
    let stubs = program.fns.iter().enumerate().filter(|(_, it)| known(it)).map(stub);
    stubs.fold(records, |mut all, stub| {
        all.extend(stub);
        all
    })
}

/// The head of a function without a body by hand, around this body.
pub fn signature(program: &Program<'_>, of: &Fn<'_>, body: &TokenStream) -> TokenStream {
    let (attrs, vis, name) = (&of.head.attrs, &of.head.vis, &of.head.name);
    if let Shape::Steps(value) = *program.types.shape(of.result) {
        return recursion::signature(program, of, value, body);
    }
    let spaces = program.spaces_of(of);
    let generics = (!spaces.is_empty()).then(|| quote!(<#(#spaces: ::polarnet::columns::Space),*>));
    let params = of.params.iter().zip(&of.head.params).map(|((name, ty), written)| {
        let rust = matches!(program.types.shape(*ty), Shape::Rust(..));
        let lent = matches!(written.ty, syn::Type::Reference(_)) && !rust;
        let ty = program.ty(*ty);
        let reference = lent.then(|| quote!(&));
        quote!(#name: #reference #ty)
    });
    let mut result = program.ty(of.result);
    let error = of.nets.as_ref().map(|Nets { error, .. }| error).or(of.on.as_ref().map(|on| &on.error));
    if let Some(error) = error {
        result = quote!(::core::result::Result<#result, #error>);
    }
    quote! {
        #(#attrs)*
        #[allow(non_camel_case_types, unused, clippy::all)]
        #vis fn #name #generics (#(#params),*) -> #result { #body }
    }
}
