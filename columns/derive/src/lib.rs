//! `derive(Node)` and `derive(Payload)` for the crate `polarnet-columns`, which re-exports them.

mod digest;
mod emit;
mod model;
mod payload;
mod record;

use model::Model;
use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Ident, parse_macro_input};

/// Makes an enum a language of nodes: each variant an operator, each field a child or a payload.
///
/// ```
/// use polarnet_columns::{Builder, Child, Idx, List, Node, Space, space};
///
/// /// Real expressions over `I`; `approx` points into a batch of specifications, the space `Spec`.
/// #[derive(Node, Clone, Copy, Debug)]
/// enum Real<'b, Spec: Space, I: Child> {
///     Num(f64),
///     Neg(I),
///     If { test: I, then: I, other: I },
///     Approx(Idx<Spec>, I),
///     Sum(List<'b, I>),
/// }
///
/// # space!(Specs, specs);
/// # let specs = specs.column(vec!["a specification"]);
/// # let spec = specs.check(0).unwrap();
/// space!(Exprs, guard);
/// let mut exprs = Builder::<Exprs, RealLang<Specs>>::new(guard);
/// let one = exprs.add(Real::Num(1.0));
/// let half = exprs.add(Real::Approx(spec, one));
/// let sum = exprs.add(Real::Sum(List::new(&[one, half, one])));
/// let leaves = exprs.freeze().fold(|node: Real<Specs, &u32>| match node {
///     Real::Num(_) => 1,
///     Real::Neg(x) | Real::Approx(_, x) => *x,
///     Real::If { test, then, other } => test + then + other,
///     Real::Sum(terms) => terms.iter().sum(),
/// });
/// assert_eq!(leaves[sum], 3);
/// ```
///
/// * The type parameter `I` stands for the children; another name is told by `#[node(child = J)]`. A field of type `I`,
///   `[I; n]` or `List<'b, I>` is a child, or several. All other fields are payloads: numbers, characters, indices of
///   other spaces, and what derives `Payload`.
/// * The language is a type of its own, `RealLang` for an enum `Real`, or as `#[node(lang = Name)]` says. It has the enum's
///   other type parameters.
/// * Macros are told what the enum is by a macro of its name; `#[node(export)]` makes it known to other crates too.
/// * An enum without lists gets a method `map`, which replaces the children, unless it says `#[node(no_map)]`.
#[proc_macro_derive(Node, attributes(node))]
pub fn derive_node(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let columns = columns();
    let node = |model: Model<'_>| {
        let mut node = emit::node(&model, &columns);
        node.extend(record::node(&model, &columns));
        node.extend(digest::node(&input, &model));
        node
    };
    Model::new(&input).map_or_else(syn::Error::into_compile_error, node).into()
}

/// Makes an enum without fields, or a struct of payloads, a payload of nodes.
///
/// ```
/// use polarnet_columns::{Node, Payload};
///
/// #[derive(Payload, Clone, Copy, Debug)]
/// enum Function { Sin, Cos }
///
/// #[derive(Node, Clone, Copy)]
/// enum Real<I> { Var(u32), Call(Function, I) }
/// ```
#[proc_macro_derive(Payload)]
pub fn derive_payload(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    payload::derive(&input, &columns()).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The crate of columns, as the user's crate knows it: by itself, or as a part of `polarnet`.
fn columns() -> TokenStream {
    let name = |found: FoundCrate, own: &str| match found {
        FoundCrate::Itself => Ident::new(own, Span::call_site()),
        FoundCrate::Name(name) => Ident::new(&name, Span::call_site()),
    };
    if let Ok(found) = crate_name("polarnet-columns") {
        let name = name(found, "polarnet_columns");
        return quote!(::#name);
    }
    match crate_name("polarnet") {
        Ok(found) => {
            let name = name(found, "polarnet");
            quote!(::#name::columns)
        }
        Err(_) => quote!(::polarnet_columns),
    }
}
