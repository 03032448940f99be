//! Statements of a body that is written by hand.

use super::{Body, device::untagged};
use crate::schedule::{
    typed::{Act, Expr, Kind, LocalId, Stmt, StmtKind},
    types::{Shape, Ty},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    /// Statements, and the value of a block.
    pub fn hand_block(&mut self, list: &[Stmt<'a>], value: Option<&'a Expr<'a>>) -> TokenStream {
        self.depth += 1;
        let list: Vec<TokenStream> = (0..list.len()).map(|at| self.stmt(&list[at], &list[at + 1..])).collect();
        let whole = self.depth == 1;
        let value = value.map(|value| match self.program.types.shape(value.ty) {
            Shape::Ref(_) => self.returned(value),
            _ if whole => self.result_of(value),
            _ => self.block(value),
        });
        self.depth -= 1;
        quote!(#(#list)* #value)
    }

    /// The value of a function, or of one way through it.
    fn result_of(&mut self, value: &'a Expr<'a>) -> TokenStream {
        let Some(hand) = self.hand else { return self.block(value) };
        let result = self.program.fns[hand.at].result;
        match (&value.kind, self.program.types.shape(result).clone()) {
            (Kind::Tuple(list), Shape::Tuple(of)) if list.len() == of.len() => {
                let list = list.iter().zip(of).map(|(it, ty)| match self.program.types.shape(it.ty) {
                    Shape::Ref(_) => self.returned(it),
                    _ => self.given_back(it, ty),
                });
                let list: Vec<TokenStream> = list.collect();
                quote!((#(#list),*))
            }
            (_, Shape::Encoder(_) | Shape::Fence(_)) => self.given_back(value, result),
            _ => self.block(value),
        }
    }

    /// A reference that a function returns: that of its parameter.
    pub fn returned(&mut self, value: &Expr<'a>) -> TokenStream {
        match self.led(value) {
            Some(super::hand::Led { name, .. }) => name.to_token_stream(),
            None => self.value(value),
        }
    }

    fn stmt(&mut self, stmt: &Stmt<'a>, rest: &[Stmt<'a>]) -> TokenStream {
        let program = self.program;
        match &stmt.kind {
            StmtKind::Let(names, value) => {
                let value = untagged(value);
                let name = |id: LocalId| match program.types.shape(program.locals[id].ty) {
                    // A reference is where it leads: that has a name.
                    Shape::Ref(_) => quote!(_),
                    Shape::Encoder(_) => {
                        let name = &program.locals[id].name;
                        quote!(mut #name)
                    }
                    _ => program.locals[id].name.to_token_stream(),
                };
                match &names[..] {
                    [(id, _)] if matches!(value.kind, Kind::Act(Act::Begin(_))) => {
                        let name = &program.locals[*id].name;
                        let Some(record) = program.remote(value.ty) else { return TokenStream::new() };
                        let begun = self.begun(name, record, rest);
                        self.declare_late(record, rest);
                        begun
                    }
                    _ if matches!(value.kind, Kind::Act(Act::Run(..))) && self.makes_here(names) => {
                        let call = self.call_only(value);
                        let patterns = names.iter().map(|(id, _)| match program.types.shape(program.locals[*id].ty) {
                            Shape::Ref(_) => quote!(_),
                            _ => self.variables(program.locals[*id].ty, Some(&program.locals[*id].name)).0,
                        });
                        let patterns: Vec<TokenStream> = patterns.collect();
                        match &patterns[..] {
                            [one] => quote!(let #one = #call;),
                            _ => quote!(let (#(#patterns),*) = #call;),
                        }
                    }
                    [(id, _)] if matches!(program.types.shape(program.locals[*id].ty), Shape::Ref(_)) => {
                        // A call may do more than to give a reference.
                        let call = matches!(value.kind, Kind::Act(Act::Run(..)));
                        if call && self.led(value).is_none() {
                            let value = self.value(value);
                            return quote!(#value;);
                        }
                        TokenStream::new()
                    }
                    [(id, _)] => {
                        let (name, value) = (name(*id), self.stored(value));
                        let ty = self.said_type(program.locals[*id].ty);
                        quote!(let #name #ty = #value;)
                    }
                    _ => {
                        let names: Vec<TokenStream> = names.iter().map(|(id, _)| name(*id)).collect();
                        let value = self.value(value);
                        quote!(let (#(#names),*) = #value;)
                    }
                }
            }
            StmtKind::Var(id, _, value) => {
                let (name, ty) = (&program.locals[*id].name, self.said_type(program.locals[*id].ty));
                let value = match value {
                    Some(value) => Some(self.value(value)),
                    // A function that is lent it gives it its first value: Rust wants one before.
                    None if self.hand.is_some_and(|hand| hand.refs.lent.contains(id)) => {
                        Some(quote!(::core::default::Default::default()))
                    }
                    None => None,
                };
                let value = value.map(|value| quote!(= #value));
                quote!(let mut #name #ty #value;)
            }
            StmtKind::Assign(id, value) => {
                let (name, value) = (&program.locals[*id].name, self.value(value));
                quote_spanned!(stmt.span=> #name = #value;)
            }
            StmtKind::Store(to, value) => {
                let (place, value) = (self.loaded(to), self.value(value));
                quote_spanned!(stmt.span=> #place = #value;)
            }
            StmtKind::Copy { encoder, into, value, .. } => self.copied(encoder.local, into, value),
            StmtKind::Call { encoder, into, kernel, .. } => self.called(encoder.local, into, kernel),
            StmtKind::Say(..) => TokenStream::new(),
            StmtKind::Do(value) => {
                let inner = self.value(value);
                match value.kind {
                    Kind::If(..) => inner,
                    _ => quote!(#inner;),
                }
            }
        }
    }

    /// Are there names of fences among these, whose variables begin here?
    pub fn makes_here(&self, names: &[(LocalId, Vec<crate::schedule::tree::Tag>)]) -> bool {
        let record = |id: LocalId| self.program.remote(self.program.locals[id].ty);
        self.depth == 1
            && names.iter().filter_map(|(id, _)| record(*id)).any(|record| self.inline_records.contains(&record))
    }

    /// A call as it is, without taking apart what it gives.
    pub fn call_only(&mut self, expr: &Expr<'a>) -> TokenStream {
        match &expr.kind {
            Kind::Act(Act::Run(callee, grid, args)) => self.run(expr, *callee, grid, args),
            _ => self.value(expr),
        }
    }

    /// The type of a number, which nothing else may say.
    fn said_type(&self, ty: Ty) -> Option<TokenStream> {
        let known = matches!(self.program.types.shape(ty), Shape::Int(_) | Shape::Float(_) | Shape::Bool);
        known.then(|| {
            let ty = self.program.ty(ty);
            quote!(: #ty)
        })
    }
}
