//! The typed functions of a book: what Rust calls.

use crate::tokens::Tokens;
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report},
    net::Parameter,
    span::Span as Place,
    tree::File,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident};

/// A function. Its tokens are those of the source, so that rustc's errors and an editor's jumps lead there.
pub struct Function {
    /// The definition, without `@`.
    pub def: String,
    /// The doc comments before the definition.
    pub docs: TokenStream,
    pub name: Ident,
    pub parameters: Vec<(Ident, TokenStream)>,
    pub result: TokenStream,
    /// The text of the result's type.
    pub gives: String,
    /// One of its types cannot be: it is there lest its uses be more errors.
    pub wrong: bool,
}

/// A function for each definition that has a signature.
///
/// `@main` has no such function only if nobody wrote a signature: then there is `run`.
pub fn functions(file: &File<'_>, tokens: &Tokens<'_>, report: &mut Report) -> Vec<Function> {
    let has_main = file.definitions.iter().any(|definition| definition.name == "main");
    let mut functions: Vec<Function> = Vec::new();
    for definition in &file.definitions {
        let Some(signature) = &definition.signature else { continue };
        if functions.iter().any(|function| function.def == definition.name) {
            continue; // it is defined twice, which has been reported
        }
        let taken = match definition.name {
            "book" => Some("the function `book` gives the net itself"),
            "run" if has_main => Some("the function `run` reduces `@main`"),
            _ => None,
        };
        if let Some(taken) = taken {
            let message = format!("`@{}` cannot be called from Rust: {taken}", definition.name);
            report.push(Diagnostic::error(definition.span, message, "rename the definition, or remove its signature"));
            continue;
        }
        let Some(name) = identifier(tokens, definition.span, "a function", report) else { continue };
        let parameter = |(at, it): (usize, &Parameter)| {
            let name = identifier(tokens, it.span, "a parameter", report).unwrap_or_else(|| format_ident!("p{at}"));
            (name, tokens.stream(it.ty.span))
        };
        functions.push(Function {
            def: definition.name.to_owned(),
            docs: tokens.docs(definition.span).cloned().collect(),
            name,
            parameters: signature.parameters.iter().enumerate().map(parameter).collect(),
            result: tokens.stream(signature.result.span),
            gives: signature.result.text.clone(),
            wrong: signature.wrong,
        });
    }
    functions
}

/// The name at a place, if Rust takes it for one.
fn identifier(tokens: &Tokens<'_>, place: Place, what: &str, report: &mut Report) -> Option<Ident> {
    let name = tokens.ident(place)?;
    let valid = syn::parse2::<Ident>(name.to_token_stream()).is_ok();
    if !valid {
        let message = format!("`{name}` is a word of Rust, and cannot be the name of {what}");
        report.push(Diagnostic::error(place, message, "choose another name"));
    }
    valid.then_some(name)
}
