//! The ports of agents, and what stands there, as tokens.

use polarnet_syntax::{net::Polarity, number::Type, table::TableAgent};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A port: where it stands, and the type of the number that it holds, if it holds one.
pub type Port = (u32, Option<Type>);

pub fn ports(agent: &TableAgent, sign: Polarity) -> Vec<Port> {
    let ty = |port| agent.numbers.iter().find(|&&(at, _)| at == port).map(|&(_, ty)| ty);
    (0..).zip(&*agent.ports).filter(|&(_, &port)| port == sign).map(|(port, _)| (port, ty(port))).collect()
}

pub fn words(agent: &TableAgent) -> u32 {
    agent.ports.len().max(2) as u32
}

pub fn cells(agent: &TableAgent) -> u32 {
    ports(agent, Polarity::Negative).len() as u32
}

pub fn rust(ty: Option<Type>) -> TokenStream {
    match ty {
        None => quote!(Word),
        Some(Type::U) => quote!(::core::primitive::u32),
        Some(Type::I) => quote!(::core::primitive::i32),
        Some(Type::F) => quote!(::core::primitive::f32),
    }
}

/// What stands in a term slot of a node.
pub fn held(node: &TokenStream, slot: u32, ty: Option<Type>) -> TokenStream {
    let word = quote!(__w.held(#node, #slot));
    ty.map_or(word.clone(), |ty| read(&word, ty))
}

/// The number in a word.
pub fn read(word: &TokenStream, ty: Type) -> TokenStream {
    match ty {
        Type::U => quote!(#word.loc()),
        Type::I => quote!((#word.loc() as ::core::primitive::i32)),
        Type::F => quote!(::core::primitive::f32::from_bits(#word.loc())),
    }
}

pub fn ident(kind: &str, at: u32) -> TokenStream {
    let name = format_ident!("__{kind}{at}");
    quote!(#name)
}
