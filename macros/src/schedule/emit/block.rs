//! Statements, and the value that they end with.

use super::{Body, net};
use crate::schedule::{
    typed::{Act, Expr, Kind, LocalId},
    types::Shape,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl<'a> Body<'_, 'a> {
    /// Statements and a value, for between braces.
    pub fn block(&mut self, expr: &Expr<'a>) -> TokenStream {
        match &expr.kind {
            Kind::Let(locals, value, body) => self.with(locals, value, |this| this.block(body)),
            Kind::Act(Act::Block(list, value)) => self.hand_block(list, *value),
            Kind::Act(Act::Tagged(value, _)) => self.block(value),
            Kind::Writes(list) => list.iter().map(|write| self.block(write)).collect(),
            Kind::Write(row, value) => self.write(row, value),
            _ => self.value(expr),
        }
    }

    /// `let x = value;`, and what comes after it.
    pub fn with(
        &mut self,
        locals: &[LocalId],
        value: &Expr<'a>,
        body: impl FnOnce(&mut Self) -> TokenStream,
    ) -> TokenStream {
        let first = self.binding(locals, value);
        let outer = self.lists.clone();
        // What had the name before is not seen any more.
        for &id in locals {
            self.lists.remove(&self.program.locals[id].name.to_string());
        }
        let body = body(self);
        self.lists = outer;
        quote!(#first #body)
    }

    /// `let x = value;`
    pub fn binding(&mut self, locals: &[LocalId], value: &Expr<'a>) -> TokenStream {
        let names: Vec<&Ident> = locals.iter().map(|&id| &self.program.locals[id].name).collect();
        let pattern = match &names[..] {
            [name] => quote!(#name),
            _ => quote!((#(#names),*)),
        };
        let value = self.stored(value);
        quote!(let #pattern = #value;)
    }

    /// A value that is given a name: a list is collected, as it may be read again.
    pub fn stored(&mut self, expr: &Expr<'a>) -> TokenStream {
        match self.program.types.shape(expr.ty) {
            Shape::List(_) => {
                let iter = self.iter(expr);
                quote!(#iter.collect::<::std::vec::Vec<_>>())
            }
            _ => self.value(expr),
        }
    }

    /// Statements and a value, or its `Result`.
    pub fn outcome(&mut self, expr: &'a Expr<'a>, fails: bool) -> TokenStream {
        match &expr.kind {
            _ if !fails => self.block(expr),
            Kind::Let(locals, value, body) => self.with(locals, value, |this| this.outcome(body, true)),
            _ => net::ok(&self.value(expr)),
        }
    }
}
