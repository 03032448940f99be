//! Types of Rust's that only the block names: where it is refused, rustc would call their imports unused.

use super::{language::Language, tree::Block, types::COLUMNS, unknown};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, Type};

/// Words that are types in a block alone.
const WORDS: [&str; 5] = ["Encoder", "Fence", "Event", "BufferSpace", "Result"];

/// A use of each, and of the languages' types.
pub fn types(block: &Block<'_>, languages: &[Language]) -> TokenStream {
    // What is not known to be a space would be looked for in Rust.
    if block.lost_space {
        return TokenStream::new();
    }
    let known = unknown::known(block, languages);
    let own = |name: &str| {
        COLUMNS.contains(&name)
            || WORDS.contains(&name)
            || known.iter().any(|known| known == name)
            || block.consts.iter().map(|it| &it.name).chain(&block.lost).any(|it| it == name)
    };
    let mut found = Vec::new();
    for ty in unknown::written(block).chain(block.fns.iter().filter_map(|it| it.fails.as_ref())) {
        of_rust(ty, &own, &mut found);
    }
    found.retain(|ty| !unknown::is_strange(ty, &known));
    let imported = |it: &&Language| it.path.segments.len() == 1 && it.params.is_empty();
    let all = found.into_iter().map(ToTokens::to_token_stream);
    let all = all.chain(languages.iter().filter(imported).map(|it| it.lang_path().to_token_stream()));
    let all = all.map(|ty| quote!(const _: ::core::marker::PhantomData<#ty> = ::core::marker::PhantomData;));
    all.collect()
}

/// The largest parts of a type in which nothing is the block's.
fn of_rust<'t>(ty: &'t Type, own: &dyn Fn(&str) -> bool, found: &mut Vec<&'t Type>) {
    match ty {
        Type::Reference(to) => of_rust(&to.elem, own, found),
        Type::Paren(of) => of_rust(&of.elem, own, found),
        Type::Group(of) => of_rust(&of.elem, own, found),
        Type::Array(of) => of_rust(&of.elem, own, found),
        Type::Tuple(of) => of.elems.iter().for_each(|ty| of_rust(ty, own, found)),
        Type::Path(path) if !names(ty.to_token_stream(), own) && path.qself.is_none() => found.push(ty),
        Type::Path(path) => {
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(list) = &segment.arguments else { continue };
                // The first may be a space, or a record, that is not there.
                let first = usize::from(
                    segment.ident != "Steps" && segment.ident != "Result" && own(&segment.ident.to_string()),
                );
                for argument in list.args.iter().skip(first) {
                    if let GenericArgument::Type(ty) = argument {
                        of_rust(ty, own, found);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Does one of these stand in it?
fn names(tokens: TokenStream, own: &dyn Fn(&str) -> bool) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(name) => own(&name.to_string()),
        TokenTree::Group(group) => names(group.stream(), own),
        _ => false,
    })
}
