//! Where results go.

use super::{
    body::{Path, Writer},
    ports::rust,
    terms::{Term, number_word},
};
use polarnet_columns::Space;
use polarnet_lower::{Body, Operand, Reg, Step};
use polarnet_syntax::number::Type;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::{cell::Cell, rc::Rc};
use syn::Lifetime;

/// Where results go.
#[derive(Clone)]
pub enum Exit {
    /// They are those of the function.
    Function,
    /// They are those of a block.
    Block(Block),
    /// They are those of a loop, for the function's own rules.
    Loop(Turn),
}

/// A block with results.
///
/// A single one that is a number leaves it as such, beside a flag: a tag that is put on would have to be looked at again.
#[derive(Clone)]
pub struct Block {
    label: Lifetime,
    single: bool,
    /// The type of a number that it is.
    number: Rc<Cell<Option<Type>>>,
}

/// A loop that an agent goes round when it calls itself last, and the block around it.
#[derive(Clone)]
pub struct Turn {
    pub again: Lifetime,
    /// What the agent meets, and what stands at its positive ports.
    pub value: TokenStream,
    pub ports: Vec<TokenStream>,
    pub block: Block,
}

/// The results of a call.
pub struct Results<'b> {
    pub regs: &'b [Reg],
    /// The next step takes them, or they are those of the right side.
    pub soon: bool,
}

impl<'b> Results<'b> {
    /// Of the step at this place.
    pub fn of(regs: &'b [Reg], body: &Body, at: usize) -> Self {
        let is_one = |operand: &Operand| matches!(operand, Operand::Reg(reg) if regs.contains(reg));
        let soon = match body.steps.get(at + 1) {
            Some(Step::Call { value, args, .. }) => is_one(value) || args.iter().any(is_one),
            Some(_) => false,
            None => body.results.iter().any(is_one),
        };
        Results { regs, soon }
    }
}

impl Block {
    pub fn new(label: Lifetime, results: usize) -> Self {
        Block { label, single: results == 1, number: Rc::default() }
    }

    /// May its result be a number of this type?
    fn takes(&self, ty: Type) -> bool {
        if self.single && self.number.get().is_none() {
            self.number.set(Some(ty));
        }
        self.number.get() == Some(ty)
    }

    /// With words.
    fn with(&self, results: &TokenStream) -> TokenStream {
        let label = &self.label;
        match self.single {
            true => quote! {
                let [__results] = #results;
                break #label (false, ::core::default::Default::default(), __results);
            },
            false => quote!(break #label #results;),
        }
    }
}

impl Exit {
    /// With words.
    pub fn with(&self, results: &TokenStream) -> TokenStream {
        match self {
            Exit::Function => quote!(break 'turn #results;),
            Exit::Block(block) | Exit::Loop(Turn { block, .. }) => block.with(results),
        }
    }
}

impl<S: Space> Writer<'_, '_, S> {
    /// A label that nothing else has.
    pub fn label(&mut self) -> Lifetime {
        self.state.names += 1;
        let name = format_ident!("__x{}", self.state.names);
        Lifetime::new(&format!("'{name}"), Span::call_site())
    }

    /// The end of a right side.
    pub fn end(&mut self, path: &mut Path, exit: &Exit, results: &[Term]) -> TokenStream {
        if let (Exit::Block(block) | Exit::Loop(Turn { block, .. }), [result]) = (exit, results) {
            let label = &block.label;
            let parts = match result {
                Term::Number(number, ty) | Term::Read(number, ty, _) if block.takes(*ty) => {
                    Some(quote!((true, #number, Word::EMPTY)))
                }
                Term::Maybe { known, number, ty, word } if block.takes(*ty) => Some(quote!((#known, #number, #word))),
                _ => None,
            };
            if let Some(parts) = parts {
                let free = Self::free(path);
                return quote!(#free break #label #parts;);
            }
        }
        let mut out = TokenStream::new();
        let words: Vec<_> = results.iter().map(|result| self.word(path, result, &mut out)).collect();
        out.extend(Self::free(path));
        out.extend(exit.with(&quote!([#(#words),*])));
        out
    }

    /// What a block does, and its results with these names. `soon`: the next step takes them.
    pub fn block(
        &mut self,
        block: &Block,
        tokens: &impl ToTokens,
        names: &[TokenStream],
        soon: bool,
    ) -> (TokenStream, Vec<Term>) {
        let label = &block.label;
        let words = || names.iter().cloned().map(Term::Word).collect();
        let [name] = names else {
            let count = names.len();
            return (quote!(let [#(#names),*]: [Word; #count] = #label: { #tokens };), words());
        };
        let (known, number) = (self.fresh(), self.fresh());
        let ty = block.number.get().unwrap_or(Type::U);
        let of = rust(Some(ty));
        let parts = quote!(let (#known, #number, #name): (::core::primitive::bool, #of, Word) = #label: { #tokens };);
        match soon {
            true => (parts, vec![Term::Maybe { known, number, ty, word: name.clone() }]),
            false => {
                let tagged = number_word(&number, ty);
                (quote!(#parts let #name = if #known { #tagged } else { #name };), words())
            }
        }
    }
}
