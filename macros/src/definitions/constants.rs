//! Words that are known, as items: rustc checks and computes each of them once. A `const` block is a body of its own wherever it
//! stands, and there were as many as literals.

use polarnet_syntax::{net::Symbol, number::Number};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::{cell::RefCell, collections::BTreeMap};

/// Those that a book's functions have used so far.
#[derive(Default)]
pub struct Constants(RefCell<BTreeMap<String, TokenStream>>);

impl Constants {
    pub fn number(&self, number: Number) -> Ident {
        let (kind, bits) = (number.kind(), number.bits());
        self.named(format!("NUMBER_{kind}_{bits}"), || quote!(Word::number(Number::from_parts(#kind, #bits))))
    }

    /// The definition, as a value.
    pub fn reference(&self, def: u32) -> Ident {
        self.named(format!("REF_{def}"), || quote!(Word::new(Tag::REF, 0, #def)))
    }

    /// An agent without ports.
    pub fn leaf(&self, Symbol(symbol): Symbol) -> Ident {
        self.named(format!("LEAF_{symbol}"), || quote!(Word::new(Tag::VALUE, #symbol, 0)))
    }

    fn named(&self, name: String, value: impl FnOnce() -> TokenStream) -> Ident {
        let ident = format_ident!("{name}");
        self.0.borrow_mut().entry(name).or_insert_with(value);
        ident
    }

    /// The items, for the scope of these functions.
    pub fn items(&self) -> TokenStream {
        let items = self.0.borrow();
        let items = items.iter().map(|(name, value)| {
            let name = format_ident!("{name}");
            quote!(const #name: Word = #value;)
        });
        quote!(#(#items)*)
    }
}
