//! Where tokens stand: rustc reports what goes wrong at run time by the places of its operands.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// What is ours of these tokens, as standing there.
pub fn located(tokens: TokenStream, at: Span) -> TokenStream {
    let relocate = |mut token: TokenTree| {
        if is_ours(&token) {
            token.set_span(token.span().located_at(at));
        }
        token
    };
    tokens.into_iter().map(relocate).collect()
}

/// An operand that stands there. rustc takes an operator to stand from the begin of its operands to their end, and says so when it
/// overflows; where these are tokens of ours, that would be the whole block.
pub fn seated(operand: TokenStream, at: Span) -> TokenStream {
    let mut tokens = operand.clone().into_iter();
    let (first, last) = (tokens.next(), tokens.last());
    if first.iter().chain(&last).any(is_ours) { quote_spanned!(at=> (#operand)) } else { operand }
}

fn is_ours(token: &TokenTree) -> bool {
    let place = |span: Span| (span.start().line, span.start().column);
    place(token.span()) == place(Span::call_site())
}
