//! How many rows a space has: bound by a name of ours where a function begins, as names of the user's may mean something else
//! further inside.

use super::unused;
use crate::schedule::{
    elaborate::Program,
    lower::{Lowered, Pass},
    typed::ValId,
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

/// The variable that holds the rows of a space.
pub fn rows_of(program: &Program<'_>, space: SpaceId) -> Ident {
    unused(program, &format!("{}_rows", program.spaces[space].name))
}

/// The spaces through whose rows the passes go.
pub fn of_passes(program: &Program<'_>, lowered: &Lowered<'_, '_>) -> TokenStream {
    let steps = lowered.steps.iter().filter(|step| !matches!(step.pass, Pass::Eval | Pass::Map(_)));
    let vals = steps.flat_map(|step| step.vals.iter().copied()).chain(lowered.inline.iter().copied());
    let spaces: BTreeSet<_> = vals.flat_map(|val| program.goes_through(val)).map(|(space, _)| space).collect();
    bind(program, lowered.of.params.iter().map(|(name, ty)| (name, *ty)), spaces)
}

/// The rows that a function goes through.
pub fn of_function(program: &Program<'_>, val: ValId) -> TokenStream {
    let spaces = program.function_goes_through(val).into_iter().map(|(space, _)| space);
    let params: Vec<_> = program.params(val).collect();
    bind(program, params.into_iter(), spaces)
}

/// `let dims_rows = x.rows();` for each of the spaces that one of the parameters is of.
fn bind<'n>(
    program: &Program<'_>,
    params: impl Iterator<Item = (&'n Ident, Ty)> + Clone,
    spaces: impl IntoIterator<Item = SpaceId>,
) -> TokenStream {
    let lets = spaces.into_iter().filter_map(|space| {
        let (name, ty) = program.known_by(space, params.clone())?;
        let own = rows_of(program, space);
        Some(match program.types.shape(ty) {
            Shape::Rows(_) => quote!(let #own = #name;),
            _ => quote!(let #own = #name.rows();),
        })
    });
    lets.collect()
}
