//! `match`: what is matched on, its arms, and their patterns.

use super::flatten::{Flatten, Item, List};
use super::flow::{BlockId, Is, Op, Plain, V};
use crate::schedule::{
    emit::{at_user, has_rest, own, part},
    language::Sort,
    typed::{Arm, Expr, LocalId, Pattern},
    types::{Shape, SpaceId},
};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// A pattern, its guard, and what it is then.
type Chosen = (TokenStream, Option<BlockId>, BlockId);

impl<'a> Flatten<'_, 'a, '_> {
    /// What is matched on: a value, or the node of a row.
    pub fn matched(&mut self, on: &'a Expr<'a>) -> Option<V> {
        let v = self.value(on)?;
        match *self.program.types.shape(on.ty) {
            Shape::Node(space) | Shape::Row(space, _) if self.space == Some(space) => {
                Some(self.push(on.span, "node", Is::Other, Op::Plain(Plain::Node, vec![v])))
            }
            _ => Some(v),
        }
    }

    pub fn arms(&mut self, arms: &'a [Arm<'a>]) -> Option<Vec<Chosen>> {
        let mut all = Vec::new();
        for arm in arms {
            // Alternatives that bind lists have arms of their own, as each has its own elements.
            let apart = arm.patterns.len() > 1 && arm.patterns.iter().any(has_rest);
            let size = if apart { 1 } else { arm.patterns.len().max(1) };
            for patterns in arm.patterns.chunks(size) {
                all.push(self.arm(arm, patterns)?);
            }
        }
        Some(all)
    }

    fn arm(&mut self, arm: &'a Arm<'a>, patterns: &[Pattern]) -> Option<Chosen> {
        self.alike.clear();
        let patterns = patterns.iter().map(|it| self.pattern(it)).collect::<Option<Vec<_>>>()?;
        let guard = match arm.guard {
            Some(guard) => Some(self.block(guard)?),
            None => None,
        };
        Some((quote!(#(#patterns)|*), guard, self.block(arm.body)?))
    }

    fn pattern(&mut self, pattern: &Pattern) -> Option<TokenStream> {
        let list =
            |this: &mut Self, parts: &[Pattern]| parts.iter().map(|it| this.pattern(it)).collect::<Option<Vec<_>>>();
        Some(match pattern {
            Pattern::Any => quote!(_),
            Pattern::Rust(tokens) => tokens.clone(),
            Pattern::Bind(local) => {
                let known = &self.program.locals[*local];
                let (name, is) = (known.name.to_string(), self.is(known.ty));
                let v = match self.alike.get(&name) {
                    Some(&v) => v,
                    None => self.push(known.name.span(), &name, is, Op::Bound),
                };
                self.alike.insert(name, v);
                self.scope.insert(*local, Item::Value(v));
                self.flow.values[v].name.to_token_stream()
            }
            Pattern::Tuple(path, parts) => {
                let parts = list(self, parts)?;
                quote!(#path(#(#parts),*))
            }
            Pattern::Or(parts) => {
                let parts = list(self, parts)?;
                quote!(#(#parts)|*)
            }
            Pattern::Record(path, fields, open) => {
                let parts = fields.iter().map(|(member, field)| {
                    let field = self.pattern(field)?;
                    Some(quote!(#member: #field))
                });
                let (parts, open) = (parts.collect::<Option<Vec<_>>>()?, open.then(|| quote!(..)));
                quote!(#path { #(#parts,)* #open })
            }
            Pattern::Node { at, space, .. } if self.space != Some(*space) => {
                let help = "write a val of the rows of the batch, or give what is found there as a parameter";
                return self.error(*at, "nodes of another batch are not looked at in a derivative", help);
            }
            Pattern::Node { at, space, operator, fields, rest } => {
                at_user(self.node_pattern(*space, *operator, fields, *rest)?, *at)
            }
            Pattern::Error => return None,
        })
    }

    fn node_pattern(
        &mut self,
        space: SpaceId,
        operator: usize,
        fields: &[(usize, Pattern)],
        rest: Option<LocalId>,
    ) -> Option<TokenStream> {
        let program = self.program;
        let language = &program.languages[program.spaces[space].language?];
        let (path, described) = (&language.path, &language.operators[operator]);
        let mut written: Vec<Option<TokenStream>> = vec![None; described.fields.len()];
        for (at, field) in fields {
            let list = matches!(described.fields[*at].sort, Sort::Children | Sort::List);
            written[*at] = Some(match field {
                Pattern::Bind(id) if list => {
                    let name = self.fresh(&program.locals[*id].name.to_string());
                    self.scope.insert(*id, Item::List(List { iter: name.to_token_stream(), items: None }));
                    name.to_token_stream()
                }
                _ => self.pattern(field)?,
            });
        }
        if let Some(id) = rest {
            self.rest(space, operator, id, &mut written);
        }
        let name = &described.name;
        Some(match described.fields.first().map(|field| &field.member) {
            None => quote!(#path::#name),
            Some(syn::Member::Unnamed(_)) if written.iter().all(Option::is_none) => quote!(#path::#name(..)),
            Some(syn::Member::Unnamed(_)) => {
                let fields = written.into_iter().map(|field| field.unwrap_or_else(|| quote!(_)));
                quote!(#path::#name(#(#fields),*))
            }
            Some(syn::Member::Named(_)) => {
                let open = written.iter().any(Option::is_none).then(|| quote!(..));
                let fields = written.into_iter().zip(&described.fields).filter_map(|(field, described)| {
                    let (field, member) = (field?, &described.member);
                    Some(quote!(#member: #field))
                });
                quote!(#path::#name { #(#fields,)* #open })
            }
        })
    }

    /// `args..`: the children that have no pattern of their own.
    fn rest(&mut self, space: SpaceId, operator: usize, id: LocalId, written: &mut [Option<TokenStream>]) {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else { return };
        let (described, local) = (&language.operators[operator], &program.locals[id].name);
        let open: Vec<usize> =
            (0..written.len()).filter(|&at| written[at].is_none() && !described.fields[at].sort.is_payload()).collect();
        let (mut items, mut parts, mut singles) = (Some(Vec::new()), Vec::new(), Vec::new());
        for &at in &open {
            let name = if open.len() == 1 { local.clone() } else { part(local, at) };
            match described.fields[at].sort {
                Sort::Payload(_) => continue,
                Sort::Child => {
                    let v = self.push(local.span(), &name.to_string(), Is::Row(space), Op::Bound);
                    let name = self.flow.values[v].name.to_token_stream();
                    items.iter_mut().for_each(|items| items.push(v));
                    singles.push(name.clone());
                    written[at] = Some(name);
                }
                Sort::Children | Sort::List => {
                    items = None;
                    if !singles.is_empty() {
                        parts.push(quote!([#(#singles),*]));
                        singles.clear();
                    }
                    let name = self.fresh(&name.to_string()).to_token_stream();
                    parts.push(name.clone());
                    written[at] = Some(name);
                }
            }
        }
        if !singles.is_empty() {
            parts.push(quote!([#(#singles),*]));
        }
        let mut parts = parts.into_iter();
        let iter = match parts.next() {
            Some(first) => parts.fold(first, |first, more| quote!(#first.into_iter().chain(#more))),
            None => {
                let row = own("row");
                quote!([#row; 0])
            }
        };
        self.scope.insert(id, Item::List(List { iter, items }));
    }
}
