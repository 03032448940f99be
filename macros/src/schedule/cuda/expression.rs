//! Expressions: as C++ computes what Rust computes.

use super::{
    literal::{number, of_bits},
    names::prefixed,
    payload::Form,
    slot::after,
    types::length,
    writer::{Bound, Sink, Writer, operand},
};
use crate::schedule::{
    tree::{Binary, Unary},
    typed::{Expr, Kind, Kindred, LocalId, ValId},
    types::Shape,
};
use proc_macro2::Span;
use quote::ToTokens;

impl<'a> Writer<'_, '_, 'a, '_> {
    pub fn value(&mut self, expr: &'a Expr<'a>) -> String {
        let span = expr.span;
        let program = self.unit.program;
        match &expr.kind {
            Kind::Number(digits) => {
                self.unit.ty(expr.ty, span);
                number(digits, &self.unit.form(expr.ty))
            }
            Kind::Bool(truth) => truth.to_string(),
            Kind::Local(id) => self.local(*id, span),
            Kind::Const(at) => {
                let (name, form) = (&program.consts[*at].name, self.unit.form(expr.ty));
                self.unit.ty(expr.ty, span);
                self.unit.consts.insert(*at);
                let stem = prefixed("c", &name.to_string());
                match form {
                    Form::Int(_) | Form::Float(_) | Form::Bool => {
                        self.unit.known_to_rust(&stem, &name.to_token_stream(), &form)
                    }
                    _ => {
                        let text =
                            format!("`{name}` is {}, and a device gets constants that are numbers", told(self, expr));
                        self.unit.refuse(span, text, "make it a parameter of the function, and of the val");
                        String::new()
                    }
                }
            }
            Kind::Rust(tokens) => match self.unit.form(expr.ty) {
                form @ (Form::Int(_) | Form::Float(_) | Form::Bool | Form::Char) => {
                    self.unit.known_to_rust("known", tokens, &form)
                }
                _ => {
                    let text = format!("`{}` is known to Rust only", tokens.to_string().replace(' ', ""));
                    let help = "match on it: `match f { Function::Sin => …, _ => … }`; of a number, say of which type it is, with \
                                a `const` of the block";
                    self.unit.refuse(span, text, help);
                    "0".to_owned()
                }
            },
            Kind::Unary(op, value) => {
                let text = operand(self.value(value));
                match (op, self.unit.form(value.ty)) {
                    (Unary::Neg, Form::Float(_)) => format!("-{text}"),
                    (Unary::Neg, _) => format!("rs::neg({text})"),
                    (Unary::Not, Form::Bool) => format!("!{text}"),
                    (Unary::Not, form) => {
                        let ty = self.unit.named(&form);
                        format!("{ty}(~{text})")
                    }
                }
            }
            Kind::Binary(op, a, b) => self.binary(expr, *op, a, b),
            Kind::Cast(value) => self.cast(expr, value),
            Kind::If(condition, value, other) if self.is_plain(expr) => {
                let [condition, value, other] = [condition, value, other].map(|it| operand(self.value(it)));
                format!("{condition} ? {value} : {other}")
            }
            Kind::If(..) | Kind::Match(..) => {
                let ty = self.unit.ty(expr.ty, span);
                let name = self.names.own("value");
                self.line(format!("{ty} {name}{{}};"));
                self.put_into(expr, &Sink::Set(name.clone()));
                name
            }
            Kind::Let(locals, value, body) => {
                self.assign(locals, value);
                self.value(body)
            }
            Kind::Builtin(builtin, args) => self.builtin(expr, *builtin, args),
            Kind::Call(val, args) => self.call(*val, args, span),
            Kind::Attribute(val, row) => {
                let at = self.value(row);
                self.read(*val, &at, span)
            }
            Kind::Element(base, at) => self.element(expr, base, at),
            Kind::Field(value, syn::Member::Unnamed(index))
                if matches!(program.types.shape(value.ty), Shape::Tuple(_)) =>
            {
                format!("{}.at{}", operand(self.value(value)), index.index)
            }
            Kind::Tuple(list) | Kind::Array(list) => {
                let ty = self.unit.ty(expr.ty, span);
                let parts: Vec<String> = list.iter().map(|it| self.value(it)).collect();
                match expr.kind {
                    Kind::Array(_) => format!("{ty}{{{{{}}}}}", parts.join(", ")),
                    _ => format!("{ty}{{{}}}", parts.join(", ")),
                }
            }
            Kind::Each(body, local, of) if matches!(program.types.shape(expr.ty), Shape::Array(..)) => {
                self.array(expr, body, *local, of)
            }
            _ => {
                self.not_on_a_device(expr);
                "0".to_owned()
            }
        }
    }

    fn not_on_a_device(&mut self, expr: &Expr<'_>) {
        let span = expr.span;
        match &expr.kind {
            Kind::Extern(name, _) => {
                let text = format!("`{name}` is a function of Rust, which runs on the CPU");
                let help = "write it as a val, `val price(x: f64) -> f64 { … }`; or compute it in a pass before, and take its column \
                            as a parameter";
                self.unit.refuse(span, text, help);
            }
            Kind::Net(..) => self.unit.not_there(span, "this is a net"),
            Kind::Construct(..) | Kind::Record(..) | Kind::Borrow(_) => {
                self.unit.no_type(span, "a value of Rust's own type has no form");
            }
            Kind::Field(value, _) => {
                let text = format!("{} has no form", told(self, value));
                self.unit.no_type(value.span, &text);
            }
            Kind::Column(..) | Kind::Groups(..) => {
                self.unit.not_there(span, "this is a column that is made for one row")
            }
            Kind::New(..) | Kind::Rebuilt => self.unit.not_there(span, "this is a new node"),
            Kind::Act(_) => self.unit.not_there(span, "this is of a body by hand"),
            _ => self.unit.not_there(span, "this is a list that is kept"),
        }
    }

    fn local(&mut self, id: LocalId, span: Span) -> String {
        match self.bound.get(&id) {
            Some(Bound::Text(text)) => text.clone(),
            _ => {
                self.unit.not_there(span, "this is a list that is kept");
                "0".to_owned()
            }
        }
    }

    fn cast(&mut self, expr: &'a Expr<'a>, value: &'a Expr<'a>) -> String {
        let (from, to) = (self.unit.form(value.ty), self.unit.form(expr.ty));
        let ty = self.unit.ty(expr.ty, expr.span);
        self.unit.ty(value.ty, value.span);
        let text = self.value(value);
        match (&from, &to) {
            _ if from == to => text,
            (Form::Words, _) | (_, Form::Words) => {
                self.unit.no_type(expr.span, "a value of Rust's own type has no form");
                text
            }
            _ => format!("rs::as<{ty}>({text})"),
        }
    }

    /// A function of values.
    pub fn call(&mut self, val: ValId, args: &[&'a Expr<'a>], span: Span) -> String {
        let program = self.unit.program;
        let name = &program.vals[val].name;
        if self.unit.open.contains(&val) {
            let text = format!("`{name}` calls itself, and a device has no stack for that");
            let help = "compute it on the CPU, and take its column as a parameter; over the rows of a batch a val goes by `cost[child]`";
            self.unit.refuse(span, text, help);
            return "0".to_owned();
        }
        self.unit.function(val);
        let mut given = vec!["s".to_owned(), "row".to_owned()];
        for arg in args {
            given.push(match *program.types.shape(arg.ty) {
                Shape::List(_) => {
                    self.unit.not_there(arg.span, "this is a list that is kept");
                    continue;
                }
                Shape::Column(..) => self.column(arg),
                _ => self.value(arg),
            });
        }
        format!("{}({})", prefixed("f", &name.to_string()), given.join(", "))
    }

    /// A column as a whole: its first slot.
    pub fn column(&mut self, expr: &'a Expr<'a>) -> String {
        match &expr.kind {
            Kind::Local(id) => self.local(*id, expr.span),
            _ => {
                self.not_on_a_device(expr);
                "0".to_owned()
            }
        }
    }

    /// The value of a val at a row.
    pub fn read(&mut self, val: ValId, at: &str, span: Span) -> String {
        if self.unit.lowered.inline.contains(&val) {
            self.unit.of_row(val);
            let name = prefixed("at", &self.unit.program.vals[val].name.to_string());
            return format!("{name}(s, row, {at})");
        }
        let value = self.unit.program.vals[val].value;
        if let Some(point) = self.point.clone().filter(|_| val == self.val) {
            return self.unit.load(&point.cells.to_string(), value, &format!("u64({at}) * points + p"), span);
        }
        let Some(&first) = self.unit.slots.vals.get(&val) else {
            let of = &self.unit.program.vals[val];
            let text = match of.sort.is {
                Kindred::Rewrite { .. } => format!("`{}` makes nodes, which a device does not", of.name),
                _ => format!("`{}` is not known here on the device", of.name),
            };
            self.unit.refuse(span, text, super::refuse::ON_THE_CPU);
            return "0".to_owned();
        };
        self.unit.load(&first.to_string(), value, at, span)
    }

    /// An element of a column, at a row; or of an array, at a number.
    fn element(&mut self, expr: &'a Expr<'a>, base: &'a Expr<'a>, at: &'a Expr<'a>) -> String {
        let program = self.unit.program;
        match program.types.shape(base.ty) {
            Shape::Column(..) => {
                let (first, at) = (self.column(base), self.value(at));
                self.unit.load(&first, expr.ty, &at, expr.span)
            }
            Shape::Array(..) => {
                self.unit.ty(base.ty, base.span);
                let (base, at) = (self.value(base), self.value(at));
                format!("element(s, row, {base}, {at})")
            }
            _ => {
                let text = format!("{} has no form", told(self, base));
                self.unit.no_type(base.span, &text);
                "0".to_owned()
            }
        }
    }

    /// `[f(x) for x in array]`
    fn array(&mut self, expr: &'a Expr<'a>, body: &'a Expr<'a>, local: LocalId, of: &'a Expr<'a>) -> String {
        let program = self.unit.program;
        let ty = self.unit.ty(expr.ty, expr.span);
        let Shape::Array(_, len) = program.types.shape(expr.ty) else { return "0".to_owned() };
        let len = length(program, len).unwrap_or(0);
        let source = match of.kind {
            Kind::Range(..) => None,
            _ => {
                let (text, ty) = (self.value(of), self.unit.ty(of.ty, of.span));
                Some(self.named("all", &ty, text))
            }
        };
        let (name, at) = (self.names.own("array"), self.names.own("i"));
        self.line(format!("{ty} {name}{{}};"));
        self.open(format!("for (u64 {at} = 0; {at} < {len}; {at}++)"));
        let lines = self.apart(|this| {
            let element = this.unit.ty(program.locals[local].ty, of.span);
            let text = source.map_or_else(|| at.clone(), |source| format!("{source}.at[{at}]"));
            this.bind(local, &element, &text);
            this.put_into(body, &Sink::Set(format!("{name}.at[{at}]")));
        });
        self.write(lines);
        self.close();
        name
    }

    /// How many rows a space has.
    pub fn rows(&mut self, space: usize, span: Span) -> String {
        if let Some(text) = self.counts.get(&space) {
            return text.clone();
        }
        let of = self.unit.lowered.of;
        let known = self.unit.program.known_by(space, of.params.iter().map(|(name, ty)| (name, *ty)));
        match known {
            Some((name, ty)) => {
                let first = self.unit.slots.params.get(&name.to_string()).copied().unwrap_or(0);
                self.unit.count_at(&first.to_string(), ty, span)
            }
            None => {
                let space = &self.unit.program.spaces[space].name;
                self.unit.refuse(
                    span,
                    format!("how many rows has `{space}`?"),
                    format!("add a parameter: `rows: Rows<{space}>`"),
                );
                "0".to_owned()
            }
        }
    }

    /// Both of a logical operator, of which the second may not be looked at.
    pub fn logical(&mut self, all: bool, a: String, b: &'a Expr<'a>) -> String {
        if self.is_plain(b) {
            let b = operand(self.value(b));
            let sign = if all { "&&" } else { "||" };
            return format!("{} {sign} {b}", operand(a));
        }
        let name = self.names.own("truth");
        self.line(format!("bool {name} = {a};"));
        self.open(if all { format!("if ({name})") } else { format!("if (!{name})") });
        self.inner(b, &Sink::Set(name.clone()));
        self.close();
        name
    }

    pub fn is_logical(op: Binary) -> Option<bool> {
        match op {
            Binary::And => Some(true),
            Binary::Or => Some(false),
            _ => None,
        }
    }
}

impl super::Unit<'_, '_, '_> {
    /// How many rows a column, a batch, or `Rows` has, by its first slot.
    pub fn count_at(&mut self, first: &str, ty: crate::schedule::types::Ty, span: Span) -> String {
        let slot = match *self.program.types.shape(ty) {
            Shape::Column(_, of) => after(first, self.leaves(of, span).len()),
            Shape::Batch(_) => after(first, 5),
            _ => first.to_owned(),
        };
        of_bits(&Form::Int("u64"), &format!("get(s, {slot})"))
    }
}

/// What a type is, to be told.
fn told(writer: &Writer<'_, '_, '_, '_>, expr: &Expr<'_>) -> String {
    let types = &writer.unit.program.types;
    match types.shape(expr.ty) {
        Shape::Var(_) => "a type that is known to Rust only".to_owned(),
        _ => types.told(expr.ty),
    }
}
