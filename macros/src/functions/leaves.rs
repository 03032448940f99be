//! Where a recursion ends, there is no call: rules that call nothing are looked at by who would call.
//!
//! Most calls of a recursion are its leaves: of `fib`, seven of eight that are left when it is unrolled. Each would make a frame,
//! look at the stack and at the budget, and put a tag on its result.

use super::{
    body::{Path, Writer},
    exit::{Block, Exit},
    ports::ports,
    rules::{Facts, Meeting, condition},
    terms::Term,
};
use polarnet_columns::Space;
use polarnet_lower::{Choice, Step};
use polarnet_syntax::net::Polarity;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The most steps of such a rule.
const SMALL: usize = 4;

/// Is it worth to stand at each call?
fn is_leaf(choice: &Choice) -> bool {
    let steps = &choice.body.steps;
    let calls_nothing = steps.iter().all(|step| matches!(step, Step::Build { .. } | Step::Fill { .. }));
    choice.guard.is_some() && choice.native.is_none() && steps.len() <= SMALL && calls_nothing
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
        let leaves = actor.arms[0].choices.iter().take_while(|choice| is_leaf(choice)).collect::<Vec<_>>();
        if leaves.is_empty() {
            return None;
        }
        let mut out = TokenStream::new();
        let arguments = self.arguments(path, args, actor.symbol, &mut out);
        out.extend(Self::free(path));
        path.late = true;
        let agent = self.emit.book.agent(actor.symbol);
        let (name, block) = (self.fresh(), Block::new(self.label(), results.len()));
        let mut at_ports = vec![None; agent.ports.len()];
        let mut names = Vec::new();
        for (port, ty) in ports(agent, Polarity::Positive) {
            let name = self.fresh();
            at_ports[port as usize] = Some(ty.map_or(Term::Word(name.clone()), |ty| Term::Number(name.clone(), ty)));
            names.push(name);
        }
        let value = Term::Number(name.clone(), ty);
        let meeting = Meeting { actor, value, ports: at_ports, exit: Exit::Block(block.clone()), counted: false };
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
        let exit = meeting.exit.with(&quote!(results));
        tokens.extend(quote! {
            let results;
            (results, left) = #function(w, #name #(, #names)*, left);
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
