//! The implementation of `Payload` for enums without fields and structs of payloads.

use crate::{model::mentions, record};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DataStruct, DeriveInput, Error, Generics, Result, parse_quote};

/// Implements `Payload`.
pub fn derive(input: &DeriveInput, columns: &TokenStream) -> Result<TokenStream> {
    let (words, put, get) = match &input.data {
        Data::Enum(data) => of_enum(input, data)?,
        Data::Struct(data) => of_struct(data, columns),
        Data::Union(data) => {
            return Err(Error::new(
                data.union_token.span,
                "a payload is an enum without fields, or a struct of payloads\n\
                 help: keep the bits: `struct Bits { bits: u32 }`",
            ));
        }
    };
    let (save, load) = record::payload(input, columns);
    let name = &input.ident;
    let generics = bounded(input, columns);
    let (impl_generics, arguments, clause) = generics.split_for_impl();
    Ok(quote! {
        // SAFETY: B5: `get` reads what `put` writes, in the same order.
        #[allow(clippy::undocumented_unsafe_blocks, clippy::multiple_unsafe_ops_per_block)]
        unsafe impl #impl_generics #columns::Payload for #name #arguments #clause {
            const WORDS: usize = #words;

            #[inline(always)]
            #[allow(unused_variables)]
            fn put(self, to: &mut #columns::private::Encoder<'_>) {
                #put
            }

            #save

            #[inline(always)]
            #[allow(unused_variables)]
            unsafe fn get(from: &mut #columns::private::Decoder<'_>) -> Self {
                #get
            }
        }

        #load
    })
}

/// The parameters, and that fields in which they stand are payloads.
pub fn bounded(input: &DeriveInput, columns: &TokenStream) -> Generics {
    let mut generics = input.generics.clone();
    let params: Vec<_> = input.generics.type_params().map(|param| &param.ident).collect();
    if let Data::Struct(data) = &input.data {
        let types = data.fields.iter().map(|field| &field.ty);
        for ty in types.filter(|ty| params.iter().any(|param| mentions(ty, param))) {
            generics.make_where_clause().predicates.push(parse_quote!(#ty: #columns::Payload));
        }
    }
    generics
}

/// The number of the variant, in a word.
fn of_enum(input: &DeriveInput, data: &DataEnum) -> Result<(TokenStream, TokenStream, TokenStream)> {
    if let Some(variant) = data.variants.iter().find(|variant| !variant.fields.is_empty()) {
        let text = "a payload enum has no fields\nhelp: make this a variant of the node, or a struct of payloads";
        return Err(Error::new_spanned(variant, text));
    }
    let Some(last) = data.variants.len().checked_sub(1) else {
        return Err(Error::new(
            input.ident.span(),
            "a payload enum has variants\nhelp: write one for each value: `enum Function { Sin, Cos }`",
        ));
    };
    let names: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let numbers: Vec<_> = (0..names.len() as u32).collect();
    let read = names.iter().zip(&numbers).map(|(name, &number)| match number as usize == last {
        // All other words: there is none.
        true => quote!(_ => Self::#name),
        false => quote!(#number => Self::#name),
    });
    let put = quote!(to.word(match self { #(Self::#names => #numbers),* }));
    // SAFETY, of what is emitted: B5: `put` wrote one word.
    let get = quote!(match unsafe { from.word() } { #(#read),* });
    Ok((quote!(1), put, get))
}

/// The words of the fields, in order.
fn of_struct(data: &DataStruct, columns: &TokenStream) -> (TokenStream, TokenStream, TokenStream) {
    let types: Vec<_> = data.fields.iter().map(|field| &field.ty).collect();
    let members: Vec<_> = data.fields.members().collect();
    let words = quote!(0 #(+ <#types as #columns::Payload>::WORDS)*);
    let put = quote!(#(<#types as #columns::Payload>::put(self.#members, to);)*);
    // SAFETY, of what is emitted: B5: `put` wrote the fields in this order.
    let get = quote!(Self { #(#members: unsafe { <#types as #columns::Payload>::get(from) }),* });
    (words, put, get)
}
