//! Functions of unsigned numbers.
//!
//! What a definition computes with may be a number of any type, so each operator looks at the tags of its operands, and rustc does not
//! see that they were looked at before. A function that calls itself is there twice: for arguments that are all unsigned, which most are, all
//! looks but one go.

use super::{Back, arguments};
use crate::functions::ports::ident;
use polarnet_lower::{Function, Test, VARIANT};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The function for arguments that are all unsigned.
pub struct Unsigned {
    /// The name of the one for others.
    pub other: Ident,
    names: Vec<Ident>,
    /// Are they all?
    are: TokenStream,
    /// What is known in each turn of a loop: rustc does not see it.
    pub kept: TokenStream,
}

impl Unsigned {
    /// `None`: it is there once.
    pub fn of(function: &Function, number: u32) -> Option<Self> {
        let tested = || function.ports(Test::Number).map(|port| ident("p", port));
        let mut calls_itself = false;
        function.body.each_call(&mut |def, args| calls_itself |= (def, args) == (function.def, function.args));
        let is_one = tested().next().is_some() && function.body.size() <= VARIANT && calls_itself;
        is_one.then(|| {
            let other = format_ident!("any_{number}");
            let are = tested().map(|name| quote!(is_unsigned(#name)));
            let are = quote!(#(#are)&&*);
            Unsigned {
                // SAFETY, of what is emitted: it was looked at before the first turn, and is before each other.
                kept: quote!(::core::hint::assert_unchecked(#are);),
                names: arguments(function),
                other,
                are,
            }
        })
    }

    /// The look that leads to the other. `back`: how a result is given.
    pub fn looks(&self, back: Back) -> TokenStream {
        let Unsigned { other, names, are, .. } = self;
        let leads = back.with(&quote!(#other(__w #(, #names)*)));
        quote!(if !(#are) { #leads; })
    }
}
