//! Functions that call themselves under one operator, as loops: `f(n) = n + f(n - 1)`.
//!
//! In each turn an accumulator takes what the call would have been added to. Where a call is put off, or gives a number in the end, the last of the
//! operators is done as ever, on that: so interactions are counted as the net has them.

use super::{operands::literal, steps::Writer};
use polarnet_columns::Space;
use polarnet_lower::{Fold, FoldEnd, Form};
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
    // SAFETY, of what is emitted: it begins as an unsigned number, and takes only such.
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

impl<S: Space> Writer<'_, S> {
    /// Another turn, if all that is needed for it is there; else a call, as ever.
    pub(super) fn fold_end(&mut self, fold: Fold, end: &FoldEnd<'_>) -> TokenStream {
        let before: Vec<_> = end.before.iter().map(|step| self.step(step)).collect();
        let tested = self.of.tests.iter().map(|&(port, _)| end.args[port as usize]);
        let looked: Vec<_> = tested.chain(end.others()).map(|operand| self.operand(operand)).collect();
        let others: Vec<_> = end.others().map(|operand| self.operand(operand)).collect();
        let args = end.args.iter().map(|&arg| self.operand(arg)).collect::<Vec<_>>();
        let again = self.again(self.of, 0, &args, true);
        let turn = turn(fold, &others, &again);
        let steps: Vec<_> = end.steps.iter().map(|step| self.step(step)).collect();
        let result = self.operand(end.result);
        quote! {
            #(#before)*
            if #(is_unsigned(#looked))&&* { #turn }
            #(#steps)*
            #result
        }
    }
}

/// The accumulator takes the others, and `again` follows.
fn turn(Fold { op, .. }: Fold, others: &[TokenStream], again: &TokenStream) -> TokenStream {
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
