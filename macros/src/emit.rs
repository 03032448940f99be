//! Tables as Rust.

use polarnet_syntax::{
    net::{Agent, Net, Polarity, Signature},
    number::Numbers,
    table::{Row, Table},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// `net!` as an expression: a `Book` of a space of its own.
pub fn expression(table: &Table, holes: &[TokenStream]) -> TokenStream {
    let source = source(&format_ident!("Net"), table);
    let values = values(table.numbers, holes);
    // The values are computed outside of the block, so that they cannot see `Net`.
    quote! {
        match &[#(#values),*] as &[::polarnet::private::Number] {
            values => {
                #[derive(::core::clone::Clone, ::core::marker::Copy)]
                struct Net;
                #source
                ::polarnet::private::Book::<::polarnet::private::Static<Net>>::from_source(values)
            }
        }
    }
}

/// `net!` as an item: a type with a function for each definition that has a signature.
pub fn item(head: &TokenStream, name: &Ident, net: &Net, table: &Table, holes: &[TokenStream]) -> TokenStream {
    let source = source(name, table);
    let values = values(table.numbers, holes);
    let functions = net.defs.iter().filter_map(|def| {
        let at = table.defs.iter().position(|candidate| candidate.name == def.name)?;
        Some(function(&def.name, at as u32, def.signature.as_ref()?, table.numbers))
    });
    let main = table.defs.iter().any(|def| def.name == "main").then(|| {
        quote! {
            /// Reduces `@main`.
            pub fn run(
                runtime: &::polarnet::Runtime,
            ) -> ::core::result::Result<::polarnet::Done, ::polarnet::Error> {
                runtime.run(Self::book())
            }
        }
    });
    quote! {
        #[derive(::core::clone::Clone, ::core::marker::Copy)]
        #head struct #name;
        #source
        impl #name {
            /// The net itself.
            pub fn book() -> &'static ::polarnet::Book<::polarnet::private::Static<#name>> {
                static BOOK: ::std::sync::OnceLock<::polarnet::Book<::polarnet::private::Static<#name>>> =
                    ::std::sync::OnceLock::new();
                BOOK.get_or_init(|| {
                    let values: &[::polarnet::private::Number] = &[#(#values),*];
                    ::polarnet::private::Book::from_source(values)
                })
            }
            #main
            #(#functions)*
        }
    }
}

/// A typed function. `net!` has checked that the definition takes so many arguments; rustc checks their types.
fn function(name: &str, at: u32, signature: &Signature, numbers: Numbers) -> TokenStream {
    let function = Ident::new(name, Span::call_site());
    let names: Vec<_> = signature.parameters.iter().map(|(name, ..)| format_ident!("{name}")).collect();
    let types: Vec<TokenStream> =
        signature.parameters.iter().map(|(_, ty, _)| ty.parse().expect("types were parsed before")).collect();
    let result: TokenStream = signature.result.parse().expect("types were parsed before");
    let numbers = mode(numbers);
    let doc = format!(
        "`@{name}`, applied to its arguments and reduced.\n\n# Errors\n\nA limit of the runtime, or a normal form that \
         is no `{}`.",
        signature.result
    );
    quote! {
        #[doc = #doc]
        pub fn #function(
            runtime: &::polarnet::Runtime,
            #(#names: #types),*
        ) -> ::core::result::Result<#result, ::polarnet::Error> {
            let arguments: &[::polarnet::private::Number] =
                &[#(::polarnet::private::IntoNumber::into_number(#names, #numbers)),*];
            ::polarnet::private::call(runtime, Self::book(), #at, arguments)
        }
    }
}

fn values(numbers: Numbers, holes: &[TokenStream]) -> Vec<TokenStream> {
    let mode = mode(numbers);
    holes.iter().map(|hole| quote!(::polarnet::private::IntoNumber::into_number(#hole, #mode))).collect()
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
