//! Terms, as Rust.

use super::{
    Emit,
    ports::{cells, ports, words},
};
use polarnet_columns::Space;
use polarnet_lower::{Core, Node};
use polarnet_syntax::{
    net::{Polarity, Symbol},
    number::Type,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A positive term, while a right side is written out.
#[derive(Clone, Debug)]
pub enum Term {
    /// A word. The tokens may stand anywhere, once.
    Word(TokenStream),
    /// A Rust number. The tokens may stand anywhere, and often.
    Number(TokenStream, Type),
    /// The same, and the word that it was read from.
    Read(TokenStream, Type, TokenStream),
    /// The result of a block: a Rust number, if the first says so, else a word. Names, all of them.
    Maybe { known: TokenStream, number: TokenStream, ty: Type, word: TokenStream },
    /// A positive agent without ports.
    Leaf(Symbol),
    /// A positive agent that is no node yet, and what stands at its ports, all of which are positive.
    Node(Symbol, Vec<Term>),
    /// A result of the call with which a loop goes on.
    Hole(usize),
}

/// A value of this type as a word.
pub fn number_word(name: &TokenStream, ty: Type) -> TokenStream {
    let ty = format_ident!("{ty:?}");
    quote!(number(Value::#ty(#name)))
}

/// The key of numbers of this type.
pub fn number_key(ty: Type) -> TokenStream {
    let ty = format_ident!("{ty:?}");
    quote!(Word::number(Number::from_parts(Type::#ty as ::core::primitive::u16, 0)).key())
}

impl<S: Space> Emit<'_, S> {
    /// Words and number of cells of a node that is built.
    pub fn size(&self, node: &Node) -> (u32, u32) {
        match *node {
            Node::User(symbol) => {
                let agent = self.book.agent(symbol);
                (words(agent), cells(agent))
            }
            Node::Core(_, cells) => (2, cells.count_ones()),
        }
    }

    /// Is it built where it is needed? One with cells is built at once, because others may meet those.
    pub fn is_built_late(&self, node: &Node) -> Option<Symbol> {
        match *node {
            Node::User(symbol) if cells(self.book.agent(symbol)) == 0 => Some(symbol),
            _ => None,
        }
    }

    /// The slots of a node that are cells; where it has words that nobody uses, those too.
    pub fn cells_of(&self, node: &Node) -> Vec<u32> {
        match *node {
            Node::User(symbol) => {
                let agent = self.book.agent(symbol);
                let negative = ports(agent, Polarity::Negative).into_iter().map(|(port, _)| port);
                negative.chain(agent.ports.len() as u32..words(agent)).collect()
            }
            Node::Core(_, cells) => (0..2).filter(|slot| cells >> slot & 1 == 1).collect(),
        }
    }
}

pub fn tag(core: Core, negative: u8, cells: u32) -> TokenStream {
    let kind = match core {
        Core::Con => quote!(Con),
        Core::Dup(_) => quote!(Dup),
        Core::Opr(_) => quote!(Opr),
        Core::Swi => quote!(Swi),
    };
    let cells = cells as u8;
    quote!(const { Tag::node(Kind::#kind, #negative, #cells) })
}

pub fn label(core: Core) -> TokenStream {
    match core {
        Core::Dup(label) => quote!(#label),
        Core::Opr(true) => quote!(LATE),
        Core::Opr(false) | Core::Con | Core::Swi => quote!(0),
    }
}
