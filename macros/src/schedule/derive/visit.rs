//! Rows: how those of a space are known, how those of a batch are visited, and their nodes.

use super::{
    flow::{Loop, Op, V},
    writer::Writer,
};
use crate::schedule::{emit, types::SpaceId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// How the rows of a space are known.
#[derive(Clone)]
pub struct RowsOf {
    pub name: Ident,
    pub is_rows: bool,
}

/// How the rows of a batch are visited.
pub struct Visit {
    pub batch: Ident,
    pub row: V,
    /// The column that is made, if rows are below each other by their types.
    pub made: Option<V>,
}

impl Writer<'_, '_> {
    /// `xs.indices()` of a space.
    pub fn indices(&self, space: SpaceId) -> TokenStream {
        match self.rows.get(&space) {
            Some(RowsOf { name, .. }) => quote!(#name.indices()),
            None => quote!(::core::iter::empty()),
        }
    }

    pub fn rows_of(&self, space: SpaceId) -> TokenStream {
        match self.rows.get(&space) {
            Some(RowsOf { name, is_rows: true }) => quote!(#name),
            Some(RowsOf { name, .. }) => quote!(#name.rows()),
            None => quote!(::core::unreachable!()),
        }
    }

    /// What a loop goes through.
    pub fn rows_in(&self, it: Loop) -> TokenStream {
        match it.list.map(|list| &self.flow.values[list].op) {
            Some(Op::Text(list)) => list.clone(),
            _ => self.indices(it.space),
        }
    }

    /// Is it the column that is being made, row by row?
    pub fn in_hand(&self, column: V) -> bool {
        self.visit.as_ref().is_some_and(|visit| visit.made == Some(column))
    }

    /// The node of a row of the batch.
    pub fn node(&mut self, row: V) -> TokenStream {
        let at = self.term(row).tokens();
        let this = emit::own("row");
        match &self.visit {
            Some(Visit { made: Some(_), row: own, .. }) if *own == row => quote!(#this.node()),
            Some(Visit { made: Some(_), .. }) => quote!(#this.node_at(#at)),
            Some(Visit { batch, .. }) => quote!(#batch.node(#at)),
            None => TokenStream::new(),
        }
    }
}
