//! Calls of which it is chosen when they run what computes them.

use super::{Body, own, unused};
use crate::schedule::typed::{Act, Callee, ClassId, Expr, FnId, Kind};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

impl<'a> Body<'_, 'a> {
    /// A call of whatever computes a class: one of several is chosen when it runs.
    pub fn choose(
        &mut self,
        expr: &Expr<'a>,
        class: ClassId,
        grid: &[&'a Expr<'a>],
        args: &[&'a Expr<'a>],
    ) -> TokenStream {
        let program = self.program;
        let all = program.choices(class);
        if let [only] = all[..] {
            return self.run(expr, only, grid, args);
        }
        let names: Vec<String> = all.iter().map(|&callee| program.callee_name(callee).to_string()).collect();
        let (at, site) = self.site(expr.span, &program.classes[class].name.to_string(), &names);
        let before = self.computed_before(args);
        let calls: Vec<TokenStream> = all.iter().map(|&callee| self.run(expr, callee, grid, args)).collect();
        let last = calls.len().saturating_sub(1);
        let arms = calls.iter().enumerate().map(|(nth, call)| match nth == last {
            true => quote!(_ => #call),
            false => {
                let nth = Literal::usize_unsuffixed(nth);
                quote!(#nth => #call)
            }
        });
        let member = own("member");
        quote!({ #before #site ::polarnet::explore::at(&#at, |#member| match #member { #(#arms),* }) })
    }

    /// The arguments of a call that is made in a closure, as variables, if any of them does something: once, whatever is chosen, in
    /// the order in which they are written, and outside of the closure, so that their errors are those of the function.
    pub fn computed_before(&mut self, args: &[&'a Expr<'a>]) -> TokenStream {
        let does = |arg: &&'a Expr<'a>| {
            let mut does = false;
            arg.visit(&mut |it| does |= matches!(it.kind, Kind::Act(Act::Run(..) | Act::Await(_))));
            does
        };
        let mut before = TokenStream::new();
        if args.iter().any(does) {
            for (nth, &arg) in args.iter().enumerate() {
                // What is there already, and is lent, is lent by the closure.
                if self.computed(arg).is_some() || self.program.by_reference(arg.ty) && !does(&arg) {
                    continue;
                }
                let (name, value) = (own(&format!("argument{nth}")), self.value(arg));
                before.extend(quote!(let #name = #value;));
                self.computed.insert(std::ptr::from_ref(arg), name);
            }
        }
        before
    }

    /// Where something is chosen.
    pub fn site(&self, span: Span, name: &str, members: &[String]) -> (Ident, TokenStream) {
        let [line, column] = [span.start().line, span.start().column + 1].map(Literal::usize_unsuffixed);
        let at = unused(self.program, "SITE");
        let site = quote! {
            static #at: ::polarnet::explore::Site =
                ::polarnet::explore::Site::new(#name, file!(), #line, #column, &[#(#members),*]);
        };
        (at, site)
    }

    /// Is anything chosen in a function, or in what it calls?
    pub fn chooses(&self, at: FnId) -> bool {
        let several =
            |callee: &Callee| matches!(callee, Callee::Class(class) if self.program.choices(*class).len() > 1);
        self.program.reached(at, |_| true).into_iter().any(|at| self.program.calls(at).iter().any(several))
    }
}
