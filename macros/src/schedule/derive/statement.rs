//! The statements of a pass, one for each value that is kept.

use super::writer::*;
use super::{
    flow::{BlockId, Loop, Op, Reduce, V},
    term::Term,
};
use crate::schedule::emit;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl<'p, 'a> Writer<'p, 'a> {
    /// The statements of the innermost frame, for the values that are needed: from the last to the first, as each needs
    /// those before.
    pub fn statements(&mut self) -> TokenStream {
        let Some(frame) = self.frames.last() else { return TokenStream::new() };
        let (block, pass) = (frame.block, frame.pass);
        let mut order = self.flow.blocks[block].values.clone();
        // What has to do with no derivative comes first: the seeds of merged loops are made of it.
        order.sort_by_key(|&v| self.flow.values[v].touched && !matches!(self.flow.values[v].op, Op::Guard(_)));
        let has_guard = order.iter().any(|&v| matches!(self.flow.values[v].op, Op::Guard(_)));
        if has_guard {
            order = self.flow.blocks[block].values.clone();
        }
        let mut written = Vec::new();
        for &v in order.iter().rev() {
            let Some(frame) = self.frames.last_mut() else { break };
            if let Some(merged) = frame.merged.remove(&v) {
                written.push(merged);
                continue;
            }
            let guard = matches!(self.flow.values[v].op, Op::Guard(_));
            let stored = pass != Pass::Back && self.kept.contains_key(&v);
            if !guard && !stored && !frame.needed.contains(&v) {
                continue;
            }
            written.push(match pass {
                Pass::Back if self.is_kept(v) => self.taken(v),
                _ => self.statement(v),
            });
        }
        written.into_iter().rev().collect()
    }

    /// The statement that gives a value its name.
    pub fn statement(&mut self, v: V) -> TokenStream {
        let name = self.name(v).clone();
        let forward = self.frames.last().is_some_and(|frame| frame.pass != Pass::Back);
        let store = if forward { self.store(v) } else { None };
        match &self.flow.values[v].op {
            Op::Guard(condition) => {
                let condition = *condition;
                let condition = self.term(condition).receiver();
                quote!(if !#condition { continue; })
            }
            Op::Reduce(reduce, it) => {
                let (reduce, it) = (*reduce, *it);
                let float = self.float(v);
                let (body, value) = self.body(it);
                let (row, indices) = (self.name(it.row).clone(), self.rows_in(it));
                let (start, step) = match reduce {
                    Reduce::Sum => (self.zero(v), Term::atom(&name, value.wide).add(value.clone())),
                    Reduce::Max | Reduce::Min => {
                        let (start, function) = match reduce {
                            Reduce::Max => (quote!(#float::NEG_INFINITY), "max"),
                            _ => (quote!(#float::INFINITY), "min"),
                        };
                        let start = if value.wide { quote!(::polarnet::columns::Wide::all(#start)) } else { start };
                        (start, Term::call(&float, function, vec![Term::atom(&name, value.wide), value.clone()]))
                    }
                };
                let step = match reduce {
                    Reduce::Sum => accumulate(&name.to_token_stream(), value),
                    _ => {
                        let step = step.tokens();
                        quote!(#name = #step;)
                    }
                };
                let store = store.map(|store| quote!(#store = #name;));
                quote! {
                    let mut #name = #start;
                    for #row in #indices { #body #step }
                    #store
                }
            }
            Op::Column(it) => {
                let it = *it;
                let (body, value) = self.body(it);
                let wide = self.flow.values[v].wide;
                let value = if wide { value.widened() } else { value };
                let inner = self.flow.is_column(self.flow.blocks[it.body].result);
                let mut value = value.tokens();
                if inner && !self.flow.blocks[it.body].values.contains(&self.flow.blocks[it.body].result) {
                    value = quote!(#value.clone());
                }
                let row = self.name(it.row).clone();
                match store {
                    Some(store) if !inner => {
                        let indices = self.indices(it.space);
                        quote! {
                            let #name = &mut #store;
                            for #row in #indices { #body #name[#row] = #value; }
                        }
                    }
                    store => {
                        let rows = self.rows_of(it.space);
                        let body = match body.is_empty() {
                            true => value,
                            false => quote!({ #body #value }),
                        };
                        let made = quote!(#rows.data(|#row| #body));
                        match store {
                            Some(store) => quote!(#store = #made; let #name = &#store;),
                            None => quote!(let #name = #made;),
                        }
                    }
                }
            }
            Op::Groups(space, at, it) => {
                let (space, at, it) = (*space, *at, *it);
                self.enter_loop(it, Pass::Forward);
                let (value, at) = (self.term(self.flow.blocks[it.body].result), self.term(at).tokens());
                let body = self.statements();
                self.frames.pop();
                let (row, indices) = (self.name(it.row).clone(), self.rows_in(it));
                let value = if self.flow.values[v].wide { value.widened() } else { value };
                let add = accumulate(&quote!(#name[#at]), value);
                let zero = self.zero(v);
                let start = match store {
                    Some(store) => {
                        let (i, all) = (emit::own("i"), self.indices(space));
                        quote!(let #name = &mut #store; for #i in #all { #name[#i] = #zero; })
                    }
                    None => {
                        let filled = self.filled(&[space], zero);
                        quote!(let mut #name = #filled;)
                    }
                };
                quote!(#start for #row in #indices { #body #add })
            }
            Op::Choice(choice) => {
                let (on, is_if) = (choice.on, choice.is_if);
                let arms: Vec<_> =
                    choice.arms.iter().map(|(pattern, guard, body)| (pattern.clone(), *guard, *body)).collect();
                let bodies: Vec<TokenStream> = arms.iter().map(|&(_, _, body)| self.in_block(body)).collect();
                let value = self.chosen(on, is_if, &arms, bodies);
                let store = store.map(|store| quote!(#store = #name;));
                quote!(let #name = #value; #store)
            }
            _ => {
                let value = self.computed(v).tokens();
                let store = store.map(|store| quote!(#store = #name;));
                quote!(let #name = #value; #store)
            }
        }
    }

    /// `if on { … } else { … }`, `match on { … }`
    pub fn chosen(
        &mut self,
        on: V,
        is_if: bool,
        arms: &[(TokenStream, Option<BlockId>, BlockId)],
        bodies: Vec<TokenStream>,
    ) -> TokenStream {
        let on = self.term(on).tokens();
        if let (true, [yes, no]) = (is_if, &bodies[..]) {
            return quote!(if #on { #yes } else { #no });
        }
        let guards: Vec<Option<TokenStream>> = arms
            .iter()
            .map(|&(_, guard, _)| {
                let guard = self.in_block(guard?);
                Some(quote!(if { #guard }))
            })
            .collect();
        let patterns = arms.iter().map(|arm| &arm.0);
        quote!(match #on { #(#patterns #guards => { #bodies })* })
    }

    /// A block with its value, for between braces.
    pub fn in_block(&mut self, block: BlockId) -> TokenStream {
        let pass = self.frames.last().map_or(Pass::Forward, |frame| frame.pass);
        let pass = if pass == Pass::Both { Pass::Forward } else { pass };
        self.enter(block, pass, None);
        let value = self.term(self.flow.blocks[block].result).tokens();
        let body = self.statements();
        self.frames.pop();
        quote!(#body #value)
    }

    /// The body of a loop, and its value.
    pub fn body(&mut self, it: Loop) -> (TokenStream, Term) {
        let back = self.frames.last().is_some_and(|frame| frame.pass == Pass::Back);
        // What is computed again on the way back keeps nothing.
        let pass = if back { Pass::Back } else { Pass::Forward };
        match back {
            true => self.enter(it.body, pass, None),
            false => self.enter_loop(it, pass),
        }
        let value = self.term(self.flow.blocks[it.body].result);
        let body = self.statements();
        self.frames.pop();
        (body, value)
    }
}
