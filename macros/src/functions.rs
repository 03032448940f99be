//! Rules as Rust functions: the steps of `polarnet_lower`, written out.
//!
//! Each negative agent is a function of the value that it meets and of what stands at its positive ports. Numbers that ports
//! hold are Rust numbers in it. All of it stands inside of one function of the book's, so no name is seen outside.

mod expression;

use expression::{Typed, expression, literal, word};
use polarnet_columns::{Brand, Space};
use polarnet_lower::{Actor, Arm, Body, Choice, Core, Node, Operand, Step, actors};
use polarnet_syntax::{
    book::Book,
    native::Native,
    net::{Partner, Polarity, Symbol},
    number::{Number, Type},
    table::{Table, TableAgent},
};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Larger books are interpreted: rustc would take long. In rows of their rules.
const LARGEST: usize = 1 << 14;

/// The method of `Source` that gives the functions; nothing where rules are interpreted.
pub fn functions(table: &Table, root: &TokenStream) -> TokenStream {
    if table.rules.is_empty() || table.rows.len() > LARGEST {
        return TokenStream::new();
    }
    let values = vec![Number::from_parts(0, 0); table.holes.len()];
    Brand::with(|guard| {
        let book = Book::build(guard, table, &values);
        let Some(actors) = actors(&book) else { return TokenStream::new() };
        Emit { book: &book, root }.method(&actors)
    })
}

struct Emit<'e, S: Space> {
    book: &'e Book<S>,
    root: &'e TokenStream,
}

/// A port: where it stands, and the type of the number that it holds, if it holds one.
type Port = (u32, Option<Type>);

fn ports(agent: &TableAgent, sign: Polarity) -> Vec<Port> {
    let ty = |port| agent.numbers.iter().find(|&&(at, _)| at == port).map(|&(_, ty)| ty);
    (0..).zip(&*agent.ports).filter(|&(_, &port)| port == sign).map(|(port, _)| (port, ty(port))).collect()
}

fn words(agent: &TableAgent) -> u32 {
    agent.ports.len().max(2) as u32
}

fn cells(agent: &TableAgent) -> u32 {
    ports(agent, Polarity::Negative).len() as u32
}

fn function_of(Symbol(symbol): Symbol) -> Ident {
    format_ident!("act_{symbol}")
}

fn rust(ty: Option<Type>) -> TokenStream {
    match ty {
        None => quote!(Word),
        Some(Type::U) => quote!(::core::primitive::u32),
        Some(Type::I) => quote!(::core::primitive::i32),
        Some(Type::F) => quote!(::core::primitive::f32),
    }
}

