//! Where nodes are built, and how those are freed that were consumed.

use super::{
    body::{Path, Writer},
    ports::ports,
};
use polarnet_columns::Space;
use polarnet_syntax::net::Polarity;
use proc_macro2::TokenStream;
use quote::quote;

/// Words of the nodes that can be built in the order of memory.
pub const PAIR: u32 = 2;

/// Where a loop builds what it leaves behind.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Trail {
    /// It is not known yet whether it leaves anything.
    #[default]
    Unknown,
    /// In nodes of so many words, where what was consumed a turn before was. So what is put into the middle of a list moves those
    /// before it on by one, and lists stay in the order of memory.
    InPlace(u32),
    /// Behind each other: where lists are split or merged, there would be no order left in theirs.
    InOrder,
}

impl<S: Space> Writer<'_, '_, S> {
    /// Where a node is built: in the place of one that was consumed, if one is as large.
    pub fn place(&self, path: &mut Path, words: u32) -> TokenStream {
        if let Some(at) = path.spares.iter().rposition(|&(_, size)| size == words) {
            return path.spares.remove(at).0;
        }
        path.late = true;
        match self.state.trail == Trail::InPlace(words) {
            true => Self::left_behind(words, &quote!(0)),
            false => quote!(__w.build_in(#words, &mut __left)),
        }
    }

    /// The node that the turn before has left, and another for the next.
    fn left_behind(words: u32, next: &TokenStream) -> TokenStream {
        quote! {
            {
                let __next = if __spare == 0 { __w.build_in(#words, &mut __left) } else { __spare };
                __spare = #next;
                __next
            }
        }
    }

    /// The same, for what a loop leaves behind.
    pub fn lagging_place(&mut self, path: &mut Path, words: u32) -> TokenStream {
        let at = path.spares.iter().rposition(|&(_, size)| size == words);
        match at {
            Some(at) if self.state.trail == Trail::InOrder && words == PAIR => {
                path.late = true;
                let node = path.spares.remove(at).0;
                path.in_order.push(match self.root.merges() {
                    true => quote!(__w.free_in_order(#node);),
                    false => quote!(__w.free_in_row(#node);),
                });
                let results = ports(self.emit.book.agent(self.root.symbol), Polarity::Negative).len();
                self.state.in_turns |= results > 1;
                if results > 1 {
                    quote!(__w.build_in_turns(&mut __side, &mut __left))
                } else {
                    quote!(__w.build_in_order(&mut __left))
                }
            }
            Some(at) if self.state.spare.is_none_or(|size| size == words) => {
                self.state.spare = Some(words);
                path.late = true;
                let consumed = path.spares.remove(at).0;
                Self::left_behind(words, &consumed)
            }
            _ => self.place(path, words),
        }
    }

    /// Frees what was consumed, and is not used again.
    pub fn free(path: &mut Path) -> TokenStream {
        let late = path.late;
        let in_order: TokenStream = path.in_order.drain(..).collect();
        let free = path.spares.drain(..).map(|(node, words)| match late {
            true => quote!(__w.free_late(#node, #words);),
            false => quote!(__w.free_now(#node, #words);),
        });
        let mut free: TokenStream = free.collect();
        free.extend(in_order);
        free
    }
}
