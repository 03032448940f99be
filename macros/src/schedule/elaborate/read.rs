//! What is read at rows: vals, columns, arrays.

use super::{Elaborator, Item};
use crate::schedule::{
    errors::{alike, nearest},
    tree::{self},
    typed::{Expr, Kind, Kindred, ValId},
    types::{Class, Place, Shape, SpaceId},
};
use proc_macro2::{Ident, Span};

impl<'a> Elaborator<'a, '_> {
    /// `cost[c]`, `alpha[k]`, `xs[2]`
    pub fn index(&mut self, span: Span, base: &'a tree::Expr<'a>, row: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        if let tree::Kind::Name(name) = &base.kind
            && self.local(&name.to_string()).is_none()
        {
            match self.item(&name.to_string()) {
                Some(Item::Val(val)) => return self.attribute(name, val, row),
                Some(_) => {}
                None => {
                    let columns = self.heads.iter().map(|head| head.name.to_string());
                    let known: Vec<String> = columns.chain(self.scope.iter().map(|(name, _)| name.clone())).collect();
                    let help = nearest(&name.to_string(), known.iter().map(String::as_str), "column");
                    self.errors.push(name.span(), format!("no val and no column here is called `{name}`"), help);
                    let _ = self.expression(row);
                    return self.broken(span);
                }
            }
        }
        let (base, row) = (self.expression(base), self.expression(row));
        let list = match *self.types.shape(row.ty) {
            Shape::List(of) => Some(of),
            _ => None,
        };
        let of = match (self.types.shape(base.ty).clone(), self.types.shape(list.unwrap_or(row.ty)).clone()) {
            (Shape::Error, _) | (_, Shape::Error) => self.types.error(),
            (Shape::Column(s, of), Shape::Row(t, _) | Shape::Node(t)) if s == t => of,
            (Shape::Column(s, _), Shape::Row(t, _) | Shape::Node(t)) => {
                self.other_space(row.span, t, s);
                self.types.error()
            }
            (Shape::Array(of, _), Shape::Int("usize")) => of,
            (Shape::Array(of, _), Shape::Var(_)) => {
                let index = self.types.add(Shape::Int("usize"));
                self.same(row.span, index, list.unwrap_or(row.ty));
                of
            }
            (Shape::Array(..), _) => {
                let text = format!("an array is read at a `usize`, and this is {}", self.types.told(row.ty));
                self.errors.push(row.span, text, "convert it: `… as usize`");
                self.types.error()
            }
            (Shape::Column(s, _), _) => {
                let text = format!("a column is read at a row, and this is {}", self.types.told(row.ty));
                let space = &self.spaces[s].name;
                self.errors.push(
                    row.span,
                    text,
                    format!("rows of `{space}` are `Idx<{space}>`, and `k` in `… for k in {space}`"),
                );
                self.types.error()
            }
            (Shape::Var(Class::Any) | Shape::Rust(..), _) => {
                self.types.give_to_rust(row.ty);
                self.types.opaque()
            }
            _ => {
                let text = format!("{} has no rows", self.types.told(base.ty));
                self.errors.push(base.span, text, "vals, columns and arrays are read at rows");
                self.types.error()
            }
        };
        let ty = if list.is_some() { self.types.add(Shape::List(of)) } else { of };
        self.alloc(span, ty, Kind::Element(base, row))
    }

    pub fn other_space(&mut self, span: Span, row: SpaceId, column: SpaceId) {
        let [row, column] = [row, column].map(|at| self.spaces[at].name.clone());
        let text = format!("this is a row of `{row}`, and the column is of `{column}`");
        self.errors.push(
            span,
            text,
            format!("go from one space to the other by a column: a `Mapping<{row}, {column}>`"),
        );
    }

    /// A val that is read at rows, and has none. Of one that reads itself so, rows were meant: it is said once.
    fn no_rows(&mut self, name: &Ident, val: ValId, own: bool) {
        let message = format!("`{name}` is a function of values, not of rows");
        let of = self.heads[val].params.iter().find_map(|&id| match self.types.shape(self.locals[id].ty) {
            Shape::Rust(text, _) if own && syn::parse_str::<Ident>(text).is_ok() => Some(text.clone()),
            _ => None,
        });
        let Some(of) = of else {
            return self.errors.push(name.span(), message, format!("call it with its arguments: `{name}(…)`"));
        };
        if self.without_rows.insert(val) {
            let spaces = self.spaces.iter().map(|space| space.name.to_string());
            let known: Vec<String> = spaces.chain(self.languages.iter().map(|it| it.name.to_string())).collect();
            let help = match alike(&of, known.iter().map(String::as_str)) {
                Some(near) => format!("`{of}` is no space: did you mean `{near}`?"),
                None if of.starts_with(char::is_uppercase) => {
                    format!("rows are those of a space: declare one, `space {}: Batch<{of}>;`", of.to_lowercase())
                }
                None => format!(
                    "`{of}` is no space: declare it, `space {of}: Batch<Language>;`, with the enum of its nodes"
                ),
            };
            self.errors.push(name.span(), message, help);
        }
    }

    /// The value of a val at a row.
    pub fn attribute(&mut self, name: &Ident, val: ValId, row: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let span = name.span();
        let row = self.expression(row);
        let list = match *self.types.shape(row.ty) {
            Shape::List(of) => Some(of),
            _ => None,
        };
        let (is, value) = (self.heads[val].is, self.heads[val].value);
        let own = self.current == Some(val);
        if own && matches!(is, Kindred::Scatter(_)) {
            let help = "what others send to is read when all have been: in another val";
            self.errors.push(span, format!("`{name}` is read while it is written"), help);
            return self.broken(span);
        }
        let space = match is {
            // Of what it is, is not known.
            Kindred::Function if self.heads[val].params.iter().any(|&id| self.types.is_error(self.locals[id].ty)) => {
                return self.broken(span);
            }
            Kindred::Function => {
                self.no_rows(name, val, own);
                return self.broken(span);
            }
            Kindred::Up(space) | Kindred::Down(space) | Kindred::Scatter(space) => space,
            Kindred::Rewrite { from, .. } => from,
        };
        let place = match self.types.shape(list.unwrap_or(row.ty)).clone() {
            Shape::Error => return self.broken(span),
            Shape::Row(t, place) if t == space => place,
            Shape::Node(t) if t == space => Place::Own,
            Shape::Row(t, _) if own && self.target() == Some(t) => {
                let text = format!("`{name}` is read at a row that it has made, and has no value there");
                let help = format!(
                    "a pass rewrites each row of `{}` once, and not what it makes: take the new row as it is, or match on it; and repeat the pass, on the new batch, until nothing changes",
                    self.spaces[space].name
                );
                self.errors.push(row.span, text, help);
                return self.broken(span);
            }
            Shape::Row(t, _) | Shape::Node(t) => {
                self.other_space(row.span, t, space);
                return self.broken(span);
            }
            _ => {
                let text = format!("`{name}` is read at a row, and this is {}", self.types.told(row.ty));
                let help =
                    format!("rows are children of the node, the node itself, and `Idx<{}>`", self.spaces[space].name);
                self.errors.push(row.span, text, help);
                return self.broken(span);
            }
        };
        if own {
            self.recursive = true;
            let (fits, text, help) = match is {
                Kindred::Up(_) | Kindred::Rewrite { .. } => (
                    place == Place::Below,
                    format!("`{name}` is read at a row that is not computed yet"),
                    "on the way up only the children of the node are computed: read it at one of them",
                ),
                Kindred::Down(_) => (
                    place == Place::Own,
                    format!("`{name}` is read at a row whose value is not final yet"),
                    "on the way down only the row's own value is final: read it at the node itself",
                ),
                _ => (
                    false,
                    format!("`{name}` is read while it is written"),
                    "a column that others send to is read when all have been: in another val",
                ),
            };
            if !fits {
                self.errors.push(row.span, text, help);
            }
        }
        let ty = if list.is_some() { self.types.add(Shape::List(value)) } else { value };
        let read = self.alloc(span, ty, Kind::Attribute(val, row));
        if !own {
            self.reads.push((val, read));
        }
        read
    }
}
