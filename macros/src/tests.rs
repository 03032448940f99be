//! `net!` in process: what it makes, where its errors point, and that it never panics.

mod fuzz;
mod include;
mod schedule;
mod snapshots;
mod spans;

use crate::expand;
use proc_macro2::{Span, TokenStream, TokenTree};

/// What a source expands to.
fn expansion(source: &str) -> TokenStream {
    expand(source.parse().expect("Rust tokens"))
}

/// The errors in an expansion: where they begin and end, and what they say.
fn errors(expansion: TokenStream) -> Vec<(Span, Span, String)> {
    let mut found = Vec::new();
    let mut streams = vec![expansion];
    while let Some(stream) = streams.pop() {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match (tree, trees.get(at + 2)) {
                (TokenTree::Ident(name), Some(TokenTree::Group(text))) if name == "compile_error" => {
                    let message = syn::parse2::<syn::LitStr>(text.stream()).expect("the message");
                    found.push((name.span(), text.span_close(), message.value()));
                }
                (TokenTree::Group(group), _) => streams.push(group.stream()),
                _ => {}
            }
        }
    }
    found
}
