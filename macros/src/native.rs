//! Blocks of Rust in rules, as functions.
//!
//! Of each block there are two functions: one with the user's names, types and tokens, which rustc checks, and one that the
//! runtime calls, which takes the numbers from where they are known and puts the results where they belong.

use crate::{emit, front::Front, origin::Origin, tokens::Tokens};
use polarnet_syntax::{
    native::{Block, Native},
    number::{AnyType, Numbers, Type, WideType},
    span::Span as Place,
};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

/// A block of Rust, and what it computes from what.
pub struct NativeRule {
    /// Its number among the blocks: [`Native::block`] says it of a rule.
    pub block: u32,
    /// What it sees: the name, the type, and the place among the known numbers of the rule.
    pub inputs: Vec<(Ident, AnyType, u32)>,
    /// The types of what it gives. Values know it after the numbers that were matched.
    pub results: Vec<AnyType>,
    /// Where that is declared: the first token and the last.
    pub place: [Span; 2],
    /// The user's tokens, with their brackets.
    pub body: Group,
}

impl NativeRule {
    /// The block of a rule that the front end has read.
    pub fn new(block: &Block, tokens: &Tokens<'_>) -> Option<Self> {
        // The name is the last token there.
        let name = |place: Place| tokens.ident(Place::new(place.hi - 1, place.hi));
        Some(NativeRule {
            block: block.block,
            inputs: block.inputs.iter().filter_map(|input| Some((name(input.span)?, input.ty, input.known))).collect(),
            results: block.results.clone(),
            place: match tokens.stream(block.span).into_iter().next() {
                Some(TokenTree::Group(group)) => [group.span(); 2],
                _ => tokens.spans(block.span),
            },
            body: tokens.blocks.get(block.block as usize)?.clone(),
        })
    }

    /// The name of the function of the user's tokens.
    pub fn name(&self) -> Ident {
        format_ident!("__rust_{}", self.block, span = Span::call_site().located_at(self.place[0]))
    }
}

/// The functions of all blocks.
pub fn functions<'f>(front: &'f Front, root: &'f TokenStream) -> impl Iterator<Item = TokenStream> + 'f {
    front.natives.iter().map(move |native| function(native, front.table.numbers, root))
}

fn function(native: &NativeRule, numbers: Numbers, root: &TokenStream) -> TokenStream {
    let (name, call, body) = (native.name(), call(native.block), &native.body);
    let mode = emit::mode(numbers, root);
    let inputs = native.inputs.iter().map(|(name, ty, _)| {
        let (name, ty) = (parameter(name), rust_type(*ty, [name.span(); 2]));
        quote!(#[allow(unused_variables)] #name: #ty)
    });
    let known = native.inputs.iter().map(|&(_, ty, at)| {
        let (of, at) = (format_ident!("known_{}", letter(ty)), at as usize);
        match ty {
            AnyType::Number(_) => quote!(#root::private::#of(__known[#at], #mode)),
            AnyType::Wide(_) => quote!(#root::private::#of(__known[#at], __known[#at + 1])),
        }
    });
    let types: Vec<_> = native.results.iter().map(|&ty| rust_type(ty, native.place)).collect();
    let result = match &types[..] {
        [one] => one.clone(),
        _ => quote_spanned!(native.place[0]=> (#(#types),*)),
    };
    let names: Vec<_> = (0..types.len()).map(|at| format_ident!("__result_{at}")).collect();
    let given = native.results.iter().zip(&names).map(|(&ty, name)| match ty {
        AnyType::Number(_) => quote!([#root::private::IntoNumber::into_number(#name, #mode)]),
        AnyType::Wide(_) => {
            let of = format_ident!("given_{}", letter(ty));
            quote!(#root::private::#of(#name))
        }
    });
    let (mut place, mut puts) = (0, Vec::new());
    for (given, ty) in given.zip(&native.results) {
        let end = place + ty.places();
        puts.push(quote!(__results[#place..#end].copy_from_slice(&#given);));
        place = end;
    }
    // Passes may have removed the rule: its block is checked all the same.
    quote! {
        #[allow(dead_code, clippy::too_many_arguments, clippy::type_complexity, clippy::unused_unit)]
        fn #name(#(#inputs),*) -> #result #body
        #[allow(dead_code, unused_parens, unused_variables, clippy::let_unit_value)]
        fn #call(__known: &[#root::private::Number], __results: &mut [#root::private::Number]) {
            let (#(#names),*) = #name(#(#known),*);
            #(#puts)*
        }
    }
}

/// A number's name in Rust: a word of Rust is a raw one, if it can be.
fn parameter(name: &Ident) -> Ident {
    let text = name.to_string();
    match (syn::parse_str::<Ident>(&text), text.as_str()) {
        (Ok(_), _) => name.clone(),
        (Err(_), "self" | "Self" | "super" | "crate") => format_ident!("_{name}"),
        (Err(_), word) => Ident::new_raw(word, name.span()),
    }
}

/// What the table says of it.
pub fn data(native: &Native) -> TokenStream {
    let Native { block, rule, results, .. } = native;
    let (call, results) = (call(*block), results.iter().map(|&ty| emit::ty_of(ty)));
    quote!(Some(native(#block, #rule, &[#(#results),*], #call)))
}

/// The name of the function that the runtime calls.
fn call(block: u32) -> Ident {
    format_ident!("__call_{block}")
}

fn rust_type(ty: AnyType, [first, last]: [Span; 2]) -> TokenStream {
    let name = Ident::new(ty.name(Numbers::Native), Span::call_site().located_at(last));
    quote_spanned!(Span::call_site().located_at(first)=> ::core::primitive::#name)
}

fn letter(ty: AnyType) -> &'static str {
    match ty {
        AnyType::Number(Type::U) => "u",
        AnyType::Number(Type::I) => "i",
        AnyType::Number(Type::F) => "f",
        AnyType::Wide(WideType::I) => "wide_i",
        AnyType::Wide(WideType::F) => "wide_f",
    }
}
