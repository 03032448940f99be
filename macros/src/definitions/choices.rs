//! Steps that choose: by a number, or by which definition a value is.

use super::{
    operands::reg,
    reuse::closure_words,
    steps::{Goes, Writer},
};
use polarnet_columns::Space;
use polarnet_lower::{Block, Case, Guess, Operand, Select, Switch};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl<S: Space> Writer<'_, S> {
    /// One of two blocks, by a number.
    pub(super) fn switch(&mut self, switch: &Switch, goes: Goes) -> TokenStream {
        let Switch { value, before, zero, succ, other, .. } = switch;
        let (of, before) = (self.operand(*value), reg(*before));
        let known = self.known.len();
        let zero = self.arm(zero, 0, goes).1;
        self.known.truncate(known);
        self.known.push(Operand::Reg(switch.before));
        let succ = self.arm(succ, 0, goes).1;
        self.known.truncate(known);
        let choice = |of: TokenStream| {
            quote! {
                let __x0 = __w.as_unsigned(#of);
                if is_zero(__x0) { #zero } else {
                    let #before = less_one(__x0);
                    #succ
                }
            }
        };
        let Some(other) = other else { return choice(of) };
        let other = self.arm(other, 0, goes).1;
        self.known.truncate(known);
        let (choice, known) = (choice(quote!(__x1)), becomes(*value, &of));
        quote! {
            let __x1 = __w.know(#of);
            #known
            if is_number(__x1) { #choice } else { #other }
        }
    }

    /// A switch without a branch.
    pub(super) fn select(&mut self, select: &Select) -> TokenStream {
        let value = self.operand(select.value);
        let [zero, succ] = &select.operands;
        let of = zero.iter().zip(succ).zip(&select.results);
        let numbers = of.clone().filter(|((zero, succ), _)| self.is_number(**zero) && self.is_number(**succ));
        let numbers: Vec<_> = numbers.map(|(_, &result)| Operand::Reg(result)).collect();
        let selected: Vec<_> = of
            .map(|((&zero, &succ), &result)| {
                let (zero, succ, to) = (self.operand(zero), self.operand(succ), reg(result));
                quote!(let #to = select(__x0, #zero, #succ);)
            })
            .collect();
        self.known.extend(numbers);
        let [zero, succ] = select.counts;
        let counts = (zero != succ).then(|| quote!(__w.counts_more(select(__x0, #zero, #succ));));
        quote! {
            let __x0 = is_zero(__w.as_unsigned(#value));
            #counts
            #(#selected)*
        }
    }

    /// Which definition is it? What it holds is taken out of it.
    pub(super) fn case(&mut self, case: &Case, goes: Goes) -> TokenStream {
        self.calls = true;
        let value = self.operand(case.value);
        let now = becomes(case.value, &value);
        let known = self.known.len();
        let guesses: Vec<_> = case
            .guesses
            .iter()
            .map(|guess @ Guess { def, held, fields, block }| {
                let fields = fields.iter().map(|&field| reg(field));
                let words = if *held > 0 && !guess.is_whole() { closure_words(*held) } else { 0 };
                let (kept, block) = self.arm(block, words, goes);
                self.known.truncate(known);
                match held {
                    0 => {
                        let it = self.emit.constants.reference(*def);
                        quote!(if __x1.0 == #it.0 { #block } else)
                    }
                    _ if guess.is_whole() => quote!(if is_closure(__x1, #def, #held) { #now #block } else),
                    _ => {
                        let take = match kept {
                            Some(node) => quote! {
                                let [#(#fields),*] = __w.unpack_closure(__x1);
                                let #node = __x1.loc();
                            },
                            None => quote!(let [#(#fields),*] = __w.take_closure(__x1);),
                        };
                        quote!(if is_closure(__x1, #def, #held) { #take #block } else)
                    }
                }
            })
            .collect();
        let other = self.arm(&case.other, 0, goes).1;
        self.known.truncate(known);
        quote! {
            let __x1 = __w.know(#value);
            #(#guesses)* { #now #other }
        }
    }

    fn arm(&mut self, block: &Block, words: u32, goes: Goes) -> (Option<Ident>, TokenStream) {
        let (kept, made) = self.block(block, words, goes);
        let count = (block.count > 0).then(|| {
            let count = block.count;
            quote!(__w.counts_more(#count);)
        });
        (kept, quote!(#count #made))
    }
}

/// A variable is what was found of it. Arguments are not declared once more: a function that calls itself changes them.
fn becomes(value: Operand, name: &TokenStream) -> TokenStream {
    match value {
        Operand::Port(_) => quote!(#name = __x1;),
        Operand::Reg(_) => quote!(let #name = __x1;),
        _ => TokenStream::new(),
    }
}
