//! What a `for` goes through, and what is made of all its values.

use super::flatten::{Flatten, Item, List, Then};
use super::flow::{Arithmetic, Is, Loop, Op, Plain, Reduce, V};
use crate::schedule::{
    builtin::{Builtin, Signature},
    emit::own,
    tree::Binary,
    typed::{Expr, Kind, LocalId},
    types::{Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Literal, Span};
use quote::{ToTokens, quote};

impl<'p, 'a, 'e> Flatten<'p, 'a, 'e> {
    /// A loop over the rows of a space.
    pub fn enter(
        &mut self,
        span: Span,
        space: SpaceId,
        name: &Ident,
        f: &mut dyn FnMut(&mut Self, V) -> Option<V>,
    ) -> Option<Loop> {
        let mut row = 0;
        let name = name.to_string();
        let body = self.within(&mut |this| {
            row = this.push(span, &name, Is::Row(space), Op::Row);
            f(this, row)
        })?;
        Some(Loop { space, row, body, list: None })
    }

    /// The children that a pattern bound together, of which a list is made.
    fn children(&self, list: &'a Expr<'a>) -> Option<&List> {
        match &list.kind {
            Kind::Local(id) => match self.scope.get(id) {
                Some(Item::List(list)) => Some(list),
                _ => None,
            },
            Kind::Attribute(_, of) | Kind::Element(_, of) | Kind::Each(_, _, of) | Kind::Filter(_, of, _) => {
                self.children(of)
            }
            _ => None,
        }
    }

    /// The elements, if it is known how many there are: children, or a val at each of them.
    fn items(&mut self, list: &'a Expr<'a>) -> Option<Vec<V>> {
        match &list.kind {
            Kind::Local(_) => self.children(list)?.items.clone(),
            Kind::Attribute(val, of) => {
                let (column, is) = (*self.columns.get(val)?, self.element_of(list.ty));
                let rows = self.items(of)?;
                Some(rows.into_iter().map(|row| self.push(list.span, "t", is.clone(), Op::Read(column, row))).collect())
            }
            _ => None,
        }
    }

    /// The sum of no values, the product, the largest, the smallest.
    fn unit(&mut self, expr: &'a Expr<'a>, name: &str) -> V {
        let tokens = self.program.unit(name, expr.ty);
        let is = self.is(expr.ty);
        self.push(expr.span, "t", is, Op::Text(tokens))
    }

    /// A loop over a list, with what is made of each element.
    pub fn over(&mut self, list: &'a Expr<'a>, then: Then<'_, 'p, 'a, 'e>) -> Option<Loop> {
        let one = |this: &mut Self, item: Option<Item>| match item? {
            Item::Value(v) => Some(v),
            Item::Tuple(_) | Item::List(_) => {
                this.error(list.span, "a tuple has no derivative here", "make a number of each element")
            }
        };
        match &list.kind {
            Kind::Local(id) if self.children(list).is_some() => {
                let (name, iter) = (self.program.locals[*id].name.clone(), self.children(list)?.iter.clone());
                let Is::Row(space) = self.element_of(list.ty) else { return None };
                let of = self.push(name.span(), "list", Is::Other, Op::Text(iter));
                let it = self.enter(list.span, space, &own("child"), &mut |this, row| {
                    let item = then(this, Item::Value(row));
                    one(this, item)
                })?;
                Some(Loop { list: Some(of), ..it })
            }
            Kind::Attribute(val, rows) if self.columns.contains_key(val) => {
                let (column, is) = (self.columns[val], self.element_of(list.ty));
                self.over(rows, &mut |this, row| {
                    let Item::Value(row) = row else { return None };
                    let read = this.push(list.span, "t", is.clone(), Op::Read(column, row));
                    then(this, Item::Value(read))
                })
            }
            Kind::Rows(space) => self.enter(list.span, *space, &own("row"), &mut |this, row| {
                let item = then(this, Item::Value(row));
                one(this, item)
            }),
            Kind::Each(body, local, of) => {
                let name = self.program.locals[*local].name.clone();
                self.over(of, &mut |this, element| {
                    this.element(*local, &name, element);
                    let item = this.item(body)?;
                    then(this, item)
                })
            }
            Kind::Filter(local, of, condition) => {
                let name = self.program.locals[*local].name.clone();
                self.over(of, &mut |this, element| {
                    this.element(*local, &name, element.clone());
                    let condition = this.value(condition)?;
                    this.push(list.span, "guard", Is::Other, Op::Guard(condition));
                    then(this, element)
                })
            }
            Kind::Element(base, rows) if matches!(self.program.types.shape(rows.ty), Shape::List(_)) => {
                let (base, is) = (self.value(base)?, self.element_of(list.ty));
                self.over(rows, &mut |this, row| {
                    let Item::Value(row) = row else { return None };
                    let read = this.push(list.span, "t", is.clone(), Op::Read(base, row));
                    then(this, Item::Value(read))
                })
            }
            _ => match *self.program.types.shape(list.ty) {
                Shape::Column(space, of) => {
                    let (base, is) = (self.value(list)?, self.is(of));
                    self.enter(list.span, space, &own("row"), &mut |this, row| {
                        let read = this.push(list.span, "t", is.clone(), Op::Read(base, row));
                        let item = then(this, Item::Value(read));
                        one(this, item)
                    })
                }
                _ => {
                    let help = "the lists that have are the rows of a space, columns, and `e for x in` one of these";
                    self.error(list.span, "what is made of this list has no derivative", help)
                }
            },
        }
    }

    /// An element of a loop gets its name.
    pub fn element(&mut self, local: LocalId, name: &Ident, element: Item) {
        if let Item::Value(v) = element {
            let text = self.flow.values[v].name.to_string();
            if ["row", "child"].iter().any(|ours| text == *ours || text.starts_with(&format!("{ours}_"))) {
                let name = self.fresh(&name.to_string());
                self.flow.values[v].name = name;
            } else {
                self.rename(v, name, false);
            }
        }
        self.scope.insert(local, element);
    }

    pub fn element_of(&self, list: Ty) -> Is {
        match *self.program.types.shape(list) {
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) => self.is(of),
            _ => Is::Other,
        }
    }

    pub fn builtin(&mut self, expr: &'a Expr<'a>, builtin: Builtin, args: &[&'a Expr<'a>]) -> Option<V> {
        let (span, is) = (expr.span, self.is(expr.ty));
        let float = matches!(is, Is::Float(_));
        let name = builtin.name();
        match builtin.signature() {
            Signature::Reduce if args.len() > 1 => {
                let mut list = self.values(args)?.into_iter();
                let first = list.next()?;
                Some(list.fold(first, |a, b| self.joined(span, builtin, expr.ty, a, b)))
            }
            Signature::Reduce => {
                if let Kind::Array(list) = &args[0].kind
                    && !list.is_empty()
                {
                    let mut list = self.values(list)?.into_iter();
                    let first = list.next()?;
                    return Some(list.fold(first, |a, b| self.joined(span, builtin, expr.ty, a, b)));
                }
                if !float {
                    let text = format!("`{name}` of a list that is not of floats stands in the way of the derivative");
                    return self.error(span, text, "give it to the val as a parameter");
                }
                let empty = self.children(args[0]).and_then(|list| list.items.as_ref()).is_some_and(Vec::is_empty);
                if empty {
                    return Some(self.unit(expr, builtin.rust()));
                }
                if let Some(items) = self.items(args[0]) {
                    let mut items = items.into_iter();
                    let first = items.next()?;
                    return Some(items.fold(first, |a, b| self.joined(span, builtin, expr.ty, a, b)));
                }
                let (reduce, named) = match name {
                    "sum" => (Reduce::Sum, "sum"),
                    "max" => (Reduce::Max, "most"),
                    "min" => (Reduce::Min, "least"),
                    _ => {
                        let help = "if all are above zero it is `exp(sum(ln(x) for x in list))`";
                        return self.error(span, "the product of a list has no derivative here", help);
                    }
                };
                let it = self.over(args[0], &mut |_, item| Some(item))?;
                Some(self.push(span, named, is, Op::Reduce(reduce, it)))
            }
            Signature::Length if matches!(args[0].kind, Kind::Local(_)) && self.children(args[0]).is_some() => {
                let list = self.children(args[0])?;
                let count = match (&list.items, &list.iter) {
                    (Some(items), _) => Literal::usize_unsuffixed(items.len()).into_token_stream(),
                    (None, iter) => quote!(#iter.into_iter().count()),
                };
                Some(self.push(span, "t", is, Op::Text(count)))
            }
            Signature::Length => match (&args[0].kind, self.program.types.shape(args[0].ty)) {
                (Kind::Rows(space), _) | (_, Shape::Column(space, _)) => {
                    Some(self.push(span, "t", is, Op::Plain(Plain::Count(*space), Vec::new())))
                }
                _ => {
                    self.error(span, "this list's length stands in the way of the derivative", "give it as a parameter")
                }
            },
            Signature::Truths => {
                let text = format!("`{name}` stands in the way of the derivative");
                self.error(span, text, "give it to the val as a parameter")
            }
            _ if name == "add" => {
                let list = self.values(args)?;
                Some(self.joined(span, builtin, expr.ty, list[0], *list.get(1)?))
            }
            _ => {
                let list = self.values(args)?;
                if float {
                    return Some(self.push(span, "t", is, Op::Arithmetic(Arithmetic::Function(builtin), list)));
                }
                let function = self.program.function(span, builtin, args.first()?.ty);
                Some(self.push(span, "t", is, Op::Plain(Plain::Call(function), list)))
            }
        }
    }

    /// Two values, as a sum, a product, the larger, the smaller.
    pub fn joined(&mut self, span: Span, builtin: Builtin, ty: Ty, a: V, b: V) -> V {
        let is = self.is(ty);
        let float = matches!(is, Is::Float(_));
        let op = match (builtin.rust(), float) {
            ("+", true) => Op::Arithmetic(Arithmetic::Add, vec![a, b]),
            ("*", true) => Op::Arithmetic(Arithmetic::Mul, vec![a, b]),
            (_, true) => Op::Arithmetic(Arithmetic::Function(builtin), vec![a, b]),
            ("+", false) => Op::Plain(Plain::Binary(Binary::Add), vec![a, b]),
            ("*", false) => Op::Plain(Plain::Binary(Binary::Mul), vec![a, b]),
            (name, false) => Op::Plain(Plain::Call(self.program.extreme(span, name, ty)), vec![a, b]),
        };
        self.push(span, "t", is, op)
    }
}
