//! What `net!` is: an expression, or the item `pub book Name { … }`.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::{
    Attribute, Token, Visibility,
    ext::IdentExt,
    parse::{Parse, ParseStream, Parser, Result},
    token,
};

/// The two forms of `net!`.
pub enum Head {
    /// A net.
    Expression(TokenStream),
    /// `#[attribute] pub book Name { net }`
    Item(Item),
}

/// A book with a name.
pub struct Item {
    /// Attributes and visibility.
    pub head: TokenStream,
    /// The name of the type.
    pub name: Ident,
    /// The net.
    pub body: TokenStream,
    /// The bracket that closes it.
    pub end: Span,
    /// What is wrong with the rest of the tokens.
    pub errors: TokenStream,
}

/// Tells them apart: a net starts with `@`, or with `#!`.
pub fn split(input: TokenStream) -> Result<Head> {
    (|stream: ParseStream<'_>| {
        let ahead = stream.fork();
        let attributes = ahead.call(Attribute::parse_outer);
        // `boook Name { … }` was meant to be one, `let x = 3` and `agent Nil;` were not.
        let two_names = !ahead.peek(Token![extern])
            && ahead.peek(Ident::peek_any)
            && ahead.peek2(Ident::peek_any)
            && ahead.peek3(token::Brace);
        if attributes.is_ok() && (ahead.peek(Token![pub]) || ahead.peek(book) || two_names) {
            stream.parse().map(Head::Item)
        } else {
            stream.parse().map(Head::Expression)
        }
    })
    .parse2(input)
}

syn::custom_keyword!(book);

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        const FORM: &str = "help: a book of nets as an item is `pub book Name { @definition = … }`";
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        if input.parse::<book>().is_err() {
            return Err(input.error(format!("expected `book`\n{FORM}")));
        }
        let Ok(name) = input.parse::<Ident>() else {
            return Err(input.error(format!("expected the name of the book\n{FORM}")));
        };
        let body = match input.parse() {
            Ok(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => body,
            Ok(other) => {
                let found = other.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
                let short: String = found.chars().take(40).collect();
                let more = if short.len() < found.len() { "…" } else { "" };
                return Err(syn::Error::new(other.span(), format!("expected `{{`, found `{short}{more}`\n{FORM}")));
            }
            Err(_) => return Err(syn::Error::new(name.span(), format!("a net in `{{ }}` has to follow\n{FORM}"))),
        };
        let rest: TokenStream = input.parse()?;
        let errors = match rest.is_empty() {
            true => TokenStream::new(),
            false => syn::Error::new_spanned(rest, "nothing may follow the book\nhelp: write a `net!` for each book")
                .to_compile_error(),
        };
        let head = quote!(#(#attributes)* #visibility);
        Ok(Item { head, name, body: body.stream(), end: body.span_close(), errors })
    }
}

/// The name of the type of a net that is an expression: rustc's messages about its book show it.
pub fn name_of_net(net: &TokenStream) -> Ident {
    let line = net.clone().into_iter().next().map_or(0, |token| token.span().start().line);
    Ident::new(&format!("NetOfLine{line}"), Span::call_site())
}
