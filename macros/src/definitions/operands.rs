//! What steps take, as expressions.

use super::steps::Writer;
use crate::functions::{
    ports::{cells, ident},
    terms::{label, tag},
};
use polarnet_columns::Space;
use polarnet_lower::{Node, Operand};
use polarnet_syntax::net::{Polarity, Symbol};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl<S: Space> Writer<'_, S> {
    pub(super) fn operand(&self, operand: Operand) -> TokenStream {
        match operand {
            Operand::Port(port) => ident("p", port),
            Operand::Reg(at) => reg(at),
            Operand::Era => quote!(Word::ERA),
            Operand::Num(number) => self.emit.constants.number(number).into_token_stream(),
            Operand::Ref(def) => self.emit.constants.reference(def).into_token_stream(),
            Operand::Leaf(symbol) => self.emit.constants.leaf(symbol).into_token_stream(),
            Operand::Node(node) => {
                let name = ident("n", node);
                match &self.of.nodes[node as usize] {
                    Node::User(Symbol(symbol)) => quote!(Word::new(Tag::VALUE, #symbol, #name)),
                    Node::Core(core, cells) => {
                        let (tag, label) = (tag(*core, 0, *cells), label(*core));
                        quote!(Word::new(#tag, #label, #name))
                    }
                }
            }
            Operand::Var(node, slot) => {
                let (name, (words, cells)) = (ident("n", node), self.size(node));
                quote!(Word::var(#name, #slot, #words, #cells))
            }
            Operand::Field(_) | Operand::Computed(_) => unreachable!("definitions have neither"),
        }
    }

    /// Words and number of cells of a node.
    pub(super) fn size(&self, node: u32) -> (u32, u32) {
        match self.of.nodes[node as usize] {
            Node::User(symbol) => (self.emit.size_of(symbol), cells(self.emit.book.agent(symbol))),
            Node::Core(_, cells) => (2, cells.count_ones()),
        }
    }

    /// Cells, and words that nobody uses.
    pub(super) fn empty(&self, node: u32) -> Vec<u32> {
        match self.of.nodes[node as usize] {
            Node::User(symbol) => {
                let ports = &self.emit.book.agent(symbol).ports;
                let is_empty = |&slot: &u32| ports.get(slot as usize).is_none_or(|&port| port == Polarity::Negative);
                (0..self.emit.size_of(symbol)).filter(is_empty).collect()
            }
            Node::Core(_, cells) => (0..2).filter(|slot| cells >> slot & 1 == 1).collect(),
        }
    }

    pub(super) fn is_number(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Num(_)) || self.known.contains(&operand)
    }
}

pub fn reg(at: u32) -> TokenStream {
    ident("r", at)
}