impl<S: Space> Emit<'_, S> {
    fn method(&self, actors: &[Actor]) -> TokenStream {
        let root = self.root;
        let functions = actors.iter().map(|actor| self.actor(actor));
        let entries = self.book.declared().map(|symbol| match actors.iter().find(|actor| actor.symbol == symbol) {
            Some(actor) if !actor.arms.is_empty() => {
                let entry = format_ident!("enter_{}", symbol.0);
                // SAFETY, of what is emitted: the functions are made of the rules of the table beside them.
                quote!(::core::option::Option::Some(unsafe { Entries::new(#entry, #entry) }))
            }
            _ => quote!(::core::option::Option::None),
        });
        quote! {
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
        let waiting = quote! {
            #[allow(unused_variables)]
            unsafe fn #wait<C: Cell>(w: &mut Worker<'_, C>, value: Word #(, #names: #types)*) -> [Word; #count] {
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

        let arms = actor.arms.iter().map(|arm| self.arm(actor, arm));
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
                unsafe {
                    loop {
                        if !w.goes_on() {
                            return #wait(w, value #(, #names)*);
                        }
                        value = w.look(value);
                        match value.key() {
                            #(#arms)*
                            _ => {
                                if w.has_no_rule(#symbol, value) {
                                    return [Word::ERA; #count];
                                }
                                return #wait(w, value #(, #names)*);
                            }
                        }
                    }
                }
            }
            unsafe fn #enter<C: Cell>(w: &mut Worker<'_, C>, actor: Word, value: Word) -> Redex {
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
                    quote!(if #condition { #body })
                }
                None => body,
            }
        });
        let covered = arm.choices.last().is_some_and(|choice| choice.guard.is_none());
        let (symbol, count) = (actor.symbol.0, ports(agent, Polarity::Negative).len());
        let uncovered = (!covered).then(|| {
            quote! {
                w.has_no_rule(#symbol, value);
                return [Word::ERA; #count];
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
        let (last, steps) = match body.steps.split_last() {
            Some((last, steps)) if terms.is_tail(actor, last) => (terms.again(actor, last), steps),
            _ => {
                let results = body.results.iter().map(|&result| terms.word(result));
                (quote!(return [#(#results),*];), &body.steps[..])
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
            let ::core::option::Option::Some(in_rust) = #call else { return [Word::ERA; #failed] };
            #(#results)*
        }
    }
}

/// What stands in a term slot of a node.
fn held(node: &TokenStream, slot: u32, ty: Option<Type>) -> TokenStream {
    let word = quote!(w.held(#node, #slot));
    ty.map_or(word.clone(), |ty| read(&word, ty))
}

/// The number in a word.
fn read(word: &TokenStream, ty: Type) -> TokenStream {
    match ty {
        Type::U => quote!(#word.loc()),
        Type::I => quote!((#word.loc() as ::core::primitive::i32)),
        Type::F => quote!(::core::primitive::f32::from_bits(#word.loc())),
    }
}

fn ident(kind: &str, at: u32) -> TokenStream {
    let name = format_ident!("{kind}{at}");
    quote!(#name)
}

/// The terms and steps of one right side.
struct Terms<'t, 'e, S: Space> {
    emit: &'t Emit<'e, S>,
    body: &'t Body,
    /// The numbers that it has computed.
    computed: &'t [Typed],
}

impl<S: Space> Terms<'_, '_, S> {
    fn word(&self, term: Operand) -> TokenStream {
        match term {
            Operand::Port(port) => ident("p", port),
            Operand::Field(port) => ident("f", port),
            Operand::Computed(at) => {
                let (name, ty) = &self.computed[at as usize];
                word(name, Some(*ty))
            }
            Operand::Reg(reg) => ident("r", reg),
            Operand::Era => quote!(Word::ERA),
            Operand::Num(number) => {
                let (kind, bits) = (number.kind(), number.bits());
                quote!(const { Word::number(Number::from_parts(#kind, #bits)) })
            }
            Operand::Ref(def) => quote!(const { Word::new(Tag::REF, 0, #def) }),
            Operand::Leaf(Symbol(symbol)) => quote!(const { Word::new(Tag::VALUE, #symbol, 0) }),
            Operand::Node(node) => {
                let name = ident("n", node);
                match self.body.nodes[node as usize] {
                    Node::User(Symbol(symbol)) => quote!(Word::new(Tag::VALUE, #symbol, #name)),
                    Node::Core(core, cells) => {
                        let (tag, label) = (tag(core, 0, cells), label(core));
                        quote!(Word::new(#tag, #label, #name))
                    }
                }
            }
            Operand::Var(node, slot) => {
                let name = ident("n", node);
                let (words, cells) = self.size(node);
                quote!(Word::var(#name, #slot, #words, #cells))
            }
        }
    }

    /// Words and number of cells of a node that is built.
    fn size(&self, node: u32) -> (u32, u32) {
        match self.body.nodes[node as usize] {
            Node::User(symbol) => {
                let agent = self.emit.book.agent(symbol);
                (words(agent), cells(agent))
            }
            Node::Core(_, cells) => (2, cells.count_ones()),
        }
    }

    /// As what a port takes: a word, or a Rust number.
    fn argument(&self, term: Operand, ty: Option<Type>) -> TokenStream {
        match (ty, term) {
            (None, _) => self.word(term),
            (Some(_), Operand::Computed(at)) => self.computed[at as usize].0.clone(),
            (Some(ty), Operand::Num(number)) => literal(number, ty),
            (Some(ty), _) => read(&self.word(term), ty),
        }
    }

    fn arguments(&self, actor: Symbol, args: &[Operand]) -> Vec<TokenStream> {
        let ports = ports(self.emit.book.agent(actor), Polarity::Positive);
        args.iter().zip(ports).map(|(&arg, (_, ty))| self.argument(arg, ty)).collect()
    }

    /// Is it the same agent again, whose results are those of the rule?
    fn is_tail(&self, actor: &Actor, last: &Step) -> bool {
        let Step::Call { actor: called, results, .. } = last else { return false };
        let same = results.iter().map(|&reg| Operand::Reg(reg)).eq(self.body.results.iter().copied());
        *called == actor.symbol && same
    }

    fn again(&self, actor: &Actor, last: &Step) -> TokenStream {
        let Step::Call { value, args, .. } = last else { return TokenStream::new() };
        let names = ports(self.emit.book.agent(actor.symbol), Polarity::Positive);
        let names: Vec<_> = names.iter().map(|&(port, _)| ident("p", port)).collect();
        let (value, args) = (self.word(*value), self.arguments(actor.symbol, args));
        quote! {
            (value, #(#names,)*) = (#value, #(#args,)*);
            continue;
        }
    }

    fn step(&self, step: &Step) -> TokenStream {
        match step {
            Step::Call { actor, value, args, results } => {
                let function = function_of(*actor);
                let (value, args) = (self.word(*value), self.arguments(*actor, args));
                let results = results.iter().map(|&reg| ident("r", reg));
                quote!(let [#(#results),*] = #function(w, #value #(, #args)*);)
            }
            Step::Core { core, value, slots } => self.core(*core, *value, slots),
            Step::Build { node, in_place } => {
                let name = ident("n", *node);
                let (words, _) = self.size(*node);
                let place = if *in_place { quote!(value.loc()) } else { quote!(w.build(#words)) };
                let empty = self.cells_of(*node).into_iter().map(|slot| quote!(w.put(#name, #slot, Word::EMPTY);));
                quote!(let #name = #place; #(#empty)*)
            }
            Step::Fill { node, slot, term } => {
                let (name, term) = (ident("n", *node), self.word(*term));
                quote!(w.put(#name, #slot, #term);)
            }
            Step::Erase(term) => {
                let term = self.word(*term);
                quote!(w.drop_value(#term);)
            }
            Step::Wire(reg) => {
                let name = ident("r", *reg);
                quote!(let #name = w.wire();)
            }
            Step::Give(term, reg) => {
                let (term, name) = (self.word(*term), ident("r", *reg));
                quote!(w.give_to(#term, #name);)
            }
            Step::GiveField(term, port) => {
                let (term, name) = (self.word(*term), ident("f", *port));
                quote!(w.give_to(#term, #name);)
            }
        }
    }

    /// The slots of a node that are cells; where it has words that nobody uses, those too.
    fn cells_of(&self, node: u32) -> Vec<u32> {
        match self.body.nodes[node as usize] {
            Node::User(symbol) => {
                let agent = self.emit.book.agent(symbol);
                let negative = ports(agent, Polarity::Negative).into_iter().map(|(port, _)| port);
                negative.chain(agent.ports.len() as u32..words(agent)).collect()
            }
            Node::Core(_, cells) => (0..2).filter(|slot| cells >> slot & 1 == 1).collect(),
        }
    }

    fn core(&self, core: Core, value: Operand, slots: &[Result<Operand, u32>; 2]) -> TokenStream {
        let value = self.word(value);
        let names = slots.map(|slot| slot.map_or_else(|reg| ident("r", reg), |_| quote!(_)));
        let terms = slots.map(|slot| slot.map_or_else(|_| quote!(Word::EMPTY), |term| self.word(term)));
        let label = label(core);
        let [name0, name1] = &names;
        let [term0, term1] = &terms;
        match (core, slots) {
            (Core::Dup(_), [Err(_), Err(_)]) => quote!(let [#name0, #name1] = w.copy_value(#label, #value);),
            (Core::Opr(_), [Ok(_), Err(_)]) => quote!(let #name1 = w.operate_on(#label, #value, #term0);),
            _ => {
                let cells = (0..2).map(|slot| u32::from(slots[slot].is_err()) << slot).sum();
                let tag = tag(core, 1, cells);
                quote!(let [#name0, #name1] = w.core(#tag, #label, #value, [#term0, #term1]);)
            }
        }
    }
}

fn tag(core: Core, negative: u8, cells: u32) -> TokenStream {
    let kind = match core {
        Core::Con => quote!(Con),
        Core::Dup(_) => quote!(Dup),
        Core::Opr(_) => quote!(Opr),
        Core::Swi => quote!(Swi),
    };
    let cells = cells as u8;
    quote!(const { Tag::node(Kind::#kind, #negative, #cells) })
}

fn label(core: Core) -> TokenStream {
    match core {
        Core::Dup(label) => quote!(#label),
        Core::Opr(true) => quote!(LATE),
        Core::Opr(false) | Core::Con | Core::Swi => quote!(0),
    }
}
