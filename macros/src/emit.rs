//! Tables as Rust.

use crate::{front::Front, function::Function, head::Item};
use polarnet_syntax::{
    net::{Agent, Polarity},
    number::Numbers,
    table::{Row, Table},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// `net!` as an expression: a `Book` of a space of its own.
pub fn expression(name: &Ident, front: &Front, holes: &[TokenStream]) -> TokenStream {
    let Front { table, errors, .. } = front;
    let source = source(name, table);
    let values = values(table.numbers, holes);
    // The values are computed outside of the inner block, so that they cannot see its type.
    quote! {
        {
            #errors
            #[allow(unused_parens)]
            let values: &[::polarnet::private::Number] = &[#(#values),*];
            {
                #[derive(::core::clone::Clone, ::core::marker::Copy)]
                struct #name;
                #source
                ::polarnet::private::Book::<::polarnet::private::Static<#name>>::from_source(values)
            }
        }
    }
}

/// `net!` as an item: a type with a function for each definition that has a signature.
pub fn item(item: &Item, front: &Front, holes: &[TokenStream]) -> TokenStream {
    let Item { head, name, errors: stray, .. } = item;
    let Front { table, functions, main, errors } = front;
    let source = source(name, table);
    let values = values(table.numbers, holes);
    let functions = functions.iter().map(|it| function(it, table));
    let run = main.then(|| {
        quote! {
            /// Reduces `@main`.
            #[allow(dead_code)]
            pub fn run(
                runtime: &::polarnet::Runtime,
            ) -> ::core::result::Result<::polarnet::Done, ::polarnet::Error> {
                runtime.run(Self::book())
            }
        }
    });
    quote! {
        #errors
        #stray
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #head struct #name;
        #source
        impl #name {
            /// The net itself.
            #[allow(dead_code)]
            pub fn book() -> &'static ::polarnet::Book<::polarnet::private::Static<#name>> {
                // Outside of the block, so that the values cannot see its item.
                #[allow(unused_parens)]
                let values = || ::std::vec::Vec::<::polarnet::private::Number>::from([#(#values),*]);
                {
                    static BOOK: ::std::sync::OnceLock<::polarnet::Book<::polarnet::private::Static<#name>>> =
                        ::std::sync::OnceLock::new();
                    BOOK.get_or_init(|| ::polarnet::private::Book::from_source(&values()))
                }
            }
            #run
            #(#functions)*
        }
    }
}

/// A typed function. `net!` has checked that the definition takes so many arguments; rustc checks their types.
fn function(function: &Function, table: &Table) -> TokenStream {
    let Function { def, docs, name, parameters, result, gives } = function;
    // Of a table with errors nothing is called.
    let at = table.defs.iter().position(|candidate| candidate.name == *def).unwrap_or(0) as u32;
    let numbers = mode(table.numbers);
    let names: Vec<&Ident> = parameters.iter().map(|(name, _)| name).collect();
    let types: Vec<&TokenStream> = parameters.iter().map(|(_, ty)| ty).collect();
    let blank = if docs.is_empty() { "" } else { "\n\n" };
    let doc = format!(
        "{blank}`@{def}`, applied to its arguments and reduced.\n\n# Errors\n\nA limit of the runtime, or a normal form that \
         is no `{gives}`."
    );
    // No parameter is called like these locals.
    quote_spanned! {Span::mixed_site()=>
        #docs
        #[doc = #doc]
        pub fn #name(
            runtime: &::polarnet::Runtime,
            #(#names: #types),*
        ) -> ::core::result::Result<#result, ::polarnet::Error> {
            let arguments: &[::polarnet::private::Number] =
                &[#(<#types as ::polarnet::private::IntoNumber>::into_number(#names, #numbers)),*];
            ::polarnet::private::call::<_, #result>(runtime, Self::book(), #at, arguments)
        }
    }
}

/// The Rust values as numbers. What is wrong with one is shown at its place.
fn values(numbers: Numbers, holes: &[TokenStream]) -> Vec<TokenStream> {
    let mode = mode(numbers);
    let value = |hole: &TokenStream| {
        let place = Span::mixed_site().located_at(hole.span());
        quote_spanned!(place=> ::polarnet::private::IntoNumber::into_number(#hole, #mode))
    };
    holes.iter().map(value).collect()
}

fn source(name: &Ident, table: &Table) -> TokenStream {
    let numbers = mode(table.numbers);
    let rows = table.rows.iter().map(row);
    let defs = table.defs.iter().map(|def| {
        let (name, root, end) = (&*def.name, def.root, def.end);
        let redexes = def.redexes.iter().map(|(a, b)| quote!((#a, #b)));
        quote!(::polarnet::private::def(#name, #root, &[#(#redexes),*], #end))
    });
    let holes = table.holes.iter().map(|(row, value)| quote!((#row, #value)));
    quote! {
        impl ::polarnet::private::Source for #name {
            const TABLE: ::polarnet::private::Table = {
                #[allow(unused_imports)]
                use ::polarnet::private::{Agent::*, Polarity::{Negative, Positive}, number, row};
                const ROWS: &[::polarnet::private::Row] = &[#(#rows),*];
                const DEFS: &[::polarnet::private::TableDef] = &[#(#defs),*];
                ::polarnet::private::table(#numbers, ROWS, DEFS, &[#(#holes),*])
            };
        }
    }
}

fn row(row: &Row) -> TokenStream {
    let agent = match row.agent {
        Agent::Wire => quote!(Wire),
        Agent::Era => quote!(Era),
        Agent::Num(n) => {
            let (kind, bits) = (n.kind(), n.bits());
            quote!(Num(number(#kind, #bits)))
        }
        Agent::Ref(def) => quote!(Ref(#def)),
        Agent::Con(a, b) => quote!(Con(#a, #b)),
        Agent::Dup(label, a, b) => quote!(Dup(#label, #a, #b)),
        Agent::Opr(a, b) => quote!(Opr(#a, #b)),
        Agent::Swi(a, b) => quote!(Swi(#a, #b)),
    };
    let polarity = match row.polarity {
        Polarity::Positive => quote!(Positive),
        Polarity::Negative => quote!(Negative),
    };
    let (peer, line, column) = (row.peer, row.place.line, row.place.column);
    quote!(row(#agent, #peer, #polarity, #line, #column))
}

fn mode(numbers: Numbers) -> TokenStream {
    match numbers {
        Numbers::Native => quote!(::polarnet::private::Numbers::Native),
        Numbers::Hvm24 => quote!(::polarnet::private::Numbers::Hvm24),
    }
}
