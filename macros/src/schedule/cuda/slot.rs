//! Slots: where a kernel finds batches, columns and values, by number.

use super::{Unit, literal::of_bits, payload::Form, types::Leaf};
use crate::schedule::{
    lower::Pass,
    typed::ValId,
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use std::collections::HashMap;

/// How many slots a batch takes: operators, words, pool, order, starts of levels, rows.
const BATCH: usize = 6;

/// How many its users take: these, where those of each row begin, the rows that many use.
const USERS: usize = 3;

#[derive(Default)]
pub struct Slots {
    pub count: usize,
    pub batches: HashMap<SpaceId, usize>,
    pub users: HashMap<SpaceId, usize>,
    pub params: HashMap<String, usize>,
    /// The columns of vals.
    pub vals: HashMap<ValId, usize>,
    /// What the host gives, in order.
    pub inputs: Vec<TokenStream>,
}

impl Slots {
    pub fn take(&mut self, count: usize) -> usize {
        let first = self.count;
        self.count += count;
        first
    }
}

impl Unit<'_, '_, '_> {
    /// Gives out the slots: to the parameters, in their order, and to what is computed.
    pub fn slots(&mut self) {
        // The first one is for faults.
        self.slots.count = 1;
        let of = self.lowered.of;
        for (at, (name, ty)) in of.params.iter().enumerate() {
            if of.on.as_ref().is_none_or(|on| on.device != *name) {
                let lent = matches!(of.head.params[at].ty, syn::Type::Reference(_));
                self.give(name, *ty, if lent { quote!(#name) } else { quote!(&#name) });
            }
        }
        for step in &self.lowered.steps {
            if let (Pass::Down(_), Some(space)) = (&step.pass, self.program.vals[step.vals[0]].sort.is.of())
                && !self.slots.users.contains_key(&space)
            {
                let first = self.slots.take(USERS);
                self.slots.users.insert(space, first);
            }
            for &val in &step.vals {
                let of = &self.program.vals[val];
                let leaves = self.leaves(of.value, of.name.span()).len();
                let first = self.slots.take(leaves);
                self.slots.vals.insert(val, first);
            }
        }
    }

    /// A parameter of the function.
    fn give(&mut self, name: &Ident, ty: Ty, lent: TokenStream) {
        let program = self.program;
        let first = match *program.types.shape(ty) {
            Shape::Batch(space) => {
                let first = self.slots.take(BATCH);
                self.slots.batches.insert(space, first);
                let slot = number(first);
                self.slots.inputs.push(quote!(batch(#slot, #lent)?));
                first
            }
            Shape::Column(_, of) => {
                let leaves = self.leaves(of, name.span());
                let first = self.slots.take(leaves.len() + 1);
                for (at, leaf) in leaves.iter().enumerate() {
                    let (slot, path) = (number(first + at), &leaf.path);
                    self.slots.inputs.push(match path.is_empty() {
                        true => quote!(column(#slot, #name.as_slice())?),
                        false => {
                            let all = quote!(#name.as_slice().iter().map(|value| value #path));
                            quote!(column(#slot, &#all.collect::<::std::vec::Vec<_>>())?)
                        }
                    });
                }
                let slot = number(first + leaves.len());
                self.slots.inputs.push(quote!(scalar(#slot, #name.as_slice().len())?));
                first
            }
            Shape::Rows(_) => {
                let first = self.slots.take(1);
                let slot = number(first);
                self.slots.inputs.push(quote!(scalar(#slot, #name.len())?));
                first
            }
            // What a pass goes through on the CPU.
            Shape::Guard(_) | Shape::Levels(_) | Shape::Users(_) | Shape::Plan(_) => return,
            _ => {
                let leaves = self.leaves(ty, name.span());
                let first = self.slots.take(leaves.len());
                for (at, leaf) in leaves.iter().enumerate() {
                    let (slot, path) = (number(first + at), &leaf.path);
                    self.slots.inputs.push(quote!(scalar(#slot, #name #path)?));
                }
                first
            }
        };
        self.slots.params.insert(name.to_string(), first);
    }

    /// The value of a column at a row: the column's first slot, as a number or an expression.
    pub fn load(&mut self, first: &str, ty: Ty, at: &str, span: Span) -> String {
        let leaves = self.leaves(ty, span);
        let mut texts = leaves.iter().enumerate().map(|(nth, leaf)| {
            let text = format!("get(slot<{}>(s, {}), {at})", leaf.stored(), after(first, nth));
            if leaf.form == Form::Bool { format!("{text} != 0") } else { text }
        });
        let form = self.form(ty);
        self.assemble(&form, &mut texts)
    }

    /// A value that is the same for all rows.
    pub fn scalar(&mut self, first: usize, ty: Ty, span: Span) -> String {
        let leaves = self.leaves(ty, span);
        let mut texts =
            leaves.iter().enumerate().map(|(nth, leaf)| of_bits(&leaf.form, &format!("get(s, {})", first + nth)));
        let form = self.form(ty);
        self.assemble(&form, &mut texts)
    }

    /// Puts a value into the columns of its leaves.
    pub fn store(&mut self, first: usize, ty: Ty, at: &str, value: &str, span: Span) -> Vec<String> {
        let leaves = self.leaves(ty, span);
        let put = |(nth, leaf): (usize, &Leaf)| {
            let value = format!("{value}{}", leaf.cpp);
            let value = if leaf.form == Form::Bool { format!("u8({value})") } else { value };
            format!("put(slot<{}>(s, {}), {at}, {value});", leaf.stored(), first + nth)
        };
        leaves.iter().enumerate().map(put).collect()
    }

    /// A value of the texts of its leaves.
    fn assemble(&mut self, form: &Form, texts: &mut dyn Iterator<Item = String>) -> String {
        match form {
            Form::Tuple(of) => {
                let parts: Vec<String> = of.iter().map(|of| self.assemble(of, texts)).collect();
                format!("{}{{{}}}", self.named(form), parts.join(", "))
            }
            Form::Array(of, len) => {
                let parts: Vec<String> = (0..*len).map(|_| self.assemble(of, texts)).collect();
                format!("{}{{{{{}}}}}", self.named(form), parts.join(", "))
            }
            _ => texts.next().unwrap_or_else(|| "0".to_owned()),
        }
    }
}

/// A slot after another one.
pub fn after(first: &str, nth: usize) -> String {
    match first.parse::<usize>() {
        Ok(first) => (first + nth).to_string(),
        Err(_) if nth == 0 => first.to_owned(),
        Err(_) => format!("{first} + {nth}"),
    }
}

/// As a literal of Rust's.
pub fn number(value: usize) -> TokenStream {
    Literal::usize_unsuffixed(value).into_token_stream()
}
