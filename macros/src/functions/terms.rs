//! The terms and steps of right sides, as Rust.

use super::{
    Emit,
    expression::{Typed, literal, word},
    ports::{cells, function_of, ident, ports, read, words},
};
use polarnet_columns::Space;
use polarnet_lower::{Body, Core, Node, Operand, Step};
use polarnet_syntax::{
    net::{Polarity, Symbol},
    number::Type,
};
use proc_macro2::TokenStream;
use quote::quote;

/// The terms and steps of one right side.
pub struct Terms<'t, 'e, S: Space> {
    pub emit: &'t Emit<'e, S>,
    pub body: &'t Body,
    /// The numbers that it has computed.
    pub computed: &'t [Typed],
}

impl<S: Space> Terms<'_, '_, S> {
    pub fn word(&self, term: Operand) -> TokenStream {
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

    pub fn arguments(&self, actor: Symbol, args: &[Operand]) -> Vec<TokenStream> {
        let ports = ports(self.emit.book.agent(actor), Polarity::Positive);
        args.iter().zip(ports).map(|(&arg, (_, ty))| self.argument(arg, ty)).collect()
    }

    pub fn step(&self, step: &Step) -> TokenStream {
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
            Step::Apply { .. } | Step::Operate(_) | Step::Switch(_) => unreachable!("rules have no such steps"),
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
