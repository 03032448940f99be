//! Expressions.

use super::{Elaborator, Item, net};
use crate::schedule::{
    errors::{count, nearest},
    tree::{self},
    typed::{Expr, Kind, last},
    types::{Class, Place, Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Span};
use quote::ToTokens;

impl<'a> Elaborator<'a, '_> {
    /// An expression of this type.
    pub fn expect(&mut self, expr: &'a tree::Expr<'a>, ty: Ty) -> &'a Expr<'a> {
        use tree::Kind as T;
        let span = expr.span;
        // Each end of it is of the type: so what is wrong is reported there.
        match &expr.kind {
            T::If(condition, value, other) => {
                let truth = self.types.add(Shape::Bool);
                let condition = self.expect(condition, truth);
                let (value, other) = (self.expect(value, ty), self.otherwise(span, other, Some(ty)));
                self.alloc(span, ty, Kind::If(condition, value, other))
            }
            T::Match(value, arms) => self.match_value(span, value, arms, Some(ty)),
            T::Act(tree::Act::Block(list, value)) => self.hand_block(span, list, *value, Some(ty)),
            T::Tuple(list) if self.hand.is_some() => self.hand_tuple(span, list, ty),
            T::Let(names, value, body) => {
                let outer = self.scope.len();
                let (locals, value) = self.bound(names, value);
                let body = self.expect(body, ty);
                self.scope.truncate(outer);
                self.alloc(span, ty, Kind::Let(locals, value, body))
            }
            _ => {
                let found = self.expression(expr);
                self.coerce(found, ty)
            }
        }
    }

    /// The other side of a condition.
    pub fn otherwise(&mut self, span: Span, other: &'a tree::Expr<'a>, ty: Option<Ty>) -> &'a Expr<'a> {
        if matches!(&other.kind, tree::Kind::Writes(list) if list.is_empty()) {
            self.errors.push(
                span,
                "a value has another one for when the condition is false",
                "write `if c { a } else { b }`",
            );
            return self.broken(span);
        }
        match ty {
            Some(ty) => self.expect(other, ty),
            None => self.expression(other),
        }
    }

    /// What was found, as a value of this type.
    pub fn coerce(&mut self, found: &'a Expr<'a>, ty: Ty) -> &'a Expr<'a> {
        let (wanted, is) = (self.types.shape(ty).clone(), self.types.shape(found.ty).clone());
        match (wanted, is) {
            // The node itself, where a new row is wanted: the same node with its children rewritten.
            (Shape::Row(to, Place::Any), Shape::Node(from)) if self.target() == Some(to) => {
                let args = |this: &Self, at: SpaceId| -> Vec<String> {
                    this.spaces[at].args.1.iter().map(|&ty| this.types.show(ty)).collect()
                };
                if self.spaces[from].language == self.spaces[to].language && args(self, from) == args(self, to) {
                    self.recursive = true;
                    return self.alloc(found.span, ty, Kind::Rebuilt);
                }
                let text = format!("a node of `{}` is no node of `{}`", self.spaces[from].name, self.spaces[to].name);
                self.errors.push(found.span, text, "build the new node: `Add(to[a], to[b])`");
                found
            }
            // A row that is known to be below, where any is wanted.
            (Shape::Row(s, Place::Any), Shape::Row(t, _) | Shape::Node(t)) if s == t => {
                self.alloc(found.span, ty, Kind::Cast(found))
            }
            (Shape::Encoder(to), Shape::Encoder(from))
            | (Shape::Fence(to), Shape::Fence(from))
            | (Shape::Ready(to) | Shape::Record(to), Shape::Ready(from) | Shape::Record(from)) => {
                self.narrow(found, ty, from, to)
            }
            // What is only looked at is lent.
            (Shape::Rust(wanted, _), Shape::Rust(is, _)) if wanted.strip_prefix('&') == Some(is.as_str()) => {
                self.alloc(found.span, ty, Kind::Borrow(found))
            }
            _ => {
                if !self.types.unify(ty, found.ty) {
                    let (message, help) = self.mismatch(ty, found.ty);
                    self.errors.push(found.span, message, self.rewritten(ty, found).unwrap_or(help));
                }
                found
            }
        }
    }

    pub fn expression(&mut self, expr: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        use tree::Kind as T;
        let span = expr.span;
        match &expr.kind {
            T::Literal(lit) => self.literal(span, lit),
            T::Name(name) => self.name_value(name),
            T::Path(path) => match self.operator_path(path) {
                Some((space, operator)) => self.construct(span, space, operator, &[]),
                None if self.makes_no_node(span, path) => self.broken(span),
                None => {
                    let ty = self.types.opaque();
                    self.alloc(span, ty, Kind::Rust(path.to_token_stream()))
                }
            },
            T::Unary(op, value) => self.unary(span, *op, value),
            T::Binary(op, a, b) => self.binary(span, *op, a, b),
            T::Cast(value, ty) => {
                let value = self.expression(value);
                let to = self.read_type(ty);
                self.cast(span, value.ty, to);
                self.alloc(span, to, Kind::Cast(value))
            }
            T::If(condition, value, other) => {
                let truth = self.types.add(Shape::Bool);
                let condition = self.expect(condition, truth);
                let value = self.expression(value);
                let other = self.otherwise(span, other, None);
                let (value, other) = self.both(value, other);
                self.alloc(span, value.ty, Kind::If(condition, value, other))
            }
            T::Match(value, arms) => self.match_value(span, value, arms, None),
            T::Call(path, args) => self.call(span, path, args),
            T::Index(base, row) => self.index(span, base, row),
            T::Field(value, member) => {
                let value = self.expression(value);
                let ty = match (self.types.shape(value.ty).clone(), member) {
                    (Shape::Tuple(of), syn::Member::Unnamed(at)) => match of.get(at.index as usize) {
                        Some(&ty) => ty,
                        None => {
                            let text = format!("{} has no field `{}`", self.types.told(value.ty), at.index);
                            self.errors.push(span, text, format!("its fields are 0 to {}", of.len().saturating_sub(1)));
                            self.types.error()
                        }
                    },
                    (Shape::Rust(..) | Shape::Var(Class::Any), _) => self.types.opaque(),
                    (Shape::Ready(_) | Shape::Record(_) | Shape::Encoder(_) | Shape::Fence(_), _) => {
                        self.record_field(span, value.ty, member)
                    }
                    (Shape::Error, _) => self.types.error(),
                    _ => {
                        let text = format!("{} has no fields", self.types.told(value.ty));
                        self.errors.push(span, text, "tuples and records have fields");
                        self.types.error()
                    }
                };
                self.alloc(span, ty, Kind::Field(value, member.clone()))
            }
            T::Tuple(list) => {
                let list: Vec<_> = list.iter().map(|value| self.expression(value)).collect();
                let ty = self.types.add(Shape::Tuple(list.iter().map(|value| value.ty).collect()));
                self.alloc(span, ty, Kind::Tuple(list))
            }
            T::Array(list) => {
                let of = self.types.var(Class::Any);
                let list: Vec<_> = list.iter().map(|value| self.expect(value, of)).collect();
                let ty = self.types.add(Shape::Array(of, list.len().to_string()));
                self.alloc(span, ty, Kind::Array(list))
            }
            T::Range(from, to, inclusive) => {
                let of = self.types.var(Class::Integer);
                let (from, to) = (self.expect(from, of), self.expect(to, of));
                let ty = self.types.add(Shape::List(of));
                self.alloc(span, ty, Kind::Range(from, to, *inclusive))
            }
            T::Record(path, _)
                if self.hand.is_some()
                    && path
                        .get_ident()
                        .is_some_and(|it| matches!(self.item(&it.to_string()), Some(Item::Record(_)))) =>
            {
                let help = "return the values themselves, `-> (i32, f64)`, or what was awaited";
                self.errors.push(span, "a record is what was on a device, and is not written", help);
                self.broken(span)
            }
            T::Record(path, fields) => {
                let fields = fields.iter().map(|(member, value)| (member.clone(), self.given_to_rust(value))).collect();
                // `Shape::Square { side }` is of an enum, whose type is not named here.
                let ty = match path.get_ident() {
                    Some(_) => self.types.rust(&syn::parse_quote!(#path)),
                    None => self.types.opaque(),
                };
                self.alloc(span, ty, Kind::Record(path.clone(), fields))
            }
            T::Let(names, value, body) => self.binding(span, names, value, body),
            T::Each(body, name, list, condition) => self.each(span, body, name, list, *condition),
            T::Column(body, name, list) => self.column(span, body, name, list),
            T::Write(name, ..) => {
                let text = format!("`{name}` is written in a place for a value");
                self.errors.push(span, text, "values are sent to rows by a val with `default … join …`, in its arms");
                self.broken(span)
            }
            T::Writes(_) => {
                self.errors.push(
                    span,
                    "a value is wanted here",
                    "a block ends with its value: `{ x :- a + b; x * x }`",
                );
                self.broken(span)
            }
            T::Act(act) => self.act(span, act),
            T::Error => self.broken(span),
        }
    }

    /// A value for something of Rust's, whose type is known to it.
    pub fn given_to_rust(&mut self, expr: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let value = self.expression(expr);
        self.types.give_to_rust(value.ty);
        value
    }

    /// `[e for k in 0..4]`: an array, whose length is known.
    pub fn tabulate(&mut self, span: Span, body: &'a tree::Expr<'a>, name: &Ident, list: &'a Expr<'a>) -> &'a Expr<'a> {
        let of = self.element(list.ty);
        let len = match (&list.kind, self.types.shape(list.ty)) {
            (Kind::Range(Expr { kind: Kind::Number(from), .. }, to, false), _) if from == "0" => {
                let index = self.types.add(Shape::Int("usize"));
                self.same(list.span, index, of);
                match to.kind {
                    Kind::Number(ref to) => Some(to.clone()),
                    Kind::Const(at) => self.consts[at].len.clone(),
                    _ => None,
                }
            }
            (_, Shape::Array(_, len)) => Some(len.clone()),
            (_, Shape::Error) => return self.broken(span),
            _ => None,
        };
        let outer = self.scope.len();
        let local = self.bind(name, of);
        let body = self.expression(body);
        self.scope.truncate(outer);
        let Some(len) = len else {
            let text = "how long this array is, is not known before it is computed";
            self.errors.push(list.span, text, "go through an array, or write `[… for k in 0..4]`");
            return self.broken(span);
        };
        let ty = self.types.add(Shape::Array(body.ty, len));
        self.alloc(span, ty, Kind::Each(body, local, list))
    }

    /// Two values of which one is taken: of one type.
    pub fn both(&mut self, a: &'a Expr<'a>, b: &'a Expr<'a>) -> (&'a Expr<'a>, &'a Expr<'a>) {
        let any = |this: &Self, ty| matches!(this.types.shape(ty), Shape::Row(_, Place::Any));
        match () {
            () if any(self, a.ty) => (a, self.coerce(b, a.ty)),
            () if any(self, b.ty) => (self.coerce(a, b.ty), b),
            () => {
                self.same(last(b), a.ty, b.ty);
                (a, b)
            }
        }
    }

    pub fn name_value(&mut self, name: &Ident) -> &'a Expr<'a> {
        let (span, text) = (name.span(), name.to_string());
        if let Some(local) = self.local(&text) {
            let ty = self.locals[local].ty;
            return self.alloc(span, ty, Kind::Local(local));
        }
        if let Some(space) = self.target()
            && let Some(operator) = self.language(space).and_then(|language| language.operator(name))
        {
            return self.construct(span, space, operator, &[]);
        }
        match self.item(&text) {
            Some(Item::Const(at)) => {
                let ty = self.consts[at].ty;
                self.alloc(span, ty, Kind::Const(at))
            }
            Some(Item::Space(space)) => {
                let row = self.types.add(Shape::Row(space, Place::Any));
                let ty = self.types.add(Shape::List(row));
                self.alloc(span, ty, Kind::Rows(space))
            }
            Some(Item::Val(_)) => {
                let help = format!("its value at a row is `{name}[row]`; a function of values is called, `{name}(x)`");
                self.errors.push(span, format!("`{name}` is a val, and no value"), help);
                self.broken(span)
            }
            Some(Item::Class(_) | Item::Extern(_) | Item::Fn(_)) => {
                self.errors.push(span, format!("`{name}` is a function"), format!("call it: `{name}(…)`"));
                self.broken(span)
            }
            Some(Item::Lost) => self.broken(span),
            Some(Item::Plan(_) | Item::Record(_) | Item::Pipeline) => {
                self.errors.push(
                    span,
                    format!("`{name}` is no value"),
                    "values are constants, parameters, and what they make",
                );
                self.broken(span)
            }
            None if self.dimension(&text).is_some() => self.dimension_value(span, &text),
            None if text == net::NAME => {
                self.errors.push(span, "`reduce` takes a call, and here is none", net::HELP);
                self.broken_net(span)
            }
            None if self.makes_no_node(span, &name.clone().into()) => self.broken(span),
            // As Rust's prelude has it.
            None if text == "None" => {
                let ty = self.types.opaque();
                self.alloc(span, ty, Kind::Rust(name.to_token_stream()))
            }
            None => {
                let known = self.visible();
                let help = nearest(&text, known.iter().map(String::as_str), "name");
                self.errors.push(span, format!("nothing here is called `{name}`"), help);
                self.broken(span)
            }
        }
    }

    pub fn binding(
        &mut self,
        span: Span,
        names: &[Ident],
        value: &'a tree::Expr<'a>,
        body: &'a tree::Expr<'a>,
    ) -> &'a Expr<'a> {
        let outer = self.scope.len();
        let (locals, value) = self.bound(names, value);
        let body = self.expression(body);
        self.scope.truncate(outer);
        self.alloc(span, body.ty, Kind::Let(locals, value, body))
    }

    pub fn bound(&mut self, names: &[Ident], value: &'a tree::Expr<'a>) -> (Vec<usize>, &'a Expr<'a>) {
        let value = self.expression(value);
        // Of what only Rust knows, rustc says if it is no tuple of so many.
        if let ([_, _, ..], Shape::Var(Class::Any)) = (names, self.types.shape(value.ty)) {
            let of = names.iter().map(|_| self.types.var(Class::Any)).collect();
            let tuple = self.types.add(Shape::Tuple(of));
            self.types.unify(value.ty, tuple);
        }
        let types = match (names, self.types.shape(value.ty).clone()) {
            ([_], _) => vec![value.ty],
            (_, Shape::Tuple(of)) if of.len() == names.len() => of,
            (_, shape) => {
                if !matches!(shape, Shape::Error) {
                    let text =
                        format!("{}, and the value is {}", count(names.len(), "name"), self.types.told(value.ty));
                    self.errors.push(names[0].span(), text, "several names take a tuple apart, of as many values");
                }
                names.iter().map(|_| self.types.error()).collect()
            }
        };
        (names.iter().zip(types).map(|(name, ty)| self.bind(name, ty)).collect(), value)
    }

    /// Something to go through: a list, an array, a space.
    pub fn list(&mut self, expr: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let list = self.expression(expr);
        if let Shape::Var(Class::Any) = self.types.shape(list.ty) {
            let of = self.types.var(Class::Any);
            let wanted = self.types.add(Shape::List(of));
            self.types.unify(list.ty, wanted);
        }
        // A number of rows stands for them.
        if let Shape::Rows(space) = *self.types.shape(list.ty) {
            let row = self.types.add(Shape::Row(space, Place::Any));
            let ty = self.types.add(Shape::List(row));
            return self.alloc(list.span, ty, Kind::Rows(space));
        }
        if !matches!(self.types.shape(list.ty), Shape::List(_) | Shape::Array(..) | Shape::Column(..) | Shape::Error) {
            let text = format!("a list is wanted here, and this is {}", self.types.told(list.ty));
            let help =
                "a list is `args..` of a pattern, the rows of a space by its name, a column, or `e for x in list`";
            self.errors.push(list.span, text, help);
            return self.broken(list.span);
        }
        list
    }

    /// What a list is of.
    pub fn element(&mut self, list: Ty) -> Ty {
        match *self.types.shape(list) {
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) => of,
            _ => self.types.error(),
        }
    }
}
