//! Books in files of their own: places are those of bytes, and all that rustc can be shown is where the file is included.

use crate::{native::NativeRule, origin::Origin};
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report, Severity},
    native::Block,
    span::Span as Place,
    table,
    text::{Lines, Renderer},
};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::{Type, ext::IdentExt, parse::Parser};

/// The text of a book.
pub struct File<'f> {
    /// What messages call it.
    name: &'f str,
    text: &'f [u8],
    lines: Lines<'f>,
    /// Where it is included.
    at: Span,
}

impl<'f> File<'f> {
    pub fn new(name: &'f str, text: &'f [u8], at: Span) -> Self {
        File { name, text, lines: Lines::new(text), at }
    }

    /// The error at the place in Rust, with the place in the file and what stands there.
    pub fn error(&self, found: &Diagnostic) -> TokenStream {
        let shown = Renderer::new(self.name, self.text, false).render(found);
        // rustc says that it is an error.
        let message = shown.strip_prefix("error: ").unwrap_or(&shown);
        quote_spanned!(self.at=> ::core::compile_error! { #message })
    }

    fn text(&self, place: Place) -> &'f str {
        let bytes = self.text.get(place.lo as usize..place.hi as usize);
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// The same tokens, shown where the file is included, and looked up there.
    fn moved(&self, tokens: TokenStream) -> TokenStream {
        let moved = |token| {
            let mut token = match token {
                TokenTree::Group(group) => Group::new(group.delimiter(), self.moved(group.stream())).into(),
                other => other,
            };
            TokenTree::set_span(&mut token, self.at);
            token
        };
        tokens.into_iter().map(moved).collect()
    }
}

impl Origin for File<'_> {
    fn ident(&self, place: Place) -> Option<Ident> {
        let mut name = Ident::parse_any.parse_str(self.text(place).trim_start_matches('@')).ok()?;
        name.set_span(self.at);
        Some(name)
    }

    fn stream(&self, place: Place) -> TokenStream {
        let text = self.text(place);
        let Ok(ty) = syn::parse_str::<Type>(text) else {
            let table::Place { line, column } = self.position(place);
            let message = format!("`{text}` is no type of Rust ({}:{line}:{column})", self.name);
            return quote_spanned!(self.at=> ::core::compile_error! { #message });
        };
        self.moved(quote!(#ty))
    }

    /// Lines of `///` right above it.
    fn docs(&self, place: Place) -> TokenStream {
        let before = self.text(Place::new(0, place.lo)).lines().rev();
        // What stands before the name on its line are blanks, or it is no doc comment of this definition.
        let mut docs: Vec<&str> = before.skip(1).map_while(|line| line.trim_start().strip_prefix("///")).collect();
        docs.reverse();
        quote!(#(#[doc = #docs])*)
    }

    fn position(&self, place: Place) -> table::Place {
        let (line, column) = self.lines.quick_position(place.lo as usize);
        table::Place { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// Files have no Rust in them.
    fn native(&self, _: &Block) -> Option<NativeRule> {
        None
    }

    /// All places are shown beside each other.
    fn clash(&self, found: Diagnostic) -> Diagnostic {
        found
    }

    fn errors(&self, report: Report) -> TokenStream {
        let found = report.into_sorted();
        found.iter().filter(|found| found.severity == Severity::Error).map(|found| self.error(found)).collect()
    }
}
