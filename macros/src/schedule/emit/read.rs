//! Reads of columns: as a pass has its rows.

use super::{Body, Reader};
use super::{built, column, own, rewriting};
use crate::schedule::{
    typed::{Expr, ValId},
    types::{Place, Shape, Ty},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl<'a> Body<'_, 'a> {
    /// The value of a val at a row.
    pub fn read(&mut self, val: ValId, row: &Expr<'a>, ty: Ty) -> TokenStream {
        let here = matches!(self.program.types.shape(row.ty), Shape::Node(_) | Shape::Row(_, Place::Own));
        let at = match self.reader {
            Reader::Values | Reader::Together if here && self.vals.contains(&val) => {
                let name = column(self.program, val);
                let clone = (!self.program.types.is_copy(ty)).then(|| quote!(.clone()));
                return quote!(#name #clone);
            }
            Reader::Values if self.vals.contains(&val) => {
                let child = self.value(row);
                return self.child_value(val, child, ty);
            }
            // To find the row may make nodes, so it comes first.
            _ if self.lockstep.contains(&val) && !self.is_simple(row) => {
                let (at, value) = (own("at"), self.value(row));
                let read = self.value_at(val, at.to_token_stream(), row.ty, ty);
                return quote!({ let #at = #value; #read });
            }
            _ => self.row(row),
        };
        self.value_at(val, at, row.ty, ty)
    }

    /// In a fold, the child is its value.
    pub fn child_value(&self, val: ValId, child: TokenStream, ty: Ty) -> TokenStream {
        let copy = self.program.types.is_copy(ty);
        match &self.vals[..] {
            [_] if !self.points.is_empty() => {
                let lane = own("lane");
                quote!(#child[#lane])
            }
            [_] if copy => quote!(*#child),
            [_] => quote!(#child.clone()),
            vals => {
                let at = syn::Index::from(vals.iter().position(|&known| known == val).unwrap_or(0));
                if copy { quote!(*#child.#at) } else { quote!(#child.#at.clone()) }
            }
        }
    }

    pub fn value_at(&mut self, val: ValId, at: TokenStream, row: Ty, ty: Ty) -> TokenStream {
        let copy = self.program.types.is_copy(ty);
        let this = own("row");
        let ours = self.vals.contains(&val);
        let below = matches!(self.program.types.shape(row), Shape::Row(_, Place::Below));
        if self.lockstep.contains(&val) {
            let (follower, fill) = (column(self.program, val), rewriting::fill(self.program, val, self.borrowed));
            let clone = (!copy).then(|| quote!(.clone()));
            let batch = self.program.vals[val].sort.is.of().map(|space| self.lent(&built(self.program, space), false));
            return quote!(#follower.catch_up(#batch, #fill)[#at] #clone);
        }
        if self.inline.contains(&val) {
            let (name, idx) = (column(self.program, val), below.then(|| quote!(.idx())));
            return quote!(#name(#at #idx));
        }
        let place = match self.reader {
            Reader::Down if ours => {
                return if copy { quote!(*#this.value()) } else { quote!(#this.value().clone()) };
            }
            Reader::Rows if ours && below => quote!(#this[#at]),
            Reader::Together if ours && below => {
                let index = syn::Index::from(self.vals.iter().position(|&known| known == val).unwrap_or(0));
                return if copy { quote!(*#this.get(#at).#index) } else { quote!(#this.get(#at).#index.clone()) };
            }
            _ => {
                let column = column(self.program, val);
                quote!(#column[#at])
            }
        };
        if copy { place } else { quote!(#place.clone()) }
    }
}
