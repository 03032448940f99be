//! What a language says of itself to other macros: the *digest*.
//!
//! A macro sees the tokens that it is called with, and no enum that is declared elsewhere. So `derive(Node)` declares a
//! macro beside the enum, of its name, which passes the enum's digest on to a macro that the caller names:
//!
//! ```
//! use polarnet_columns::{Child, List, Node};
//!
//! #[derive(Node, Clone, Copy)]
//! enum Math<'b, I: Child> { Num(f64), If { test: I, then: I, other: I }, Tri(u8, [I; 3]), Sum(List<'b, I>), Nil }
//!
//! macro_rules! text {
//!     ({ $($digest:tt)* } $($rest:tt)*) => { (stringify!($($digest)*), stringify!($($rest)*)) };
//! }
//! let (digest, rest) = Math! { { text } what follows };
//! let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
//! assert_eq!(words(rest), "what follows");
//! assert_eq!(
//!     words(digest),
//!     "Math MathLang [] Num { 0 payload { f64 } } If { test child {} then child {} other child {} } \
//!      Tri { 0 payload { u8 } 1 children { 3 } } Sum { 0 list {} } Nil {}",
//! );
//! ```
//!
//! The digest is the enum's name, that of its language, in brackets the language's parameters (commas between), and each
//! operator with its fields in braces. A field is its member, and one of `payload { type }`, `child { }`, `children { n }`,
//! `list { }`.
//!
//! `use path::Math` brings both, type and macro. The macro is known in its crate; `#[node(export)]` exports it, and then the
//! enum stands in a module, not in a function. Where scopes are nested, and there is a macro `Math` in both, rustc does not
//! choose (E0659): the enum whose digest is asked for has a name of its own there, or is named by its path.

use crate::model::{Field, Model, Sort};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use std::hash::{DefaultHasher, Hash, Hasher};
use syn::{DeriveInput, GenericParam, ext::IdentExt};

/// The macro, and its import under the enum's name.
pub fn node(input: &DeriveInput, model: &Model<'_>) -> TokenStream {
    let name = model.name;
    // An enum of this name would shadow the derive that made it.
    if name == "Node" {
        return TokenStream::new();
    }
    let hidden = format_ident!("__polarnet_node_{}_{:016x}", name.unraw(), place(input));
    let (export, vis) = match model.export {
        true => (quote!(#[macro_export]), quote!(pub)),
        false => (quote!(), quote!(pub(crate))),
    };
    let digest = digest(model);
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros)]
        #export
        macro_rules! #hidden {
            ({ $($then:tt)* } $($rest:tt)*) => { $($then)* ! { { #digest } $($rest)* } };
        }

        #[doc(hidden)]
        #[allow(unused_imports)]
        #vis use #hidden as #name;
    }
}

/// A number of the enum's own. Where scopes are nested, each with an enum of the same name, an equal name for the two macros
/// would be ambiguous (E0659).
fn place(input: &DeriveInput) -> u64 {
    let mut hash = DefaultHasher::new();
    input.to_token_stream().to_string().hash(&mut hash);
    let start = input.ident.span().start();
    (start.line, start.column).hash(&mut hash);
    hash.finish()
}

fn digest(model: &Model<'_>) -> TokenStream {
    let Model { name, lang, variants, .. } = model;
    let others = model.others();
    let params = others.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(&param.ident),
        GenericParam::Const(param) => Some(&param.ident),
        GenericParam::Lifetime(_) => None,
    });
    let variants = variants.iter().map(|variant| {
        let name = variant.name;
        let fields = variant.fields.iter().map(|Field { member, sort, ty, .. }| match sort {
            Sort::Child => quote!(#member child {}),
            Sort::Children(count) => quote!(#member children { #count }),
            Sort::List => quote!(#member list {}),
            Sort::Payload => quote!(#member payload { #ty }),
        });
        quote!(#name { #(#fields)* })
    });
    quote!(#name #lang [#(#params),*] #(#variants)*)
}
