//! New nodes, values sent to rows, and how they are joined.

use super::{Body, Reader, own, part};
use crate::schedule::{
    language::Sort,
    typed::{Expr, Join, Kind},
    types::{Place, Shape, SpaceId},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    /// A new node: what it is made of first, as the batch is borrowed while a node is added.
    pub fn new_node(&mut self, at: Span, space: SpaceId, operator: usize, args: &[&'a Expr<'a>]) -> TokenStream {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else {
            return TokenStream::new();
        };
        let (path, described) = (&language.path, &language.operators[operator]);
        let (mut name, new) = (described.name.clone(), super::built(program, space));
        name.set_span(at);
        let mut before = TokenStream::new();
        let values: Vec<TokenStream> = args
            .iter()
            .zip(&described.fields)
            .enumerate()
            .map(|(at, (arg, field))| {
                let variable = part(&own("part"), at);
                match field.sort {
                    Sort::List => {
                        let iter = self.iter(arg);
                        before.extend(quote!(let #variable = #iter.collect::<::std::vec::Vec<_>>();));
                        quote!(::polarnet::columns::List::new(&#variable))
                    }
                    _ if self.is_simple(arg) => self.value(arg),
                    _ => {
                        let value = self.value(arg);
                        before.extend(quote!(let #variable = #value;));
                        quote!(#variable)
                    }
                }
            })
            .collect();
        let fields = values.iter().zip(&described.fields).map(|(value, field)| {
            let member = &field.member;
            quote!(#member: #value)
        });
        let node = match described.fields.first().map(|field| &field.member) {
            None => quote!(#path::#name),
            Some(syn::Member::Unnamed(_)) => quote!(#path::#name(#(#values),*)),
            Some(syn::Member::Named(_)) => quote!(#path::#name { #(#fields),* }),
        };
        let enter = own(self.enter);
        match before.is_empty() {
            true => quote!(#new.#enter(#node)),
            false => quote!({ #before #new.#enter(#node) }),
        }
    }

    /// It makes no node.
    pub fn is_simple(&self, expr: &Expr<'a>) -> bool {
        let mut simple = true;
        expr.visit(&mut |it| {
            simple &= match it.kind {
                Kind::New(..) | Kind::Rebuilt | Kind::Match(..) => false,
                Kind::Call(val, _) => self.program.context(val).is_empty(),
                _ => true,
            }
        });
        simple
    }

    /// A value sent to a row, or to each row of a list.
    pub fn write(&mut self, row: &Expr<'a>, value: &Expr<'a>) -> TokenStream {
        let (this, c) = (own("row"), own("child"));
        let list = matches!(self.program.types.shape(row.ty), Shape::List(_));
        let down = self.reader == Reader::Down;
        if list && self.items(row).is_some_and(|items| items.is_empty()) {
            return TokenStream::new();
        }
        if list {
            let each = matches!(self.program.types.shape(value.ty), Shape::List(_) | Shape::Array(..));
            let (pattern, source, sent) = match each {
                true => {
                    let (rows, values, x) = (self.iter(row), self.iter(value), own("x"));
                    (quote!((#c, #x)), quote!(#rows.zip(#values)), quote!(#x))
                }
                false => {
                    let value = self.value(value);
                    if let (true, Some([child])) = (down, self.items(row).as_deref()) {
                        return quote!(#this.join(#child, #value););
                    }
                    (quote!(#c), self.each(row), value)
                }
            };
            let send = if down { quote!(#this.join(#c, #sent);) } else { self.send(quote!(#c), row, sent) };
            return quote!(for #pattern in #source { #send });
        }
        let value_tokens = self.value(value);
        let at = self.value(row);
        match down {
            true => quote_spanned!(row.span=> #this.join(#at, #value_tokens);),
            false => self.send(at, row, value_tokens),
        }
    }

    /// Into an accumulator, which is threaded through.
    pub fn send(&self, at: TokenStream, row: &Expr<'a>, value: TokenStream) -> TokenStream {
        let acc = own("acc");
        let of = self.element(row.ty);
        match self.program.types.shape(of) {
            Shape::Int(_) | Shape::Var(_) => quote!(#acc = #acc.update_raw(#at, #value);),
            Shape::Row(_, Place::Below) => quote!(#acc = #acc.update(#at.idx(), #value);),
            _ => quote!(#acc = #acc.update(#at, #value);),
        }
    }

    /// `|into, more| *into = max(*into, more)`
    pub fn join(&self, join: &Join, ty: crate::schedule::types::Ty) -> TokenStream {
        self.join_of(join, ty, None)
    }

    /// The join of a val; one that is the user's own is watched, whether the default is its unit.
    pub fn join_of_val(&mut self, val: usize) -> TokenStream {
        let of = &self.program.vals[val];
        let (Some(join), Some(default)) = (&of.join, of.default) else { return TokenStream::new() };
        if matches!(join, Join::Builtin(_)) {
            return self.join(join, of.value);
        }
        let (name, default, ty) = (of.name.to_string(), self.value(default), self.program.ty(of.value));
        let join = self.join_of(join, of.value, Some(&ty));
        quote!({
            #[allow(unused_imports)]
            use ::polarnet::private::Incomparable as _;
            ::polarnet::private::Unit { val: #name, default: #default, join: #join }.watched()
        })
    }

    /// The same, with the type of the values where nothing else says it.
    pub fn join_of(&self, join: &Join, ty: crate::schedule::types::Ty, written: Option<&TokenStream>) -> TokenStream {
        let (into, more) = (own("into"), own("more"));
        let parameters = match written {
            Some(ty) => quote!(#into: &mut #ty, #more: #ty),
            None => quote!(#into, #more),
        };
        let current = if self.program.types.is_copy(ty) { quote!(*#into) } else { quote!(#into.clone()) };
        // As the accumulators do it, whichever way the values come.
        if let Some(operator) = join.operator() {
            let operator = Ident::new(operator, Span::call_site());
            return quote!(|#parameters| ::polarnet::columns::Monoid::combine(&::polarnet::columns::ops::#operator, #into, #more));
        }
        match join {
            Join::Builtin(builtin) if builtin.name() == "all" => quote!(|#parameters| *#into &= #more),
            Join::Builtin(_) => quote!(|#parameters| *#into |= #more),
            Join::Val(val, _) => {
                let name = &self.program.vals[*val].name;
                quote!(|#parameters| *#into = #name(#current, #more))
            }
            Join::Rust(path, _) => quote!(|#parameters| *#into = #path(#current, #more)),
        }
    }
}
