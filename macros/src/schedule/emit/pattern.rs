//! Patterns; what they bind besides variables are lists.

use super::{Body, Reader, expression::Rest, part};
use crate::schedule::{
    language::Sort,
    typed::{LocalId, Pattern},
    types::SpaceId,
};
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

impl<'a> Body<'_, 'a> {
    /// A pattern. What it needs at the beginning of its arm goes to `before`; `built` says that the node may be moved while
    /// the arm makes others.
    pub fn pattern(&mut self, pattern: &Pattern, built: bool, before: &mut TokenStream) -> TokenStream {
        match pattern {
            Pattern::Any | Pattern::Error => quote!(_),
            Pattern::Bind(id) => {
                let name = &self.program.locals[*id].name;
                quote!(#name)
            }
            Pattern::Rust(tokens) => tokens.clone(),
            Pattern::Or(patterns) => {
                let patterns = patterns.iter().map(|it| self.pattern(it, built, before)).collect::<Vec<_>>();
                quote!(#(#patterns)|*)
            }
            Pattern::Tuple(path, parts) => {
                let parts = parts.iter().map(|it| self.pattern(it, built, before)).collect::<Vec<_>>();
                quote!(#path(#(#parts),*))
            }
            Pattern::Record(path, fields, open) => {
                let fields = fields.iter().map(|(member, field)| {
                    let field = self.pattern(field, built, before);
                    match member {
                        syn::Member::Named(name) if *name == field.to_string() => field,
                        _ => quote!(#member: #field),
                    }
                });
                let fields = fields.collect::<Vec<_>>();
                let open = open.then(|| quote!(..));
                quote!(#path { #(#fields,)* #open })
            }
            Pattern::Node { at, space, operator, fields, rest } => {
                at_user(self.node_pattern(*space, *operator, fields, *rest, built, before), *at)
            }
        }
    }

    pub fn node_pattern(
        &mut self,
        space: SpaceId,
        operator: usize,
        fields: &[(usize, Pattern)],
        rest: Option<LocalId>,
        built: bool,
        before: &mut TokenStream,
    ) -> TokenStream {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else { return quote!(_) };
        let path = &language.path;
        let described = &language.operators[operator];
        let name = &described.name;
        let mut written: Vec<Option<TokenStream>> = vec![None; described.fields.len()];
        for (at, field) in fields {
            let list = !matches!(described.fields[*at].sort, Sort::Child | Sort::Payload(_));
            if let (false, Pattern::Bind(id)) = (list, field) {
                self.lists.remove(&program.locals[*id].name.to_string());
            }
            if let (true, Pattern::Bind(id)) = (list, field) {
                let name = program.locals[*id].name.clone();
                // What is borrowed of the growing batch is taken out before it grows.
                let iter = match built && matches!(described.fields[*at].sort, Sort::List) {
                    true => {
                        before.extend(quote!(let #name = #name.into_iter().collect::<::std::vec::Vec<_>>();));
                        quote!(#name.iter().copied())
                    }
                    false => quote!(#name.into_iter()),
                };
                self.lists.insert(name.to_string(), Rest { iter, items: None });
            }
            written[*at] = Some(self.pattern(field, built, before));
        }
        if let Some(id) = rest {
            let local = program.locals[id].name.clone();
            let (mut iter, mut items): (Option<TokenStream>, Option<Vec<TokenStream>>) = (None, Some(Vec::new()));
            let mut singles: Vec<TokenStream> = Vec::new();
            let add = |iter: &mut Option<TokenStream>, more: TokenStream| {
                *iter = Some(match iter.take() {
                    Some(first) => quote!(#first.chain(#more)),
                    None => more,
                });
            };
            let open: Vec<usize> = (0..written.len()).filter(|&at| written[at].is_none()).collect();
            let children = open.iter().filter(|&&at| !described.fields[at].sort.is_payload()).count();
            for at in open {
                let variable = if children == 1 { local.clone() } else { part(&local, at) };
                match described.fields[at].sort {
                    Sort::Payload(_) => continue,
                    Sort::Child => {
                        singles.push(quote!(#variable));
                        if let Some(items) = &mut items {
                            items.push(quote!(#variable));
                        }
                    }
                    Sort::Children | Sort::List => {
                        items = None;
                        if !singles.is_empty() {
                            add(&mut iter, quote!([#(#singles),*].into_iter()));
                            singles.clear();
                        }
                        match built {
                            true => {
                                before.extend(
                                    quote!(let #variable = #variable.into_iter().collect::<::std::vec::Vec<_>>();),
                                );
                                add(&mut iter, quote!(#variable.iter().copied()));
                            }
                            false => add(&mut iter, quote!(#variable.into_iter())),
                        }
                    }
                }
                written[at] = Some(quote!(#variable));
            }
            if !singles.is_empty() {
                add(&mut iter, quote!([#(#singles),*].into_iter()));
            }
            let iter = iter.or_else(|| Some(self.no_children(space)));
            self.lists.insert(local.to_string(), Rest { iter: iter.unwrap_or_default(), items });
        }
        if written.iter().all(Option::is_none) {
            return match described.fields.is_empty() {
                true => quote!(#path::#name),
                false if matches!(described.fields[0].member, syn::Member::Unnamed(_)) => quote!(#path::#name(..)),
                false => quote!(#path::#name { .. }),
            };
        }
        let positional = matches!(described.fields[0].member, syn::Member::Unnamed(_));
        if positional {
            let fields = written.into_iter().map(|field| field.unwrap_or_else(|| quote!(_)));
            return quote!(#path::#name(#(#fields),*));
        }
        let open = written.iter().any(Option::is_none).then(|| quote!(..));
        let fields = written.into_iter().zip(&described.fields).filter_map(|(field, described)| {
            let (field, member) = (field?, &described.member);
            let same = field.to_string() == member.to_token_stream().to_string();
            Some(if same { field } else { quote!(#member: #field) })
        });
        quote!(#path::#name { #(#fields,)* #open })
    }

    /// An empty list of what children are in this pass.
    pub fn no_children(&self, space: SpaceId) -> TokenStream {
        let space = &self.program.spaces[space].name;
        let child = match (self.reader, &self.vals[..]) {
            (Reader::Values, vals) => {
                let types: Vec<TokenStream> =
                    vals.iter().map(|&val| self.program.ty(self.program.vals[val].value)).collect();
                match &types[..] {
                    [ty] => quote!(&#ty),
                    types => quote!((#(&#types),*)),
                }
            }
            (Reader::Rows | Reader::Together, _) => quote!(::polarnet::columns::Lt<'_, #space>),
            (Reader::Index, _) => quote!(::polarnet::columns::Idx<#space>),
            _ => return quote!([].into_iter()),
        };
        quote!(::core::iter::empty::<#child>())
    }
}

/// The operator's name as the user's token: editors find it there.
pub fn at_user(pattern: TokenStream, at: Span) -> TokenStream {
    let mut tokens: Vec<TokenTree> = pattern.into_iter().collect();
    if let Some(name) = tokens.iter_mut().rfind(|token| matches!(token, TokenTree::Ident(_))) {
        name.set_span(at);
    }
    tokens.into_iter().collect()
}
