//! Lists of recursive calls: gone through one element after the other.

use super::{
    Body,
    frames::{Field, Frame, Machine, Saved, Variant, assign, in_braces},
    live::Live,
    own,
};
use crate::schedule::{
    builtin::Signature,
    typed::{Expr, Kind, LocalId},
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl<'p, 'a> Machine<'p, 'a> {
    /// `f(x) for x in list`: a variant that takes one element after the other. For `all` and `any` it goes on until one
    /// decides.
    pub fn each(
        &mut self,
        body: &mut Body<'p, 'a>,
        (truths, each, local, list): (Option<bool>, &'a Expr<'a>, LocalId, &'a Expr<'a>),
        to: usize,
    ) -> TokenStream {
        let (rest, values) = (self.shapes.variable("rest"), self.shapes.variable("values"));
        let (x, of) = (self.ty(body.element(list.ty)), self.ty(each.ty));
        let elements = Field { name: rest.clone(), ty: quote!(::std::vec::IntoIter<#x>) };
        let mut state = vec![(elements, rest.to_token_stream())];
        if truths.is_none() {
            let values = Field { name: values.clone(), ty: quote!(::std::vec::Vec<#of>) };
            state.push((values, quote!(::std::vec::Vec::new())));
        }
        let first = body.iter(list);
        state[0].1 = quote!(#first.collect::<::std::vec::Vec<_>>().into_iter());
        // What the elements' values need besides, for each of them.
        let outer = (body.lists.clone(), body.computed.clone());
        let (mut unlisted, mut again) = (Vec::new(), Vec::new());
        for live in body.live(self.current, each) {
            if matches!(live, Live::Local(id) if id == local || self.constant.contains(&id)) {
                continue;
            }
            if let Some((field, value)) = self.save(body, live, &outer.1, &mut unlisted) {
                let name = &field.name;
                let copied = *name == value.to_string() && matches!(live, Live::Local(_));
                again.push((name.clone(), if copied { quote!(#name) } else { quote!(#name.clone()) }));
                if let Live::Computed(at) = live {
                    body.computed.insert(at, name.clone());
                }
                state.push((field, value));
            }
        }
        unlisted.iter().for_each(|name| {
            body.lists.remove(name);
        });
        let (next, frame, value) = (self.shapes.next.clone(), self.shapes.frame.clone(), own("value"));
        let name = self.shapes.each(self.program, self.current);
        let start = state.iter().map(|(field, value)| assign(&field.name, value));
        let now = quote!(#next::#name { #(#start),* });

        // The next element; and where its value is there.
        let kept: Vec<&Ident> = again.iter().map(|(name, _)| name).collect();
        let plain = truths.is_none().then(|| quote!(#values,));
        let mutable = truths.is_none().then(|| quote!(mut #values,));
        let go_on = quote!(#next::#name { #rest, #plain #(#kept),* });
        let arm = match truths {
            None => quote!({ #values.push(#value); #go_on }),
            Some(all) => {
                let (decided, more) = (self.done(quote!(#value), to), quote!({ #go_on }));
                if all { quote!(if #value #more else { #decided }) } else { quote!(if #value { #decided } else #more) }
            }
        };
        let arm = in_braces(arm);
        let arm = quote!(::core::option::Option::Some(#frame::#name { #rest, #mutable #(#kept),* }) => #arm);
        let waits = self.returned(&of);
        let fields = |state: &[Saved]| -> Vec<Field> {
            state.iter().map(|(Field { name, ty }, _)| Field { name: name.clone(), ty: ty.clone() }).collect()
        };
        self.frames.push(Frame { is: Variant { name: name.clone(), fields: fields(&state), arm }, waits });
        let at = self.loops.len();
        self.loops.push(Variant { name: name.clone(), fields: fields(&state), arm: TokenStream::new() });
        let element = &self.program.locals[local].name;
        let then = self.tail(body, each, waits);
        let end = match truths {
            None => self.done(values.to_token_stream(), to),
            Some(all) => self.done(quote!(#all), to),
        };
        let (stack, again) = (own("stack"), again.iter().map(|(name, value)| assign(name, value)));
        self.loops[at].arm = quote! {
            #next::#name { mut #rest, #plain #(#kept),* } => match #rest.next() {
                ::core::option::Option::Some(#element) => {
                    #stack.push(#frame::#name { #rest, #plain #(#again),* });
                    #then
                }
                ::core::option::Option::None => #end,
            }
        };
        (body.lists, body.computed) = outer;
        now
    }
}

/// `all(f(x) for x in list)`, or `any`: which of the two, and its parts.
pub fn truths<'a>(expr: &Expr<'a>) -> Option<(bool, &'a Expr<'a>, LocalId, &'a Expr<'a>)> {
    match &expr.kind {
        Kind::Builtin(builtin, args) if builtin.signature() == Signature::Truths => match args[..] {
            [Expr { kind: Kind::Each(each, local, list), .. }] => Some((builtin.name() == "all", each, *local, list)),
            _ => None,
        },
        _ => None,
    }
}
