//! `reduce(Sums::sum(10, x))`: a net, reduced where the val needs its value.
//!
//! The block does not see the net. Its function is Rust's, whose types rustc knows; what is known here is which types can be
//! those of any net.

use super::{Elaborator, Fn, Nets};
use crate::schedule::{
    context::reduces,
    errors::ends,
    tree,
    typed::{Expr, Join, Kind, Val, ValId},
    types::{INTEGERS, Ty},
};
use proc_macro2::Span;
use quote::ToTokens;
use syn::Type;

/// The name of the operation.
pub const NAME: &str = "reduce";
pub const HELP: &str = "write `reduce(Book::f(x))`, with a function of a `net!`";

impl<'a> Elaborator<'a, '_> {
    pub fn net(&mut self, span: Span, args: &[&'a tree::Expr<'a>]) -> &'a Expr<'a> {
        let [call] = args else {
            self.errors.push(span, format!("`reduce` takes one call, and there are {}", args.len()), HELP);
            return self.broken_net(span);
        };
        let tree::Kind::Call(path, args) = &call.kind else {
            if !matches!(call.kind, tree::Kind::Error) {
                self.errors.push(call.span, "`reduce` takes a call, and this is none", HELP);
            }
            return self.broken_net(span);
        };
        if path.segments.len() < 2 {
            let name = path.to_token_stream().to_string();
            let text = match self.item(&name).is_some() {
                true => format!("`{name}` is of this block, and no function of a net"),
                false => format!("`{name}` is named without its net"),
            };
            self.errors.push(call.span, text, HELP);
            return self.broken_net(span);
        }
        if self.current.is_none() {
            let help = "a net is reduced in a val, which a function with a runtime implements";
            self.errors.push(span, "a constant is known before any net is reduced", help);
            return self.broken(span);
        }
        let args = args.iter().map(|arg| self.given_to_rust(arg)).collect();
        let ty = self.types.opaque();
        self.alloc(span, ty, Kind::Net(path.clone(), args))
    }

    /// A reduction that was reported: the function that it stands in still returns a `Result`.
    pub fn broken_net(&mut self, span: Span) -> &'a Expr<'a> {
        let ty = self.types.error();
        self.alloc(span, ty, Kind::Net(syn::parse_quote!(reduce), Vec::new()))
    }

    /// What a function returns. If its vals reduce nets, it has a runtime, and may fail.
    pub fn fallible(&mut self, it: &'a tree::Fn<'a>, vals: &[Val<'a>], impls: &[ValId]) -> (Ty, Option<Nets>) {
        let Some(val) = reducing(vals, impls) else { return (self.read_type(&it.result), None) };
        // Of what is refused altogether, nothing more is said.
        let refused =
            it.impls.iter().any(|spec| spec.derivative.is_some()) || it.order.iter().any(|word| word.name == "stepped");
        if refused {
            return (self.read_type(&it.result), None);
        }
        let name = &vals[val].name;
        let runtime = it.params.iter().find(|param| is_runtime(&param.ty));
        if runtime.is_none() {
            let text = format!("`{name}` reduces a net, and `{}` has no runtime for that", it.name);
            self.errors.push(it.name.span(), text, "add a parameter: `runtime: &Runtime`");
        }
        let Some((of, error)) = tree::fallible(&it.result) else {
            let (first, last) = ends(&it.result);
            let written = it.result.to_token_stream().to_string().replace(" <", "<").replace("< ", "<");
            let text = format!("`{name}` reduces a net, which may fail, and `{}` returns no error", it.name);
            let help = format!("write `-> Result<{}, polarnet::Error>`", written.replace(" >", ">").replace(" ,", ","));
            self.errors.between(first, last, text, help);
            return (self.read_type(&it.result), None);
        };
        if !may_be_error(error) {
            let (first, last) = ends(error);
            let text = format!("the error of a net cannot become a `{}`", error.to_token_stream());
            let help = "write `polarnet::Error`, or a type that is made `From` it: one of your own, `Box<dyn Error>`";
            self.errors.between(first, last, text, help);
        }
        let (of, error) = (self.read_type(of), error.clone());
        // Without a runtime, nothing of it is made.
        let runtime = runtime.map_or_else(|| it.name.clone(), |runtime| runtime.name.clone());
        (of, Some(Nets { runtime, error }))
    }
}

/// The val that reduces a net, of these and those that they call and read.
pub fn reducing(vals: &[Val<'_>], impls: &[ValId]) -> Option<ValId> {
    let (mut seen, mut open) = (vec![false; vals.len()], impls.to_vec());
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let val = &vals[at];
        if reduces(val.body) || val.default.is_some_and(reduces) {
            return Some(at);
        }
        val.body.visit(&mut |it| {
            if let Kind::Call(to, _) | Kind::Attribute(to, _) = it.kind {
                open.push(to);
            }
        });
        if let Some(Join::Val(to, _)) = val.join {
            open.push(to);
        }
    }
    None
}

/// `&Runtime`
fn is_runtime(ty: &Type) -> bool {
    match ty {
        Type::Reference(of) => match &*of.elem {
            Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Runtime"),
            _ => false,
        },
        _ => false,
    }
}

/// Can it be a type of errors? Of those that everyone knows, it is known.
pub fn may_be_error(ty: &Type) -> bool {
    const NONE: [&str; 6] = ["String", "bool", "char", "f32", "f64", "str"];
    match ty {
        Type::Path(path) => path.path.get_ident().is_none_or(|name| {
            let name = name.to_string();
            !NONE.contains(&&*name) && !INTEGERS.contains(&&*name)
        }),
        _ => !matches!(ty, Type::Tuple(_) | Type::Reference(_)),
    }
}

impl Fn<'_> {
    /// Is a parameter there for the nets alone, or for where the passes run?
    pub fn is_runtime(&self, name: &proc_macro2::Ident) -> bool {
        self.nets.as_ref().is_some_and(|nets| nets.runtime == *name)
            || self.on.as_ref().is_some_and(|on| on.device == *name)
    }
}
