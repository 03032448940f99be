//! Rules as Rust functions: the steps of `polarnet_lower`, written out.
//!
//! Each negative agent is a function of the value that it meets and of what stands at its positive ports. Numbers that ports
//! hold are Rust numbers in it. All of it stands inside of one function of the book's, so no name is seen outside.

mod again;
mod expression;
mod ports;
mod terms;

use expression::{Typed, expression, word};
use polarnet_columns::{Brand, Space};
use polarnet_lower::{Actor, Arm, Choice, actors};
use polarnet_syntax::{
    book::Book,
    native::Native,
    net::{Partner, Polarity, Symbol},
    number::{Number, Type},
    table::Table,
};
use ports::{cells, held, ident, ports, read, rust, words};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};
use terms::Terms;

/// Larger books are interpreted: rustc would take long. In rows of their rules.
const LARGEST: usize = 1 << 14;

/// The method of `Source` that gives the functions; nothing where rules are interpreted.
pub fn functions(table: &Table, root: &TokenStream) -> TokenStream {
    if table.rules.is_empty() || table.rows.len() > LARGEST || has_rust_values(table) {
        return TokenStream::new();
    }
    let values = vec![Number::from_parts(0, 0); table.holes.len()];
    Brand::with(|guard| {
        let book = Book::build(guard, table, &values);
        let Some(actors) = actors(&book) else { return TokenStream::new() };
        hygienic(Emit { book: &book, root }.method(&actors))
    })
}

/// The same tokens, with names for local variables that nobody else has: a constant of the user's that is called like one would
/// be a pattern, whatever the span.
fn hygienic(tokens: TokenStream) -> TokenStream {
    let mut after = ' ';
    let token = |token| match token {
        TokenTree::Group(group) => {
            after = ' ';
            TokenTree::Group(Group::new(group.delimiter(), hygienic(group.stream())))
        }
        TokenTree::Ident(name) if !matches!(core::mem::replace(&mut after, ' '), '.' | ':') && is_local(&name) => {
            TokenTree::Ident(format_ident!("__{name}"))
        }
        other => {
            if let TokenTree::Punct(punct) = &other {
                after = punct.as_char();
            }
            other
        }
    };
    tokens.into_iter().map(token).collect()
}

/// Is it one of the names of local variables here: `w`, `value`, `p0`?
fn is_local(name: &Ident) -> bool {
    const NAMES: [&str; 14] =
        ["w", "value", "actor", "node", "n", "x", "y", "first", "holes", "results", "last", "at", "in_rust", "key"];
    let name = name.to_string();
    let numbered = |rest: &str| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    NAMES.contains(&name.as_str()) || name.strip_prefix(['p', 'f', 'r', 'n', 'v', 'w', 'c']).is_some_and(numbered)
}

/// Does a rule have a Rust value on its right side? Only a macro's `#$value` can be one; it is not known here.
fn has_rust_values(table: &Table) -> bool {
    let rows = |def: u32| {
        let start = def.checked_sub(1).map_or(0, |before| table.defs[before as usize].end);
        start..table.defs[def as usize].end
    };
    table.rules.iter().any(|rule| table.holes.iter().any(|&(row, _)| rows(rule.def).contains(&row)))
}

struct Emit<'e, S: Space> {
    book: &'e Book<S>,
    root: &'e TokenStream,
}

