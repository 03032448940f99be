//! An agent that calls itself last goes round a loop instead.
//!
//! Where what it returns is a node that the call's result only has to be put in, as in `out ~ Cons(x, t) & Append(ys, t) ~ xs`, the
//! node is built first, with a *hole* for the result: the next turn fills it. So lists are walked without a stack. Others that it
//! calls last may lead back to it: then their rules are part of the loop.

use super::{
    body::{Built, Frame, Path, Writer},
    exit::{Exit, Turn},
    inline::Simple,
    ports::{ident, ports, read},
    rules::Meeting,
    terms::{Term, number_key},
    unroll::is_end,
};
use polarnet_columns::Space;
use polarnet_lower::{Body, Step};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl<'w, S: Space> Writer<'w, '_, S> {
    /// A call whose results are those of the function, or go into what those are.
    pub fn last_call(&mut self, frame: &mut Frame, path: &mut Path, body: &'w Body, at: usize) -> Option<TokenStream> {
        let Step::Call { actor: symbol, value, args, results } = &body.steps[at] else { return None };
        let (actor, simple) = self.actor(*symbol);
        let is_root = *symbol == self.root.symbol;
        let (value, args) = self.called(frame, body, *symbol, *value, args);
        // A loop inside of the function has no place for results of its own.
        if matches!(frame.exit, Exit::Loop(_)) && !is_end(body, at, results) {
            return None;
        }
        // Each hole is for one result of the function.
        if results.len() != self.results(self.root) {
            return None;
        }
        if !is_root && (simple != Simple::No || !self.state.room.takes(actor, simple, &value, true)) {
            return None;
        }
        // What is known of a node that is built in each turn would be known no more.
        let is_node = |term: &Term| matches!(term, Term::Node(..));
        if is_root && !self.state.room.stack.is_empty() && (is_node(&value) || args.iter().flatten().any(is_node)) {
            return None;
        }
        let mut out = TokenStream::new();
        for (at, &reg) in results.iter().enumerate() {
            frame.regs.insert(reg, Term::Hole(at));
        }
        self.holes(frame, path, body, at, &mut out);
        if !is_root {
            let turns = self.state.turns;
            let meeting = Meeting { actor, value, ports: args, exit: frame.exit.clone(), counted: false };
            let (tokens, _) = self.inside(&meeting, path)?;
            out.extend(tokens);
            return (self.state.turns > turns).then_some(out);
        }
        self.state.turns += 1;
        let is_rest = |term: &Term| matches!(term, Term::Word(word) if frame.has_field(word));
        self.state.mixes |= self.typed.is_none() && !is_rest(&value);
        let next = match (self.typed, &value) {
            (Some(ty), Term::Number(number, of) | Term::Read(number, of, _)) if ty == *of => number.clone(),
            (Some(_), Term::Number(..) | Term::Read(..)) => return None,
            (Some(ty), value) => {
                let maybe = match value {
                    Term::Maybe { known, number, ty: of, word } if ty == *of => Some((known, number, word)),
                    _ => None,
                };
                let word = maybe.map_or_else(|| self.word(path, value, &mut out), |(.., word)| word.clone());
                let mut cold = path.clone();
                let mut other = TokenStream::new();
                let (name, number) = (self.fresh(), self.fresh());
                let arguments = self.arguments(&mut cold, &args, *symbol, &mut other);
                other.extend(Self::free(&mut cold));
                let Symbol(symbol) = symbol;
                let function = format_ident!("other_{symbol}");
                let call = quote!(let __results = #function(__w, #name #(, #arguments)*););
                other.extend(Self::out_of_line(&mut cold, &call));
                other.extend(frame.exit.with(&quote!(__results)));
                let (key, read) = (number_key(ty), read(&name, ty));
                let known = maybe.map(|(known, number, _)| quote!(if #known { #number } else));
                out.extend(quote! {
                    let #number = #known {
                        let #name = #word;
                        if #name.key() != const { #key } { #other }
                        #read
                    };
                });
                number
            }
            (None, value) => self.word(path, value, &mut out),
        };
        let arguments = self.arguments(path, &args, *symbol, &mut out);
        out.extend(Self::free(path));
        out.extend(self.turn(&frame.exit, &next, &arguments));
        Some(out)
    }

    /// On to the next turn.
    fn turn(&self, exit: &Exit, next: &TokenStream, arguments: &[TokenStream]) -> TokenStream {
        let Exit::Loop(Turn { again, value, ports: names, .. }) = exit else {
            let names = ports(self.emit.book.agent(self.root.symbol), Polarity::Positive);
            let names = names.iter().map(|&(port, _)| ident("a", port));
            return quote! {
                (__value, #(#names,)*) = (#next, #(#arguments,)*);
                continue 'again;
            };
        };
        let Symbol(symbol) = self.root.symbol;
        let refused = format_ident!("refused_{symbol}");
        let late = exit.with(&quote!([__results]));
        // Each turn asks the budget; who came into the loop has done so for the first.
        quote! {
            (#value, #(#names,)*) = (#next, #(#arguments,)*);
            if __left < 0 {
                let __results;
                (__results, __left) = #refused(__w, #value #(, #names)*, __left);
                #late
            }
            continue #again;
        }
    }

    /// What is built around the results of the last call, with holes for them.
    fn holes(&mut self, frame: &mut Frame, path: &mut Path, body: &Body, at: usize, out: &mut TokenStream) {
        let mut holes = Vec::new();
        for step in &body.steps[at + 1..] {
            if let Step::Fill { node, slot, term } = step
                && let Built::Now(name) = &frame.nodes[node]
            {
                let name = name.clone();
                match self.term(frame, body, *term) {
                    Term::Hole(result) => holes.push((result, quote!(__w.hole(#name, #slot)))),
                    term => {
                        let word = self.word_around(path, &term, out, &mut holes);
                        out.extend(quote!(__w.put(#name, #slot, #word);));
                    }
                }
                continue;
            }
            out.extend(self.step(frame, path, body, step));
        }
        let results: Vec<_> = body.results.iter().map(|&result| self.term(frame, body, result)).collect();
        if holes.is_empty() && (0..).zip(&results).all(|(at, term)| matches!(term, Term::Hole(hole) if *hole == at)) {
            return;
        }
        self.state.holes = true;
        // Lists that this turn makes.
        let mut lists = 0;
        for (at, term) in results.iter().enumerate() {
            let before = holes.len();
            if let Term::Hole(result) = term {
                holes.push((*result, quote!(__holes[#at])));
            } else {
                let word = self.word_around(path, term, out, &mut holes);
                out.extend(quote!(__w.fill_hole(__holes[#at], #word);));
                lists += holes.len() - before;
            }
            self.state.mixes |= holes[before..].iter().any(|&(result, _)| result != at);
        }
        self.state.mixes |= lists > 1;
        holes.sort_by_key(|&(result, _)| result);
        let holes = holes.iter().map(|(_, hole)| hole);
        out.extend(quote!(__holes = [#(#holes),*];));
    }
}
