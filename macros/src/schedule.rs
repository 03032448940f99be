//! `schedule!`: what each row of a column means, and apart from that in which order it is computed.
//!
//! tokens → tree → (names and types) typed tree → (orders) passes → Rust over columns.

mod builtin;
mod calls;
mod check;
mod context;
mod cuda;
mod derive;
mod elaborate;
mod emit;
mod errors;
mod holes;
mod language;
mod lower;
mod parse;
mod plain;
mod rows;
mod tree;
mod typed;
mod types;
mod unknown;
mod used;

use crate::root;
use errors::Errors;
use language::Language;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{
    Error, Path, Result, Token, braced, bracketed,
    parse::{Parse, ParseStream, Parser},
};
use typed_arena::Arena;

/// The first of two calls: which languages are there? Each is asked for its description, and the last one calls
/// [`described`].
pub fn expand(input: TokenStream) -> TokenStream {
    let arena = Arena::new();
    let items = match rooted(input.clone()) {
        Ok((_, items)) => items,
        Err(error) => return error.to_compile_error(),
    };
    let (block, errors) = parse::parse(items, &arena);
    if block.too_deep {
        return errors.into_tokens();
    }
    let mut languages: Vec<&Path> = Vec::new();
    for path in block.spaces.iter().filter_map(|space| space.language.as_ref()) {
        if !languages.iter().any(|known| same(known, path)) {
            languages.push(path);
        }
    }
    let known = TokenStream::new();
    ask(&languages, &known, &input)
}

fn same(a: &Path, b: &Path) -> bool {
    a.to_token_stream().to_string() == b.to_token_stream().to_string()
}

/// Calls the next language, or goes on with what all said.
fn ask(languages: &[&Path], known: &TokenStream, block: &TokenStream) -> TokenStream {
    match languages {
        [] => understood(known.clone(), block.clone()),
        [first, rest @ ..] => {
            let root = rooted(block.clone()).map_or_else(|_| root::found(), |(root, _)| root);
            quote! {
                #first! { { #root::private::schedule_described } [#first] [#(#rest),*] { #known } { #block } }
            }
        }
    }
}

/// Where `polarnet` is, which `#![crate(path)]` before the items may say; and the items.
fn rooted(block: TokenStream) -> Result<(TokenStream, TokenStream)> {
    let mut tokens = block.clone().into_iter();
    let (Some(TokenTree::Punct(hash)), Some(TokenTree::Punct(bang)), Some(TokenTree::Group(attribute))) =
        (tokens.next(), tokens.next(), tokens.next())
    else {
        return Ok((root::found(), block));
    };
    if (hash.as_char(), bang.as_char()) != ('#', '!') {
        return Ok((root::found(), block));
    }
    let said: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match &said[..] {
        [TokenTree::Ident(name), TokenTree::Group(path)] if *name == "crate" && is_path(path) => {
            Ok((path.stream(), tokens.collect()))
        }
        _ => Err(Error::new(
            attribute.span(),
            "`schedule!` has no such attribute\nhelp: there is `#![crate(path)]`, where polarnet is, if another crate re-exports it: \
             `#![crate(crate::nets::polarnet)]`",
        )),
    }
}

fn is_path(group: &Group) -> bool {
    // What is in groups may be deeper than the parser can bear.
    let is_flat = group.stream().into_iter().all(|token| !matches!(token, TokenTree::Group(_)));
    is_flat && Path::parse_mod_style.parse2(group.stream()).is_ok()
}

/// What a language calls: `{ its description } [its path] [languages to ask] { descriptions } { block }`.
pub fn described(input: TokenStream) -> TokenStream {
    match Described::parse.parse2(input) {
        Ok(Described { known, rest, block }) => ask(&rest.iter().collect::<Vec<_>>(), &known, &block),
        Err(error) => error.to_compile_error(),
    }
}

