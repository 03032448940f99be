//! Reverse mode: cotangents, from the result back to the parameters.
//!
//! Every read of a value becomes an update of its cotangent. A sum becomes a loop on the way forward and one on the way back;
//! where its cotangent is known before, as that of the terms of the result is, the two are one loop, which keeps nothing.

use super::{
    flow::{Arithmetic, BlockId, Is, Loop, Op, Reduce, V},
    term::Term,
    terms::{Shares, terms},
    writer::{Pass, Writer, accumulate},
};
use crate::schedule::emit::own;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::{BTreeSet, HashMap};

pub struct Reverse<'w, 'p, 'a> {
    pub writer: &'w mut Writer<'p, 'a>,
    /// How often a value's cotangent is added to.
    uses: Vec<usize>,
    /// It is added to in another block than that of the value.
    far: Vec<bool>,
    /// Cotangents that are written where they are used.
    terms: HashMap<V, Term>,
    /// Cotangents that were added to, in order.
    pub log: Vec<V>,
    /// Values between the result and its terms, whose cotangents are needed before theirs.
    early: BTreeSet<V>,
    pub shares: Shares,
}

impl<'w, 'p, 'a> Reverse<'w, 'p, 'a> {
    pub fn new(writer: &'w mut Writer<'p, 'a>, shares: Shares) -> Self {
        let flow = &writer.flow;
        let (mut uses, mut far) = (vec![0; flow.values.len()], vec![false; flow.values.len()]);
        for v in 0..flow.values.len() {
            let value = &flow.values[v];
            if !value.active {
                continue;
            }
            for operand in flow.operands(v).into_iter().filter(|&operand| flow.values[operand].active) {
                uses[operand] += 1;
                // An element's cotangent is part of the column's.
                far[operand] |= value.block != flow.values[operand].block || matches!(value.op, Op::Read(..));
            }
        }
        for (at, block) in flow.blocks.iter().enumerate() {
            uses[block.result] += 1;
            far[block.result] |= flow.values[block.result].block != at;
        }
        Reverse { writer, uses, far, terms: HashMap::new(), log: Vec::new(), early: BTreeSet::new(), shares }
    }

