//! Rows at sample points: a val whose inputs are columns of another space than the batch's.

use super::Planner;
use crate::schedule::{
    lower::{Pass, Points, inputs, words::Driver},
    typed::{Expr, Kind, Kindred, LocalId, ValId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span};

impl<'a> Planner<'_, 'a, '_> {
    /// The parameters of a val that have a value for each point, and what gives them.
    pub fn point_columns(&self, val: ValId) -> Vec<(LocalId, Ident, SpaceId)> {
        let (program, Kindred::Up(at)) = (self.program, self.program.vals[val].sort.is) else { return Vec::new() };
        let columns = inputs(program, self.of, val).into_iter().filter_map(|(id, from)| {
            let ((name, ty), local) = (from?, program.locals[id].ty);
            match *program.types.shape(ty) {
                Shape::Column(space, of) if space != at && program.types.show(of) == program.types.show(local) => {
                    Some((id, name, space))
                }
                _ => None,
            }
        });
        columns.collect()
    }

    /// Where the rows are that are wanted at the points: a mapping into the batch.
    pub fn roots(&self, batch: SpaceId) -> Option<(Ident, SpaceId)> {
        let program = self.program;
        self.of.params.iter().find_map(|(name, ty)| match *program.types.shape(*ty) {
            Shape::Column(outs, row) if outs != batch => match program.types.shape(row) {
                Shape::Row(to, _) if *to == batch => Some((name.clone(), outs)),
                _ => None,
            },
            _ => None,
        })
    }

    /// `Data<outs, Data<points, f64>>`
    pub fn points_result(&self, val: ValId) -> Option<String> {
        let Kindred::Up(at) = self.program.vals[val].sort.is else { return None };
        let (_, _, points) = self.point_columns(val).into_iter().next()?;
        let space = |space: SpaceId| self.program.spaces[space].name.to_string();
        let outs = self.roots(at).map_or_else(|| "outs".to_owned(), |(_, outs)| space(outs));
        let value = self.program.types.show(self.program.vals[val].value);
        Some(format!("Data<{outs}, Data<{}, {value}>>", space(points)))
    }

    pub fn returns_points(&self, val: ValId, ty: Ty) -> bool {
        self.points_result(val).is_some_and(|wanted| wanted == self.program.types.show(ty))
    }

    /// Words that have to do with points.
    pub fn point_rules(&mut self, vals: &[ValId]) -> Option<()> {
        if let Some((span, _)) = self.words.over {
            let text = "the work of one value is shared out for derivatives only";
            return self.error(span, text, "remove `over`, or implement `vjp(…)`");
        }
        let at_points = vals.iter().copied().find(|&val| !self.point_columns(val).is_empty());
        let Some(val) = at_points else {
            let Some((span, _)) = self.words.vectorize else { return Some(()) };
            let text = match self.words.driver.0 {
                Driver::BottomUp => format!("`{}` is not computed at several points", self.name(vals[0])),
                _ => "several points at a time are computed on the way up".to_owned(),
            };
            let help =
                "points are the rows of another space: a parameter `x: &Data<points, f64>` for the `x: f64` of the val";
            return self.error(span, text, help);
        };
        let other = [
            (self.words.wavefront.as_ref().map(|it| it.0), "wavefront"),
            (self.words.parallel, "parallel"),
            (self.words.fuse, "fuse"),
            (self.words.at.first().map(|it| it.0), "compute_at"),
        ];
        if let Some((Some(span), word)) = other.into_iter().find(|it| it.0.is_some()) {
            let text = format!("`{}` is computed at sample points, by one thread and by itself", self.name(val));
            return self.error(span, text, format!("remove `{word}`, and write `vectorize(8)`"));
        }
        Some(())
    }

    /// The pass, if a val is computed at points.
    pub fn points(&mut self, val: ValId, batch: Ident, space: SpaceId) -> Option<Pass> {
        let columns = self.point_columns(val);
        let (program, name) = (self.program, self.name(val).clone());
        let (_, first, points) = columns.first().cloned()?;
        let at = self.of.head.name.span();
        if let Some((_, other, _)) = columns.iter().find(|it| it.2 != points) {
            let text = format!("`{first}` and `{other}` are of different spaces, and points are the rows of one");
            return self.error(other.span(), text, "make them columns of one space");
        }
        let Some((roots, _)) = self.roots(space) else {
            let batch = &program.spaces[space].name;
            let text = format!("of which rows of `{batch}` are the values at the points wanted?");
            return self.error(
                at,
                text,
                format!("add a parameter: `roots: &Mapping<outs, {batch}>`, of a `space outs;`"),
            );
        };
        if !program.types.is_copy(program.vals[val].value) {
            let text = format!(
                "a value of `{name}` is `{}`, which is not copied",
                program.types.show(program.vals[val].value)
            );
            return self.error(at, text, "values at points are numbers, truth values, and tuples and arrays of these");
        }
        let by_row = inputs(program, self.of, val).into_iter().find_map(|(id, from)| {
            let ((name, ty), local) = (from?, program.locals[id].ty);
            let is = matches!(*program.types.shape(ty), Shape::Column(of, _) if of == space);
            (is && !matches!(program.types.shape(local), Shape::Column(..))).then_some(name)
        });
        if let Some(name) = by_row {
            let text = format!("`{name}` has a value for each row, and at points a row is known by its node only");
            return self.error(name.span(), text, "put it into the node, or read it at a row that the node has");
        }
        if let Some((span, text)) = self.other_than_node(val, &columns) {
            return self.error(span, text, "decide it in the arm: `match n { Num(v) => if x < v { … } else { … } }`");
        }
        let lanes = self.words.vectorize.map_or(1, |it| it.1);
        let by_operator = self.words.by_operator.is_some();
        let columns = columns.into_iter().map(|(id, name, _)| (id, name)).collect();
        Some(Pass::Points(Points { batch, space, roots, columns, lanes, by_operator }))
    }

    /// What a val at points cannot be made of: other rows, and nodes that are chosen by the values.
    fn other_than_node(&self, val: ValId, columns: &[(LocalId, Ident, SpaceId)]) -> Option<(Span, String)> {
        let varies = |expr: &Expr<'a>| {
            let mut varies = false;
            expr.visit(&mut |it| match it.kind {
                Kind::Local(id) => varies |= columns.iter().any(|known| known.0 == id),
                Kind::Attribute(..) => varies = true,
                _ => {}
            });
            varies
        };
        let mut found = None;
        self.program.vals[val].body.visit(&mut |it: &Expr<'a>| match &it.kind {
            Kind::Match(on, arms) if matches!(self.program.types.shape(on.ty), Shape::Node(_)) => {
                if let Some(guard) = arms.iter().filter_map(|arm| arm.guard).find(|guard| varies(guard)) {
                    found = Some((
                        guard.span,
                        "which arm is taken differs from point to point, and rows are matched once".to_owned(),
                    ));
                }
            }
            Kind::Match(on, _) if matches!(self.program.types.shape(on.ty), Shape::Row(..)) => {
                found = Some((
                    on.span,
                    "at points a row is known by its node, and by the values of its children".to_owned(),
                ));
            }
            Kind::Attribute(read, _) if *read != val => {
                let name = &self.program.vals[*read].name;
                found = Some((
                    it.span,
                    format!("`{name}` is not computed at the points with `{}`", self.program.vals[val].name),
                ));
            }
            _ => {}
        });
        found
    }
}
