//! Through the rows of which spaces a val goes, and what is known of how many there are.

use super::{
    elaborate::Program,
    typed::{Expr, Kind, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span};

impl<'a> Program<'a> {
    /// The spaces whose rows a val goes through, each once, and where.
    pub fn goes_through(&self, val: ValId) -> Vec<(SpaceId, Span)> {
        let val = &self.vals[val];
        let mut all = Vec::new();
        for part in [val.body].into_iter().chain(val.default) {
            self.expression_goes_through(part, &mut all);
        }
        all
    }

    pub fn expression_goes_through(&self, expr: &Expr<'a>, all: &mut Vec<(SpaceId, Span)>) {
        expr.visit(&mut |it| {
            if let Kind::Rows(space) | Kind::Column(space, ..) | Kind::Groups(space, _) = it.kind
                && !all.iter().any(|known| known.0 == space)
            {
                all.push((space, it.span));
            }
        });
    }

    /// As [`goes_through`](Self::goes_through), of a function and of those that are computed together with it.
    pub fn function_goes_through(&self, function: ValId) -> Vec<(SpaceId, Span)> {
        let mut all = self.goes_through(function);
        for other in self.functions(function) {
            if other != function && self.functions(other).contains(&function) {
                for it in self.goes_through(other) {
                    if !all.iter().any(|known| known.0 == it.0) {
                        all.push(it);
                    }
                }
            }
        }
        all
    }

    /// The first of these parameters by which the rows of a space are known.
    pub fn known_by<'n>(
        &self,
        space: SpaceId,
        params: impl IntoIterator<Item = (&'n Ident, Ty)>,
    ) -> Option<(&'n Ident, Ty)> {
        params.into_iter().find(|&(_, ty)| {
            matches!(*self.types.shape(ty),
                Shape::Rows(of) | Shape::Column(of, _) | Shape::Batch(of) if of == space)
        })
    }

    /// The parameters of a val.
    pub fn params(&self, val: ValId) -> impl Iterator<Item = (&Ident, Ty)> {
        self.vals[val].params.iter().map(|&id| (&self.locals[id].name, self.locals[id].ty))
    }
}
