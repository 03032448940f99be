//! The implementation of `Lang` for an enum.

use crate::model::{Field, Model, Sort, Variant};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Member, ext::IdentExt, spanned::Spanned};

/// The language, its implementation, and `map`.
pub fn node(model: &Model<'_>, columns: &TokenStream) -> TokenStream {
    let Model { name, vis, lang, variants, .. } = model;
    let others = model.others();
    let (impl_others, of_others, clause) = others.split_for_impl();
    let params: Vec<&Ident> = others.type_params().map(|param| &param.ident).collect();
    let mut bounded = others.clone();
    for ty in model.generic_payloads() {
        bounded.make_where_clause().predicates.push(syn::parse_quote!(#ty: #columns::Payload));
    }
    let bounds = &bounded.where_clause;
    let doc = format!("The language of [`{name}`]: what a batch of them is a batch of.");
    let node = model.arguments(&quote!('b), &quote!(__Child));
    let of_encode = model.arguments(&quote!('_), &quote!(__Child));

    let operators = variants.iter().map(|variant| {
        let (text, words) = (variant.name.unraw().to_string(), words(variant, columns));
        let pooled = pooled(variant, columns);
        quote!(#columns::Operator { name: #text, words: #words, pooled: #pooled })
    });
    let encode = variants.iter().enumerate().map(|(code, variant)| {
        let (pattern, code, pooled) = (pattern(name, variant), code as u8, pooled(variant, columns));
        let fields = variant.fields.iter().map(|field| put(field, columns));
        quote!(#pattern => { to.operator(#code, #pooled); #(#fields)* })
    });
    let last = variants.len() - 1;
    let decode = variants.iter().enumerate().map(|(code, variant)| {
        let Variant { name: variant_name, fields } = variant;
        let pooled = pooled(variant, columns);
        let code = arm(code, last);
        let members = fields.iter().map(|field| &field.member);
        let values = fields.iter().map(|field| get(field, columns));
        let fields = match fields.is_empty() {
            true => quote!(),
            // SAFETY, of what is emitted: B5: a row with this operator was stored with that many words.
            false => quote!(let fields = &mut unsafe { stored.fields(#pooled) };),
        };
        quote!(#code => { #fields #name::#variant_name { #(#members: #values),* } })
    });
    let decode_run = variants.iter().enumerate().map(|(code, Variant { name: variant, fields })| {
        let code = arm(code, last);
        let members = fields.iter().map(|field| &field.member);
        let values = fields.iter().map(|field| get(field, columns));
        quote!(#code => for row in rows { f(row, #name::#variant { #(#members: #values),* }); })
    });
    let children = variants.iter().map(|variant| {
        let pattern = pattern(name, variant);
        let visits = variant.fields.iter().map(|Field { binding, sort, .. }| match sort {
            Sort::Child => quote!(f(#binding);),
            Sort::Children(_) | Sort::List => quote!(for child in #binding { f(child); }),
            Sort::Payload => quote!(let _ = #binding;),
        });
        quote!(#pattern => { #(#visits)* })
    });
    let write = variants.iter().map(|variant| {
        let (pattern, text) = (pattern(name, variant), variant.name.unraw().to_string());
        let fields = variant.fields.iter().map(|Field { binding, sort, .. }| match sort {
            Sort::Child => quote!(child(#binding, f)?;),
            Sort::Children(_) | Sort::List => quote!(for each in #binding { child(each, f)?; }),
            Sort::Payload => quote!(::core::write!(f, " {:?}", #binding)?;),
        });
        quote!(#pattern => { f.write_str(#text)?; #(#fields)* })
    });
    let map = map(model);
    quote! {
        #[doc = #doc]
        #vis struct #lang #impl_others (::core::marker::PhantomData<fn() -> (#(#params,)*)>) #clause;

        // SAFETY: B5: `decode` has an arm for each code, which reads the fields in the order in which `encode` writes them.
        #[allow(clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block)]
        unsafe impl #impl_others #columns::Lang for #lang #of_others #bounds {
            type Node<'b, __Child: #columns::Child> = #name #node;

            const OPERATORS: &'static [#columns::Operator] = &[#(#operators),*];

            #[inline(always)]
            #[allow(unused_mut, unused_variables)]
            fn encode<__Child: #columns::Child>(
                node: #name #of_encode,
                to: &mut #columns::private::Encoder<'_>,
                mut row: impl ::core::ops::FnMut(__Child) -> u32,
            ) {
                match node { #(#encode)* }
            }

            #[inline(always)]
            #[allow(unused_variables)]
            unsafe fn decode<'b, __Child: #columns::Child>(
                stored: #columns::private::Stored<'b>,
                from: __Child::From,
            ) -> #name #node {
                match stored.operator() { #(#decode)* }
            }

            #[inline(always)]
            #[allow(unused_variables)]
            unsafe fn decode_run<'b, __Child: #columns::Child>(
                operator: u8,
                fields: &mut #columns::private::Decoder<'b>,
                rows: impl ::core::iter::Iterator<Item = u32>,
                from: __Child::From,
                mut f: impl ::core::ops::FnMut(u32, Self::Node<'b, __Child>),
            ) {
                match operator { #(#decode_run)* }
            }

            #[inline(always)]
            #[allow(unused_mut, unused_variables)]
            fn each_child<__Child: #columns::Child>(node: #name #of_encode, mut f: impl ::core::ops::FnMut(__Child)) {
                match node { #(#children)* }
            }

            #[allow(unused_variables)]
            fn write<__Child: #columns::Child>(
                node: #name #of_encode,
                f: &mut ::core::fmt::Formatter<'_>,
                child: &mut dyn ::core::ops::FnMut(__Child, &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result,
            ) -> ::core::fmt::Result {
                match node { #(#write)* }
                ::core::result::Result::Ok(())
            }
        }

        #map
    }
}

/// `Math::Add { 0: field_0, 1: field_1 }`
pub fn pattern(name: &Ident, Variant { name: variant, fields }: &Variant<'_>) -> TokenStream {
    let members = fields.iter().map(|field| &field.member);
    let bindings = fields.iter().map(|field| &field.binding);
    quote!(#name::#variant { #(#members: #bindings),* })
}

/// The pattern of an operator's code. The last arm takes all codes that are left, of which there is one.
fn arm(code: usize, last: usize) -> TokenStream {
    let number = code as u8;
    if code == last { quote!(_) } else { quote!(#number) }
}

/// How many words an operator's fields take, lists apart: a constant.
fn words(variant: &Variant<'_>, columns: &TokenStream) -> TokenStream {
    let words = variant.fields.iter().map(|Field { ty, sort, .. }| match sort {
        Sort::List => quote!(0),
        Sort::Child => quote!(1),
        Sort::Children(count) => quote!((#count)),
        Sort::Payload => quote!(<#ty as #columns::Payload>::WORDS),
    });
    quote!(0 #(+ #words)*)
}

/// Whether an operator's fields stand in the pool: a constant.
pub fn pooled(variant: &Variant<'_>, columns: &TokenStream) -> TokenStream {
    if variant.fields.iter().any(|field| matches!(field.sort, Sort::List)) {
        return quote!(true);
    }
    let words = words(variant, columns);
    quote!(#words > 2)
}

fn put(Field { binding, sort, ty, .. }: &Field<'_>, columns: &TokenStream) -> TokenStream {
    match sort {
        Sort::Child => quote!(to.word(row(#binding));),
        Sort::Children(_) => quote!(for child in #binding { to.word(row(child)); }),
        Sort::List => quote!(to.list(#binding, &mut row);),
        Sort::Payload => quote_spanned!(ty.span()=> <#ty as #columns::Payload>::put(#binding, to);),
    }
}

fn get(Field { sort, ty, .. }: &Field<'_>, columns: &TokenStream) -> TokenStream {
    match sort {
        // SAFETY, of all that is emitted here: B5: fields are read in the order, and as the types, that `put` wrote.
        Sort::Child => quote!(unsafe { fields.child(from) }),
        Sort::Children(_) => quote!(::core::array::from_fn(|_| unsafe { fields.child(from) })),
        Sort::List => quote!(unsafe { fields.list(from) }),
        Sort::Payload => {
            // SAFETY: B5, as above. The keyword is the derive's, not the user's: their crate may forbid it.
            let call = quote_spanned!(ty.span()=> <#ty as #columns::Payload>::get(fields));
            quote!(unsafe { #call })
        }
    }
}

/// `map`, for enums without lists: a list of other children has no place to stand.
fn map(model: &Model<'_>) -> TokenStream {
    if !model.map || model.has_lists() {
        return TokenStream::new();
    }
    let Model { name, vis, child, .. } = model;
    let (impl_generics, arguments, clause) = model.generics.split_for_impl();
    let new = format_ident!("Other{child}");
    let lifetime = model.lifetime.map_or_else(|| quote!('_), |lifetime| quote!(#lifetime));
    let to = model.arguments(&lifetime, &quote!(#new));
    let bounds = model.generics.type_params().find(|param| param.ident == **child).map(|param| &param.bounds);
    let bounds = bounds.filter(|bounds| !bounds.is_empty()).map(|bounds| quote!(: #bounds));
    let arms = model.variants.iter().map(|variant| {
        let pattern = pattern(name, variant);
        let Variant { name: variant_name, fields } = variant;
        let fields = fields.iter().map(|Field { member, binding, sort, .. }: &Field<'_>| {
            let member: &Member = member;
            match sort {
                Sort::Child => quote!(#member: f(#binding)),
                Sort::Children(_) => quote!(#member: #binding.map(&mut f)),
                Sort::List | Sort::Payload => quote!(#member: #binding),
            }
        });
        quote!(#pattern => #name::#variant_name { #(#fields),* })
    });
    quote! {
        impl #impl_generics #name #arguments #clause {
            /// The same operator and payloads with `f` of each child, from left to right.
            #[allow(unused_mut, dead_code)]
            #[inline(always)]
            #vis fn map<#new #bounds>(self, mut f: impl ::core::ops::FnMut(#child) -> #new) -> #name #to {
                match self { #(#arms),* }
            }
        }
    }
}
