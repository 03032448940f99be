//! If-conversion: two rules that do the same with other operands have one right side, whose operands are selected.

use super::{
    body::{Path, Writer},
    rules::{Facts, Meeting},
    terms::Term,
};
use polarnet_columns::Space;
use polarnet_lower::Choice;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::HashMap;

impl<'w, S: Space> Writer<'w, '_, S> {
    /// The first of two rules if a condition is true, else the second; if they are [such](polarnet_lower::Actor::if_convert).
    pub fn either(
        &mut self,
        meeting: &Meeting<'w>,
        [first, second]: [&'w Choice; 2],
        condition: &TokenStream,
        facts: Facts<'_>,
        mut path: Path,
    ) -> Option<(TokenStream, i64)> {
        let substitution = meeting.actor.if_convert(first, second)?;
        let flag = self.fresh();
        let mut out = quote!(let #flag = #condition;);
        let mut frame = Self::frame(meeting, facts, Vec::new());
        let numbers = |choice: &Choice| -> Vec<Term> {
            choice.values.iter().filter_map(|code| Self::matched(meeting, facts, code)).collect()
        };
        let mut computed = Vec::new();
        for (mine, its) in numbers(first).iter().zip(&numbers(second)) {
            computed.push(self.select(&flag, mine, its, &mut out)?);
        }
        let mut selected = HashMap::new();
        for (from, to) in substitution {
            let (mine, its) = (self.term(&frame, &first.body, from), self.term(&frame, &second.body, to));
            selected.insert(from, self.select(&flag, &mine, &its, &mut out)?);
        }
        (frame.computed, frame.selected) = (computed, selected);
        let (body, counted) = self.right_side(meeting, &mut frame, &mut path, first);
        Some((quote!(#out #body), counted))
    }

    /// One of two terms; `None` if they are not of one kind.
    fn select(&mut self, flag: &TokenStream, mine: &Term, its: &Term, out: &mut TokenStream) -> Option<Term> {
        let (first, second, ty) = match (mine, its) {
            (
                Term::Number(mine, ty) | Term::Read(mine, ty, _),
                Term::Number(its, other) | Term::Read(its, other, _),
            ) if ty == other => (mine, its, Some(*ty)),
            // Each of two words that change places stands here twice. To name one has no effect.
            (Term::Word(mine), Term::Word(its)) => (mine, its, None),
            _ => return None,
        };
        if first.to_string() == second.to_string() {
            return Some(mine.clone());
        }
        let name = self.fresh();
        out.extend(quote!(let #name = select(#flag, #first, #second);));
        Some(ty.map_or_else(|| Term::Word(name.clone()), |ty| Term::Number(name.clone(), ty)))
    }
}
