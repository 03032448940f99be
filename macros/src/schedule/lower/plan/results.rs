//! What a function returns: the columns of its vals, in their order.

use super::super::words::Driver;
use super::Planner;
use crate::schedule::{
    emit::column,
    errors::{and, ends},
    typed::{Kindred, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::TokenStream;
use quote::quote;

impl Planner<'_, '_, '_> {
    /// The function returns what its vals are, in their order.
    pub fn results(&mut self, vals: &[ValId]) -> Option<()> {
        let wanted: Vec<String> = vals.iter().map(|&val| self.result(val)).collect();
        let types: Vec<Ty> = match (vals, self.program.types.shape(self.of.result)) {
            (_, Shape::Error) => return None,
            ([_], _) => vec![self.of.result],
            (_, Shape::Tuple(of)) if of.len() == vals.len() => of.clone(),
            _ => Vec::new(),
        };
        let fits = types.len() == vals.len() && vals.iter().zip(&types).all(|(&val, &ty)| self.returns(val, ty));
        if fits {
            return Some(());
        }
        let mut all = if wanted.len() == 1 { wanted[0].clone() } else { format!("({})", wanted.join(", ")) };
        if self.of.on.is_some() {
            all = format!("Result<{all}, polarnet::device::Error>");
        }
        if self.of.nets.is_some() {
            all = format!("Result<{all}, polarnet::Error>");
        }
        let names: Vec<String> = vals.iter().map(|&val| format!("`{}`", self.name(val))).collect();
        let are = if names.len() == 1 { "is" } else { "are" };
        let (first, last) = ends(&self.of.head.result);
        let text = format!("{} {are} not what this function returns", and(&names));
        let help = match self.program.types.shape(self.of.result) {
            Shape::Steps(_) if self.words.stepped.is_none() => {
                format!("write `-> {all}`, or add `.stepped()` to its order")
            }
            Shape::Tuple(of) if self.is_batch(of) && !vals.iter().any(|&val| self.makes_batch(val)) => {
                format!("write `-> {all}`; a val that makes a batch is of a row of another space: `-> Idx<out>`")
            }
            _ => format!("write `-> {all}`"),
        };
        self.errors.between(first, last, text, help);
        None
    }

    fn is_batch(&self, types: &[Ty]) -> bool {
        types.iter().any(|&ty| matches!(self.program.types.shape(ty), Shape::Batch(_)))
    }

    fn makes_batch(&self, val: ValId) -> bool {
        matches!(self.program.vals[val].sort.is, Kindred::Rewrite { .. })
    }

    pub fn returns(&self, at: ValId, ty: Ty) -> bool {
        let val = &self.program.vals[at];
        let types = &self.program.types;
        match (val.sort.is, types.shape(ty)) {
            (Kindred::Up(_), _) if !self.point_columns(at).is_empty() => self.returns_points(at, ty),
            (Kindred::Up(space) | Kindred::Down(space) | Kindred::Scatter(space), Shape::Column(of, value)) => {
                space == *of && types.show(*value) == types.show(val.value)
            }
            (Kindred::Rewrite { from, to }, Shape::Tuple(of)) => {
                matches!(of[..], [batch, column]
                    if matches!(types.shape(batch), Shape::Batch(space) if *space == to)
                        && matches!(types.shape(column), Shape::Column(space, value)
                            if *space == from && types.show(*value) == types.show(val.value)))
            }
            (Kindred::Function, Shape::Column(_, value)) if self.words.driver.0 == Driver::Map => {
                types.show(*value) == types.show(val.value)
            }
            (Kindred::Function, Shape::Steps(of)) if self.words.stepped.is_some() => {
                types.show(*of) == types.show(val.value)
            }
            (Kindred::Function, _) if self.words.stepped.is_some() => false,
            (Kindred::Function, _) if self.words.driver.0 == Driver::Eval => types.show(ty) == types.show(val.value),
            _ => false,
        }
    }

    /// The type of what a val is.
    pub fn result(&self, val: ValId) -> String {
        if let Some(at_points) = self.points_result(val) {
            return at_points;
        }
        let val = &self.program.vals[val];
        let value = self.program.types.show(val.value);
        let space = |at: SpaceId| &self.program.spaces[at].name;
        match val.sort.is {
            Kindred::Up(of) | Kindred::Down(of) | Kindred::Scatter(of) => format!("Data<{}, {value}>", space(of)),
            Kindred::Rewrite { from, to } => match self.program.types.shape(val.value) {
                Shape::Row(..) => format!("(Batch<{0}>, Mapping<{1}, {0}>)", space(to), space(from)),
                _ => format!("(Batch<{}>, Data<{}, {value}>)", space(to), space(from)),
            },
            Kindred::Function if self.words.driver.0 == Driver::Map => {
                let of = self.words.args.first().and_then(|(_, ty)| self.program.types.shape(*ty).space());
                format!("Data<{}, {value}>", of.map_or_else(|| "…".to_owned(), |of| space(of).to_string()))
            }
            Kindred::Function if self.words.stepped.is_some() => format!("Steps<{value}>"),
            Kindred::Function => value,
        }
    }

    /// What the function returns.
    pub fn value(&self, vals: &[ValId]) -> TokenStream {
        let values = vals.iter().map(|&val| {
            let column = column(self.program, val);
            match self.program.vals[val].sort.is {
                Kindred::Rewrite { to, .. } => {
                    let new = crate::schedule::emit::built(self.program, to);
                    quote!((#new, #column))
                }
                _ => quote!(#column),
            }
        });
        let values: Vec<TokenStream> = values.collect();
        match &values[..] {
            [value] => value.clone(),
            values => quote!((#(#values),*)),
        }
    }
}
