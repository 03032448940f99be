//! The steps of a function.

use super::{Back, Emit, arguments, operands::reg, pairs, reuse::Reuse, waiting::Waiting};
use crate::functions::{
    ports::{cells, ident},
    terms::{label, tag},
};
use polarnet_columns::Space;
use polarnet_lower::{Accumulate, Block, Core, Form, Function, Operand, Operate, Step, Test};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Where the result of a block goes.
#[derive(Clone, Copy)]
pub struct Goes {
    /// It is that of the function.
    pub last: bool,
    /// As two words.
    pub pair: bool,
    /// To what is left to do in a function that [waits](super::waiting).
    pub waits: bool,
}

impl Goes {
    /// On, as a word.
    pub const ON: Goes = Goes { last: false, pair: false, waits: false };
}

/// Writes the body of one function.
pub struct Writer<'w, S: Space> {
    pub(super) emit: &'w Emit<'w, S>,
    pub(super) of: &'w Function,
    /// What is known to be a number.
    pub known: Vec<Operand>,
    /// What is done before it begins once more.
    pub next: TokenStream,
    /// It is a loop with an accumulator.
    pub accumulates: Option<Accumulate>,
    /// It is a loop with something left to do in each turn.
    pub waits: bool,
    /// What that is.
    pub waiting: Option<Waiting>,
    /// Its arguments that are numbers are unsigned.
    pub unsigned: bool,
    /// It gives its result as two words.
    pair: bool,
    /// It calls itself in the end.
    pub again: bool,
    /// It may call others.
    pub calls: bool,
    /// How many nodes it keeps to make others of.
    pub kept: u32,
}

impl<'w, S: Space> Writer<'w, S> {
    pub fn new(emit: &'w Emit<'w, S>, of: &'w Function, pair: bool) -> Self {
        Writer {
            emit,
            of,
            known: Vec::new(),
            next: TokenStream::new(),
            accumulates: None,
            waits: false,
            waiting: None,
            unsigned: false,
            pair,
            again: false,
            calls: false,
            kept: 0,
        }
    }

