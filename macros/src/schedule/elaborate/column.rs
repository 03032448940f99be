//! Comprehensions: lists, and the columns that a val computes on its way.

use super::Elaborator;
use crate::schedule::{
    builtin::Builtin,
    tree,
    typed::{Expr, Groups, Kind, LocalId},
    types::{Place, Shape, SpaceId},
};
use proc_macro2::{Ident, Span};

/// A column whose body is being read.
pub struct Open<'a> {
    space: SpaceId,
    row: LocalId,
    /// Columns of sums, which are computed before it.
    before: Vec<(LocalId, &'a Expr<'a>)>,
}

impl<'a> Elaborator<'a, '_> {
    /// `body for x in list if condition`
    pub fn each(
        &mut self,
        span: Span,
        body: &'a tree::Expr<'a>,
        name: &Ident,
        list: &'a tree::Expr<'a>,
        condition: Option<&'a tree::Expr<'a>>,
    ) -> &'a Expr<'a> {
        let mut list = self.list(list);
        let of = self.element(list.ty);
        let outer = self.scope.len();
        let local = self.bind(name, of);
        if let Some(condition) = condition {
            let truth = self.types.add(Shape::Bool);
            let condition = self.expect(condition, truth);
            let ty = self.types.add(Shape::List(of));
            list = self.alloc(condition.span, ty, Kind::Filter(local, list, condition));
        }
        let body = self.expression(body);
        self.scope.truncate(outer);
        let ty = self.types.add(Shape::List(body.ty));
        self.alloc(span, ty, Kind::Each(body, local, list))
    }

    /// `[body for i in space]`
    pub fn column(
        &mut self,
        span: Span,
        body: &'a tree::Expr<'a>,
        name: &Ident,
        list: &'a tree::Expr<'a>,
    ) -> &'a Expr<'a> {
        let list = self.list(list);
        let space = match (&list.kind, self.types.shape(list.ty)) {
            (Kind::Rows(space), _) => *space,
            (Kind::Range(..), _) | (_, Shape::Array(..)) => return self.tabulate(span, body, name, list),
            (_, Shape::Error) => return self.broken(span),
            _ => {
                let help = "write `[… for k in 0..4]`, an array, or `[… for i in dims]`, a column of a space; a list is an \
                            argument: `sum(… for x in list)`";
                self.errors.push(list.span, "how long this is, is not known before it is computed", help);
                return self.broken(span);
            }
        };
        let row = self.types.add(Shape::Row(space, Place::Any));
        let outer = self.scope.len();
        let row = self.bind(name, row);
        self.columns.push(Open { space, row, before: Vec::new() });
        let body = self.expression(body);
        self.scope.truncate(outer);
        let before = self.columns.pop().map(|open| open.before).unwrap_or_default();
        let ty = self.types.add(Shape::Column(space, body.ty));
        let column = self.alloc(span, ty, Kind::Column(space, row, body));
        let with =
            |body, (local, groups): (LocalId, &'a Expr<'a>)| self.alloc(span, ty, Kind::Let(vec![local], groups, body));
        before.into_iter().rev().fold(column, with)
    }

    /// `sum(body for x in list if at == i)` in a column over `i`: the sums for all `i` are made at once, each body added
    /// where it belongs, before the column.
    pub fn grouped(&mut self, span: Span, builtin: Builtin, list: &'a Expr<'a>) -> Option<&'a Expr<'a>> {
        let open = self.columns.last()?;
        let (space, row) = (open.space, open.row);
        let Kind::Each(body, local, Expr { kind: Kind::Filter(_, list, condition), .. }) = &list.kind else {
            return None;
        };
        let Kind::Binary(tree::Binary::Eq, a, b) = condition.kind else { return None };
        let is_row = |it: &Expr<'_>| match &it.kind {
            Kind::Cast(Expr { kind: Kind::Local(id), .. }) | Kind::Local(id) => *id == row,
            _ => false,
        };
        let at = match (is_row(a), is_row(b)) {
            (true, false) => b,
            (false, true) => a,
            _ => return None,
        };
        // Nothing of the column's body, but for what is bound in the sum itself.
        let apart = |it: &Expr<'a>| {
            let mut apart = true;
            it.visit(&mut |it| apart &= !matches!(it.kind, Kind::Local(id) if id >= row && id < *local));
            apart
        };
        let fits = builtin.name() == "sum"
            && matches!(self.types.shape(at.ty), Shape::Row(to, Place::Any) if *to == space)
            && [at, body, list].into_iter().all(apart);
        if !fits {
            return None;
        }
        let of = body.ty;
        let ty = self.types.add(Shape::Column(space, of));
        let groups = self.alloc(span, ty, Kind::Groups(space, Box::new(Groups { at, body, local: *local, list })));
        // Each has a name of its own, as a column in another has sums, too.
        let known = self.locals.iter().filter(|local| local.name.to_string().starts_with("sums_")).count();
        let name = Ident::new(&format!("sums_{known}"), Span::mixed_site().located_at(span));
        let sums = self.locals.len();
        self.locals.push(crate::schedule::typed::Local { name, ty });
        self.columns.last_mut()?.before.push((sums, groups));
        let row_ty = self.locals[row].ty;
        let (base, at) = (self.alloc(span, ty, Kind::Local(sums)), self.alloc(span, row_ty, Kind::Local(row)));
        Some(self.alloc(span, of, Kind::Element(base, at)))
    }
}
