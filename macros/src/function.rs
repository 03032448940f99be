//! The typed functions of a book: what Rust calls.

use crate::origin::Origin;
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
pub fn functions(file: &File<'_>, origin: &impl Origin, report: &mut Report) -> Vec<Function> {
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
        let Some(name) = identifier(origin, (definition.name, definition.span), "a function", report) else { continue };
        let parameter = |(at, it): (usize, &Parameter)| {
            let name = identifier(origin, (&it.name, it.span), "a parameter", report);
            (name.unwrap_or_else(|| format_ident!("p{at}")), origin.stream(it.ty.span))
        };
        functions.push(Function {
            def: definition.name.to_owned(),
            docs: origin.docs(definition.span),
            name,
            parameters: signature.parameters.iter().enumerate().map(parameter).collect(),
            result: origin.stream(signature.result.span),
            gives: signature.result.text.clone(),
            wrong: signature.wrong,
        });
    }
    functions
}

/// The name at a place, if Rust takes it for one.
fn identifier(origin: &impl Origin, (text, place): (&str, Place), what: &str, report: &mut Report) -> Option<Ident> {
    let name = origin.ident(place);
    let is = match &name {
        Some(name) if syn::parse2::<Ident>(name.to_token_stream()).is_ok() => return Some(name.clone()),
        Some(_) => "a word of Rust",
        None => "no identifier of Rust",
    };
    let message = format!("`{text}` is {is}, and cannot be the name of {what}");
    report.push(Diagnostic::error(place, message, "choose another name"));
    None
}
