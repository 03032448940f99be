//! Where a recursion ends, there is no call: an agent's first rules, if they have a guard and do no more than build, are looked at by who would call.
//!
//! When a recursion is unrolled half of the calls that are left are its leaves (`fib`), or all, or none (a tree whose leaves are equally deep). Each would
//! make a frame, look at the stack and at the budget, and put a tag on its result.

use super::{
    body::{Path, Writer},
    exit::{Block, Exit},
    inline,
    rules::{Facts, Meeting, condition},
    terms::Term,
    unroll::{self, Taken},
};
use polarnet_columns::Space;
use polarnet_lower::{Actor, Choice, Step};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The most steps of all such rules, and of all places where they stand.
const SMALL: usize = 6;
const ROOM: usize = 128;

/// The rules that stand at each call.
fn leaves(actor: &Actor, levels: usize) -> &[Choice] {
    let is_leaf = |choice: &&Choice| {
        let builds = |step: &Step| matches!(step, Step::Build { .. } | Step::Fill { .. });
        choice.guard.is_some() && choice.native.is_none() && choice.body.steps.iter().all(builds)
    };
    let choices = &actor.arms[0].choices;
    let leaves = &choices[..choices.iter().take_while(is_leaf).count()];
    let size = leaves.iter().map(inline::cost).sum::<usize>();
    if size <= SMALL && size * unroll::calls_left(actor, levels) <= ROOM { leaves } else { &[] }
}

impl<S: Space> Writer<'_, '_, S> {
    /// A call of the function itself on a number, of which the first rules are looked at here; `None` if they call others.
    pub fn with_leaves(
        &mut self,
        path: &mut Path,
        number: &TokenStream,
        args: &[Option<Term>],
        results: &[TokenStream],
        soon: bool,
    ) -> Option<(TokenStream, Vec<Term>)> {
        let (actor, ty) = (self.root, self.typed?);
        let leaves = leaves(actor, self.levels);
        if leaves.is_empty() {
            return None;
        }
        let Taken { mut out, arguments, names, ports } = self.taken(path, args);
        let (name, block) = (self.fresh(), Block::new(self.label(), results.len()));
        let value = Term::Number(name.clone(), ty);
        let meeting = Meeting { actor, value, ports, exit: Exit::Block(block.clone()), counted: false };
        let mut known = self.numbers(actor.symbol, &meeting.ports);
        known.push((name.clone(), ty));
        let mut tokens = TokenStream::new();
        for leaf in leaves {
            let condition = condition(leaf.guard.as_ref().expect("it has one"), &known);
            self.state.instances += 1;
            let facts = Facts { numbers: &known, fields: &[], instance: self.state.instances - 1 };
            let (body, _) = self.choice(&meeting, leaf, facts, path.clone());
            tokens.extend(quote!(if #condition { #body }));
        }
        let function = format_ident!("to_{}", actor.symbol.0);
        let exit = meeting.exit.with(&quote!(__results));
        tokens.extend(quote! {
            let __results;
            (__results, __left) = #function(__w, #name #(, #names)*, __left);
            #exit
        });
        let (block, terms) = self.block(&block, &tokens, results, soon);
        out.extend(quote! {
            let (#name, #(#names,)*) = (#number, #(#arguments,)*);
            #block
        });
        Some((out, terms))
    }
}
