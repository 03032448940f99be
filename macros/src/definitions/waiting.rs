//! Functions that call themselves once, with something left to do, as loops: `f(n) = n - f(n - 1)`, `map(x : xs) = g(x) : map(xs)`.
//!
//! What is needed behind the call is put on a stack of the worker's, some words a turn, and the call is a jump. Behind the loop they are taken off again,
//! and what is left is done, that of the last turn first. So no frames of the native stack are used, at whose end all that wait would become
//! nodes. Where a call is put off, or an argument is not there, nodes are made as ever, behind the loop.

use super::{
    operands::reg,
    steps::{Goes, Writer},
};
use polarnet_columns::Space;
use polarnet_lower::{Block, Function, Operand, WaitingCall};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What is done behind the loop, once for each turn.
pub struct Waiting {
    /// What is on the stack for it.
    needs: Vec<TokenStream>,
    /// What the call gives.
    given: TokenStream,
    steps: TokenStream,
}

/// The loop, and what is left to do when it has ended. `first`: what is looked at before.
pub fn looped(waiting: &Waiting, body: &TokenStream, first: Option<&TokenStream>) -> TokenStream {
    let Waiting { needs, given, steps } = waiting;
    quote! {
        #first
        let x2 = w.contexts();
        let mut x4 = 'turn: loop { #body };
        while w.contexts() != x2 {
            let [#(mut #needs),*] = w.pop_context();
            let #given = x4;
            x4 = { #steps };
        }
        return x4;
    }
}

impl<S: Space> Writer<'_, S> {
    /// A block that ends with what is done behind the loop. `words`: of the closure that was taken apart before; first comes the name of its node, if that
    /// is kept.
    pub(super) fn waiting(
        &mut self,
        call: &WaitingCall<'_>,
        result: Operand,
        words: u32,
    ) -> (Option<Ident>, TokenStream) {
        let before = Block { count: 0, steps: call.before.to_vec(), result: Operand::Era };
        let (closure, before, _) = self.sequence(&before, words, Goes::ON);
        let needs = call.needs.iter().map(|&operand| self.operand(operand)).collect();
        self.waiting = Some(Waiting { needs, given: reg(call.given), steps: TokenStream::new() });
        let step = self.result(call.step, None, Goes { waits: true, ..Goes::ON });
        let behind = Block { count: 0, steps: call.behind.to_vec(), result };
        let steps = self.block(&behind, 0, Goes::ON).1;
        if let Some(waiting) = &mut self.waiting {
            waiting.steps = steps;
        }
        let put = self.put_context();
        let made = quote! {
            #(#before)*
            let x6 = { #step };
            #put
            break 'turn x6;
        };
        (closure, made)
    }

    /// The function once more, in its place, with something left to do for what it gives.
    pub(super) fn waits_again(
        &mut self,
        function: &Function,
        number: u32,
        given: &[TokenStream],
        known: bool,
    ) -> TokenStream {
        let put = self.put_context();
        // Which calls nothing: there is no room for what that might put on the stack.
        let put_off = self.emit.put_off(function, number);
        let last = quote! {
            if w.is_last_context() {
                break 'turn #put_off;
            }
        };
        let again = self.again(function, number, given, known, &last);
        quote! {{
            #put
            #again
        }}
    }

    fn put_context(&self) -> TokenStream {
        let needs = self.waiting.iter().flat_map(|waiting| &waiting.needs);
        quote!(w.push_context([#(#needs),*]);)
    }
}
