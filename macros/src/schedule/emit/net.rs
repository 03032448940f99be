//! Nets that are reduced: calls that may fail, and what is done with their errors.
//!
//! A function that reduces a net returns a `Result`, and so does the closure of a pass: `?` is enough. Closures between, of
//! iterators, collect what they make first.

use super::{Body, frames::Machine, own};
use crate::schedule::{
    elaborate::{Fn, Program},
    errors::ends,
    lower::Lowered,
    typed::{Expr, LocalId, ValId},
    types::{Shape, Ty},
};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;

/// The errors of all nets.
pub fn error() -> TokenStream {
    quote!(::polarnet::Error)
}

/// The result of what gives this type, and may fail.
pub fn result(of: &TokenStream) -> TokenStream {
    quote!(::core::result::Result<#of, ::polarnet::Error>)
}

/// What makes an error of a net one of the function: where rustc speaks of that, it is at the type of the function's errors.
pub fn question(of: &Fn<'_>) -> Option<TokenStream> {
    let nets = of.nets.as_ref()?;
    Some(quote_spanned!(Span::mixed_site().located_at(ends(&nets.error).0)=> ?))
}

pub fn ok(value: &TokenStream) -> TokenStream {
    quote!(::core::result::Result::Ok(#value))
}

/// The runtime of a function, by a name of ours. Where rows are computed by several threads, each net is reduced by its
/// row's thread.
pub fn runtime(lowered: &Lowered<'_, '_>) -> TokenStream {
    let Some(nets) = &lowered.of.nets else { return TokenStream::new() };
    let (runtime, given) = (own("runtime"), &nets.runtime);
    match lowered.parallel {
        true => quote!(let #runtime = &#given.clone().threads(1);),
        false => quote!(let #runtime = #given;),
    }
}

impl Program<'_> {
    /// What a val needs as an argument, and as a parameter, to reduce nets.
    pub fn runtime_of(&self, val: ValId) -> Option<TokenStream> {
        self.reduces(val).then(|| own("runtime").into_token_stream())
    }

    pub fn runtime_parameter(&self, val: ValId) -> Option<TokenStream> {
        self.runtime_of(val).map(|runtime| quote!(#runtime: &::polarnet::Runtime))
    }

    /// What the function of a val returns.
    pub fn returned(&self, val: ValId) -> TokenStream {
        let ty = self.ty(self.vals[val].value);
        if self.reduces(val) { result(&ty) } else { ty }
    }
}

impl Machine<'_, '_> {
    /// The value of all.
    pub fn last(&self, value: &TokenStream) -> TokenStream {
        match self.program.reduces(self.current) {
            true => {
                let value = ok(value);
                quote!(return #value)
            }
            false => quote!(return #value),
        }
    }
}

impl<'a> Body<'_, 'a> {
    /// `reduced::<u32>(Sums::sum(runtime, 10, x)?)`: rustc says in our words if it is of another type than is wanted.
    pub fn net(&mut self, expr: &Expr<'a>, path: &Path, args: &[&'a Expr<'a>]) -> TokenStream {
        let (span, runtime) = (expr.span, own("runtime"));
        let args: Vec<_> = args.iter().map(|arg| self.value(arg)).collect();
        let given = quote_spanned!(span=> #path(#runtime, #(#args),*)?);
        match self.program.types.shape(expr.ty) {
            Shape::Int(_) | Shape::Float(_) | Shape::Bool => {
                let ty = self.program.ty(expr.ty);
                quote_spanned!(span=> ::polarnet::private::reduced::<#ty>(#given))
            }
            _ => given,
        }
    }

    /// The elements of a list, each of which may fail.
    pub fn each_or_fail(&mut self, body: &Expr<'a>, local: LocalId, of: &Expr<'a>) -> TokenStream {
        let (iter, name) = (self.iter(of), &self.program.locals[local].name);
        let value = ok(&self.value(body));
        collected(&quote!(#iter.map(|#name| #value)))
    }

    /// `all` or `any` of values that may fail: until one decides.
    pub fn truths_or_fail(&mut self, all: bool, body: &Expr<'a>, local: LocalId, of: &Expr<'a>) -> TokenStream {
        let (list, name, truth) = (self.each(of), &self.program.locals[local].name, own("truth"));
        let value = self.operand(body);
        let not = all.then(|| quote!(!));
        quote!({
            let mut #truth = #all;
            for #name in #list {
                if #not #value {
                    #truth = !#all;
                    break;
                }
            }
            #truth
        })
    }

    /// Those of a list of which the condition is true, if none fails.
    pub fn filter_or_fail(&mut self, local: LocalId, of: &Expr<'a>, condition: &Expr<'a>) -> TokenStream {
        let (iter, condition) = (self.iter(of), self.value(condition));
        let (name, kept) = (&self.program.locals[local].name, own("kept"));
        let value = ok(&quote!((#condition).then_some(#kept)));
        let all = collected(&quote!(#iter.map(|#kept| { let #name = #kept; #value })));
        quote!(#all.flatten())
    }

    /// An array of values that may fail.
    pub fn array_or_fail(&mut self, expr: &Expr<'a>, body: &Expr<'a>, local: LocalId, of: &Expr<'a>) -> TokenStream {
        let Shape::Array(_, len) = self.program.types.shape(expr.ty).clone() else { return TokenStream::new() };
        let len: TokenStream = len.parse().unwrap_or_default();
        let (name, source) = (&self.program.locals[local].name, self.array(of));
        let source = source.unwrap_or_else(|| quote!(::core::array::from_fn(|#name: usize| #name)));
        let value = ok(&self.value(body));
        quote!(::polarnet::private::try_map::<_, _, _, #len>(#source, |#name| #value)?)
    }

    /// The type of a column's values and of its errors, for rustc to know.
    pub fn types_or_fail(&self, ty: Ty) -> TokenStream {
        let (ty, error) = (self.program.ty(ty), error());
        quote!(::<#ty, #error>)
    }
}

/// An iterator over what another one makes, if it does not fail.
fn collected(iter: &TokenStream) -> TokenStream {
    let all = result(&quote!(::std::vec::Vec<_>));
    quote!(#iter.collect::<#all>()?.into_iter())
}
