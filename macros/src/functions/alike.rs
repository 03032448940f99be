//! Two rules that do the same with something else: what differs is chosen, without a branch.

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
    /// The first of two rules if a condition is true, else the second; if they are [alike](polarnet_lower::Actor::exchange).
    pub fn either(
        &mut self,
        meeting: &Meeting<'w>,
        [first, second]: [&'w Choice; 2],
        condition: &TokenStream,
        facts: Facts<'_>,
        mut path: Path,
    ) -> Option<(TokenStream, i64)> {
        let exchange = meeting.actor.exchange(first, second)?;
        let flag = self.fresh();
        let mut exchanged = HashMap::new();
        let (mine, mut frame) = self.frame(meeting, first, facts, "v");
        let (its, other) = self.frame(meeting, second, facts, "u");
        let mut out = quote!(let #flag = #condition; #mine #its);
        for (mine, its) in frame.computed.iter_mut().zip(&other.computed) {
            *mine = self.chosen(&flag, mine, its, &mut out)?;
        }
        for (from, to) in exchange {
            let (mine, its) = (self.term(&frame, &first.body, from), self.term(&other, &second.body, to));
            exchanged.insert(from, self.chosen(&flag, &mine, &its, &mut out)?);
        }
        frame.exchanged = exchanged;
        let (body, counted) = self.rest(meeting, &mut frame, &mut path, first);
        Some((quote!(#out #body), counted))
    }

    /// One of two terms; `None` if they are not of one kind.
    fn chosen(&mut self, flag: &TokenStream, mine: &Term, its: &Term, out: &mut TokenStream) -> Option<Term> {
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
        out.extend(quote!(let #name = chosen(#flag, #first, #second);));
        Some(ty.map_or_else(|| Term::Word(name.clone()), |ty| Term::Number(name.clone(), ty)))
    }
}
