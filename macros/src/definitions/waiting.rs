//! Functions that call themselves once, with something left to do, as loops: `f(n) = n - f(n - 1)`, `map(x : xs) = g(x) : map(xs)`.
//!
//! What is needed behind the call is put on a stack of the worker's, some words a turn, and the call is a jump. Behind the loop they are taken off again,
//! and what is left is done, that of the last turn first. So no frames of the native stack are used, at whose end all that wait would become
//! nodes. Where a call is put off, or an argument is not there, nodes are made as ever, behind the loop.
//!
//! What follows from the arguments of the last turn, as they go on [by a constant](polarnet_lower::Induction), is not put there. If nothing is, turns are
//! counted.

use super::{
    operands::reg,
    steps::{Goes, Writer},
};
use crate::functions::ports::ident;
use polarnet_columns::Space;
use polarnet_lower::{Block, Function, Induction, Offset, Operand, WaitingCall};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What is done behind the loop, once for each turn.
pub struct Waiting {
    /// What is on the stack for it.
    needs: Vec<TokenStream>,
    /// Nothing is, and turns are counted.
    counts: bool,
    /// What follows from the arguments of the call.
    follows: Vec<(TokenStream, Offset)>,
    /// What each turn adds to these arguments.
    added: Vec<Offset>,
    /// What the call gives.
    given: TokenStream,
    steps: TokenStream,
}

/// The loop, and what is left to do when it has ended. `first`: what is looked at before.
pub fn looped(waiting: &Waiting, body: &TokenStream, first: Option<&TokenStream>) -> TokenStream {
    let Waiting { needs, given, steps, .. } = waiting;
    let (count, drops) = match waiting.counts {
        true => (quote!(turns), quote!(drops_turns)),
        false => (quote!(contexts), quote!(drops_contexts)),
    };
    let take = match (waiting.counts, needs.is_empty()) {
        (true, _) => quote!(__w.end_turn();),
        (false, true) => quote!(let [_] = __w.pop_context();),
        (false, false) => quote!(let [#(mut #needs),*] = __w.pop_context();),
    };
    // Under another name: what is needed may be called as the argument.
    let names = |offset: &Offset| [ident("p", offset.port), ident("q", offset.port)];
    let begins = waiting.added.iter().map(names).map(|[last, now]| quote!(let mut #now = #last;));
    let follows = waiting.follows.iter().map(|(need, offset)| {
        let ([_, now], by) = (names(offset), offset.by);
        quote!(let mut #need = shifted(#now, #by);)
    });
    let before = waiting.added.iter().map(|offset| {
        let ([_, now], by) = (names(offset), offset.by.wrapping_neg());
        quote!(#now = shifted(#now, #by);)
    });
    quote! {
        #first
        let __x2 = __w.#count();
        let mut __x4 = 'turn: loop { #body };
        #(#begins)*
        loop {
            let __x5 = look_at(__w.#count(), __x2);
            while __w.#count() > __x5 {
                #take
                #(#follows)*
                #(#before)*
                let #given = __x4;
                __x4 = { #steps };
            }
            if __x5 == __x2 || __w.#drops(__x2) {
                return __x4;
            }
        }
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
        let Induction { needs: offsets, steps: added } =
            if self.unsigned { self.of.induction(call) } else { Induction::default() };
        let (mut needs, mut follows) = (Vec::new(), Vec::new());
        for (at, &operand) in call.needs.iter().enumerate() {
            let name = self.operand(operand);
            match offsets.get(at).copied().flatten() {
                Some(offset) => follows.push((name, offset)),
                None => needs.push(name),
            }
        }
        // So that arguments are those of a call of itself: what is behind the loop goes back from there.
        let on: Vec<_> = added
            .iter()
            .map(|&Offset { port, by }| {
                let name = ident("p", port);
                quote!(#name = shifted(#name, #by);)
            })
            .collect();
        let counts = needs.is_empty() && call.computes();
        let (given, steps) = (reg(call.given), TokenStream::new());
        self.waiting = Some(Waiting { needs, counts, follows, added, given, steps });
        let step = self.result(call.step, None, Goes { waits: true, ..Goes::ON });
        let behind = Block { count: 0, steps: call.behind.to_vec(), result };
        let steps = self.block(&behind, 0, Goes::ON).1;
        if let Some(waiting) = &mut self.waiting {
            waiting.steps = steps;
        }
        let put = self.put_context();
        let made = quote! {
            #(#before)*
            let __x6 = { #step };
            #put
            #(#on)*
            break 'turn __x6;
        };
        (closure, made)
    }

    /// The function once more, in its place, with something left to do for what it gives.
    pub(super) fn waits_again(
        &mut self,
        function: &Function,
        number: u32,
        given: &[TokenStream],
        unknown: &[u32],
    ) -> TokenStream {
        let put = self.put_context();
        // Which calls nothing: there is no room for what that might put on the stack.
        let put_off = self.emit.put_off(function, number);
        let counts = self.waiting.as_ref().is_some_and(|waiting| waiting.counts);
        let is_last = (!counts).then(|| {
            quote! {
                if __w.is_last_context() {
                    break 'turn #put_off;
                }
            }
        });
        let last = quote!(#is_last);
        let again = self.again(function, number, given, unknown, &last);
        quote! {{
            #put
            #again
        }}
    }

    fn put_context(&self) -> TokenStream {
        match &self.waiting {
            Some(Waiting { counts: true, .. }) => quote!(__w.begin_turn();),
            Some(Waiting { needs, .. }) if !needs.is_empty() => quote!(__w.push_context([#(#needs),*]);),
            // What comes of a turn takes memory.
            _ => quote!(__w.push_context([Word::ERA]);),
        }
    }
}
