//! Definitions as Rust functions: direct style, as `polarnet_lower` has it, written out.
//!
//! Each function takes its arguments as words. Where the runtime enters one, it is looked whether what should be numbers are numbers;
//! callers that know that call what is behind it, which looks whether it may begin. If there are callers that do not know, there is a third
//! for them. Registers are variables, so that rustc does the rest.

mod accumulate;
mod begin;
mod choices;
mod constants;
mod operands;
mod pairs;
mod reuse;
mod steps;
mod unsigned;
mod waiting;

use crate::{front::Front, function, functions::ports::words};
use constants::Constants;
use pairs::Pairs;
use polarnet_columns::Space;
use polarnet_lower::{Definition, Function, Operand, Test, guessed};
use polarnet_syntax::{book::Book, net::Symbol, number::Numbers};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use std::{
    cell::RefCell,
    collections::{HashMap, HashSet},
};
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
    pub pairs: Pairs,
    pub constants: Constants,
    /// The functions that are called with arguments not known to be numbers.
    pub tested: RefCell<HashSet<u32>>,
}

/// How a function gives a result before its end.
#[derive(Clone, Copy)]
pub enum Back {
    /// As a word.
    Word,
    /// Taken apart, as two.
    Pair,
    /// As a word, to what is done behind a loop.
    Turn,
}

