//! Lists: iterators, or so many values if it is known how many.

use super::{Body, own, rows::rows_of};
use crate::schedule::{
    emit::Reader,
    typed::{Expr, Kind},
    types::{Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    /// An iterator over the elements, by value.
    pub fn iter(&mut self, list: &Expr<'a>) -> TokenStream {
        let span = list.span;
        if let Some(values) = self.computed(list) {
            return quote_spanned!(span=> #values.into_iter());
        }
        match &list.kind {
            Kind::Local(id) => match self.lists.get(&self.program.locals[*id].name.to_string()) {
                Some(rest) => rest.iter.clone(),
                None => {
                    let mut name = self.program.locals[*id].name.clone();
                    name.set_span(name.span().located_at(span));
                    match self.program.types.shape(list.ty) {
                        Shape::Array(..) => quote_spanned!(span=> #name.into_iter()),
                        _ => quote_spanned!(span=> #name.iter().cloned()),
                    }
                }
            },
            Kind::Attribute(val, rows) => {
                let of = self.element(list.ty);
                let row = self.element(rows.ty);
                let iter = self.iter(rows);
                let c = own("child");
                let read = self.read_at(*val, quote!(#c), row, of);
                match &*read.to_string() {
                    "* child" => quote_spanned!(span=> #iter.copied()),
                    "child . clone ()" => quote_spanned!(span=> #iter.cloned()),
                    _ => quote_spanned!(span=> #iter.map(|#c| #read)),
                }
            }
            Kind::Element(base, rows) if matches!(self.program.types.shape(rows.ty), Shape::List(_)) => {
                let of = self.element(list.ty);
                let (base, iter) = (self.place(base), self.iter(rows));
                let c = own("at");
                let clone = (!self.program.types.is_copy(of)).then(|| quote!(.clone()));
                quote_spanned!(span=> #iter.map(|#c| #base[#c] #clone))
            }
            Kind::Each(body, local, of) if self.program.may_fail(body) => self.each_or_fail(body, *local, of),
            Kind::Filter(local, of, condition) if self.program.may_fail(condition) => {
                self.filter_or_fail(*local, of, condition)
            }
            Kind::Each(body, local, of) => {
                let iter = self.iter(of);
                let name = &self.program.locals[*local].name;
                let body = match body.kind {
                    Kind::Let(..) => {
                        let block = self.block(body);
                        quote!({ #block })
                    }
                    _ => self.value(body),
                };
                quote_spanned!(span=> #iter.map(|#name| #body))
            }
            Kind::Filter(local, of, condition) => {
                let (iter, condition) = (self.iter(of), self.value(condition));
                let name = &self.program.locals[*local].name;
                quote_spanned!(span=> #iter.filter(|&#name| #condition))
            }
            Kind::Range(from, to, inclusive) => {
                let (from, to) = (self.operand(from), self.operand(to));
                match inclusive {
                    true => quote_spanned!(span=> (#from..=#to)),
                    false => quote_spanned!(span=> (#from..#to)),
                }
            }
            Kind::Rows(space) => {
                let rows = rows_of(self.program, *space);
                quote_spanned!(span=> #rows.indices())
            }
            _ => match self.program.types.shape(list.ty) {
                Shape::Column(..) => {
                    let place = self.place(list);
                    quote_spanned!(span=> #place.iter().cloned())
                }
                _ => {
                    let value = self.value(list);
                    quote_spanned!(span=> #value.into_iter())
                }
            },
        }
    }

    /// What a `for` goes through.
    pub fn each(&mut self, list: &Expr<'a>) -> TokenStream {
        let iter: Vec<_> = self.iter(list).into_iter().collect();
        // It calls `into_iter` by itself.
        let shown: String = iter.iter().rev().take(3).rev().map(ToString::to_string).collect();
        let kept = if shown == ".into_iter()" { iter.len() - 3 } else { iter.len() };
        let through: TokenStream = iter.into_iter().take(kept).collect();
        if self.shows_record(list) { quote!((#through)) } else { through }
    }

    /// An array to go through; none for the numbers up to its length.
    pub fn array(&mut self, list: &Expr<'a>) -> Option<TokenStream> {
        match list.kind {
            Kind::Range(..) => None,
            _ => Some(self.operand(list)),
        }
    }

    /// The elements, if it is known how many there are.
    pub fn items(&mut self, list: &Expr<'a>) -> Option<Vec<TokenStream>> {
        match &list.kind {
            Kind::Local(id) => self.lists.get(&self.program.locals[*id].name.to_string())?.items.clone(),
            Kind::Attribute(val, rows) => {
                let (of, row) = (self.element(list.ty), self.element(rows.ty));
                let items = self.items(rows)?;
                Some(items.into_iter().map(|item| self.read_at(*val, item, row, of)).collect())
            }
            _ => None,
        }
    }

    fn read_at(&mut self, val: usize, at: TokenStream, row: Ty, of: Ty) -> TokenStream {
        match self.reader {
            Reader::Values if self.vals.contains(&val) => self.child_value(val, at, of),
            _ => self.value_at(val, at, row, of),
        }
    }

    pub fn element(&self, list: Ty) -> Ty {
        match *self.program.types.shape(list) {
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) => of,
            _ => list,
        }
    }

    /// The sum, the product, the largest, the smallest: from the first to the last.
    pub fn reduce(&mut self, span: Span, name: &str, ty: Ty, list: &Expr<'a>) -> TokenStream {
        let unit = self.program.unit(name, ty);
        if let Some(items) = self.items(list) {
            return if items.is_empty() { unit } else { self.joined(span, name, ty, items) };
        }
        let iter = self.iter(list);
        match name {
            _ if self.program.types.is_unknown(ty) => {
                let function = Ident::new(
                    match name {
                        "+" => "sum",
                        "*" => "product",
                        "max" => "most",
                        _ => "least",
                    },
                    span,
                );
                quote_spanned!(span=> ::polarnet::private::Numeric::#function(#iter))
            }
            "+" | "*" => {
                let (all, x) = (own("all"), own("x"));
                let sign: TokenStream = name.parse().unwrap_or_default();
                quote_spanned!(span=> #iter.fold(#unit, |#all, #x| #all #sign #x))
            }
            _ => {
                let function = self.program.extreme(span, name, ty);
                quote_spanned!(span=> #iter.fold(#unit, #function))
            }
        }
    }
}
