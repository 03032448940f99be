//! Forward mode: with each value its tangent.

use super::{
    flow::{Block, BlockId, Is, Loop, Op, Reduce, V},
    term::Term,
    writer::{Pass, Writer, accumulate},
};
use crate::schedule::emit::own;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;

pub struct Forward<'w, 'p, 'a> {
    writer: &'w mut Writer<'p, 'a>,
    /// The tangents of the parameters.
    given: HashMap<V, Ident>,
}

impl<'w, 'p, 'a> Forward<'w, 'p, 'a> {
    pub fn new(writer: &'w mut Writer<'p, 'a>, given: HashMap<V, Ident>) -> Self {
        for v in 0..writer.flow.values.len() {
            // A tangent is made of its value's operands, which have names then.
            let value = &writer.flow.values[v];
            writer.inline[v] = match value.op {
                Op::Arithmetic(..) => false,
                _ => writer.inline[v],
            };
        }
        writer.number();
        Forward { writer, given }
    }

    /// Statements, the value, and its tangent.
    pub fn root(&mut self) -> (TokenStream, TokenStream, TokenStream) {
        let (statements, value, tangent) = self.block(0);
        (statements, value.tokens(), tangent.tokens())
    }

    fn tangent_name(&self, v: V) -> Ident {
        match self.given.get(&v) {
            Some(name) => name.clone(),
            None => self.writer.related(v, "dot"),
        }
    }