impl<S: Space> Emit<'_, S> {
    fn method(&self, actors: &[Actor]) -> TokenStream {
        let root = self.root;
        let functions = actors.iter().map(|actor| self.actor(actor));
        let entries = self.book.declared().map(|symbol| match actors.iter().find(|actor| actor.symbol == symbol) {
            Some(actor) if !actor.arms.is_empty() => {
                let entry = format_ident!("enter_{}", symbol.0);
                // SAFETY, of what is emitted: the functions are made of the rules of this table.
                quote!(::core::option::Option::Some(unsafe { Entries::new(#entry, #entry) }))
            }
            _ => quote!(::core::option::Option::None),
        });
        quote! {
            #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
            fn functions() -> ::core::option::Option<#root::private::BookFunctions> {
                #[allow(unused_imports)]
                use #root::private::compiled::{
                    Cell, Entries, Functions, Kind, LATE, Number, Op, Redex, Tag, Type, Value, Wide, WideOp, WideType, Word, Worker,
                    matched, number,
                };
                #(#functions)*
                static FUNCTIONS: Functions = &[#(#entries),*];
                ::core::option::Option::Some(&FUNCTIONS)
            }
        }
    }

    /// The functions of a negative agent: of what it does, of how it waits, and the way there from a node.
    fn actor(&self, actor: &Actor) -> TokenStream {
        let (agent, Symbol(symbol)) = (self.book.agent(actor.symbol), actor.symbol);
        let (ins, outs) = (ports(agent, Polarity::Positive), ports(agent, Polarity::Negative));
        let [function, wait, enter] = ["act", "wait", "enter"].map(|name| format_ident!("{name}_{symbol}"));
        let names: Vec<_> = ins.iter().map(|(port, _)| format_ident!("p{port}")).collect();
        let types: Vec<_> = ins.iter().map(|&(_, ty)| rust(ty)).collect();
        let count = outs.len();
        let (arity, words, cells) = (agent.ports.len() as u32, words(agent), cells(agent));

        let slots = (0..words).map(|slot| match ins.iter().find(|&&(port, _)| port == slot) {
            Some((port, ty)) => word(&format_ident!("p{port}"), *ty),
            None => quote!(Word::EMPTY),
        });
        let waiting = outs.iter().map(|(port, _)| quote!(Word::var(node, #port, #words, #cells)));
        // SAFETY, of all that is emitted here: the caller's word is that of `Worker`'s functions for code of `net!`: it
        // follows from a rule of the book, and each word is used once. That is what `polarnet_lower` makes sure of.
        let waiting = quote! {
            #[allow(unused_variables)]
            unsafe fn #wait<C: Cell>(w: &mut Worker<'_, C>, value: Word #(, #names: #types)*) -> [Word; #count] {
                // SAFETY: as above.
                match unsafe { w.wait(#symbol, #arity, value, [#(#slots),*]) } {
                    ::core::option::Option::Some(node) => [#(#waiting),*],
                    ::core::option::Option::None => [Word::ERA; #count],
                }
            }
        };
        if actor.arms.is_empty() {
            // Its rules are interpreted.
            return quote! {
                #waiting
                #[allow(unused_imports)]
                use #wait as #function;
            };
        }

        let arms: Vec<_> = actor.arms.iter().map(|arm| self.arm(actor, arm)).collect();
        let has_holes =
            actor.arms.iter().flat_map(|arm| &arm.choices).any(|choice| again::makes_holes(actor, &choice.body));
        let (holes, close) = if has_holes { again::with_holes(count) } else { (TokenStream::new(), quote!(results)) };
        let taken = ins.iter().map(|&(port, ty)| held(&quote!(actor), port, ty));
        let freed = (arity > 0 && cells == 0).then(|| quote!(w.free(actor, #words);));
        let results: Vec<_> = outs.iter().map(|(port, _)| format_ident!("r{port}")).collect();
        let places = outs.iter().map(|(port, _)| port);
        quote! {
            #waiting
            #[inline(never)]
            #[allow(unused_mut, unused_variables, unused_assignments, unreachable_code)]
            unsafe fn #function<C: Cell>(
                w: &mut Worker<'_, C>,
                mut value: Word
                #(, mut #names: #types)*
            ) -> [Word; #count] {
                // SAFETY: as above.
                unsafe {
                    #holes
                    let results = loop {
                        if !w.goes_on() {
                            break #wait(w, value #(, #names)*);
                        }
                        value = w.look(value);
                        match value.key() {
                            #(#arms)*
                            _ => {
                                if w.has_no_rule(#symbol, value) {
                                    break [Word::ERA; #count];
                                }
                                break #wait(w, value #(, #names)*);
                            }
                        }
                    };
                    #close
                }
            }
            unsafe fn #enter<C: Cell>(w: &mut Worker<'_, C>, actor: Word, value: Word) -> Redex {
                // SAFETY: as above; the worker holds the actor's node.
                unsafe {
                    #(let #names = #taken;)*
                    #freed
                    let [#(#results),*] = #function(w, value #(, #names)*);
                    let last = Redex::NONE;
                    #(let last = w.answer(last, #results, Word::var(actor.loc(), #places, #words, #cells));)*
                    last
                }
            }
        }
    }

    /// What an agent does when it meets this.
    fn arm(&self, actor: &Actor, arm: &Arm) -> TokenStream {
        let agent = self.book.agent(actor.symbol);
        let mut known: Vec<Typed> = agent.numbers.iter().map(|&(port, ty)| (ident("p", port), ty)).collect();
        let (pattern, taken, freed) = match arm.partner {
            Partner::Agent(partner) => {
                let Symbol(symbol) = partner;
                let partner = self.book.agent(partner);
                let (words, cells) = (words(partner), cells(partner));
                known.extend(partner.numbers.iter().map(|&(port, ty)| (ident("f", port), ty)));
                let terms = ports(partner, Polarity::Positive).into_iter().map(|(port, ty)| {
                    let (name, term) = (ident("f", port), held(&quote!(value), port, ty));
                    quote!(let #name = #term;)
                });
                let places = ports(partner, Polarity::Negative).into_iter().map(|(port, _)| {
                    let name = ident("f", port);
                    quote!(let #name = Word::var(value.loc(), #port, #words, #cells);)
                });
                let freed = (!partner.ports.is_empty() && cells == 0).then(|| quote!(w.free(value, #words);));
                (quote!(Word::new(Tag::VALUE, #symbol, 0).key()), quote!(#(#terms)* #(#places)*), freed)
            }
            Partner::Number(ty) => {
                let read = read(&quote!(value), ty);
                known.push((quote!(n), ty));
                let ty = format_ident!("{ty:?}");
                let pattern = quote!(Word::number(Number::from_parts(Type::#ty as u16, 0)).key());
                (pattern, quote!(let n = #read;), None)
            }
            Partner::Era | Partner::Dup(_) => return TokenStream::new(),
        };
        let choices = arm.choices.iter().map(|choice| {
            let body = self.choice(actor, choice, &known, freed.as_ref());
            match &choice.guard {
                Some(guard) => {
                    let (condition, ty) = expression(guard, &known);
                    let condition = match ty {
                        Type::F => quote!((#condition).to_bits() != 0),
                        Type::U | Type::I => quote!(#condition != 0),
                    };
                    // What is wrong with a guard's arithmetic is nobody's fault: it only chooses.
                    quote!(if w.chooses(|w| #condition) { #body })
                }
                None => body,
            }
        });
        let covered = arm.choices.last().is_some_and(|choice| choice.guard.is_none());
        let (symbol, count) = (actor.symbol.0, ports(agent, Polarity::Negative).len());
        let uncovered = (!covered).then(|| {
            quote! {
                w.has_no_rule(#symbol, value);
                break [Word::ERA; #count];
            }
        });
        quote! {
            key if key == const { #pattern } => { #taken #(#choices)* #uncovered }
        }
    }

    /// One rule.
    fn choice(&self, actor: &Actor, choice: &Choice, known: &[Typed], freed: Option<&TokenStream>) -> TokenStream {
        let Choice { native, values, body, .. } = choice;
        let freed = if body.in_place { None } else { freed };
        let mut known = known.to_vec();
        let in_rust = native.as_ref().map(|native| self.in_rust(actor, native, &mut known));
        let (values, computed) = expression::values(values, &known);
        let terms = Terms { emit: self, body, computed: &computed };
        let (last, steps) = match terms.again(actor) {
            Some(again) => again,
            None => {
                let results = body.results.iter().map(|&result| terms.word(result));
                (quote!(break [#(#results),*];), &body.steps[..])
            }
        };
        let steps = steps.iter().map(|step| terms.step(step));
        quote! {
            #in_rust
            w.applied();
            #freed
            #values
            #(#steps)*
            #last
        }
    }
}

impl<S: Space> Emit<'_, S> {
    /// What a rule computes in Rust is known after that.
    fn in_rust(&self, actor: &Actor, native: &Native, known: &mut Vec<Typed>) -> TokenStream {
        let (block, count) = (native.block, native.results.len());
        let failed = ports(self.book.agent(actor.symbol), Polarity::Negative).len();
        let matched = known.iter().map(|(name, ty)| {
            let ty = format_ident!("{ty:?}");
            quote!(matched(Value::#ty(#name)))
        });
        let call = quote!(w.compute_in_rust::<#count>(#block, &[#(#matched),*]));
        let results = (0..).zip(&*native.results).map(|(at, &ty)| {
            let (name, at) = (ident("c", at), at as usize);
            let read = match ty {
                Type::U => quote!(in_rust[#at].bits()),
                Type::I => quote!((in_rust[#at].bits() as ::core::primitive::i32)),
                Type::F => quote!(::core::primitive::f32::from_bits(in_rust[#at].bits())),
            };
            known.push((name.clone(), ty));
            quote!(let #name = #read;)
        });
        let results: Vec<_> = results.collect();
        quote! {
            let ::core::option::Option::Some(in_rust) = #call else { break [Word::ERA; #failed] };
            #(#results)*
        }
    }
}