struct Described {
    known: TokenStream,
    rest: Vec<Path>,
    block: TokenStream,
}

impl Parse for Described {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (description, path, rest, known, block);
        braced!(description in input);
        bracketed!(path in input);
        bracketed!(rest in input);
        braced!(known in input);
        braced!(block in input);
        let rest = rest.parse_terminated(Path::parse_mod_style, Token![,])?.into_iter().collect();
        let mut all: TokenStream = known.parse()?;
        let path: Path = path.call(Path::parse_mod_style)?;
        let description = Group::new(Delimiter::Brace, description.parse()?);
        all.extend(quote!([#path]));
        all.extend([TokenTree::Group(description)]);
        Ok(Described { known: all, rest, block: block.parse()? })
    }
}

/// All languages are known.
pub fn understood(known: TokenStream, block: TokenStream) -> TokenStream {
    let languages = |input: ParseStream<'_>| {
        let mut languages = Vec::new();
        while !input.is_empty() {
            let (path, description);
            bracketed!(path in input);
            braced!(description in input);
            languages.push(Language::read(path.call(Path::parse_mod_style)?, description.parse()?)?);
        }
        Ok(languages)
    };
    match languages.parse2(known) {
        Ok(languages) => compile(languages, block),
        Err(error) => error.to_compile_error(),
    }
}

/// A block, given its languages.
fn compile(languages: Vec<Language>, block: TokenStream) -> TokenStream {
    match rooted(block) {
        Ok((root, items)) => root::at(compile_items(languages, items), &root),
        Err(error) => error.to_compile_error(),
    }
}

fn compile_items(languages: Vec<Language>, block: TokenStream) -> TokenStream {
    let trees = Arena::new();
    let (mut block, mut errors) = parse::parse(block, &trees);
    let unfilled = holes::fill(&mut block, &languages, &trees);
    let read = errors.len();
    let mut made = make(&block, languages.clone(), &mut errors);
    let strange =
        if errors.is_empty() && unfilled.is_empty() { Vec::new() } else { unknown::types(&block, &languages) };
    // What comes of a type that is misspelt is no mistake of its own: so the bodies are read again without what they say of those.
    if !strange.is_empty() && made.misread {
        block.strange = strange.iter().map(|it| it.name.clone()).collect();
        errors.truncate(read);
        strange.iter().for_each(|it| it.report(&mut errors));
        made = make(&block, languages, &mut errors);
    } else {
        strange.iter().for_each(|it| it.report(&mut errors));
    }
    errors.append(unfilled);
    let (errors, made) = (errors.into_tokens(), made.tokens);
    quote!(#errors #made)
}

struct Made {
    /// Rust; or, where something is wrong, what keeps rustc from finding more that comes of it.
    tokens: TokenStream,
    /// Names, types or bodies are wrong, so nothing else was looked at.
    misread: bool,
}

fn make(block: &tree::Block<'_>, languages: Vec<Language>, errors: &mut Errors) -> Made {
    let typed = Arena::new();
    let read = errors.len();
    let program = elaborate::elaborate(block, languages, &typed, errors);
    let misread = !errors.is_empty();
    if misread {
        lower::check(&program, errors);
        if block.lost_space {
            errors.truncate(read);
        }
    } else {
        let hand = check::check(&program, errors);
        let lowered = lower::lower(&program, errors);
        if errors.is_empty() && !block.fns.iter().any(|it| it.unfilled) {
            return Made { tokens: emit::emit(&program, &lowered, &hand), misread };
        }
    }
    let (stubs, used) = (emit::stubs(&program), used::types(block, &program.languages));
    Made { tokens: quote!(#stubs #used), misread }
}

/// The name of a text, which may be a raw one: `r#type`.
fn ident(text: &str, span: Span) -> Ident {
    match text.strip_prefix("r#") {
        Some(word) => Ident::new_raw(word, span),
        None => Ident::new(text, span),
    }
}
