//! The implementations of `SaveNode` and `LoadNode`, and of `LoadPayload`.

use crate::{
    emit::{pattern, pooled},
    model::{Field, Model, Sort},
    payload::bounded,
};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{Data, DeriveInput, Generics, Ident, Type, ext::IdentExt, parse_quote};

/// Records of a language.
pub fn node(model: &Model<'_>, columns: &TokenStream) -> TokenStream {
    let Model { name, lang, variants, .. } = model;
    let payloads = variants.iter().flat_map(|variant| &variant.fields);
    let payloads = distinct(payloads.filter(|field| matches!(field.sort, Sort::Payload)).map(|field| field.ty));
    let others = model.others();
    let mut bounded = others.clone();
    for ty in model.generic_payloads() {
        bounded.make_where_clause().predicates.push(parse_quote!(#ty: #columns::Payload));
    }
    let (impl_others, of_others, bounds) = bounded.split_for_impl();
    let of_save = model.arguments(&quote!('_), &quote!(__Child));
    let saves = variants.iter().map(|variant| {
        let pattern = pattern(name, variant);
        let fields = variant.fields.iter().map(|Field { binding, sort, .. }| match sort {
            Sort::Child => quote!(to.push(#columns::record::Leaf::Child(row(#binding)));),
            Sort::Children(_) => {
                quote!(for child in #binding { to.push(#columns::record::Leaf::Child(row(child))); })
            }
            Sort::List => quote!(to.push(#columns::record::Leaf::List(#binding.iter().map(&mut row).collect()));),
            Sort::Payload => quote!(#columns::Payload::save(#binding, to);),
        });
        quote!(#pattern => { #(#fields)* })
    });

    let Known { generics, places } = known(&bounded, &payloads, columns);
    let (impl_load, _, load_bounds) = generics.split_for_impl();
    let last = variants.len() - 1;
    let loads = variants.iter().enumerate().map(|(code, variant)| {
        let pooled = pooled(variant, columns);
        let number = code as u8;
        // The last arm takes all codes that are left; what it writes is a node of its operator.
        let arm = if code == last { quote!(_) } else { quote!(#number) };
        let fields = variant.fields.iter().map(|Field { sort, ty, .. }| match sort {
            Sort::Child => quote!(let row = from.child()?; to.word(row);),
            Sort::Children(count) => quote!(for _ in 0..#count { let row = from.child()?; to.word(row); }),
            Sort::List => quote! {
                let rows = from.list()?;
                to.word(rows.len() as u32);
                for &row in rows { to.word(row); }
            },
            Sort::Payload => quote! {
                let payload = <#ty as #columns::record::LoadPayload<__Known, _>>::load(known, from)?;
                #columns::Payload::put(payload, to);
            },
        });
        quote!(#arm => { to.operator(#number, #pooled); #(#fields)* })
    });
    quote! {
        impl #impl_others #columns::record::SaveNode for #lang #of_others #bounds {
            #[allow(unused_mut, unused_variables)]
            fn save<__Child: #columns::Child>(
                node: #name #of_save,
                to: &mut ::std::vec::Vec<#columns::record::Leaf>,
                mut row: impl ::core::ops::FnMut(__Child) -> u32,
            ) {
                match node { #(#saves)* }
            }
        }

        // SAFETY: B3 and B5: the fields are written in the order, and with the words, of `encode`; children come from `from`, and
        // payloads are values, which `put` writes.
        #[allow(clippy::undocumented_unsafe_blocks)]
        unsafe impl #impl_load #columns::record::LoadNode<__Known, (#(#places,)*)> for #lang #of_others #load_bounds {
            #[allow(unused_variables)]
            fn load<__Reader: #columns::record::Reader>(
                op: u8,
                known: &__Known,
                from: &mut __Reader,
                to: &mut #columns::private::Encoder<'_>,
            ) -> ::core::result::Result<(), __Reader::Error> {
                match op { #(#loads)* }
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// `Payload::save`, and the implementation of `LoadPayload`.
pub fn payload(input: &DeriveInput, columns: &TokenStream) -> (TokenStream, TokenStream) {
    let name = &input.ident;
    let bounded = bounded(input, columns);
    let (types, save, load) = match &input.data {
        Data::Enum(data) => {
            let names: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
            let texts: Vec<_> = names.iter().map(|name| name.unraw().to_string()).collect();
            let numbers: Vec<_> = (0..names.len() as u32).collect();
            let arms = names.iter().enumerate().map(|(at, name)| match at + 1 == names.len() {
                // `Reader::name` gives a place among the names.
                true => quote!(_ => Self::#name),
                false => quote!(#at => Self::#name),
            });
            let save = quote! {
                to.push(match self { #(Self::#names => #columns::record::Leaf::Name(#texts, #numbers)),* });
            };
            (Vec::new(), save, quote!(match from.name(&[#(#texts),*])? { #(#arms),* }))
        }
        Data::Struct(data) => {
            let types: Vec<_> = data.fields.iter().map(|field| &field.ty).collect();
            let members: Vec<_> = data.fields.members().collect();
            let save = quote!(#(#columns::Payload::save(self.#members, to);)*);
            let load = quote!(Self {
                #(#members: <#types as #columns::record::LoadPayload<__Known, _>>::load(known, from)?),*
            });
            (distinct(types.into_iter()), save, load)
        }
        // Refused by `payload::derive`.
        Data::Union(_) => return (TokenStream::new(), TokenStream::new()),
    };
    let (_, arguments, _) = input.generics.split_for_impl();
    let Known { generics, places } = known(&bounded, &types, columns);
    let (impl_generics, _, bounds) = generics.split_for_impl();
    let save = quote! {
        #[allow(unused_variables)]
        fn save(self, to: &mut ::std::vec::Vec<#columns::record::Leaf>) {
            #save
        }
    };
    let load = quote! {
        impl #impl_generics #columns::record::LoadPayload<__Known, (#(#places,)*)> for #name #arguments #bounds {
            #[allow(unused_variables)]
            fn load<__Reader: #columns::record::Reader>(
                known: &__Known,
                from: &mut __Reader,
            ) -> ::core::result::Result<Self, __Reader::Error> {
                ::core::result::Result::Ok(#load)
            }
        }
    };
    (save, load)
}

/// Each type once: equal ones are loaded in the same way.
fn distinct<'a>(types: impl Iterator<Item = &'a Type>) -> Vec<&'a Type> {
    let mut seen = std::collections::HashSet::new();
    types.filter(|ty| seen.insert(ty.to_token_stream().to_string())).collect()
}

/// What knows other spaces, `__Known`, and a place in it for each payload.
struct Known {
    generics: Generics,
    places: Vec<Ident>,
}

fn known(generics: &Generics, payloads: &[&Type], columns: &TokenStream) -> Known {
    let mut generics = generics.clone();
    let places: Vec<_> = (0..payloads.len()).map(|at| format_ident!("__At{at}")).collect();
    generics.params.push(parse_quote!(__Known));
    for (place, ty) in places.iter().zip(payloads) {
        generics.params.push(parse_quote!(#place));
        let clause = generics.make_where_clause();
        clause.predicates.push(parse_quote!(#ty: #columns::record::LoadPayload<__Known, #place>));
    }
    Known { generics, places }
}
