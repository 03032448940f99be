//! What a book is written in: tokens of Rust ([`Tokens`](crate::tokens)), or a file ([`File`](crate::file)).

use crate::native::NativeRule;
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report},
    native::Block,
    span::Span as Place,
    table,
};
use proc_macro2::{Ident, TokenStream};

/// What the places of the front end stand for.
pub trait Origin {
    /// The name at a place as an identifier, which may be a word of Rust; none if it can be no identifier.
    fn ident(&self, place: Place) -> Option<Ident>;

    /// The Rust tokens of the type at a place.
    fn stream(&self, place: Place) -> TokenStream;

    /// The doc comments before the definition whose name is at a place.
    fn docs(&self, place: Place) -> TokenStream;

    /// The line and the column, from 1.
    fn position(&self, place: Place) -> table::Place;

    /// The block of Rust of a rule that the front end has read.
    fn native(&self, block: &Block) -> Option<NativeRule>;

    /// How a clash of signs is shown.
    fn clash(&self, found: Diagnostic) -> Diagnostic;

    /// All errors of a report as compile errors.
    fn errors(&self, report: Report) -> TokenStream;
}