    /// The whole function: statements, and the value.
    pub fn root(&mut self, seed: Term) -> (TokenStream, TokenStream) {
        self.writer.enter(0, Pass::Both, None);
        let back = self.back(0, seed);
        let value = self.writer.term(self.writer.flow.blocks[0].result).tokens();
        let forward = self.writer.statements();
        let mut sums = self.writer.frames.pop().map(|frame| frame.sums).unwrap_or_default();
        sums.extend(self.writer.flow.params.iter().copied().filter(|&v| self.writer.flow.values[v].active));
        let sums = self.declared(&sums);
        let scratch = std::mem::take(&mut self.writer.scratch);
        let result = own("value");
        (quote!(#sums #(#scratch)* #forward let #result = #value; #back), result.to_token_stream())
    }

    /// The way back from a row of a batch, whose cotangent this is; its value is there.
    pub fn row(&mut self, body: BlockId, cotangent: Term) -> TokenStream {
        self.writer.enter(body, Pass::Back, None);
        if let Some(frame) = self.writer.frames.last_mut() {
            frame.again = true;
        }
        let rest = self.back(body, cotangent);
        self.finish(rest)
    }

    pub fn declared(&self, sums: &BTreeSet<V>) -> TokenStream {
        let declare = |&v: &V| {
            let (name, zeros) = (self.writer.related(v, "ct"), self.writer.zeros(v));
            quote!(let mut #name = #zeros;)
        };
        sums.iter().map(declare).collect()
    }

    /// The way back through a block, whose result has this cotangent.
    pub fn back(&mut self, block: BlockId, seed: Term) -> TokenStream {
        let pass = self.writer.frames.last().map_or(Pass::Back, |frame| frame.pass);
        let (merged, early) = match pass {
            Pass::Both => terms(self.writer, block),
            _ => Default::default(),
        };
        self.early.extend(early);
        let mut tokens = TokenStream::new();
        self.send(self.writer.flow.blocks[block].result, seed, &mut tokens);
        for v in self.writer.flow.blocks[block].values.clone().into_iter().rev() {
            if !self.writer.flow.values[v].active || matches!(self.writer.flow.values[v].op, Op::Read(..)) {
                continue;
            }
            if merged.contains(&v) {
                let Some(seed) = self.terms.remove(&v) else { continue };
                let both = self.both(v, seed);
                if let Some(frame) = self.writer.frames.last_mut() {
                    frame.merged.insert(v, both);
                }
                continue;
            }
            let Some(cotangent) = self.cotangent(v) else { continue };
            self.step(v, cotangent, &mut tokens);
        }
        tokens
    }

    /// A value's cotangent, when all have been added that it is made of.
    fn cotangent(&mut self, v: V) -> Option<Term> {
        if let Some(term) = self.terms.remove(&v) {
            return Some(term);
        }
        let block = self.writer.flow.values[v].block;
        let wide = self.writer.flow.values[v].wide;
        let name = self.writer.related(v, "ct");
        self.writer.frame(block)?.sums.contains(&v).then(|| Term::atom(name, wide))
    }

    /// Adds to a cotangent.
    fn send(&mut self, v: V, cotangent: Term, tokens: &mut TokenStream) {
        let value = &self.writer.flow.values[v];
        if !value.active {
            return;
        }
        let of_points = match value.op {
            Op::Read(..) => self.writer.flow.values[self.column_of(v)].wide,
            _ => value.wide,
        };
        if let Some(row) = self.writer.wide_row(v) {
            return self.spread(v, row, of_points, cotangent, tokens);
        }
        let cotangent = match (of_points, cotangent.wide) {
            (false, true) => cotangent.sum(),
            _ => cotangent,
        };
        let read = matches!(self.writer.flow.values[v].op, Op::Read(..));
        if !read && self.uses[v] == 1 && !self.far[v] {
            self.terms.insert(v, cotangent);
            return;
        }
        let place = self.place(v);
        if self.writer.flow.is_column(v) {
            let Is::Column(spaces, _) = &self.writer.flow.values[v].is else { return };
            let (spaces, from) = (spaces.clone(), cotangent.receiver());
            let rows: Vec<_> = (0..spaces.len()).map(|at| super::writer::numbered("at", at)).collect();
            let add = quote!(#place #([#rows])* += #from #([#rows])*;);
            tokens.extend(spaces.iter().zip(&rows).rev().fold(add, |inner, (&space, row)| {
                let indices = self.writer.indices(space);
                quote!(for #row in #indices { #inner })
            }));
            return;
        }
        let cotangent = if of_points { cotangent.widened() } else { cotangent };
        tokens.extend(accumulate(&place, cotangent));
    }

    /// Adds to the cotangents of the rows of several points.
    fn spread(&mut self, v: V, row: V, of_points: bool, cotangent: Term, tokens: &mut TokenStream) {
        let (lane, at) = (own("lane"), own("row"));
        let place = self.place(v);
        let rows = self.writer.term(row).tokens();
        let from = cotangent.widened().receiver();
        let target = if of_points { quote!(#place.0[#lane]) } else { quote!(#place) };
        tokens.extend(quote! {
            for (#lane, #at) in #rows.into_iter().enumerate() { #target += #from.0[#lane]; }
        });
    }

    /// The column that an element is of.
    fn column_of(&self, v: V) -> V {
        match self.writer.flow.values[v].op {
            Op::Read(base, _) => self.column_of(base),
            _ => v,
        }
    }

    /// Where a cotangent is summed up.
    fn place(&mut self, v: V) -> TokenStream {
        match self.writer.flow.values[v].op {
            Op::Read(base, row) => {
                let base = self.place(base);
                let at = match self.writer.flow.values[row].wide {
                    true => own("row").to_token_stream(),
                    false => self.writer.term(row).tokens(),
                };
                quote!(#base[#at])
            }
            _ => {
                self.log.push(v);
                let block = self.writer.flow.values[v].block;
                if let Some(frame) = self.writer.frame(block) {
                    frame.sums.insert(v);
                }
                self.writer.related(v, "ct").to_token_stream()
            }
        }
    }

    /// A cotangent that is used several times gets a name.
    fn held(&self, v: V, cotangent: Term, tokens: &mut TokenStream) -> Term {
        if cotangent.is_short() {
            return cotangent;
        }
        let (name, wide) = (self.writer.related(v, "ct"), cotangent.wide);
        let value = cotangent.tokens();
        tokens.extend(quote!(let #name = #value;));
        Term::atom(name, wide)
    }

    /// What a value's cotangent adds to those of its operands.
    fn step(&mut self, v: V, cotangent: Term, tokens: &mut TokenStream) {
        match &self.writer.flow.values[v].op {
            Op::Arithmetic(it, list) => {
                let (it, list) = (*it, list.clone());
                self.arithmetic(v, it, &list, cotangent, tokens);
            }
            Op::Reduce(Reduce::Sum, it) => {
                let it = *it;
                let cotangent = self.held(v, cotangent, tokens);
                let body = self.body(it, cotangent);
                tokens.extend(self.looped(it, body));
            }
            Op::Reduce(_, it) => {
                let it = *it;
                let left = self.writer.related(v, "left");
                let start = cotangent.tokens();
                let wide = cotangent.wide;
                let result = self.writer.term(v);
                self.writer.enter_loop(it, Pass::Back);
                // The first that is the largest takes all.
                let value = self.writer.term(self.writer.flow.blocks[it.body].result);
                let (taken, name) = (own("taken"), Term::atom(&left, wide));
                let zero = Term::number("0");
                let choice = Term::where_equal(&value, &result, name, zero).tokens();
                let rest = self.back(it.body, Term::atom(&taken, value.wide || wide));
                let body = quote!(let #taken = #choice; #left -= #taken; #rest);
                let body = self.finish(body);
                let all = self.looped(it, body);
                tokens.extend(quote!(let mut #left = #start; #all));
            }
            Op::Column(it) => {
                let it = *it;
                let (row, wide) = (self.writer.name(it.row).clone(), self.writer.flow.values[v].wide);
                let place = cotangent.receiver();
                let body = self.body(it, Term::atom(quote!(#place[#row]), wide));
                tokens.extend(self.looped(it, body));
            }
            Op::Groups(_, at, it) => {
                let (at, it) = (*at, *it);
                let (place, wide) = (cotangent.receiver(), self.writer.flow.values[v].wide);
                self.writer.enter_loop(it, Pass::Back);
                let at = self.writer.term(at).tokens();
                let rest = self.back(it.body, Term::atom(quote!(#place[#at]), wide));
                let body = self.finish(rest);
                tokens.extend(self.looped(it, body));
            }
            Op::Choice(choice) => {
                let (on, is_if) = (choice.on, choice.is_if);
                let arms: Vec<_> =
                    choice.arms.iter().map(|(pattern, guard, body)| (pattern.clone(), *guard, *body)).collect();
                let cotangent = self.held(v, cotangent, tokens);
                let bodies = arms.iter().map(|&(_, _, body)| {
                    self.writer.enter(body, Pass::Back, None);
                    let rest = self.back(body, cotangent.clone());
                    self.finish(rest)
                });
                let bodies = bodies.collect();
                tokens.extend(self.writer.chosen(on, is_if, &arms, bodies));
            }
            _ => {}
        }
    }

    fn arithmetic(&mut self, v: V, it: Arithmetic, list: &[V], cotangent: Term, tokens: &mut TokenStream) {
        if let (Arithmetic::Mul, [a, b]) = (it, list)
            && self.writer.flow.same(*a, *b)
        {
            let twice = Term::number("2").mul(self.writer.term(*a));
            return self.send(*a, cotangent.mul(twice), tokens);
        }
        let active = list.iter().filter(|&&arg| self.writer.flow.values[arg].active).count();
        let cotangent = match active > 1 && !self.early.contains(&v) {
            true => self.held(v, cotangent, tokens),
            false => cotangent,
        };
        for (at, &arg) in list.iter().enumerate() {
            if !self.writer.flow.values[arg].active {
                continue;
            }
            let sent = self.writer.chain(v, it, list, at, cotangent.clone());
            self.send(arg, sent, tokens);
        }
    }

    /// The way back through a loop's body.
    fn body(&mut self, it: Loop, seed: Term) -> TokenStream {
        self.writer.enter_loop(it, Pass::Back);
        let rest = self.back(it.body, seed);
        self.finish(rest)
    }

    /// Closes a block that goes back: what it needs stands before.
    pub fn finish(&mut self, back: TokenStream) -> TokenStream {
        let values = self.writer.statements();
        let sums = self.writer.frames.pop().map(|frame| frame.sums).unwrap_or_default();
        let sums = self.declared(&sums);
        quote!(#values #sums #back)
    }

    fn looped(&self, it: Loop, body: TokenStream) -> TokenStream {
        let (row, indices) = (self.writer.name(it.row), self.writer.rows_in(it));
        quote!(for #row in #indices { #body })
    }
}
