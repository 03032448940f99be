//! Where the fields of an operator stand among the words of a row.

use super::{
    Unit,
    payload::{Form, further},
};
use crate::schedule::{language::Sort, types::SpaceId};
use quote::quote;

/// How many words a field takes before anything is read.
enum Words {
    Known(usize),
    /// By the name of a macro of C.
    Defined(String),
}

impl Unit<'_, '_, '_> {
    /// Do the fields stand in the pool? As an expression of C++ where only rustc knows.
    pub fn base(&mut self, space: SpaceId, operator: usize, batch: &str, row: &str) -> String {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else {
            return String::new();
        };
        let fields = &language.operators[operator].fields;
        let list = fields.iter().any(|field| matches!(field.sort, Sort::List));
        let count = (0..fields.len()).map(|field| match self.words(space, operator, field) {
            Words::Known(words) => Some(words),
            Words::Defined(_) => None,
        });
        let count: Option<usize> = count.sum();
        match (list, count) {
            (true, _) => format!("pooled_fields(s, {batch}, {row})"),
            (false, Some(count)) if count > 2 => format!("pooled_fields(s, {batch}, {row})"),
            (false, Some(_)) => format!("fields(s, {batch}, {row})"),
            (false, None) => {
                let lang = program.lang(space);
                let at = super::slot::number(operator);
                let pooled =
                    self.define("pooled", quote!(<#lang as ::polarnet::columns::Lang>::OPERATORS[#at].pooled as u64));
                format!("({pooled} ? pooled_fields(s, {batch}, {row}) : fields(s, {batch}, {row}))")
            }
        }
    }

    /// Where a field begins; of a list, its length.
    pub fn place(&mut self, space: SpaceId, operator: usize, field: usize, base: &str) -> String {
        let mut place = base.to_owned();
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else { return place };
        for before in 0..field {
            place = match (&language.operators[operator].fields[before].sort, self.words(space, operator, before)) {
                (Sort::List, _) => format!("{} + get({place}, 0)", further(&place, 1)),
                (_, Words::Known(words)) => further(&place, words),
                (_, Words::Defined(name)) => format!("{place} + u32({name})"),
            };
        }
        place
    }

    /// How many children an array has.
    pub fn children(&mut self, space: SpaceId, operator: usize, field: usize) -> String {
        match self.words(space, operator, field) {
            Words::Known(count) => count.to_string(),
            Words::Defined(name) => format!("u32({name})"),
        }
    }

    fn words(&mut self, space: SpaceId, operator: usize, at: usize) -> Words {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else {
            return Words::Known(0);
        };
        let fields = &language.operators[operator].fields;
        let field = &fields[at];
        match &field.sort {
            Sort::Child => Words::Known(1),
            Sort::List => Words::Known(0),
            Sort::Children => match field.count.to_string().parse() {
                Ok(count) => Words::Known(count),
                Err(_) => {
                    let count = &field.count;
                    Words::Defined(self.define("count", quote!((#count) as u64)))
                }
            },
            Sort::Payload(ty) => match Form::of_payload(program, space, ty).words() {
                Some(words) => Words::Known(words),
                None => Words::Defined(self.rest(space, operator, at)),
            },
        }
    }

    /// The words of a payload that only rustc knows: what is left of the operator's, if it is the only one.
    fn rest(&mut self, space: SpaceId, operator: usize, at: usize) -> String {
        let program = self.program;
        let Some(language) = program.spaces[space].language.map(|at| &program.languages[at]) else {
            return String::new();
        };
        let fields = &language.operators[operator].fields;
        let mut others = Some(0);
        for (_, field) in fields.iter().enumerate().filter(|(other, _)| *other != at) {
            others = others.and_then(|sum| {
                Some(
                    sum + match &field.sort {
                        Sort::Child => 1,
                        Sort::List => 0,
                        Sort::Children => field.count.to_string().parse().ok()?,
                        Sort::Payload(ty) => Form::of_payload(program, space, ty).words()?,
                    },
                )
            });
        }
        let lang = program.lang(space);
        let (operator, args) = (super::slot::number(operator), &program.spaces[space].args.0);
        match (others, &fields[at].sort) {
            (Some(others), _) => {
                let others = super::slot::number(others);
                let all = quote!(<#lang as ::polarnet::columns::Lang>::OPERATORS[#operator].words);
                self.define("words", quote!((#all - #others) as u64))
            }
            (None, Sort::Payload(ty)) => {
                let ty = crate::schedule::language::applied(ty, &language.params, args);
                self.define("words", quote!(<#ty as ::polarnet::columns::Payload>::WORDS as u64))
            }
            (None, _) => String::new(),
        }
    }
}
