//! The values that only a body has.

use super::{Body, own};
use crate::schedule::{
    check::Fill,
    tree::Unary,
    typed::{Act, Expr},
    types::Shape,
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    pub fn act(&mut self, expr: &Expr<'a>, act: &Act<'a>) -> TokenStream {
        let span = expr.span;
        match act {
            Act::Borrow(_) => self.returned(expr),
            Act::Load(value) => self.loaded(value),
            Act::Block(list, value) => {
                let block = self.hand_block(list, *value);
                quote!({ #block })
            }
            Act::Tagged(value, _) => self.value(value),
            Act::Run(callee, grid, args) => {
                let call = self.run(expr, *callee, grid, args);
                self.taken(expr, call)
            }
            Act::Dimension(at) => {
                let (name, ty) = (format_ident!("_dim{at}", span = span), self.program.ty(expr.ty));
                quote_spanned!(span=> (#name as #ty))
            }
            Act::Narrow(value) => self.narrow(expr, value),
            Act::Begin(_) => {
                let queue = own("queue");
                quote_spanned!(span=> #queue.encode())
            }
            Act::Submit(of) => {
                let of = self.operand(of);
                quote_spanned!(span=> #of.submit())
            }
            Act::Await(of) => {
                let of = self.operand(of);
                match self.question() {
                    Some(question) => quote_spanned!(span=> #of.try_wait() #question),
                    None => quote_spanned!(span=> #of.wait()),
                }
            }
            Act::Hole => match self.hand.and_then(|hand| hand.all.fills.get(&std::ptr::from_ref(expr))) {
                Some(fill) => self.filled(fill, span),
                None => quote!(::core::unreachable!()),
            },
        }
    }

    /// What stands for a hole.
    fn filled(&self, fill: &Fill, span: Span) -> TokenStream {
        let program = self.program;
        match fill {
            Fill::Local(id) => program.locals[*id].name.to_token_stream(),
            Fill::Led(id) => {
                let name = &program.locals[*id].name;
                quote_spanned!(span=> *#name)
            }
            Fill::Constant(text, ty) => {
                let float = ty.starts_with('f') && !text.contains(['.', 'e', 'E']);
                let suffix = if ty.starts_with(['i', 'u', 'f']) { ty.as_str() } else { "" };
                let point = match (float, text.ends_with('.')) {
                    (true, _) => ".0",
                    (false, true) => "0",
                    (false, false) => "",
                };
                format!("{text}{point}{suffix}").parse().unwrap_or_default()
            }
            Fill::Dimension(at, ty) => {
                let (name, ty) =
                    (format_ident!("_dim{at}", span = span), ty.parse::<TokenStream>().unwrap_or_default());
                match ty.is_empty() {
                    true => name.to_token_stream(),
                    false => quote_spanned!(span=> (#name as #ty)),
                }
            }
            Fill::Unary(op, a) => {
                let a = self.filled(a, span);
                match op {
                    Unary::Neg => quote_spanned!(span=> (-#a)),
                    Unary::Not => quote_spanned!(span=> (!#a)),
                }
            }
            Fill::Binary(op, both) => {
                let [a, b] = [&both[0], &both[1]].map(|it| self.filled(it, span));
                let sign: TokenStream = super::sign(*op).parse().unwrap_or_default();
                quote_spanned!(span=> (#a #sign #b))
            }
            Fill::Select(parts) => {
                let [condition, yes, no] = [&parts[0], &parts[1], &parts[2]].map(|it| self.filled(it, span));
                quote_spanned!(span=> (if #condition { #yes } else { #no }))
            }
            Fill::Call(callee, grid, args) => {
                let args = args.iter().map(|it| self.filled(it, span));
                let grid = grid.iter().map(|it| match it {
                    Fill::Constant(name, _) if !name.starts_with(|first: char| first.is_ascii_digit()) => {
                        let constant = self.filled(it, span);
                        quote_spanned!(span=> { #constant as u32 })
                    }
                    _ => self.filled(it, span),
                });
                let grid: Vec<TokenStream> = grid.collect();
                let (name, grid) = self.callee(*callee, &grid);
                quote_spanned!(span=> #name #grid (#(#args),*))
            }
            Fill::Extract(at, whole) => {
                let (at, whole) = (syn::Index::from(*at), self.filled(whole, span));
                quote_spanned!(span=> #whole.#at)
            }
            Fill::Tuple(list) => {
                let list = list.iter().map(|it| self.filled(it, span));
                quote_spanned!(span=> (#(#list),*))
            }
        }
    }

    /// A record with fewer fields.
    fn narrow(&mut self, expr: &Expr<'a>, value: &Expr<'a>) -> TokenStream {
        let program = self.program;
        let from = value.ty;
        let value = self.value(value);
        match *program.types.shape(expr.ty) {
            Shape::Record(to) => {
                let name = &program.records[to].name;
                let fields = program.records[to].fields.iter().map(|field| &field.name);
                let fields: Vec<_> = fields.collect();
                let whole = own("whole");
                if let Shape::Ready(record) = *program.types.shape(from) {
                    let read = fields.iter().map(|field| program.on_device(record, field));
                    return quote_spanned!(expr.span=> {
                        let #whole = #value;
                        #name { #(#fields: #read.read(&#whole)),* }
                    });
                }
                quote_spanned!(expr.span=> {
                    let #whole = #value;
                    #name { #(#fields: #whole.#fields),* }
                })
            }
            _ => value,
        }
    }
}
