//! Diagnostics as compile errors.
//!
//! Stable Rust gives a macro one way to speak: `compile_error!` at a place. So a diagnostic becomes one error with its
//! help, and one short error for each other place that matters, which says what it belongs to.

use crate::tokens::Tokens;
use polarnet_syntax::{
    diagnostic::{Report, Severity},
    span::Span as Place,
};
use proc_macro2::TokenStream;
use quote::quote_spanned;

/// All errors of a report.
pub fn render(report: Report, tokens: &Tokens<'_>) -> TokenStream {
    let mut errors = TokenStream::new();
    for found in report.into_sorted() {
        if found.severity != Severity::Error {
            continue;
        }
        let label = found.label.map_or_else(String::new, |label| format!(": {label}"));
        errors.extend(error(tokens, found.span, &format!("{}{label}\nhelp: {}", found.message, found.help)));
        for (place, text) in found.places {
            errors.extend(error(tokens, place, &format!("{text} ({})", found.message)));
        }
    }
    errors
}

fn error(tokens: &Tokens<'_>, place: Place, message: &str) -> TokenStream {
    let [first, last] = tokens.spans(place);
    let text = quote_spanned!(last=> { #message });
    quote_spanned!(first=> ::core::compile_error! #text)
}
