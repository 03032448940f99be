//! Sums whose two passes are one: their terms are computed, and gone back through, one after the other, by one thread or
//! several.

use super::{
    flow::{Arithmetic, BlockId, Is, Op, Reduce, V},
    reverse::Reverse,
    term::Term,
    writer::{Pass, Writer, accumulate, numbered},
};
use crate::schedule::{emit::own, types::SpaceId};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::BTreeSet;

/// Over which rows the work is shared out.
#[derive(Clone, Default)]
pub struct Shares {
    pub space: Option<SpaceId>,
    pub lanes: Option<usize>,
    pub parallel: bool,
    pub chunk: Option<TokenStream>,
}

impl Reverse<'_, '_, '_> {
    /// A sum whose terms are computed, and gone back through, one after the other.
    pub fn both(&mut self, v: V, seed: Term) -> TokenStream {
        let Op::Reduce(_, it) = self.writer.flow.values[v].op else { return TokenStream::new() };
        let outermost = self.writer.frames.len() == 1;
        let shared = outermost && self.shares.space == Some(it.space);
        let lanes = if shared { self.shares.lanes } else { None };
        let parallel = shared && self.shares.parallel;
        let first_log = self.log.len();
        let (row, name) = (self.writer.name(it.row).clone(), self.writer.name(v).clone());
        let outer_scratch = std::mem::take(&mut self.writer.scratch);
        let (group, seeds) = (own("lanes"), own("seed"));
        self.writer.enter_loop(it, Pass::Both);
        let result = self.writer.flow.blocks[it.body].result;
        let wide = self.writer.flow.values[result].wide;
        let float = self.writer.float(v);
        let zero: TokenStream = format!("0.0_{float}").parse().unwrap_or_default();
        let sent = match lanes {
            Some(_) if wide => Term::atom(&seeds, true),
            _ => seed.clone(),
        };
        let back = self.back(it.body, sent);
        let value = self.writer.term(result);
        let forward = self.writer.statements();
        let sums = self.writer.frames.pop().map(|frame| frame.sums).unwrap_or_default();
        let sums = self.declared(&sums);
        let scratch = std::mem::replace(&mut self.writer.scratch, outer_scratch);
        let zero_value = self.writer.zero(v);
        let body = match lanes {
            Some(_) if wide => {
                let value = value.receiver();
                let seed = seed.widened().receiver();
                quote! {
                    let #row = #group.rows();
                    let #seeds = #seed.first(#group.len(), #zero);
                    #sums #forward
                    #name += #value.first(#group.len(), #zero).sum();
                    #back
                }
            }
            _ => {
                let value = accumulate(&name.to_token_stream(), value);
                quote!(#sums #forward #value #back)
            }
        };
        let run = own("run");
        let of_run = |from: TokenStream| match lanes {
            Some(lanes) if wide => quote!(for #group in #from.lanes::<#lanes>() { #body }),
            _ => quote!(for #row in #from.indices() { #body }),
        };
        let rows = self.writer.rows_of(it.space);
        if !parallel {
            let all = match lanes {
                Some(_) => of_run(quote!(#rows.run())),
                None => {
                    let indices = self.writer.rows_in(it);
                    quote!(for #row in #indices { #body })
                }
            };
            self.writer.scratch.extend(scratch);
            return quote!(let mut #name = #zero_value; #all);
        }
        // Each task sums up for itself; the sums are joined in the order of the rows.
        let outer = self.writer.frames.iter().map(|frame| frame.block).collect::<BTreeSet<_>>();
        let written: BTreeSet<V> = self.log[first_log..]
            .iter()
            .copied()
            .filter(|&v| outer.contains(&self.writer.flow.values[v].block))
            .collect();
        let names: Vec<_> = written.iter().map(|&v| self.writer.related(v, "ct")).collect();
        let own_sums = self.declared(&written);
        let parts: Vec<_> = written.iter().map(|&v| self.writer.related(v, "part")).collect();
        let value_part = self.writer.related(v, "part");
        let joins = written.iter().zip(names.iter().zip(&parts)).map(|(&v, (name, part))| self.join(v, name, part));
        let joins: Vec<TokenStream> = joins.collect();
        let size = match (&self.shares.chunk, lanes) {
            (Some(rows), _) => quote!(#rows),
            (None, Some(lanes)) => quote!(#rows.len().div_ceil(16).next_multiple_of(#lanes)),
            (None, None) => quote!(#rows.len().div_ceil(16)),
        };
        let all = of_run(run.to_token_stream());
        quote! {
            let mut #name = #zero_value;
            for (#value_part, #(#parts),*) in #rows.par_runs(#size, |#run| {
                #own_sums #(#scratch)*
                let mut #name = #zero_value;
                #all
                (#name, #(#names),*)
            }) {
                #name += #value_part;
                #(#joins)*
            }
        }
    }

    fn join(&self, v: V, name: &proc_macro2::Ident, part: &proc_macro2::Ident) -> TokenStream {
        let Is::Column(spaces, _) = &self.writer.flow.values[v].is else { return quote!(#name += #part;) };
        let rows: Vec<_> = (0..spaces.len()).map(|at| numbered("at", at)).collect();
        let mut tokens = quote!(#name #([#rows])* += #part #([#rows])*;);
        for (depth, row) in rows.iter().enumerate().rev() {
            let before = &rows[..depth];
            tokens = quote!(for #row in #part #([#before])*.indices() { #tokens });
        }
        tokens
    }
}

/// Sums whose cotangents are known before their values: those that the result is a linear function of. And the values
/// between it and them.
pub fn terms(writer: &Writer<'_, '_>, block: BlockId) -> (BTreeSet<V>, BTreeSet<V>) {
    let flow = &writer.flow;
    let (mut open, mut found, mut between) = (vec![flow.blocks[block].result], BTreeSet::new(), BTreeSet::new());
    while let Some(v) = open.pop() {
        let value = &flow.values[v];
        if !value.active || value.block != block || writer.uses[v] != 1 {
            continue;
        }
        between.insert(v);
        match &value.op {
            Op::Reduce(Reduce::Sum, _) => {
                found.insert(v);
            }
            Op::Arithmetic(Arithmetic::Neg | Arithmetic::Add | Arithmetic::Sub, list) => open.extend(list),
            Op::Arithmetic(Arithmetic::Mul, list) if list.iter().any(|&v| !flow.values[v].touched) => open.extend(list),
            Op::Arithmetic(Arithmetic::Div, list) if list.get(1).is_some_and(|&v| !flow.values[v].touched) => {
                open.extend(list);
            }
            _ => {}
        }
    }
    (found, between)
}
