//! Diagnostics as compile errors.
//!
//! Stable Rust gives a macro one way to speak: `compile_error!` at a place. So a diagnostic becomes one error with its
//! help, and one short error for each other place that matters, which says what it belongs to.

use crate::tokens::Tokens;
use polarnet_syntax::{
    diagnostic::{Diagnostic, OPENED, Report, Severity},
    span::Span as Place,
};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use std::fmt::Write;

/// All errors of a report.
pub fn render(report: Report, tokens: &Tokens<'_>) -> TokenStream {
    let mut errors = TokenStream::new();
    for found in report.into_sorted() {
        if found.severity != Severity::Error {
            continue;
        }
        let label = found.label.map_or_else(String::new, |label| format!("\nhere: {label}"));
        errors.extend(error(tokens, found.span, &format!("{}{label}\nhelp: {}", found.message, found.help)));
        let line = |place| tokens.spans(place)[0].start().line;
        for (place, text) in found.places {
            // On the same line the bracket is plain to see.
            if text != OPENED || line(place) != line(found.span) {
                errors.extend(error(tokens, place, &format!("{text} ({})", found.message)));
            }
        }
    }
    errors
}

/// A clash of signs: an error for each end. The way between them may be long, and is told by lines and columns.
pub fn clash(mut found: Diagnostic, tokens: &Tokens<'_>) -> Diagnostic {
    let chain = found.places.split_off(1);
    if let (Some((place, text)), Some(label)) = (found.places.first(), &mut found.label)
        && *place == found.span
    {
        *label += &format!("\nhere: {text}");
        found.places.clear();
    }
    if !chain.is_empty() {
        found.help += "\nwhat else takes part:";
    }
    for (place, text) in chain {
        let start = tokens.spans(place)[0].start();
        let _ = write!(found.help, "\n  line {}, column {}: {text}", start.line, start.column + 1);
    }
    found
}

fn error(tokens: &Tokens<'_>, place: Place, message: &str) -> TokenStream {
    let [first, last] = tokens.spans(place);
    let text = quote_spanned!(last=> { #message });
    quote_spanned!(first=> ::core::compile_error! #text)
}
