//! Literals, operators, conversions.

use super::Elaborator;
use crate::schedule::{
    tree::{self, Binary, Unary},
    typed::{Expr, Kind},
    types::{Class, Shape, Ty},
};
use proc_macro2::Span;
use quote::ToTokens;
use syn::Lit;

impl<'a> Elaborator<'a, '_> {
    /// Can a value be converted?
    pub fn cast(&mut self, span: Span, from: Ty, to: Ty) {
        let help = match (self.types.shape(from), self.types.shape(to)) {
            (Shape::Error, _) | (_, Shape::Error) => return,
            (Shape::Bool, Shape::Float(_)) => "write `if … { 1.0 } else { 0.0 }`",
            (Shape::Int(_) | Shape::Float(_) | Shape::Var(Class::Number | Class::Float), Shape::Bool) => {
                "compare it with something"
            }
            (
                Shape::Int(_) | Shape::Float(_) | Shape::Bool | Shape::Var(_) | Shape::Rust(..),
                Shape::Int(_) | Shape::Float(_) | Shape::Bool | Shape::Var(_) | Shape::Rust(..),
            ) => return,
            (Shape::Row(..) | Shape::Node(_), _) => "`as` converts numbers; the value of a val at a row is `name[row]`",
            _ => "`as` converts numbers",
        };
        let text = format!("{} cannot be made {}", self.types.told(from), self.types.told(to));
        self.errors.push(span, text, help);
    }

    pub fn literal(&mut self, span: Span, lit: &Lit) -> &'a Expr<'a> {
        let (digits, suffix, class) = match lit {
            Lit::Int(int) => (int.base10_digits(), int.suffix(), Class::Number),
            Lit::Float(float) => (float.base10_digits(), float.suffix(), Class::Float),
            Lit::Bool(truth) => {
                let ty = self.types.add(Shape::Bool);
                return self.alloc(span, ty, Kind::Bool(truth.value));
            }
            _ => {
                let ty = self.types.opaque();
                return self.alloc(span, ty, Kind::Rust(lit.to_token_stream()));
            }
        };
        let ty = match crate::schedule::types::INTEGERS.into_iter().find(|known| *known == suffix) {
            Some(integer) => self.types.add(Shape::Int(integer)),
            None => match suffix {
                "" => self.types.var(class),
                "f32" => self.types.add(Shape::Float("f32")),
                "f64" => self.types.add(Shape::Float("f64")),
                _ => {
                    self.errors.push(
                        span,
                        format!("`{suffix}` is no type of numbers"),
                        "write `1.0`, `1.0f32`, `1u32` …",
                    );
                    self.types.error()
                }
            },
        };
        self.numbers.push(ty);
        self.alloc(span, ty, Kind::Number(digits.to_owned()))
    }

    /// A value that is computed with: no reference to one, and nothing of a device.
    fn operand(&mut self, value: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let found = self.expression(value);
        let name = match found.kind {
            Kind::Local(id) => self.locals[id].name.to_string(),
            _ => "r".to_owned(),
        };
        let (what, help) = match self.types.shape(found.ty) {
            Shape::Ref(_) => ("a reference", format!("read where it leads: `*{name}`")),
            Shape::Encoder(_) => {
                ("an encoder", "submit it, await the fence, and read a field: `(await submit e).x`".to_owned())
            }
            Shape::Fence(_) => ("a fence", "await it, and read a field: `(await f).x`".to_owned()),
            Shape::Ready(_) | Shape::Record(_) => ("a record", format!("read a field: `{name}.x`")),
            _ => return found,
        };
        self.errors.push(found.span, format!("this is {what}, and no value to compute with"), help);
        self.broken(found.span)
    }

    pub fn unary(&mut self, span: Span, op: Unary, value: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let value = self.operand(value);
        if let (Unary::Neg, Shape::Var(_)) = (op, self.types.shape(value.ty)) {
            self.negatives.push((span, value.ty));
        }
        let fits = match (op, self.types.shape(value.ty)) {
            (_, Shape::Error | Shape::Rust(..) | Shape::Var(_)) => true,
            (Unary::Neg, Shape::Int(name)) => name.starts_with('i'),
            (Unary::Neg, shape) => matches!(shape, Shape::Float(_)),
            (Unary::Not, shape) => matches!(shape, Shape::Bool | Shape::Int(_)),
        };
        if !fits {
            let text = format!(
                "{} has no {}",
                self.types.told(value.ty),
                if op == Unary::Neg { "negative" } else { "negation" }
            );
            let help = match self.types.shape(value.ty) {
                Shape::List(_) | Shape::Row(..) | Shape::Node(_) => self.what_to_compute_with(value.ty),
                _ => "`-` is for signed numbers, `!` for truth values and integers",
            };
            self.errors.push(span, text, help);
            return self.broken(span);
        }
        self.alloc(span, value.ty, Kind::Unary(op, value))
    }

    /// When all types are known: numbers without a sign have no negatives.
    pub fn no_negatives(&mut self) {
        for (span, ty) in std::mem::take(&mut self.negatives) {
            if let Shape::Int(name) = *self.types.shape(ty)
                && !name.starts_with('i')
            {
                let text = format!("`{name}` has no negative");
                self.errors.push(span, text, "`-` is for signed numbers, `!` for truth values and integers");
            }
        }
    }

    pub fn binary(&mut self, span: Span, op: Binary, a: &'a tree::Expr<'a>, b: &'a tree::Expr<'a>) -> &'a Expr<'a> {
        let (a, b) = (self.operand(a), self.operand(b));
        if !self.computes(op, a.ty) {
            let text = format!("{} cannot be computed with like this", self.types.told(a.ty));
            self.errors.push(a.span, text, self.what_to_compute_with(a.ty));
            return self.broken(span);
        }
        let truth = self.types.add(Shape::Bool);
        let ty = match op {
            Binary::And | Binary::Or => {
                self.same(a.span, truth, a.ty);
                self.same(b.span, truth, b.ty);
                truth
            }
            Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
                let (a, b) = self.both(a, b);
                return self.alloc(span, truth, Kind::Binary(op, a, b));
            }
            Binary::Shl | Binary::Shr => {
                let integer = matches!(
                    self.types.shape(b.ty),
                    Shape::Int(_) | Shape::Var(Class::Any | Class::Number) | Shape::Rust(..) | Shape::Error
                );
                if !integer {
                    let text = format!("a shift is by an integer, and this is {}", self.types.told(b.ty));
                    self.errors.push(b.span, text, "convert it: `… as u32`");
                }
                // A shift is by any type of integers.
                if let Kind::Number(_) = b.kind {
                    self.types.give_to_rust(b.ty);
                }
                a.ty
            }
            _ => {
                self.same(b.span, a.ty, b.ty);
                a.ty
            }
        };
        self.alloc(span, ty, Kind::Binary(op, a, b))
    }

    /// May the left side of an operator be of this type?
    fn computes(&self, op: Binary, ty: Ty) -> bool {
        let numbers = matches!(op, Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem);
        let bits = matches!(op, Binary::BitAnd | Binary::BitOr | Binary::BitXor | Binary::Shl | Binary::Shr);
        match self.types.shape(ty) {
            Shape::Error | Shape::Rust(..) | Shape::Int(_) => true,
            Shape::Var(Class::Float) | Shape::Float(_) => !bits,
            Shape::Var(_) => true,
            Shape::Bool => !numbers && !matches!(op, Binary::Shl | Binary::Shr),
            _ => !numbers && !bits,
        }
    }

    fn what_to_compute_with(&self, ty: Ty) -> &'static str {
        match self.types.shape(ty) {
            Shape::Bool => "truth values are joined by `&&`, `||` and `^`",
            Shape::Float(_) | Shape::Var(_) => "bits are of integers; of truth values it is `&&` and `||`",
            Shape::List(_) => "make one value of the list: `sum(…)`, `max(…)`",
            Shape::Row(..) | Shape::Node(_) => "the value of a val at a row is `name[row]`",
            _ => "operators are for numbers",
        }
    }
}