impl Back {
    pub fn with(self, value: &TokenStream) -> TokenStream {
        match self {
            Back::Word => quote!(return #value),
            Back::Pair => {
                let both = split(value);
                quote!(return #both)
            }
            Back::Turn => quote!(break 'turn #value),
        }
    }
}

/// A word, taken apart.
fn split(value: &TokenStream) -> TokenStream {
    quote! {{
        let __x5 = #value;
        __w.split_both(__x5)
    }}
}

/// The functions of the book's definitions; none where they are to be interpreted: where signs clash, where what is in them is
/// not known here, or where Rust in rules might be run in vain.
pub fn emit<S: Space>(front: &Front, book: &Book<S>) -> Option<Definitions> {
    let table = &front.table;
    let has_rust = table.rules.iter().any(|rule| rule.rule.native.is_some());
    if has_rust || !table.holes.is_empty() || table.numbers != Numbers::Native {
        return None;
    }
    let definitions = guessed(book, &called(front))?;
    let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
    // How much there is of those that are several as one is bounded elsewhere.
    let steps: usize =
        functions().filter(|function| function.apart.is_none()).map(|function| function.body.size()).sum();
    if steps > LARGEST || functions().next().is_none() {
        return None;
    }
    let numbers = functions().zip(0..).map(|(function, at)| ((function.def, function.args), at)).collect();
    let (pairs, constants) = (Pairs::of(&definitions), Constants::default());
    let emit = Emit { book, definitions: &definitions, numbers, pairs, constants, tested: RefCell::default() };
    let made: Vec<_> = functions().map(|function| emit.function(function)).collect();
    let entries = functions().map(|function| emit.entry(function));
    let rows = definitions.iter().map(|definition| {
        let arity = definition.arity;
        let rows = definition.functions.values().map(|function| {
            let (args, count) = (function.args, function.body.count);
            let enter = format_ident!("run_{}", emit.number(function));
            quote! {
                // SAFETY: the functions are made of the definitions of this table.
                unsafe { EmittedFunction::new(#args, #count, #enter) }
            }
        });
        quote!(EmittedDefinition { arity: #arity, functions: &[#(#rows),*] })
    });
    let constants = emit.constants.items();
    Some(Definitions { table: quote!(&[#(#rows),*]), functions: quote!(#constants #(#made)* #(#entries)*) })
}

/// The definitions that are functions of Rust, and how many arguments these have.
fn called(front: &Front) -> Vec<(u32, u32)> {
    let number = |name: &str| front.table.defs.iter().position(|def| def.name == name);
    let called =
        |function: &function::Function| Some((number(&function.def)? as u32, function.parameters.len() as u32));
    front.functions.iter().filter_map(called).collect()
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
        let known = format_ident!("def_{number}");
        let names = arguments(function);
        let unsigned = Unsigned::of(function, number);
        let body = self.body(function, unsigned.as_ref(), false);
        let other = unsigned.map(|Unsigned { other, .. }| {
            let body = self.body(function, None, false);
            quote! {
                #[inline(never)]
                unsafe fn #other(__w: &mut Caller<'_> #(, mut #names: Word)*) -> Word {
                    // SAFETY: see below.
                    unsafe { #body }
                }
            }
        });
        let apart = self.apart(function, number);
        let pair = self.pairs.wanted.contains(&(function.def, function.args)).then(|| self.pair(function, number));
        quote! {
            #other
            #pair
            #apart
            unsafe fn #known(__w: &mut Caller<'_> #(, mut #names: Word)*) -> Word {
                // SAFETY: the caller's word is that of `Worker`'s functions for code of `net!`: it follows from a definition of
                // the book, and each word is used once. That is what `polarnet_lower` makes sure of.
                unsafe { #body }
            }
        }
    }

    /// Where the runtime enters a function, and where its callers do who do not know whether what should be numbers are.
    fn entry(&self, function: &Function) -> TokenStream {
        let number = self.number(function);
        let [test, known, enter] = ["test", "def", "run"].map(|kind| format_ident!("{kind}_{number}"));
        let names = arguments(function);
        let numbers = self.tests(function, number, Test::Number, Back::Word);
        let begin = quote!(#numbers #known(__w #(, #names)*));
        let is_called = !numbers.is_empty() && self.tested.borrow().contains(&number);
        let (for_callers, begin) = match is_called {
            false => (None, begin),
            true => {
                let function = quote! {
                    unsafe fn #test(__w: &mut Caller<'_> #(, mut #names: Word)*) -> Word {
                        // SAFETY: see above.
                        unsafe { #begin }
                    }
                };
                (Some(function), quote!(#test(__w #(, #names)*)))
            }
        };
        quote! {
            #for_callers
            unsafe fn #enter(__w: &mut Caller<'_>, __x: *const Word) -> Word {
                // SAFETY: as above; there are as many arguments, by the caller's word.
                unsafe {
                    let [#(mut #names),*] = arguments(__x);
                    #begin
                }
            }
        }
    }

    /// The function once more, for those who take its result apart.
    fn pair(&self, function: &Function, number: u32) -> TokenStream {
        let [first, known] = ["test_pair", "def_pair"].map(|kind| format_ident!("{kind}_{number}"));
        let names = arguments(function);
        let body = self.body(function, None, true);
        let numbers = self.tests(function, number, Test::Number, Back::Pair);
        let test = (!numbers.is_empty()).then(|| {
            quote! {
                unsafe fn #first(__w: &mut Caller<'_> #(, mut #names: Word)*) -> (Word, Word) {
                    // SAFETY: see below.
                    unsafe {
                        #numbers
                        #known(__w #(, #names)*)
                    }
                }
            }
        });
        quote! {
            #test
            unsafe fn #known(__w: &mut Caller<'_> #(, mut #names: Word)*) -> (Word, Word) {
                // SAFETY: see below.
                unsafe { #body }
            }
        }
    }

    /// What a function does behind the tests for numbers: for unsigned ones, or for all. `pair`: it gives its result as two words.
    fn body(&self, function: &Function, unsigned: Option<&Unsigned>, pair: bool) -> TokenStream {
        let number = self.number(function);
        let mut writer = Writer::new(self, function, pair);
        writer.known.extend(function.ports(Test::Number).map(Operand::Port));
        // It is known to give unsigned numbers only if its own are.
        writer.accumulates = unsigned.and(function.accumulates);
        writer.unsigned = unsigned.is_some();
        writer.waits = !pair && function.waits() && !self.may_be_apart(function);
        let back = writer.back();
        let looks = |back: Back| unsigned.map(|unsigned| unsigned.looks(back));
        writer.next = looks(back).unwrap_or_default();
        let body = writer.function();
        let (again, calls) = (writer.again, writer.calls);
        let pairs = self.tests(function, number, Test::Pair, back);
        let count = function.body.count;
        let begin = match calls {
            true => quote!(__w.may_not_begin(#count)),
            false => quote!(__w.may_not_begin_leaf(#count)),
        };
        let put_off = back.with(&self.put_off(function, number));
        let body = quote! {
            if #begin {
                #put_off;
            }
            #pairs
            #body
        };
        let (first, kept) = (looks(Back::Word), unsigned.map(|it| &it.kept));
        match (writer.accumulates, &writer.waiting) {
            (Some(of), _) => {
                let unit = self.constants.number(of.unit());
                accumulate::looped(of, &unit, &quote!(#kept #body), first.as_ref())
            }
            (None, Some(waiting)) => waiting::looped(waiting, &quote!(#kept #body), first.as_ref()),
            (None, None) if again => quote!(#first 'turn: loop { #kept #body }),
            (None, None) => quote!(#first #body),
        }
    }
}

/// The names of its arguments.
pub fn arguments(function: &Function) -> Vec<Ident> {
    (0..function.args).map(|at| format_ident!("__p{at}")).collect()
}
