//! The crate `polarnet`, as the user's crate knows it.

use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use std::{env, fs, path::Path};
use syn::parse_str;

/// Its path, where no attribute says another: under the name that the user's `Cargo.toml` has for it.
pub fn found() -> TokenStream {
    // `crate_name` asks Cargo where the workspace is, which takes 20 ms.
    if manifest().is_some_and(|manifest| depends_on_polarnet(&manifest)) {
        return quote!(::polarnet);
    }
    let name = match crate_name("polarnet") {
        Ok(FoundCrate::Name(name)) => Ident::new(&name, Span::call_site()),
        // Its own tests, and crates that have it by another one, which has to say so.
        Ok(FoundCrate::Itself) | Err(_) => return quote!(::polarnet),
    };
    quote!(::#name)
}

fn manifest() -> Option<String> {
    fs::read_to_string(Path::new(&env::var_os("CARGO_MANIFEST_DIR")?).join("Cargo.toml")).ok()
}

/// Is there a dependency of this name for all of the crate? Others, for tests or for a target, need not be the only one.
fn depends_on_polarnet(manifest: &str) -> bool {
    let mut table = String::new();
    manifest.lines().any(|line| {
        let line: String = line.split_whitespace().collect();
        if line.starts_with('[') {
            table = line.split('#').next().unwrap_or_default().to_owned();
        }
        let is_key = || line.strip_prefix("polarnet").is_some_and(|rest| rest.starts_with(['=', '.']));
        table == "[dependencies.polarnet]" || table == "[dependencies]" && is_key()
    })
}

/// These tokens, in which paths begin with `root` that began with `::polarnet`.
pub fn at(tokens: TokenStream, root: &TokenStream) -> TokenStream {
    if root.to_string() == quote!(::polarnet).to_string() { tokens } else { renamed(tokens, root) }
}

fn renamed(tokens: TokenStream, root: &TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
    let begins = |at: usize| {
        let goes_on = at > 0 && is_part(&tokens[..at]);
        let is_named = matches!(tokens.get(at + 2), Some(TokenTree::Ident(name)) if *name == "polarnet");
        is_colon(at) && is_colon(at + 1) && is_named && !goes_on
    };
    let (mut written, mut at) = (TokenStream::new(), 0);
    while at < tokens.len() {
        if begins(at) {
            let place = tokens[at + 2].span();
            written.extend(root.clone().into_iter().map(|mut token| {
                token.set_span(token.span().located_at(place));
                token
            }));
            at += 3;
            continue;
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), renamed(group.stream(), root));
                inner.set_span(group.span());
                written.extend([TokenTree::Group(inner)]);
            }
            token => written.extend([token.clone()]),
        }
        at += 1;
    }
    written
}

/// Is the last of these the part of a path that goes on? Not a word of Rust, as in `return ::polarnet::f()`, nor a lifetime.
fn is_part(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., TokenTree::Punct(quote), TokenTree::Ident(_)] if quote.as_char() == '\'' => false,
        [.., TokenTree::Ident(part)] => {
            *part == "self"
                || *part == "Self"
                || *part == "super"
                || *part == "crate"
                || parse_str::<Ident>(&part.to_string()).is_ok()
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_begin_with_another_root() {
        let tokens = quote! {
            use ::polarnet::columns;
            fn f<'a>(x: &'a ::polarnet::Book, y: &mut ::polarnet::Done) -> <T as ::polarnet::Of>::Is {
                own::polarnet::f(x);
                if ::polarnet::g() { return ::polarnet::h::<::polarnet::Done>() }
                polarnet!(super::polarnet, [::polarnet::i; 1])
            }
        };
        let root = quote!(crate::own::reduced);
        let expected = quote! {
            use crate::own::reduced::columns;
            fn f<'a>(x: &'a crate::own::reduced::Book, y: &mut crate::own::reduced::Done) -> <T as crate::own::reduced::Of>::Is {
                own::polarnet::f(x);
                if crate::own::reduced::g() { return crate::own::reduced::h::<crate::own::reduced::Done>() }
                polarnet!(super::polarnet, [crate::own::reduced::i; 1])
            }
        };
        assert_eq!(at(tokens.clone(), &root).to_string(), expected.to_string());
        assert_eq!(at(tokens.clone(), &quote!(::polarnet)).to_string(), tokens.to_string());
    }

    #[test]
    fn a_manifest_has_it_under_its_name() {
        for kept in [
            "[dependencies]\npolarnet = \"0.1\"",
            "[package]\nname = 'it'\r\n\r\n[ dependencies ] # of it\r\n\r\npolarnet = { path = \"..\" }",
            "[dependencies]\nserde.workspace = true\n  polarnet.workspace = true",
            "[features]\nx = []\n[dependencies.polarnet]\nversion = '0.1'",
        ] {
            assert!(depends_on_polarnet(kept), "{kept}");
        }
        for other in [
            "",
            "[package]\nname = \"polarnet\"",
            "[dependencies]\nnets = { package = \"polarnet\", version = \"0.1\" }",
            "[dependencies]\npolarnet-columns = \"0.1\"\nnets.workspace = true\n# polarnet = \"0.1\"",
            "[dependencies]\nnets.workspace = true\n[features]\npolarnet = [\"nets\"]",
            "[dependencies]\nnets.workspace = true\n[dev-dependencies]\npolarnet = \"0.1\"",
            "[workspace.dependencies]\npolarnet = \"0.1\"",
        ] {
            assert!(!depends_on_polarnet(other), "{other}");
        }
    }

    /// Of this crate's tests it is a dependency under its own name.
    #[test]
    fn it_is_found() {
        assert_eq!(found().to_string(), quote!(::polarnet).to_string());
    }
}
