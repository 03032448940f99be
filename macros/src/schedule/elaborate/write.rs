//! What is written to rows: the arms of a val with a join.

use super::Elaborator;
use crate::schedule::{
    tree::{self},
    typed::{Expr, Kind, Kindred},
    types::{Class, Place, Shape},
};

impl<'a> Elaborator<'a, '_> {
    /// What a val with a join does with a row.
    pub fn writes(&mut self, expr: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        use tree::Kind as T;
        let unit = self.types.add(Shape::Tuple(Vec::new()));
        match &expr.kind {
            T::Write(name, row, value) => {
                let (own, is, value_ty) = match self.head() {
                    Some(head) => (head.name.clone(), head.is, head.value),
                    None => return self.broken(expr.span),
                };
                if *name != own {
                    let help = format!("a val writes to its own column: `{own}[…] <- …`");
                    self.errors.push(name.span(), format!("`{name}` cannot be written in `{own}`"), help);
                    return self.broken(expr.span);
                }
                let row = self.expression(row);
                let row = self.written_row(row, is);
                let value = self.expect(value, value_ty);
                self.alloc(expr.span, unit, Kind::Write(row, value))
            }
            T::Writes(list) => {
                let list = list.iter().map(|write| self.writes(write)).collect();
                self.alloc(expr.span, unit, Kind::Writes(list))
            }
            T::Error => self.broken(expr.span),
            T::Tuple(list) if list.is_empty() => self.alloc(expr.span, unit, Kind::Writes(Vec::new())),
            T::If(condition, value, other) => {
                let truth = self.types.add(Shape::Bool);
                let condition = self.expect(condition, truth);
                let (value, other) = (self.writes(value), self.writes(other));
                self.alloc(expr.span, unit, Kind::If(condition, value, other))
            }
            T::Match(value, arms) => self.match_writes(expr.span, value, arms),
            T::Let(names, value, body) => {
                let outer = self.scope.len();
                let (locals, value) = self.bound(names, value);
                let body = self.writes(body);
                self.scope.truncate(outer);
                self.alloc(expr.span, unit, Kind::Let(locals, value, body))
            }
            _ => {
                let own = self.head().map_or_else(String::new, |head| head.name.to_string());
                let help = format!("write `{own}[row] <- value`; an arm that writes nothing is `{{}}`");
                self.errors.push(expr.span, "a write is wanted here: what a row sends to others", help);
                self.broken(expr.span)
            }
        }
    }

    /// The row that is written to: on the way down a child, or a list of children; of a scatter any row, or its number.
    pub fn written_row(&mut self, row: &'a Expr<'a>, is: Kindred) -> &'a Expr<'a> {
        let list = match *self.types.shape(row.ty) {
            Shape::List(of) => of,
            _ => row.ty,
        };
        let told = self.types.told(row.ty);
        let (fits, text, help) = match (is, self.types.shape(list).clone()) {
            (_, Shape::Error) => return row,
            (Kindred::Down(s), Shape::Row(t, Place::Below)) if s == t => return row,
            (Kindred::Down(s), Shape::Row(t, _) | Shape::Node(t)) if s == t => (
                false,
                "on the way down a row sends to its children only: this one may have been computed already".to_owned(),
                "write to a child of the node; to send anywhere, scatter into a column: `-> Data<expr, T>`".to_owned(),
            ),
            (Kindred::Scatter(s), Shape::Row(t, _)) if s == t => return row,
            (Kindred::Scatter(s), Shape::Node(t)) if s == t => return row,
            (Kindred::Scatter(_), Shape::Int(_) | Shape::Var(Class::Number | Class::Any)) => {
                let index = self.types.add(Shape::Int("u32"));
                if matches!(self.types.shape(list), Shape::Var(_)) {
                    self.types.unify(list, index);
                }
                (
                    matches!(self.types.shape(list), Shape::Int("u32")),
                    format!("the number of a row is a `u32`, and this is {told}"),
                    "convert it: `… as u32`; numbers beyond the space are ignored".to_owned(),
                )
            }
            (Kindred::Down(s) | Kindred::Scatter(s), Shape::Row(t, _) | Shape::Node(t)) => {
                let [s, t] = [s, t].map(|at| self.spaces[at].name.clone());
                (
                    false,
                    format!("this is a row of `{t}`, and the column is of `{s}`"),
                    format!("go from one space to the other by a column: a `Mapping<{t}, {s}>`"),
                )
            }
            _ => (false, format!("a row is wanted here, and this is {told}"), "write `name[row] <- value`".to_owned()),
        };
        if !fits {
            self.errors.push(row.span, text, help);
        }
        row
    }
}
