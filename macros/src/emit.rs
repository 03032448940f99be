//! Tables as Rust. `root` is the path of the crate `polarnet`.

use crate::{front::Front, function::Function, functions::functions, head::Item, native, tokens::Tokens};
use polarnet_syntax::{
    code::{Code, Step},
    net::{self, Partner, Polarity, Symbol},
    number::{Numbers, Type, WideType},
    table::{Table, rows},
};
use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

/// `net!` as an expression: a `Book` of a space of its own.
pub fn expression(name: &Ident, front: &Front, Tokens { holes, root, .. }: &Tokens<'_>) -> TokenStream {
    let Front { errors, .. } = front;
    let source = source(name, front, root);
    let values = values(front, holes, root);
    // The values are computed outside of the inner block, so that they cannot see its type. A constant of the user's that
    // is called like the local would be a pattern.
    quote! {
        {
            #errors
            #[allow(unused_parens)]
            let __values: &[#root::private::Number] = &[#(#values),*];
            {
                struct #name;
                #source
                #root::private::Book::<#root::private::Static<#name>>::from_source(__values)
            }
        }
    }
}

/// `net!` as an item: a type with a function for each definition that has a signature.
pub fn item(item: &Item, front: &Front, Tokens { holes, root, .. }: &Tokens<'_>) -> TokenStream {
    let Item { head, name, errors: stray, .. } = item;
    let Front { table, functions, main, errors, .. } = front;
    let source = source(name, front, root);
    let values = values(front, holes, root);
    let count = values.len();
    let functions = functions.iter().map(|it| function(it, table, root));
    let run = main.then(|| {
        quote! {
            /// Reduces `@main`.
            #[allow(dead_code)]
            pub fn run(
                runtime: &#root::Runtime,
            ) -> ::core::result::Result<#root::Done, #root::Error> {
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
            pub fn book() -> &'static #root::Book<#root::private::Static<#name>> {
                // Outside of the block, so that the values cannot see its item.
                #[allow(unused_parens)]
                let __values = || -> [#root::private::Number; #count] { [#(#values),*] };
                {
                    static BOOK: #root::private::OnceLock<#root::Book<#root::private::Static<#name>>> =
                        #root::private::OnceLock::new();
                    BOOK.get_or_init(|| #root::private::Book::from_source(&__values()))
                }
            }
            #run
            #(#functions)*
        }
    }
}

/// A typed function. `net!` has checked that the definition takes so many arguments; rustc checks their types.
fn function(function: &Function, table: &Table, root: &TokenStream) -> TokenStream {
    let Function { def, docs, name, parameters, result, gives, wrong } = function;
    // Of a table with errors nothing is called.
    let at = table.defs.iter().position(|candidate| candidate.name == *def).unwrap_or(0) as u32;
    let numbers = mode(table.numbers, root);
    // A wrong signature may have one name twice, so the parameters of what stands for it have none.
    let unnamed = (0..parameters.len()).map(|at| Ident::new(&format!("_{at}"), Span::mixed_site()));
    let names: Vec<Ident> = match wrong {
        true => unnamed.collect(),
        false => parameters.iter().map(|(name, _)| name.clone()).collect(),
    };
    let types: Vec<&TokenStream> = parameters.iter().map(|(_, ty)| ty).collect();
    let blank = if docs.is_empty() { "" } else { "\n\n" };
    let doc = format!(
        "{blank}`@{def}`, applied to its arguments and reduced.\n\n# Errors\n\nA limit of the runtime, or a normal form that \
         is no `{gives}`."
    );
    let body = match wrong {
        true => quote!(::core::unimplemented!()),
        // No parameter is called like `runtime`.
        false => quote_spanned! {Span::mixed_site()=>
            #root::private::call::<_, #result>(
                runtime,
                Self::book(),
                #at,
                &[#(<#types as #root::private::IntoNumber>::into_number(#names, #numbers)),*],
            )
        },
    };
    let runtime = Ident::new(if *wrong { "_runtime" } else { "runtime" }, Span::mixed_site());
    quote_spanned! {Span::mixed_site()=>
        #docs
        #[doc = #doc]
        pub fn #name(
            #runtime: &#root::Runtime,
            #(#names: #types),*
        ) -> ::core::result::Result<#result, #root::Error> {
            #body
        }
    }
}

/// The Rust values as numbers. What is wrong with one is shown at its place.
fn values(front: &Front, holes: &[TokenStream], root: &TokenStream) -> Vec<TokenStream> {
    let mode = mode(front.table.numbers, root);
    let value = |(number, hole): (u32, &TokenStream)| {
        let place = Span::mixed_site().located_at(hole.span());
        let root: TokenStream = root.clone().into_iter().map(|token| located_at(token, place)).collect();
        // Of whichever type; but it is used.
        let used = front.refused.contains(&number).then(|| quote_spanned!(place=> let _ = &#hole;));
        match used.is_some() || front.misread.contains(&number) {
            false => quote_spanned!(place=> #root::private::IntoNumber::into_number(#hole, #mode)),
            true => quote_spanned!(place=> { #used #root::private::IntoNumber::into_number(0_u32, #mode) }),
        }
    };
    (0..).zip(holes).map(value).collect()
}

/// The token, resolved as it is, but shown at `place`.
fn located_at(mut token: TokenTree, place: Span) -> TokenTree {
    token.set_span(token.span().located_at(place));
    token
}

fn source(name: &Ident, front: &Front, root: &TokenStream) -> TokenStream {
    let table = &front.table;
    let numbers = mode(table.numbers, root);
    let rows = multiline(&rows::write(&table.rows, &table.defs));
    let holes = table.holes.iter().map(|(row, value)| quote!((#row, #value)));
    let lists = table.lists.0.iter();
    let agents = table.agents.iter().map(|agent| {
        let (name, polarity, ports) = (&*agent.name, sign(agent.sign), agent.ports.iter().map(|&port| sign(port)));
        let numbers = agent.numbers.iter().map(|&(port, ty)| {
            let ty = ty_of(ty);
            quote!((#port, #ty))
        });
        let pairs = agent.pairs.iter().map(|&(port, ty)| {
            let ty = wide_ty_of(ty);
            quote!((#port, #ty))
        });
        let linear = agent.linear;
        quote!(agent(#name, #polarity, &[#(#ports),*], &[#(#numbers),*], &[#(#pairs),*], #linear))
    });
    let rules = table.rules.iter().map(|rule| {
        let net::Rule { actor: Symbol(actor), partner, guard, native, values } = &rule.rule;
        let partner = match partner {
            Partner::Agent(Symbol(value)) => quote!(agent_partner(#value)),
            Partner::Number(ty) => {
                let ty = ty_of(*ty);
                quote!(Partner::Number(#ty))
            }
            Partner::Era => quote!(Partner::Era),
            Partner::Dup(None) => quote!(Partner::Dup(None)),
            Partner::Dup(Some(label)) => quote!(Partner::Dup(Some(#label))),
        };
        let guard = guard.as_ref().map_or_else(
            || quote!(None),
            |guard| {
                let guard = code(guard);
                quote!(Some(#guard))
            },
        );
        let native = native.as_ref().map_or_else(|| quote!(None), native::data);
        let (values, def) = (values.iter().map(code), rule.def);
        quote!(rule(
            #actor,
            #partner,
            #guard,
            #native,
            {
                // Values with destructors cannot be borrowed for ever by an expression.
                const VALUES: &[#root::private::Code] = &[#(#values),*];
                VALUES
            },
            #def
        ))
    });
    let functions = functions(front, root);
    let natives = native::functions(front, root);
    quote! {
        // SAFETY: what the functions are made of is this table.
        unsafe impl #root::private::Source for #name {
            #functions
            const ROWS: &'static ::core::primitive::str = #rows;
            // The user's Rust stands outside of the block with names of ours.
            const TABLE: #root::private::Table = {
                #(#natives)*
                {
                #[allow(unused_imports)]
                use #root::private::{Polarity::{Negative, Positive}, Option::{None, Some}, Partner, Type, Op, WideOp, WideType, agent, agent_partner, apply, cast, code, convert, high, known, literal, low, narrow, not, native, number, rule, wide, widen};
                const LISTS: &[::core::primitive::u32] = &[#(#lists),*];
                const AGENTS: &[#root::private::TableAgent] = &[#(#agents),*];
                const RULES: &[#root::private::TableRule] = &[#(#rules),*];
                #root::private::table(#numbers, LISTS, AGENTS, RULES, &[#(#holes),*])
                }
            };
        }
    }
}

/// A text as a literal of as many lines.
fn multiline(text: &str) -> Literal {
    let literal = format!("r\"\n{text}\"");
    literal.parse().unwrap_or_else(|_| Literal::string(text))
}

pub fn ty_of(ty: Type) -> TokenStream {
    let name = quote::format_ident!("{ty:?}");
    quote!(Type::#name)
}

fn wide_ty_of(ty: WideType) -> TokenStream {
    let name = quote::format_ident!("{ty:?}");
    quote!(WideType::#name)
}

/// What a rule computes.
fn code(code: &Code) -> TokenStream {
    let steps = code.0.iter().map(|step| match *step {
        Step::Known(at) => quote!(known(#at)),
        Step::Literal(number) => {
            let (kind, bits) = (number.kind(), number.bits());
            quote!(literal(number(#kind, #bits)))
        }
        Step::Apply(op) => {
            let op = quote::format_ident!("{op:?}");
            quote!(apply(Op::#op))
        }
        Step::Cast(ty) => {
            let ty = ty_of(ty);
            quote!(cast(#ty))
        }
        Step::Not => quote!(not()),
        Step::Wide(ty, op) => {
            let (ty, op) = (wide_ty_of(ty), quote::format_ident!("{op:?}"));
            quote!(wide(#ty, WideOp::#op))
        }
        Step::Widen(ty) => {
            let ty = wide_ty_of(ty);
            quote!(widen(#ty))
        }
        Step::Narrow(from, to) => {
            let (from, to) = (wide_ty_of(from), ty_of(to));
            quote!(narrow(#from, #to))
        }
        Step::Convert(from, to) => {
            let (from, to) = (wide_ty_of(from), wide_ty_of(to));
            quote!(convert(#from, #to))
        }
        Step::Low => quote!(low()),
        Step::High => quote!(high()),
    });
    quote!(code(&[#(#steps),*]))
}

fn sign(polarity: Polarity) -> TokenStream {
    match polarity {
        Polarity::Positive => quote!(Positive),
        Polarity::Negative => quote!(Negative),
    }
}

pub fn mode(numbers: Numbers, root: &TokenStream) -> TokenStream {
    match numbers {
        Numbers::Native => quote!(#root::private::Numbers::Native),
        Numbers::Hvm24 => quote!(#root::private::Numbers::Hvm24),
    }
}
