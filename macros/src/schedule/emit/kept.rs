//! What a frame of a recursion keeps, and of which types that is.

use super::{
    Body,
    frames::{Field, Machine, Saved},
    live::Live,
};
use crate::schedule::{
    typed::{Expr, Kind, LocalId},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;

impl<'p, 'a> Machine<'p, 'a> {
    /// What a frame keeps of something that is known.
    pub fn save(
        &mut self,
        body: &Body<'p, 'a>,
        live: Live<'a>,
        now: &HashMap<*const Expr<'a>, Ident>,
        unlisted: &mut Vec<String>,
    ) -> Option<Saved> {
        match live {
            Live::Computed(at) => {
                let (name, ty) = self.kept.get(&at)?.clone();
                let variable = now.get(&at)?;
                Some((Field { name, ty }, variable.to_token_stream()))
            }
            Live::Local(id) => {
                let local = &self.program.locals[id];
                let (name, of) = (local.name.clone(), local.ty);
                let ty = self.local_type(id);
                let value = match self.program.types.shape(of) {
                    Shape::List(_) => {
                        unlisted.push(name.to_string());
                        match body.lists.get(&name.to_string()) {
                            Some(rest) => {
                                let iter = &rest.iter;
                                quote!(#iter.collect())
                            }
                            None => quote!(#name.clone()),
                        }
                    }
                    _ if self.program.by_reference(of) => name.to_token_stream(),
                    _ if self.program.types.is_copy(of) && !self.program.types.is_open(of) => name.to_token_stream(),
                    _ => quote!(#name.clone()),
                };
                Some((Field { name, ty }, value))
            }
        }
    }

    /// Is a value that was computed before a call kept, and not named again after it?
    pub fn is_worth_keeping(&self, expr: &Expr<'a>) -> bool {
        let plain = matches!(
            expr.kind,
            Kind::Number(_) | Kind::Bool(_) | Kind::Local(_) | Kind::Const(_) | Kind::Rust(_) | Kind::Rows(_)
        );
        let whole = matches!(
            self.program.types.shape(expr.ty),
            Shape::List(_) | Shape::Column(..) | Shape::Batch(_) | Shape::Array(..)
        );
        !plain && !whole
    }

    /// The type of a parameter or variable in an enum.
    pub fn local_type(&mut self, id: LocalId) -> TokenStream {
        if let Some(ty) = self.locals.get(&id) {
            return ty.clone();
        }
        let of = self.program.locals[id].ty;
        let ty = match *self.program.types.shape(of) {
            Shape::List(of) => {
                let of = self.ty(of);
                quote!(::std::vec::Vec<#of>)
            }
            _ => {
                let (ty, lifetime) = (self.ty(of), &self.shapes.lifetime);
                let reference = self.program.by_reference(of).then(|| quote!(& #lifetime));
                quote!(#reference #ty)
            }
        };
        self.locals.insert(id, ty.clone());
        ty
    }

    /// A type, or a parameter for one that only Rust knows.
    pub fn ty(&mut self, ty: Ty) -> TokenStream {
        match self.program.types.is_open(ty) {
            true => self.shapes.unknown(),
            false => self.program.ty(ty),
        }
    }

    /// The number of a type of values that are waited for.
    pub fn returned(&mut self, ty: &TokenStream) -> usize {
        let text = ty.to_string();
        match self.returns.iter().position(|known| known.to_string() == text) {
            Some(at) => at,
            None => {
                self.returns.push(ty.clone());
                self.returns.len() - 1
            }
        }
    }
}
