//! `include_net!`: what it is given, and the file that is meant.

use crate::{
    emit,
    file::File,
    front::{Front, Settings, front},
    head::{self, Head},
    origin::Origin,
    tokens::Tokens,
};
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report},
    number::Numbers,
    text::{Lexer, decode},
    token::{Kind, Lexical, Source},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use std::{
    env, fs,
    path::{Path, PathBuf},
};
use syn::{
    Attribute, LitStr, Token,
    parse::{Parse, ParseStream, Result},
};
use typed_arena::Arena;

/// The file, and what is asked of its book.
struct Included {
    /// `#![attribute]`, as in `net!`.
    attributes: TokenStream,
    path: LitStr,
}

impl Parse for Included {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        const FORM: &str = "help: write `include_net!(\"nets/sort.hvm\")`, or `include_net! { pub book Sort { \
                            \"nets/sort.hvm\" } }`";
        let attributes = input.call(Attribute::parse_inner)?;
        let attributes = attributes.iter().map(ToTokens::to_token_stream).collect();
        let path = input.parse().map_err(|error: syn::Error| {
            syn::Error::new(error.span(), format!("expected the path of a file, as a string literal\n{FORM}"))
        })?;
        input.parse::<Option<Token![,]>>()?;
        match input.is_empty() {
            true => Ok(Included { attributes, path }),
            false => Err(input.error(format!("nothing may follow the path\n{FORM}"))),
        }
    }
}

/// What `net!` makes of the same net.
pub fn expand(input: TokenStream) -> TokenStream {
    match head::split(input) {
        Ok(Head::Expression(body)) => {
            let name = head::name_of_net(&body);
            emitted(body, false, |front, tokens| emit::expression(&name, front, tokens))
        }
        Ok(Head::Item(item)) => emitted(item.body.clone(), true, |front, tokens| emit::item(&item, front, tokens)),
        Err(error) => error.to_compile_error(),
    }
}

fn emitted(body: TokenStream, item: bool, emit: impl Fn(&Front, &Tokens<'_>) -> TokenStream) -> TokenStream {
    let texts = Arena::new();
    match syn::parse2::<Included>(body) {
        Ok(Included { attributes, path }) => {
            let tokens = Tokens::new(attributes, None, &texts);
            emit(&included(&path, &tokens, item), &tokens)
        }
        Err(error) => emit(&Front::broken(error.to_compile_error()), &Tokens::new(TokenStream::new(), None, &texts)),
    }
}

/// The book of a file. `tokens` are the attributes.
fn included(path: &LitStr, tokens: &Tokens<'_>, item: bool) -> Front {
    let (at, shown) = (path.span(), resolved(path));
    let name = shown.display().to_string();
    let bytes = match fs::read(&shown) {
        Ok(bytes) => bytes,
        Err(error) => {
            let help = "help: the path is relative to the file of Rust that includes it";
            let message = format!("cannot read {name}: {error}\n{help}");
            return Front::broken(syn::Error::new(at, message).to_compile_error());
        }
    };
    let file = File::new(&name, &bytes, at);
    let mut settings =
        Settings { numbers: Numbers::Hvm24, unpolarized: false, passes: &tokens.passes, item, values: false };
    let mut errors = attributes(tokens, &mut settings);
    let mut front = match decode(&bytes) {
        Ok(text) => front(Lexer::new(text, settings.numbers), &file, &settings),
        Err(error) => Front::broken(file.error(&error)),
    };
    // Cargo builds again when the file changes: rustc has to see that it is read.
    if let Some(whole) = std::path::absolute(&shown).ok().as_deref().and_then(Path::to_str) {
        errors.extend(quote_spanned!(at=> const _: &[::core::primitive::u8] = ::core::include_bytes!(#whole);));
    }
    errors.extend(front.errors);
    front.errors = errors;
    front
}

/// What stands before the path and says what the file could have said; the errors.
fn attributes(tokens: &Tokens<'_>, settings: &mut Settings<'_>) -> TokenStream {
    let (mut source, mut report) = (tokens.source(), Report::new());
    loop {
        let token = source.next();
        let words = match token.kind {
            Kind::End => break,
            Kind::Attribute(text) => text.split_whitespace().collect::<String>(),
            Kind::Bad(Lexical::Other(message, help)) => {
                report.push(Diagnostic::error(token.span, message, help));
                continue;
            }
            _ => String::new(),
        };
        match words.as_str() {
            "unpolarized" => settings.unpolarized = true,
            "numbers(hvm24)" => settings.numbers = Numbers::Hvm24,
            "numbers(native)" => settings.numbers = Numbers::Native,
            _ => {
                let message = format!("unknown attribute {}", token.kind);
                let help = "there are `#![crate(path)]`, `#![passes(name, …)]`, `#![numbers(native)]` and \
                            `#![unpolarized]`";
                report.push(Diagnostic::error(token.span, message, help));
            }
        }
    }
    tokens.errors(report)
}

/// The file, as it can be opened from here. The path is relative to the file of Rust that has it; where the compiler
/// knows no such file (in some editors), to the package.
pub fn resolved(path: &LitStr) -> PathBuf {
    let place = match path.span().local_file() {
        Some(rust) => rust.parent().map(Path::to_path_buf),
        None => env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from),
    };
    place.unwrap_or_default().join(path.value())
}
