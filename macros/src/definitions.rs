//! Definitions as Rust functions: direct style, as `polarnet_lower` has it, written out.
//!
//! Each function takes its arguments as words. The first entry looks whether it may begin, and whether what should be numbers are
//! numbers; the second is for callers that know the latter. Registers are variables, so that rustc does the rest.

mod steps;
mod unsigned;

use crate::functions::ports::{ident, words};
use polarnet_columns::Space;
use polarnet_lower::{Definition, Function, Operand, Test, guessed};
use polarnet_syntax::{book::Book, net::Symbol, number::Numbers, table::Table};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::HashMap;
use steps::Writer;
use unsigned::Unsigned;

/// Larger books are interpreted: rustc would take long. In steps of their functions.
const LARGEST: usize = 1 << 13;

/// What definitions are made of, and their table.
pub struct Definitions {
    pub functions: TokenStream,
    pub table: TokenStream,
}

pub struct Emit<'e, S: Space> {
    pub book: &'e Book<S>,
    pub definitions: &'e [Definition],
    /// The functions, by definition and number of arguments: in order, as the runtime numbers them.
    pub numbers: HashMap<(u32, u32), u32>,
}

/// The functions of the book's definitions; none where they are to be interpreted: where signs clash, where what is in them is
/// not known here, or where Rust in rules might be run in vain.
pub fn emit<S: Space>(table: &Table, book: &Book<S>) -> Option<Definitions> {
    let has_rust = table.rules.iter().any(|rule| rule.rule.native.is_some());
    if has_rust || !table.holes.is_empty() || table.numbers != Numbers::Native {
        return None;
    }
    let definitions = guessed(book)?;
    let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
    let steps: usize = functions().map(|function| function.body.size()).sum();
    if steps > LARGEST || functions().next().is_none() {
        return None;
    }
    let numbers = functions().zip(0..).map(|(function, at)| ((function.def, function.args), at)).collect();
    let emit = Emit { book, definitions: &definitions, numbers };
    let made: Vec<_> = functions().map(|function| emit.function(function)).collect();
    let rows = definitions.iter().map(|definition| {
        let arity = definition.arity;
        let rows = definition.functions.values().map(|function| {
            let (args, count) = (function.args, function.body.count);
            let enter = format_ident!("run_{}", emit.number(function));
            // SAFETY, of what is emitted: the functions are made of the definitions of this table.
            quote!(unsafe { EmittedFunction::new(#args, #count, #enter, #enter) })
        });
        quote!(EmittedDefinition { arity: #arity, functions: &[#(#rows),*] })
    });
    Some(Definitions { table: quote!(&[#(#rows),*]), functions: quote!(#(#made)*) })
}

impl<S: Space> Emit<'_, S> {
    pub fn number(&self, function: &Function) -> u32 {
        self.numbers[&(function.def, function.args)]
    }

    pub fn size_of(&self, symbol: Symbol) -> u32 {
        words(self.book.agent(symbol))
    }

    fn function(&self, function: &Function) -> TokenStream {
        let number = self.number(function);
        let [first, known, enter] = ["test", "def", "run"].map(|kind| format_ident!("{kind}_{number}"));
        let names: Vec<_> = (0..function.args).map(|at| ident("p", at)).collect();
        let places = 0..function.args as usize;
        let unsigned = Unsigned::of(function, number);
        let body = self.body(function, unsigned.as_ref());
        let other = unsigned.map(|Unsigned { other, .. }| {
            let body = self.body(function, None);
            quote! {
                #[inline(never)]
                #[allow(unused_mut, unused_variables, unused_assignments, unreachable_code)]
                unsafe fn #other<C: Cell>(w: &mut Worker<'_, C> #(, mut #names: Word)*) -> Word {
                    unsafe { #body }
                }
            }
        });
        let numbers = test(function, number, Test::Number);
        let test = match numbers.is_empty() {
            true => TokenStream::new(),
            false => quote! {
                #[allow(unused_mut)]
                unsafe fn #first<C: Cell>(w: &mut Worker<'_, C> #(, mut #names: Word)*) -> Word {
                    unsafe {
                        #numbers
                        #known(w #(, #names)*)
                    }
                }
            },
        };
        let entry = if numbers.is_empty() { &known } else { &first };
        // SAFETY, of all that is emitted here: the caller's word is that of `Worker`'s functions for code of `net!`: it
        // follows from a definition of the book, and each word is used once. That is what `polarnet_lower` makes sure of.
        quote! {
            #test
            #other
            #[allow(unused_mut, unused_variables, unused_assignments, unreachable_code)]
            unsafe fn #known<C: Cell>(w: &mut Worker<'_, C> #(, mut #names: Word)*) -> Word {
                unsafe { #body }
            }
            #[allow(unused_variables)]
            unsafe fn #enter<C: Cell>(w: &mut Worker<'_, C>, x: *const Word) -> Word {
                unsafe { #entry(w #(, *x.add(#places))*) }
            }
        }
    }

    /// What a function does behind the tests for numbers: for unsigned ones, or for all.
    fn body(&self, function: &Function, unsigned: Option<&Unsigned>) -> TokenStream {
        let number = self.number(function);
        let names = (0..function.args).map(|at| ident("p", at));
        let mut writer = Writer::new(self, function);
        let tested = function.tests.iter().filter(|(_, test)| *test == Test::Number);
        for &(port, _) in tested {
            writer.known.push(Operand::Port(port));
        }
        let (looks, kept) = unsigned.map(|it| (&it.test, &it.kept)).unzip();
        writer.next = quote!(#looks);
        let body = writer.function();
        let (again, calls) = (writer.again, writer.calls);
        let pairs = test(function, number, Test::Pair);
        let count = function.body.count;
        let begin = match calls {
            true => quote!(w.may_not_begin(#count)),
            false => quote!(w.may_not_begin_leaf(#count)),
        };
        let body = quote! {
            if #begin {
                return w.put_off_function(#number, &[#(#names),*]);
            }
            #pairs
            #body
        };
        match again {
            true => quote!(#looks 'turn: loop { #kept #body }),
            false => quote!(#looks #body),
        }
    }
}

/// What must be known of arguments: they are looked at; if it is not so, the function does not begin.
pub fn test(function: &Function, number: u32, of: Test) -> TokenStream {
    let names: Vec<_> = (0..function.args).map(|at| ident("p", at)).collect();
    let tests = function.tests.iter().filter(|(_, test)| *test == of).map(|&(port, _)| {
        let (name, at) = (&names[port as usize], port as u8);
        let (is, tag, back) = match of {
            Test::Number => (quote!(is_number), quote!(Tag::NUM), None),
            // It has been counted by then: what does not begin takes that back.
            Test::Pair => (quote!(is_pair), quote!(Tag::PAIR), Some(function.body.count)),
        };
        let back = back.map(|count| quote!(w.takes_back(#count);));
        let again = back.is_some().then(|| {
            let count = function.body.count;
            quote!(w.counts_more(#count);)
        });
        quote! {
            if !#is(#name) {
                #back
                match w.misses(#number, [#(#names),*], #at, #tag) {
                    ::core::result::Result::Ok(x0) => #name = x0,
                    ::core::result::Result::Err(x0) => return x0,
                }
                #again
            }
        }
    });
    quote!(#(#tests)*)
}
