//! What `net!` is: an expression, or the item `pub book Name { … }`.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{
    Attribute, Token, Visibility, braced,
    parse::{Parse, ParseStream, Parser},
};

/// The two forms of `net!`.
pub enum Head {
    /// A net.
    Expression(TokenStream),
    /// `#[attribute] pub book Name { net }`
    Item {
        /// Attributes and visibility.
        attributes: TokenStream,
        /// The name of the type.
        name: Ident,
        /// The net.
        body: TokenStream,
    },
}

/// Tells them apart: a net starts with `@`, or with `#!`.
pub fn split(input: TokenStream) -> syn::Result<Head> {
    let is_item = (|stream: ParseStream| {
        let is = stream.peek(Token![pub])
            || stream.peek(Token![#]) && !stream.peek2(Token![!])
            || stream.peek(syn::Ident) && stream.peek2(syn::Ident);
        stream.parse::<TokenStream>()?;
        Ok(is)
    })
    .parse2(input.clone())?;
    if is_item { Item::parse.parse2(input).map(|item| item.0) } else { Ok(Head::Expression(input)) }
}

struct Item(Head);

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility: Visibility = input.parse()?;
        let book: Ident = input.parse()?;
        if book != "book" {
            let message = "expected `book`\nhelp: a book of nets as an item is `pub book Name { @definition = … }`";
            return Err(syn::Error::new(book.span(), message));
        }
        let name = input.parse()?;
        let body;
        braced!(body in input);
        let body = body.parse()?;
        if !input.is_empty() {
            return Err(input.error("nothing may follow the book\nhelp: write a `net!` for each book"));
        }
        Ok(Item(Head::Item { attributes: quote!(#(#attributes)* #visibility), name, body }))
    }
}