    /// What it does, and its result.
    pub fn function(&mut self) -> TokenStream {
        let body = self.block(&self.of.body, 0, Goes { last: true, pair: self.pair, waits: false }).1;
        match self.back() {
            Back::Turn => quote!(break 'turn { #body };),
            Back::Word | Back::Pair => quote!(return { #body };),
        }
    }

    /// How it gives a result before its end.
    pub fn back(&self) -> Back {
        match self.accumulates {
            Some(_) => Back::Turn,
            None if self.waits => Back::Turn,
            None if self.pair => Back::Pair,
            None => Back::Word,
        }
    }

    /// The steps, and the result as an expression. `words`: of the closure that was taken apart before; first comes the name of its node, if that is
    /// kept.
    pub(super) fn block(&mut self, block: &Block, words: u32, goes: Goes) -> (Option<Ident>, TokenStream) {
        if goes.last
            && let Some(of) = self.accumulates
            && let Some(call) = self.of.accumulated_call(block)
        {
            return (None, self.accumulated(of, &call));
        }
        if goes.last
            && self.waits
            && let Some(call) = self.of.waiting_call(block)
        {
            return self.waiting(&call, block.result, words);
        }
        let (closure, before, result) = self.sequence(block, words, goes);
        (closure, quote!(#(#before)* #result))
    }

    /// The same, with the steps apart from the result.
    pub(super) fn sequence(
        &mut self,
        block: &Block,
        words: u32,
        goes: Goes,
    ) -> (Option<Ident>, Vec<TokenStream>, TokenStream) {
        let made = if goes.pair { pairs::made(block, &self.of.nodes) } else { None };
        let parted = self.emit.pairs.parted(block, &self.of.nodes);
        let is_left_out = |at: usize, step: &Step| match *step {
            Step::Build { node, .. } | Step::Fill { node, .. } => Some(node) == made,
            Step::Core { .. } => parted.values().any(|&(other, _)| other == at),
            _ => false,
        };
        let steps: Vec<_> = block.steps.iter().enumerate().filter(|&(at, step)| !is_left_out(at, step)).collect();
        let reuse = self.reuse(&steps, words);
        let (before, end) = match steps.split_last() {
            Some(((at, end), before)) if gives(end, block.result) => (before, Some((at, *end))),
            _ => (&steps[..], None),
        };
        let before: Vec<_> = before
            .iter()
            .map(|&(at, step)| match parted.get(&at) {
                Some(&(_, results)) => self.parted(step, results),
                None => self.step(step, at, &reuse),
            })
            .collect();
        let result = match end {
            Some((at, end)) => self.result(end, reuse.takes.get(at), goes),
            None => match made {
                Some(node) => self.both(&block.steps, node),
                None => self.word(self.operand(block.result), goes),
            },
        };
        (reuse.closure, before, result)
    }

    /// The result of a step, as an expression.
    pub(super) fn result(&mut self, step: &Step, taken: Option<&Ident>, goes: Goes) -> TokenStream {
        match step {
            Step::Apply { value, args, .. } => self.apply(*value, args, taken, goes),
            Step::Switch(switch) => self.switch(switch, goes),
            Step::Case(case) => self.case(case, goes),
            _ => unreachable!("what gives a result is one of these"),
        }
    }

    /// One step, the `at`th of its block.
    pub(super) fn step(&mut self, step: &Step, at: usize, reuse: &Reuse) -> TokenStream {
        let (kept, taken) = (reuse.leaves.get(&at), reuse.takes.get(&at));
        match step {
            Step::Apply { result, .. } => {
                let (made, to) = (self.result(step, taken, Goes::ON), reg(*result));
                quote!(let #to = #made;)
            }
            Step::Switch(_) | Step::Case(_) => {
                let (made, to) = (self.result(step, None, Goes::ON), step.result().map(reg));
                quote!(let #to = { #made };)
            }
            Step::Operate(operate) => self.operate(operate),
            Step::Select(select) => self.select(select),
            Step::Core { core, value, slots } => self.core(*core, *value, slots, kept),
            Step::Build { node, .. } => self.build(*node, taken),
            Step::Fill { node, slot, term } => {
                let (node, term) = (ident("n", *node), self.operand(*term));
                quote!(__w.put(#node, #slot, #term);)
            }
            Step::Erase(term) => {
                self.calls = true;
                let term = self.operand(*term);
                quote!(__w.erase_value(#term);)
            }
            Step::Wire(to) => {
                let to = reg(*to);
                quote!(let #to = __w.fresh_wire();)
            }
            Step::Give(term, place) => {
                self.calls = true;
                let (term, place) = (self.operand(*term), reg(*place));
                quote!(__w.give_value(#term, #place);)
            }
            Step::Call { actor, value, args, results } => self.act(*actor, *value, args, results),
            Step::GiveField(..) => unreachable!("definitions have no fields"),
        }
    }

    /// `taken`: the node that is made a closure.
    fn apply(&mut self, value: Operand, args: &[Operand], taken: Option<&Ident>, goes: Goes) -> TokenStream {
        let given: Vec<_> = args.iter().map(|&arg| self.operand(arg)).collect();
        if let Operand::Ref(def) = value {
            let definition = &self.emit.definitions[def as usize];
            if args.len() < definition.arity as usize {
                let made = match taken {
                    Some(node) => quote!(__w.close_into(#node, #def, [#(#given),*])),
                    None => quote!(__w.close_over(#def, [#(#given),*])),
                };
                return self.word(made, goes);
            }
            if let Some(function) = definition.function_for(args.len() as u32)
                && function.args as usize == args.len()
            {
                let number = self.emit.number(function);
                let unknown: Vec<_> =
                    function.ports(Test::Number).filter(|&port| !self.is_number(args[port as usize])).collect();
                let known = unknown.is_empty();
                let is_own = function.def == self.of.def && function.args == self.of.args;
                // What has no template is put off only with a number that is known.
                if goes.waits && is_own && (known || function.apart.is_none()) {
                    return self.waits_again(function, number, &given, &unknown);
                }
                if goes.last && is_own {
                    return self.again(function, number, &given, &unknown, &TokenStream::new());
                }
                self.calls = true;
                let name = if known { "def" } else { "test" };
                if goes.pair && self.emit.pairs.wanted.contains(&(function.def, function.args)) {
                    let name = format_ident!("{name}_pair_{number}");
                    return quote!(#name(__w #(, #given)*));
                }
                if !known {
                    self.emit.tested.borrow_mut().insert(number);
                }
                let name = format_ident!("{name}_{number}");
                return self.word(quote!(#name(__w #(, #given)*)), goes);
            }
        }
        self.calls = true;
        let value = self.operand(value);
        self.word(quote!(__w.apply_to(#value, [#(#given),*])), goes)
    }

    /// The function once more, in its place. `unknown`: the arguments that must be numbers, and are not known to be. `first`: what is
    /// done when its arguments are assigned, and not yet tested.
    pub(super) fn again(
        &mut self,
        function: &Function,
        number: u32,
        given: &[TokenStream],
        unknown: &[u32],
        first: &TokenStream,
    ) -> TokenStream {
        self.again = true;
        let names = arguments(function);
        let tests = self.emit.test(function, number, Test::Number, unknown, self.back());
        let next = &self.next;
        quote! {{
            (#(#names,)*) = (#(#given,)*);
            #first
            #tests
            #next
            continue 'turn;
        }}
    }

    fn operate(&mut self, operate: &Operate) -> TokenStream {
        let Operate { op, x, y, form, result } = *operate;
        if self.is_number(x) && self.is_number(y) {
            self.known.push(Operand::Reg(result));
        } else {
            // What is no number yet may be a definition, which is called.
            self.calls = true;
        }
        let (name, to) = (format_ident!("{op:?}"), reg(result));
        let literal = matches!((form, x), (Form::Partial, Operand::Num(_)));
        let [x, y] = [x, y].map(|operand| self.operand(operand));
        let late = form == Form::Symbol(true);
        match literal {
            true => quote!(let #to = __w.operate_literal(Op::#name, #x, #y);),
            false => quote!(let #to = __w.operate_both(Op::#name, #x, #y, #late);),
        }
    }

    /// `kept`: what the node is called that is left of a pair.
    fn core(
        &mut self,
        core: Core,
        value: Operand,
        slots: &[Result<Operand, u32>; 2],
        kept: Option<&Ident>,
    ) -> TokenStream {
        let of = self.operand(value);
        let tested = |function: &Function| match value {
            Operand::Port(port) => function.tests.contains(&(port, Test::Pair)),
            _ => false,
        };
        match (core, slots) {
            (Core::Dup(label), &[Err(a), Err(b)]) => {
                self.calls |= !self.is_number(value);
                let [a, b] = [a, b].map(reg);
                quote!(let [#a, #b] = __w.copy_word(#label, #of);)
            }
            (Core::Con, &[Err(a), Err(b)]) => {
                let known = tested(self.of);
                self.calls |= !known;
                let [a, b] = [a, b].map(reg);
                match (known, kept) {
                    (true, None) => quote!(let [#a, #b] = __w.take_pair(#of);),
                    (true, Some(node)) => quote!(let ([#a, #b], #node) = __w.unpack_pair(#of);),
                    (false, None) => quote!(let [#a, #b] = __w.split(#of);),
                    (false, Some(node)) => quote!(let ([#a, #b], #node) = __w.split_unpack(#of);),
                }
            }
            _ => {
                self.calls = true;
                let cells = (0..2).map(|slot| u32::from(slots[slot].is_err()) << slot).sum();
                let counted: u8 = match core {
                    Core::Opr(late) if cells == 0b10 => {
                        if matches!(slots[0], Ok(Operand::Num(_))) && !late {
                            1
                        } else {
                            2
                        }
                    }
                    _ => 0,
                };
                let (tag, label) = (tag(core, 1, cells), label(core));
                let words = slots.map(|slot| slot.map_or(quote!(Word::EMPTY), |term| self.operand(term)));
                let results = slots.map(|slot| slot.map_or_else(reg, |_| quote!(_)));
                quote!(let [#(#results),*] = __w.core_meets(#tag, #label, #of, [#(#words),*], #counted);)
            }
        }
    }

    /// `taken`: what it is made of.
    fn build(&mut self, node: u32, taken: Option<&Ident>) -> TokenStream {
        let name = ident("n", node);
        let (words, _) = self.size(node);
        let empty = self.empty(node);
        let made = taken.map_or_else(|| quote!(__w.allocate(#words)), |node| quote!(#node));
        quote! {
            let #name = #made;
            #(__w.put(#name, #empty, Word::EMPTY);)*
        }
    }

    /// A negative agent of the book.
    fn act(&mut self, actor: Symbol, value: Operand, args: &[Operand], results: &[u32]) -> TokenStream {
        self.calls = true;
        let agent = self.emit.book.agent(actor);
        let (words, count, Symbol(symbol)) = (self.emit.size_of(actor), cells(agent), actor);
        let value = self.operand(value);
        let args = args.iter().map(|&arg| self.operand(arg));
        let slots = (0_u32..).zip(&*agent.ports).filter(|&(_, &port)| port == Polarity::Negative).map(|(slot, _)| slot);
        let results = slots.zip(results).map(|(slot, &to)| {
            let to = reg(to);
            quote! {
                let #to = match __x0 {
                    ::core::option::Option::Some(__x0) => __w.know(Word::var(__x0, #slot, #words, #count)),
                    ::core::option::Option::None => Word::ERA,
                };
            }
        });
        quote! {
            let __x0 = __w.act_on(#symbol, #value, &[#(#args),*]);
            #(#results)*
        }
    }
}

/// Is the result of a step that of its block, and can it be an expression?
fn gives(last: &Step, result: Operand) -> bool {
    !matches!(last, Step::Operate(_)) && last.result().is_some_and(|reg| Operand::Reg(reg) == result)
}
