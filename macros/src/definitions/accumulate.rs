//! Functions that call themselves under one operator, as loops: `f(n) = n + f(n - 1)`.
//!
//! In each turn an accumulator takes what the call would have been added to. Where a call is put off, or gives a number in the end, the last of the
//! operators is done as ever, on that: so interactions are counted as the net has them.

use super::{operands::reg, reuse::Reuse, steps::Writer};
use polarnet_columns::Space;
use polarnet_lower::{Accumulate, AccumulatedCall, Form, Step};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The loop, with the accumulator `__x2` before, and the last operator behind: if it has taken anything, which is `__x3`, it comes to the result `__x4` of
/// the last turn. `unit`: with what it begins. `first`: what is looked at before.
pub fn looped(of: Accumulate, unit: &Ident, body: &TokenStream, first: Option<&TokenStream>) -> TokenStream {
    let op = of.op;
    let name = format_ident!("{op:?}");
    let operate = match of.form {
        Form::Partial => quote!(__w.operate_literal(Op::#name, __x2, __x4)),
        // The second is a literal in the net, and has to be one here.
        Form::Symbol(false) => quote!(__w.operate_both(Op::#name, __x4, __x2, false)),
        Form::Symbol(true) => quote!(__w.operate_both(Op::#name, __x2, __x4, true)),
    };
    // SAFETY, of what is emitted: it begins as an unsigned number, and takes only such.
    quote! {
        #first
        let mut __x2 = #unit;
        let mut __x3 = false;
        let __x4 = 'turn: loop {
            ::core::hint::assert_unchecked(is_unsigned(__x2));
            #body
        };
        return if __x3 { #operate } else { __x4 };
    }
}

impl<S: Space> Writer<'_, S> {
    /// Another turn, if all that is needed for it is there; else a call, as ever.
    pub(super) fn accumulated(&mut self, of: Accumulate, call: &AccumulatedCall<'_>) -> TokenStream {
        let reuse = Reuse::default();
        let before: Vec<_> = call.before.iter().map(|step| self.step(step, 0, &reuse)).collect();
        let others: Vec<_> = call.others.iter().map(|&operand| self.operand(operand)).collect();
        let tested: Vec<_> = self.of.tests.iter().map(|&(port, _)| self.operand(call.args[port as usize])).collect();
        let args: Vec<_> = call.args.iter().map(|&arg| self.operand(arg)).collect();
        let again = self.again(self.of, self.emit.number(self.of), &args, &[], &TokenStream::new());
        let steps: Vec<_> = call.steps.iter().map(|step| self.step(step, 0, &reuse)).collect();
        let result = call.steps.last().and_then(Step::result).map(reg);
        let op = of.op;
        let name = format_ident!("{op:?}");
        quote! {
            #(#before)*
            if #(is_unsigned(#tested)&&)* #(is_unsigned(#others))&&* {
                #(__x2 = __w.operate_both(Op::#name, __x2, #others, false);)*
                __x3 = true;
                #again
            }
            #(#steps)*
            #result
        }
    }
}
