//! The steps of a function.

use super::{Emit, arguments, operands::reg, test};
use crate::functions::{
    ports::{cells, ident},
    terms::{label, tag},
};
use polarnet_columns::Space;
use polarnet_lower::{Accumulate, Block, Case, Core, Form, Function, Guess, Operand, Operate, Step, Switch, Test};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

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
    /// It calls itself in the end.
    pub again: bool,
    /// It may call others.
    pub calls: bool,
}

impl<'w, S: Space> Writer<'w, S> {
    pub fn new(emit: &'w Emit<'w, S>, of: &'w Function) -> Self {
        Writer { emit, of, known: Vec::new(), next: TokenStream::new(), accumulates: None, again: false, calls: false }
    }

    /// What it does, and its result.
    pub fn function(&mut self) -> TokenStream {
        let of = self.of;
        let body = self.block(&of.body, true);
        let back = self.back();
        quote!(#back { #body };)
    }

    /// How it gives a result.
    pub fn back(&self) -> TokenStream {
        if self.accumulates.is_some() { quote!(break 'turn) } else { quote!(return) }
    }

    /// The steps, and the result as an expression. `last`: it is that of the function.
    fn block(&mut self, block: &Block, last: bool) -> TokenStream {
        if last
            && let Some(of) = self.accumulates
            && let Some(call) = self.of.accumulated_call(block)
        {
            return self.accumulated(of, &call);
        }
        let (steps, end) = match block.steps.split_last() {
            Some((end, steps)) if gives(end, block.result) => (steps, Some(end)),
            _ => (&block.steps[..], None),
        };
        let steps: Vec<_> = steps.iter().map(|step| self.step(step)).collect();
        let result = match end {
            Some(Step::Apply { value, args, .. }) => self.apply(*value, args, last),
            Some(Step::Switch(switch)) => self.switch(switch, last),
            Some(Step::Case(case)) => self.case(case, last),
            _ => self.operand(block.result),
        };
        quote!(#(#steps)* #result)
    }

    pub(super) fn step(&mut self, step: &Step) -> TokenStream {
        match step {
            Step::Apply { value, args, result } => {
                let (made, to) = (self.apply(*value, args, false), reg(*result));
                quote!(let #to = #made;)
            }
            Step::Switch(switch) => {
                let (made, to) = (self.switch(switch, false), reg(switch.result));
                quote!(let #to = { #made };)
            }
            Step::Case(case) => {
                let (made, to) = (self.case(case, false), reg(case.result));
                quote!(let #to = { #made };)
            }
            Step::Operate(operate) => self.operate(operate),
            Step::Core { core, value, slots } => self.core(*core, *value, slots),
            Step::Build { node, .. } => self.build(*node),
            Step::Fill { node, slot, term } => {
                let (node, term) = (ident("n", *node), self.operand(*term));
                quote!(w.put(#node, #slot, #term);)
            }
            Step::Erase(term) => {
                self.calls = true;
                let term = self.operand(*term);
                quote!(w.erase_value(#term);)
            }
            Step::Wire(to) => {
                let to = reg(*to);
                quote!(let #to = w.fresh_wire();)
            }
            Step::Give(term, place) => {
                self.calls = true;
                let (term, place) = (self.operand(*term), reg(*place));
                quote!(w.give_value(#term, #place);)
            }
            Step::Call { actor, value, args, results } => self.act(*actor, *value, args, results),
            Step::GiveField(..) => unreachable!("definitions have no fields"),
        }
    }

    fn apply(&mut self, value: Operand, args: &[Operand], last: bool) -> TokenStream {
        let given: Vec<_> = args.iter().map(|&arg| self.operand(arg)).collect();
        if let Operand::Ref(def) = value {
            let definition = &self.emit.definitions[def as usize];
            if args.len() < definition.arity as usize {
                return quote!(w.close_over(#def, [#(#given),*]));
            }
            if let Some(function) = definition.function_for(args.len() as u32)
                && function.args as usize == args.len()
            {
                let number = self.emit.number(function);
                let mut tested = function.tests.iter().filter(|(_, test)| *test == Test::Number);
                let known = tested.all(|&(port, _)| self.is_number(args[port as usize]));
                if last && function.def == self.of.def && function.args == self.of.args {
                    return self.again(function, number, &given, known);
                }
                self.calls = true;
                let name = format_ident!("{}_{number}", if known { "def" } else { "test" });
                return quote!(#name(w #(, #given)*));
            }
        }
        self.calls = true;
        let value = self.operand(value);
        quote!(w.apply_to(#value, [#(#given),*]))
    }

    /// The function once more, in its place.
    pub(super) fn again(
        &mut self,
        function: &Function,
        number: u32,
        given: &[TokenStream],
        known: bool,
    ) -> TokenStream {
        self.again = true;
        let names = arguments(function);
        let tests = (!known).then(|| test(function, number, Test::Number, &self.back()));
        let next = &self.next;
        quote! {{
            (#(#names,)*) = (#(#given,)*);
            #tests
            #next
            continue 'turn;
        }}
    }

    fn switch(&mut self, switch: &Switch, last: bool) -> TokenStream {
        let Switch { value, before, zero, succ, other, .. } = switch;
        let (of, before) = (self.operand(*value), reg(*before));
        let known = self.known.len();
        let zero = self.arm(zero, last);
        self.known.truncate(known);
        self.known.push(Operand::Reg(switch.before));
        let succ = self.arm(succ, last);
        self.known.truncate(known);
        let choice = |of: TokenStream| {
            quote! {
                let x0 = w.as_unsigned(#of);
                if x0.loc() == 0 { #zero } else {
                    let #before = Word(x0.0 - (1 << 32));
                    #succ
                }
            }
        };
        let Some(other) = other else { return choice(of) };
        let other = self.arm(other, last);
        self.known.truncate(known);
        match value {
            Operand::Port(_) | Operand::Reg(_) => {
                let choice = choice(of.clone());
                quote! {
                    let #of = w.know(#of);
                    if is_number(#of) { #choice } else { #other }
                }
            }
            _ => {
                let choice = choice(quote!(x1));
                quote! {
                    let x1 = w.know(#of);
                    if is_number(x1) { #choice } else { #other }
                }
            }
        }
    }

    /// Which definition is it? What it holds is taken out of it.
    fn case(&mut self, case: &Case, last: bool) -> TokenStream {
        self.calls = true;
        let value = self.operand(case.value);
        let known = self.known.len();
        let guesses: Vec<_> = case
            .guesses
            .iter()
            .map(|Guess { def, fields, block }| {
                let (held, fields) = (fields.len() as u32, fields.iter().map(|&field| reg(field)));
                let block = self.arm(block, last);
                self.known.truncate(known);
                match held {
                    0 => quote!(if x1.0 == const { Word::new(Tag::REF, 0, #def).0 } { #block } else),
                    _ => quote! {
                        if is_closure(x1, #def, #held) {
                            let [#(#fields),*] = w.take_closure(x1);
                            #block
                        } else
                    },
                }
            })
            .collect();
        let other = self.arm(&case.other, last);
        self.known.truncate(known);
        let again = matches!(case.value, Operand::Port(_) | Operand::Reg(_)).then(|| quote!(let #value = x1;));
        quote! {
            let x1 = w.know(#value);
            #(#guesses)* { #again #other }
        }
    }

    fn arm(&mut self, block: &Block, last: bool) -> TokenStream {
        let made = self.block(block, last);
        let count = (block.count > 0).then(|| {
            let count = block.count;
            quote!(w.counts_more(#count);)
        });
        quote!(#count #made)
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
            true => quote!(let #to = w.operate_literal(Op::#name, #x, #y);),
            false => quote!(let #to = w.operate_both(Op::#name, #x, #y, #late);),
        }
    }

    fn core(&mut self, core: Core, value: Operand, slots: &[Result<Operand, u32>; 2]) -> TokenStream {
        let of = self.operand(value);
        let tested = |function: &Function| match value {
            Operand::Port(port) => function.tests.contains(&(port, Test::Pair)),
            _ => false,
        };
        match (core, slots) {
            (Core::Dup(label), &[Err(a), Err(b)]) => {
                self.calls |= !self.is_number(value);
                let [a, b] = [a, b].map(reg);
                quote!(let [#a, #b] = w.copy_word(#label, #of);)
            }
            (Core::Con, &[Err(a), Err(b)]) => {
                let name = match tested(self.of) {
                    true => format_ident!("take_pair"),
                    false => {
                        self.calls = true;
                        format_ident!("split")
                    }
                };
                let [a, b] = [a, b].map(reg);
                quote!(let [#a, #b] = w.#name(#of);)
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
                quote!(let [#(#results),*] = w.core_meets(#tag, #label, #of, [#(#words),*], #counted);)
            }
        }
    }

    fn build(&mut self, node: u32) -> TokenStream {
        let name = ident("n", node);
        let (words, _) = self.size(node);
        let empty = self.empty(node);
        quote! {
            let #name = w.allocate(#words);
            #(w.put(#name, #empty, Word::EMPTY);)*
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
                let #to = match x0 {
                    ::core::option::Option::Some(x0) => w.know(Word::var(x0, #slot, #words, #count)),
                    ::core::option::Option::None => Word::ERA,
                };
            }
        });
        quote! {
            let x0 = w.act_on(#symbol, #value, &[#(#args),*]);
            #(#results)*
        }
    }
}

/// Is the result of a step that of its block, and can it be an expression?
fn gives(last: &Step, result: Operand) -> bool {
    !matches!(last, Step::Operate(_)) && last.result().is_some_and(|reg| Operand::Reg(reg) == result)
}