    fn tangent(&mut self, v: V) -> Term {
        if !self.writer.flow.values[v].active {
            return Term::number("0");
        }
        match self.writer.flow.values[v].op {
            Op::Read(base, row) if self.writer.in_hand(base) => {
                let (pass, row) = (own("row"), self.writer.term(row).tokens());
                Term::sign(quote!(*#pass.get(#row).1))
            }
            Op::Read(base, row) => {
                let (base, row) = (self.tangent(base).receiver(), self.writer.term(row).tokens());
                Term::atom(quote!(#base[#row]), false)
            }
            _ => Term::atom(self.tangent_name(v), false),
        }
    }

    /// A block with its value and its tangent, for between braces.
    pub fn pair(&mut self, block: BlockId) -> TokenStream {
        let Block { values, result } = &self.writer.flow.blocks[block];
        let (last, result) = (values.last().copied(), *result);
        // A choice at the end is the value itself.
        if last == Some(result)
            && let Op::Choice(_) = self.writer.flow.values[result].op
            && self.writer.flow.values[result].active
        {
            self.writer.enter(block, Pass::Forward, None);
            let mut tokens = TokenStream::new();
            for v in self.writer.flow.blocks[block].values.clone() {
                if v != result {
                    self.statement(v, &mut tokens);
                }
            }
            let chosen = self.choice(result);
            self.writer.frames.pop();
            return quote!(#tokens #chosen);
        }
        let (tokens, value, tangent) = self.block(block);
        let (value, tangent) = (value.tokens(), tangent.tokens());
        quote!(#tokens (#value, #tangent))
    }

    /// `if`, `match`: of values, or of values with their tangents.
    fn choice(&mut self, v: V) -> TokenStream {
        let Op::Choice(choice) = &self.writer.flow.values[v].op else { return TokenStream::new() };
        let (on, is_if) = (choice.on, choice.is_if);
        let arms: Vec<_> = choice.arms.iter().map(|(pattern, guard, body)| (pattern.clone(), *guard, *body)).collect();
        let active = self.writer.flow.values[v].active;
        let bodies = arms.iter().map(|&(_, _, body)| match active {
            true => self.pair(body),
            false => {
                let (tokens, value, _) = self.block(body);
                let value = value.tokens();
                quote!(#tokens #value)
            }
        });
        let bodies = bodies.collect();
        self.writer.chosen(on, is_if, &arms, bodies)
    }

    fn block(&mut self, block: BlockId) -> (TokenStream, Term, Term) {
        self.writer.enter(block, Pass::Forward, None);
        let mut tokens = TokenStream::new();
        for v in self.writer.flow.blocks[block].values.clone() {
            self.statement(v, &mut tokens);
        }
        let result = self.writer.flow.blocks[block].result;
        let (value, tangent) = (self.writer.term(result), self.tangent(result));
        self.writer.frames.pop();
        // A column that is not made here is read, and stays.
        let stays = self.writer.flow.is_column(result) && !self.writer.flow.blocks[block].values.contains(&result)
            || matches!(self.writer.flow.values[result].op, Op::Read(..)) && self.writer.flow.is_column(result);
        let cloned = |term: Term| {
            let term = term.receiver();
            Term::atom(quote!(#term.clone()), false)
        };
        match stays {
            true => (tokens, cloned(value), cloned(tangent)),
            false => (tokens, value, tangent),
        }
    }

    fn statement(&mut self, v: V, tokens: &mut TokenStream) {
        let (name, dot) = (self.writer.name(v).clone(), self.tangent_name(v));
        let active = self.writer.flow.values[v].active;
        match &self.writer.flow.values[v].op {
            Op::Arithmetic(it, list) => {
                let (it, list) = (*it, list.clone());
                let value = self.writer.computed(v).tokens();
                tokens.extend(quote!(let #name = #value;));
                if !active {
                    return;
                }
                let mut sum: Option<Term> = None;
                for (at, &arg) in list.iter().enumerate() {
                    if !self.writer.flow.values[arg].active {
                        continue;
                    }
                    let tangent = self.tangent(arg);
                    let term = self.writer.chain(v, it, &list, at, tangent);
                    sum = Some(match sum {
                        Some(sum) => sum.add(term),
                        None => term,
                    });
                }
                let sum = sum.unwrap_or_else(|| Term::number("0")).tokens();
                tokens.extend(quote!(let #dot = #sum;));
            }
            Op::Guard(condition) => {
                let condition = *condition;
                let condition = self.writer.term(condition).receiver();
                tokens.extend(quote!(if !#condition { continue; }));
            }
            Op::Reduce(reduce, it) => {
                let (reduce, it) = (*reduce, *it);
                let (body, value, tangent) = self.block(it.body);
                let step = match reduce {
                    Reduce::Sum => {
                        let value = accumulate(&name.to_token_stream(), value);
                        let tangent = active.then(|| accumulate(&dot.to_token_stream(), tangent));
                        quote!(#value #tangent)
                    }
                    Reduce::Max | Reduce::Min => {
                        let (float, next) = (self.writer.float(v), own("next"));
                        let function = if reduce == Reduce::Max { "max" } else { "min" };
                        let larger = Term::call(&float, function, vec![Term::atom(&name, false), value]).tokens();
                        let tangent = tangent.tokens();
                        let dots = active.then(|| quote!(if #next != #name { #dot = #tangent; }));
                        quote!(let #next = #larger; #dots #name = #next;)
                    }
                };
                let float = self.writer.float(v);
                let start = match reduce {
                    Reduce::Sum => quote!(0.0),
                    Reduce::Max => quote!(#float::NEG_INFINITY),
                    Reduce::Min => quote!(#float::INFINITY),
                };
                let dots = active.then(|| quote!(let mut #dot = 0.0;));
                let all = self.looped(it, quote!(#body #step));
                tokens.extend(quote!(let mut #name = #start; #dots #all));
            }
            Op::Column(it) => {
                let it = *it;
                let row = self.writer.name(it.row).clone();
                let (body, value, tangent) = self.block(it.body);
                let (value, tangent) = (value.tokens(), tangent.tokens());
                if !active {
                    let rows = self.writer.rows_of(it.space);
                    tokens.extend(quote!(let #name = #rows.data(|#row| { #body #value });));
                    return;
                }
                let Is::Column(spaces, _) = self.writer.flow.values[v].is.clone() else { return };
                let zeros = self.writer.filled(&spaces, quote!(0.0));
                let all = self.looped(it, quote!(#body #name[#row] = #value; #dot[#row] = #tangent;));
                tokens.extend(quote!(let mut #name = #zeros; let mut #dot = #zeros; #all));
            }
            Op::Groups(space, at, it) => {
                let (space, at, it) = (*space, *at, *it);
                let (body, value, tangent) = self.block(it.body);
                let at = self.writer.term(at).tokens();
                let zeros = self.writer.filled(&[space], quote!(0.0));
                let value = accumulate(&quote!(#name[#at]), value);
                let tangent = active.then(|| accumulate(&quote!(#dot[#at]), tangent));
                let dots = active.then(|| quote!(let mut #dot = #zeros;));
                let all = self.looped(it, quote!(#body #value #tangent));
                tokens.extend(quote!(let mut #name = #zeros; #dots #all));
            }
            Op::Choice(_) => {
                let chosen = self.choice(v);
                tokens.extend(match active {
                    true => quote!(let (#name, #dot) = #chosen;),
                    false => quote!(let #name = #chosen;),
                });
            }
            _ => {}
        }
    }

    fn looped(&self, it: Loop, body: TokenStream) -> TokenStream {
        let (row, indices) = (self.writer.name(it.row), self.writer.rows_in(it));
        quote!(for #row in #indices { #body })
    }
}
