//! An agent that calls itself last goes round a loop instead.
//!
//! Where what it returns is a node that the call's result only has to be put in, as in `out ~ Cons(x, t) & Append(ys, t) ~ xs`, the
//! node is built first, with a *hole* for the result: the next turn fills it. So lists are walked without a stack. The
//! results of the first turn go to a node of their own until the last turn is done.

use super::{
    ports::{ident, ports},
    terms::Terms,
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Body, Operand, Reg, Step};
use polarnet_syntax::net::Polarity;
use proc_macro2::TokenStream;
use quote::quote;

/// The call with which a body ends, but for nodes that are built: its place, and its results.
fn last_call<'b>(actor: &Actor, body: &'b Body) -> Option<(usize, &'b [Reg])> {
    let at = body.steps.iter().rposition(|step| !matches!(step, Step::Build { .. } | Step::Fill { .. }))?;
    match &body.steps[at] {
        Step::Call { actor: called, results, .. } if *called == actor.symbol => Some((at, results)),
        _ => None,
    }
}

/// Are the results of the call those of the rule, each in its place?
fn returns_them(body: &Body, results: &[Reg]) -> bool {
    results.iter().map(|&reg| Operand::Reg(reg)).eq(body.results.iter().copied())
}

/// Does it end with a call of its own agent, whose results go elsewhere than where the rule's own go?
pub fn makes_holes(actor: &Actor, body: &Body) -> bool {
    last_call(actor, body).is_some_and(|(_, results)| !returns_them(body, results))
}

/// What a function with holes begins and ends with.
pub fn with_holes(count: usize) -> (TokenStream, TokenStream) {
    let words = count.max(2) as u32;
    let begin = quote! {
        let mut first = 0;
        let mut holes = [0; #count];
    };
    (begin, quote!(if first == 0 { results } else { w.fill_holes(first, #words, holes, results) }))
}

impl<S: Space> Terms<'_, '_, S> {
    /// If the body ends with a call of its own agent: the next turn of the loop, and the steps before.
    pub fn again(&self, actor: &Actor) -> Option<(TokenStream, &[Step])> {
        let (at, results) = last_call(actor, self.body)?;
        let Step::Call { value, args, .. } = &self.body.steps[at] else { return None };
        let names = ports(self.emit.book.agent(actor.symbol), Polarity::Positive);
        let names: Vec<_> = names.iter().map(|&(port, _)| ident("p", port)).collect();
        let (value, args) = (self.word(*value), self.arguments(actor.symbol, args));
        let holes = (!returns_them(self.body, results)).then(|| self.holes(at, results));
        let turn = quote! {
            #holes
            (value, #(#names,)*) = (#value, #(#args,)*);
            continue;
        };
        Some((turn, &self.body.steps[..at]))
    }

    /// The nodes that the results of the call go to, and where in them.
    fn holes(&self, call: usize, results: &[Reg]) -> TokenStream {
        let awaited = |term: &Operand| match term {
            Operand::Reg(reg) => results.contains(reg),
            _ => false,
        };
        let built = self.body.steps[call + 1..].iter().filter(|step| match step {
            Step::Fill { term, .. } => !awaited(term),
            _ => true,
        });
        let built = built.map(|step| self.step(step));
        let given = self.body.results.iter().enumerate().filter(|(_, term)| !awaited(term)).map(|(at, &term)| {
            let term = self.word(term);
            quote!(w.put(holes[#at], 0, #term);)
        });
        let holes = results.iter().map(|&reg| {
            let slot = self.body.steps.iter().find_map(|step| match step {
                Step::Fill { node, slot, term } if *term == Operand::Reg(reg) => Some((ident("n", *node), slot)),
                _ => None,
            });
            match (slot, self.body.results.iter().position(|&term| term == Operand::Reg(reg))) {
                (Some((node, slot)), _) => quote!(#node + #slot),
                (None, Some(at)) => quote!(holes[#at]),
                (None, None) => unreachable!("each register is used"),
            }
        });
        let (count, words) = (self.body.results.len(), self.body.results.len().max(2) as u32);
        quote! {
            if first == 0 {
                first = w.build(#words);
                holes = ::core::array::from_fn::<_, #count, _>(|at| first + at as ::core::primitive::u32);
            }
            #(#built)*
            #(#given)*
            holes = [#(#holes),*];
        }
    }
}
