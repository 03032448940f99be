//! Several vals in one traversal: one `match` for all of them.
//!
//! What a cheap attribute takes is finding out which operator a row has. Where each val is a `match` of the node, the arms
//! for one operator become one, which makes the values of all.

use super::{Body, expression::Rest, part};
use crate::schedule::{
    language::{Language, Sort},
    typed::{Arm, Expr, Kind, Pattern, ValId},
    types::Shape,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl<'a> Body<'_, 'a> {
    /// One `match` on `on` whose arms make the values of all vals; none if a val is something else than a plain `match`.
    pub fn fused(&mut self, vals: &[ValId], on: &TokenStream) -> Option<TokenStream> {
        let program = self.program;
        let all: Vec<&[Arm<'a>]> = vals.iter().map(|&val| self.plain(program.vals[val].body)).collect::<Option<_>>()?;
        let space = vals.first().and_then(|&val| {
            program.vals[val].params.first().and_then(|&node| program.types.shape(program.locals[node].ty).space())
        })?;
        let language = program.spaces[space].language.map(|at| &program.languages[at])?;
        let mut written: Vec<(Vec<TokenStream>, TokenStream)> = Vec::new();
        for operator in 0..language.operators.len() {
            let chosen: Vec<(&Pattern, &Arm<'a>)> =
                all.iter().map(|arms| arms.iter().find_map(|arm| taken(arm, operator))).collect::<Option<_>>()?;
            if !self.agree(vals, &chosen) {
                return None;
            }
            let (pattern, body) = self.arm(language, operator, &chosen);
            // Neighbours without variables and with the same value are one arm.
            match written.last_mut() {
                Some((patterns, last))
                    if last.to_string() == body.to_string() && !chosen.iter().any(|it| it.0.binds()) =>
                {
                    patterns.push(pattern);
                }
                _ => written.push((vec![pattern], body)),
            }
        }
        let arms = written.into_iter().map(|(patterns, body)| quote!(#(#patterns)|* => #body,));
        Some(quote!(match #on { #(#arms)* }))
    }

    /// Do the vals mean the same by the names of their patterns? Each name is of one field, and of no parameter.
    fn agree(&self, vals: &[ValId], chosen: &[(&Pattern, &Arm<'a>)]) -> bool {
        let name = |id: usize| self.program.locals[id].name.to_string();
        let mut known: Vec<(String, Option<usize>)> = Vec::new();
        let mut add = |name: String, field: Option<usize>| {
            let same =
                known.iter().all(|(other, at)| (*other == name) == (*at == field) || (*other != name && *at != field));
            known.push((name, field));
            same
        };
        let params = vals.iter().flat_map(|&val| &self.program.vals[val].params).map(|&id| name(id));
        let params: Vec<String> = params.collect();
        chosen.iter().all(|(pattern, _)| {
            let Pattern::Node { fields, rest, .. } = pattern else { return true };
            let mut bound: Vec<(String, Option<usize>)> = rest.iter().map(|&id| (name(id), None)).collect();
            bound.extend(fields.iter().filter_map(|(at, field)| match field {
                Pattern::Bind(id) => Some((name(*id), Some(*at))),
                _ => None,
            }));
            bound.into_iter().all(|(name, field)| !params.contains(&name) && add(name, field))
        })
    }

    /// The arms of a body that is a `match` of the row's node whose patterns are operators with variables.
    fn plain(&self, body: &'a Expr<'a>) -> Option<&'a [Arm<'a>]> {
        let Kind::Match(value, arms) = &body.kind else { return None };
        let node = matches!((&value.kind, self.program.types.shape(value.ty)), (Kind::Local(_), Shape::Node(_)));
        let simple = |pattern: &Pattern| match pattern {
            Pattern::Any => true,
            Pattern::Node { fields, .. } => {
                fields.iter().all(|(_, field)| matches!(field, Pattern::Any | Pattern::Bind(_)))
            }
            _ => false,
        };
        let plain = arms.iter().all(|arm| arm.guard.is_none() && arm.patterns.iter().all(simple));
        (node && plain).then_some(arms)
    }

    /// The arm of one operator: its pattern, and the tuple of values.
    fn arm(
        &mut self,
        language: &Language,
        operator: usize,
        chosen: &[(&Pattern, &Arm<'a>)],
    ) -> (TokenStream, TokenStream) {
        let (path, described) = (&language.path, &language.operators[operator]);
        let name = &described.name;
        let mut names: Vec<Option<Ident>> = vec![None; described.fields.len()];
        let values: Vec<TokenStream> = chosen
            .iter()
            .map(|(pattern, arm)| {
                let outer = self.lists.clone();
                let before = self.bound(&described.fields, pattern, &mut names);
                let value = self.block(arm.body);
                self.lists = outer;
                match before.is_empty() && !arm.body.kind.is_block() {
                    true => value,
                    false => quote!({ #before #value }),
                }
            })
            .collect();
        let body = quote!((#(#values),*));
        let pattern = if described.fields.is_empty() {
            quote!(#path::#name)
        } else if names.iter().all(Option::is_none) {
            quote!(#path::#name { .. })
        } else if matches!(described.fields[0].member, syn::Member::Unnamed(_)) {
            let fields = names.iter().map(|name| name.as_ref().map_or_else(|| quote!(_), |name| quote!(#name)));
            quote!(#path::#name(#(#fields),*))
        } else {
            let open = names.iter().any(Option::is_none).then(|| quote!(..));
            let fields = names.iter().zip(&described.fields).filter_map(|(name, field)| {
                let (name, member) = (name.as_ref()?, &field.member);
                Some(quote!(#member: #name,))
            });
            quote!(#path::#name { #(#fields)* #open })
        };
        (pattern, body)
    }

    /// Gives a val's variables to the operator's fields. Where another val has named the field, its own name is a second one.
    fn bound(
        &mut self,
        fields: &[crate::schedule::language::Field],
        pattern: &Pattern,
        names: &mut [Option<Ident>],
    ) -> TokenStream {
        let mut before = TokenStream::new();
        let Pattern::Node { space, fields: own, rest, .. } = pattern else { return before };
        let space = *space;
        for (at, field) in own {
            let Pattern::Bind(id) = field else { continue };
            let name = &self.program.locals[*id].name;
            let field = names[*at].get_or_insert_with(|| name.clone()).clone();
            match fields[*at].sort {
                Sort::Children | Sort::List => {
                    self.lists.insert(name.to_string(), Rest { iter: quote!(#field.into_iter()), items: None });
                }
                _ if field != *name => before.extend(quote!(let #name = #field;)),
                _ => {}
            }
        }
        let Some(rest) = rest else { return before };
        let local = &self.program.locals[*rest].name;
        let children: Vec<usize> = (0..fields.len())
            .filter(|at| !own.iter().any(|(taken, _)| taken == at) && !fields[*at].sort.is_payload())
            .collect();
        let (mut chain, mut items) = (Vec::new(), Some(Vec::new()));
        for &at in &children {
            let name =
                names[at].get_or_insert_with(|| if children.len() == 1 { local.clone() } else { part(local, at) });
            let name = name.clone();
            match fields[at].sort {
                Sort::Child => {
                    chain.push(quote!([#name].into_iter()));
                    if let Some(items) = &mut items {
                        items.push(quote!(#name));
                    }
                }
                _ => {
                    items = None;
                    chain.push(quote!(#name.into_iter()));
                }
            }
        }
        let iter = match (&items, chain.split_first()) {
            (_, None) => self.no_children(space),
            (Some(items), _) => quote!([#(#items),*].into_iter()),
            (None, Some((first, more))) => quote!(#first #(.chain(#more))*),
        };
        self.lists.insert(local.to_string(), Rest { iter, items });
        before
    }
}

/// The pattern of the arm that takes the operator.
fn taken<'x, 'a>(arm: &'x Arm<'a>, operator: usize) -> Option<(&'x Pattern, &'x Arm<'a>)> {
    arm.patterns
        .iter()
        .find(|pattern| match pattern {
            Pattern::Any => true,
            Pattern::Node { operator: of, .. } => *of == operator,
            _ => false,
        })
        .map(|pattern| (pattern, arm))
}
