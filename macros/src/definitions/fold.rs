//! Functions that call themselves under one operator, as loops: `f(n) = n + f(n - 1)`.
//!
//! In each turn an accumulator takes what the call would have been added to. Where a call is put off, or gives a number in the end, the last of the
//! operators is done as ever, on that: so interactions are counted as the net has them.

use super::steps::literal;
use polarnet_lower::{Fold, Form};
use polarnet_syntax::number::{Number, Numbers, Op};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The loop, with the accumulator before, and the last operator behind. `first`: what is looked at before.
pub fn around(Fold { op, form }: Fold, body: &TokenStream, first: &Option<TokenStream>) -> TokenStream {
    let (name, unit) = (format_ident!("{op:?}"), literal(unit(op)));
    let operate = match form {
        Form::Partial => quote!(w.operate_literal(Op::#name, x2, x4)),
        // The second is a literal in the net, and has to be one here.
        Form::Symbol(false) => quote!(w.operate_both(Op::#name, x4, x2, false)),
        Form::Symbol(true) => quote!(w.operate_both(Op::#name, x2, x4, true)),
    };
    quote! {
        #first
        let mut x2 = #unit;
        let mut x3 = false;
        let x4 = 'turn: loop {
            ::core::hint::assert_unchecked(is_unsigned(x2));
            #body
        };
        return if x3 { #operate } else { x4 };
    }
}

/// The accumulator takes the others, and `again` follows.
pub fn turn(Fold { op, .. }: Fold, others: &[TokenStream], again: &TokenStream) -> TokenStream {
    let name = format_ident!("{op:?}");
    quote! {
        #(x2 = w.operate_both(Op::#name, x2, #others, false);)*
        x3 = true;
        #again
    }
}

/// What changes nothing.
fn unit(op: Op) -> Number {
    let bits = match op {
        Op::Mul => 1,
        Op::And => u32::MAX,
        _ => 0,
    };
    Number::u(bits, Numbers::Native)
}
