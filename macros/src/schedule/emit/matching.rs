//! `match`, new nodes, and writes.

use super::{Body, Reader, own};
use crate::schedule::{
    language::Sort,
    typed::{Arm, Expr, Kind, Pattern},
    types::{Place, Shape},
};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    pub fn match_value(&mut self, expr: &Expr<'a>, value: &Expr<'a>, arms: &[Arm<'a>]) -> TokenStream {
        self.match_with(expr, value, arms, &mut |this, body| (this.block(body), is_plain(body)))
    }

    /// A match whose arms are made by `make`, which says whether one is without statements, too.
    pub fn match_with(
        &mut self,
        expr: &Expr<'a>,
        value: &Expr<'a>,
        arms: &[Arm<'a>],
        make: &mut dyn FnMut(&mut Self, &'a Expr<'a>) -> (TokenStream, bool),
    ) -> TokenStream {
        let grows = |value: &Expr<'a>| matches!(self.program.types.shape(value.ty), Shape::Row(space, Place::Any) if self.builders.contains_key(space));
        let (on, built) = match &value.kind {
            // Of several rows the nodes, where a pattern looks at them.
            Kind::Tuple(list) => {
                let built = list.iter().any(|value| grows(value));
                let looks = |at: usize| arms.iter().flat_map(|arm| &arm.patterns).any(|pattern| pattern.looks(at));
                let values: Vec<TokenStream> = list
                    .iter()
                    .enumerate()
                    .map(|(at, value)| if looks(at) { self.matched(value) } else { self.value(value) })
                    .collect();
                (quote!((#(#values),*)), built)
            }
            _ => {
                let built = grows(value);
                (self.matched(value), built)
            }
        };
        let mut written = TokenStream::new();
        for arm in arms {
            // Alternatives that bind lists have arms of their own, as each has its own elements.
            let apart = arm.patterns.len() > 1 && arm.patterns.iter().any(has_rest);
            let groups: Vec<&[Pattern]> = match apart {
                true => arm.patterns.chunks(1).collect(),
                false => vec![&arm.patterns],
            };
            let mut last: Option<Alternatives> = None;
            for group in groups {
                let outer = self.lists.clone();
                let mut before = TokenStream::new();
                let patterns: Vec<TokenStream> =
                    group.iter().map(|pattern| self.pattern(pattern, built, &mut before)).collect();
                let guard = arm.guard.map(|guard| {
                    let guard = self.value(guard);
                    quote!(if #guard)
                });
                let (body, plain) = make(self, arm.body);
                let value = match plain && before.is_empty() {
                    true => quote!(#guard => #body,),
                    false => quote!(#guard => { #before #body }),
                };
                self.lists = outer;
                // Alternatives whose lists are alike share their value again.
                let kind = format!("{} {value}", self.rests(group));
                match &mut last {
                    Some(last) if last.kind == kind => last.patterns.extend(patterns),
                    _ => {
                        written.extend(last.take().map(Alternatives::arm));
                        last = Some(Alternatives { patterns, kind, value });
                    }
                }
            }
            written.extend(last.map(Alternatives::arm));
        }
        quote_spanned!(expr.span=> match #on { #written })
    }

    /// The sorts of the fields in the lists of these patterns: an array is of its own length, so its operator is named.
    pub fn rests(&self, patterns: &[Pattern]) -> String {
        let mut sorts = String::new();
        for pattern in patterns {
            let Pattern::Node { space, operator, fields, rest: Some(_), .. } = pattern else { continue };
            let Some(language) = self.program.spaces[*space].language.map(|at| &self.program.languages[at]) else {
                continue;
            };
            for (at, field) in language.operators[*operator].fields.iter().enumerate() {
                if fields.iter().any(|(taken, _)| *taken == at) {
                    continue;
                }
                sorts += match field.sort {
                    Sort::Payload(_) => "",
                    Sort::Child => "child ",
                    Sort::List => "list ",
                    Sort::Children => return format!("operator {operator}"),
                };
            }
        }
        sorts
    }

    /// What is matched on: the node of a row, or a value.
    pub fn matched(&mut self, value: &Expr<'a>) -> TokenStream {
        let row = own("row");
        match self.program.types.shape(value.ty) {
            Shape::Node(_) => match self.reader {
                Reader::Values => {
                    let node = own("node");
                    quote!(#node)
                }
                Reader::Index => {
                    let batch = self.batch.clone().unwrap_or_else(|| own("batch"));
                    quote!(#batch.node(#row))
                }
                _ => quote!(#row.node()),
            },
            Shape::Row(_, Place::Below) => {
                let child = self.value(value);
                quote!(#row.node_at(#child))
            }
            Shape::Row(space, _) => {
                let of = self.builders.get(space).or_else(|| self.batches.get(space)).cloned();
                let (batch, at) = (of.unwrap_or_else(|| own("batch")), self.value(value));
                match (self.lockstep.is_empty() && self.is_simple(value)) || matches!(value.kind, Kind::Local(_)) {
                    true => quote!(#batch.node(#at)),
                    // To find the row may make nodes, so the batch is borrowed after that.
                    false => {
                        let row = own("at");
                        quote!({ let #row = #at; #batch.node(#row) })
                    }
                }
            }
            _ => self.head(value),
        }
    }
}

/// Patterns of one arm that have a value in common.
struct Alternatives {
    patterns: Vec<TokenStream>,
    /// Equal if the value and the types of what it uses are.
    kind: String,
    value: TokenStream,
}

impl Alternatives {
    pub fn arm(self) -> TokenStream {
        let Alternatives { patterns, value, .. } = self;
        quote!(#(#patterns)|* #value)
    }
}

/// Does it bind a list?
pub fn has_rest(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Node { rest, fields, .. } => rest.is_some() || fields.iter().any(|(_, field)| has_rest(field)),
        Pattern::Tuple(_, parts) | Pattern::Or(parts) => parts.iter().any(has_rest),
        Pattern::Record(_, fields, _) => fields.iter().any(|(_, field)| has_rest(field)),
        _ => false,
    }
}

/// A value without statements.
fn is_plain(expr: &Expr<'_>) -> bool {
    !matches!(expr.kind, Kind::Let(..) | Kind::Writes(_) | Kind::Write(..))
}
