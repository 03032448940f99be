//! What the host does: it gives the parameters, runs the passes, and takes the columns.

use super::{Unit, payload::Form, slot::number};
use crate::schedule::{
    emit::{Body, Reader},
    errors::ends,
    lower::Pass,
    typed::{Kindred, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

impl Unit<'_, '_, '_> {
    /// In `target`, the device: what gives the function's value.
    pub fn host(&mut self) -> TokenStream {
        let program = self.program;
        let of = self.lowered.of;
        let results: Vec<TokenStream> = of.impls.iter().map(|&val| self.result(val)).collect();
        let (name, source) = (of.head.name.to_string(), self.source());
        let passes = quote!(::polarnet::private::passes);
        let (steps, slots) = (&self.steps, number(self.slots.count));
        let consts = self.consts.iter().map(|&at| {
            let it = &program.consts[at];
            let (name, ty, value) = (&it.name, program.ty(it.ty), Body::new(program, Reader::Nothing).value(it.value));
            quote!(const #name: #ty = #value;)
        });
        let defines = self.defines.iter().map(|(name, value)| quote!((#name, #value)));
        // They are the same in all spaces, and in a static the function's own cannot be named.
        let spaces = program.spaces.iter().map(|space| &space.name).filter(|name| {
            let mut values = self.defines.iter().map(|(_, value)| value.clone());
            values.any(|value| mentions(value, name))
        });
        let (target, run) = (Ident::new("target", Span::mixed_site()), Ident::new("run", Span::mixed_site()));
        let at = of.on.as_ref().map_or_else(Span::call_site, |on| ends(&on.error).0);
        let question = quote_spanned!(Span::mixed_site().located_at(at)=> ?);
        // rustc speaks of the type of the function's errors at that type.
        let inputs = self.slots.inputs.iter().map(|input| {
            let mut tokens: Vec<_> = input.clone().into_iter().collect();
            let fails = matches!(tokens.last(), Some(TokenTree::Punct(last)) if last.as_char() == '?');
            if fails {
                tokens.pop();
            }
            let (tokens, question) = (tokens.into_iter().collect::<TokenStream>(), fails.then_some(&question));
            quote!(#run.#tokens #question;)
        });
        let value = match &results[..] {
            [one] => one.clone(),
            all => quote!((#(#all),*)),
        };
        quote! {{
            static PROGRAM: #passes::Program = #passes::Program {
                name: #name,
                source: #source,
                defines: || {
                    #(#consts)*
                    #(#[allow(non_camel_case_types)] type #spaces = ::polarnet::columns::Brand<'static>;)*
                    ::std::vec![#(#defines),*]
                },
                steps: &[#(#steps),*],
                slots: #slots,
            };
            // SAFETY: the kernels touch only what their slots name, and only rows that it has.
            let mut #run = unsafe { #target.begin(&PROGRAM) } #question;
            #(#inputs)*
            #run.go() #question;
            ::core::result::Result::Ok(#value)
        }}
    }

    /// The column of a val, of its leaves.
    fn result(&mut self, val: ValId) -> TokenStream {
        let program = self.program;
        let of = &program.vals[val];
        let span = of.name.span();
        let space = match of.sort.is {
            Kindred::Function => {
                let column = self.lowered.steps.iter().find_map(|step| match &step.pass {
                    Pass::Map(map) if step.vals.contains(&val) => Some(map.column.clone()),
                    _ => None,
                });
                let ty = column.and_then(|column| self.lowered.of.params.iter().find(|(name, _)| *name == column));
                ty.and_then(|(_, ty)| program.types.shape(*ty).space())
            }
            is => is.of(),
        };
        let Some(rows) = space.and_then(|space| self.rows_of(space)) else { return TokenStream::new() };
        let first = self.slots.vals.get(&val).copied().unwrap_or(0);
        let leaves = self.leaves(of.value, span);
        let run = Ident::new("run", Span::mixed_site());
        let at = self.lowered.of.on.as_ref().map_or_else(Span::call_site, |on| ends(&on.error).0);
        let question = quote_spanned!(Span::mixed_site().located_at(at)=> ?);
        let points = self.lowered.steps.iter().find_map(|step| match &step.pass {
            Pass::Points(pass) if step.vals.contains(&val) => Some(pass),
            _ => None,
        });
        if let (Some(points), [leaf]) = (points, &leaves[..]) {
            let (slot, ty, roots) = (number(first), program.ty(leaf.ty), &points.roots);
            let Some((_, column)) = points.columns.first() else { return TokenStream::new() };
            return quote!(#run.matrix::<_, _, #ty>(#slot, #roots.rows(), #column.rows()) #question);
        }
        let mut columns = Vec::new();
        for (nth, leaf) in leaves.iter().enumerate() {
            let slot = number(first + nth);
            columns.push(match *program.types.shape(leaf.ty) {
                Shape::Row(to, _) => match self.rows_of(to) {
                    Some(to) => quote!(#run.mapping(#slot, #rows, #to) #question),
                    None => {
                        let to = &program.spaces[to].name;
                        let text =
                            format!("`{}` has rows of `{to}`, of which it is not known how many there are", of.name);
                        self.refuse(span, text, format!("add a parameter to the function: `rows: Rows<{to}>`"));
                        TokenStream::new()
                    }
                },
                _ => {
                    let ty = program.ty(leaf.ty);
                    quote!(#run.data::<_, #ty>(#slot, #rows) #question)
                }
            });
        }
        match &leaves[..] {
            [one] if one.path.is_empty() => columns.remove(0),
            _ => {
                let names: Vec<Ident> =
                    (0..leaves.len()).map(|at| super::super::emit::own(&format!("leaf{at}"))).collect();
                let row = super::super::emit::own("row");
                let mut values = names.iter().map(|name| quote!(#name[#row]));
                let value = assembled(&self.form(of.value), &mut values);
                quote!({
                    #(let #names = #columns;)*
                    #rows.data(|#row| #value)
                })
            }
        }
    }

    /// How many rows a space has, by one of the function's parameters.
    fn rows_of(&self, space: SpaceId) -> Option<TokenStream> {
        let params = self.lowered.of.params.iter().map(|(name, ty)| (name, *ty));
        let (name, ty): (&Ident, Ty) = self.program.known_by(space, params)?;
        Some(match self.program.types.shape(ty) {
            Shape::Rows(_) => quote!(#name),
            _ => quote!(#name.rows()),
        })
    }
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}

/// A value of Rust's, of its leaves.
fn assembled(form: &Form, leaves: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
    match form {
        Form::Tuple(of) => {
            let parts: Vec<TokenStream> = of.iter().map(|of| assembled(of, leaves)).collect();
            quote!((#(#parts,)*))
        }
        Form::Array(of, len) => {
            let parts: Vec<TokenStream> = (0..*len).map(|_| assembled(of, leaves)).collect();
            quote!([#(#parts),*])
        }
        _ => leaves.next().unwrap_or_default(),
    }
}
