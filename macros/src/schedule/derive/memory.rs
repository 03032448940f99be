//! Zeros to begin with, and memory for values that the way back needs.

use super::{
    flow::{Is, Op, V},
    table,
    writer::{Pass, Writer},
};
use crate::schedule::{emit, types::SpaceId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Writer<'_, '_> {
    /// `0.0`, of several points where they are.
    pub fn zero(&self, v: V) -> TokenStream {
        let float = self.float(v);
        let zero: TokenStream = format!("0.0_{float}").parse().unwrap_or_default();
        match self.flow.values[v].wide {
            true => quote!(::polarnet::columns::Wide::all(#zero)),
            false => quote!(0.0),
        }
    }

    /// A column of zeros, like this one.
    pub fn zeros(&self, v: V) -> TokenStream {
        match (&self.flow.values[v].op, &self.flow.values[v].is) {
            (Op::Param, Is::Column(spaces, _)) => {
                let (name, x) = (self.name(v), emit::own("x"));
                match spaces.len() {
                    1 => quote!(#name.map(|_| 0.0)),
                    _ => {
                        let inner = inner_zeros(spaces.len() - 1, &x);
                        quote!(#name.map(|#x| #inner))
                    }
                }
            }
            (_, Is::Column(spaces, _)) => self.filled(spaces, self.zero(v)),
            _ => self.zero(v),
        }
    }

    pub fn filled(&self, spaces: &[SpaceId], value: TokenStream) -> TokenStream {
        spaces.iter().rev().fold(value, |value, &space| {
            let rows = self.rows_of(space);
            quote!(#rows.fill(#value))
        })
    }

    /// Is a value worth to be kept, if the way back needs it?
    pub fn is_kept(&self, v: V) -> bool {
        let back = || self.frames.iter().rev().take_while(|frame| frame.pass == Pass::Back);
        let rows = back().any(|frame| frame.row.is_some()) && !back().any(|frame| frame.again);
        rows && match self.flow.values[v].op {
            Op::Arithmetic(it, _) => table::is_costly(it),
            Op::Reduce(..) | Op::Column(_) | Op::Groups(..) => true,
            Op::Choice(_) => matches!(self.flow.values[v].is, Is::Float(_)),
            _ => false,
        }
    }

    /// A value from where it was kept.
    pub fn taken(&mut self, v: V) -> TokenStream {
        let back: Vec<(V, SpaceId)> = {
            let frames = self.frames.iter().rev().take_while(|frame| frame.pass == Pass::Back);
            let mut rows: Vec<_> = frames.filter_map(|frame| frame.row).collect();
            rows.reverse();
            rows
        };
        let (name, store) = (self.name(v).clone(), self.related(v, "kept"));
        let at = back.iter().map(|&(row, _)| self.name(row).clone());
        let reference = self.flow.is_column(v).then(|| quote!(&));
        let tokens = quote!(let #name = #reference #store #([#at])*;);
        if self.kept.insert(v, back.clone()).is_none() {
            let mut spaces: Vec<SpaceId> = back.into_iter().map(|(_, space)| space).collect();
            if let Is::Column(inner, _) = &self.flow.values[v].is {
                spaces.extend(inner);
            }
            let filled = self.filled(&spaces, self.zero(v));
            self.scratch.push(quote!(let mut #store = #filled;));
        }
        tokens
    }

    /// Where a value is kept, in the code of the way forward.
    pub fn store(&self, v: V) -> Option<TokenStream> {
        let rows = self.kept.get(&v)?;
        let (store, at) = (self.related(v, "kept"), rows.iter().map(|&(row, _)| self.name(row)));
        Some(quote!(#store #([#at])*))
    }
}

/// `x.map(|x| x.map(|_| 0.0))`
fn inner_zeros(depth: usize, x: &Ident) -> TokenStream {
    match depth {
        1 => quote!(#x.map(|_| 0.0)),
        _ => {
            let inner = inner_zeros(depth - 1, x);
            quote!(#x.map(|#x| #inner))
        }
    }
}
