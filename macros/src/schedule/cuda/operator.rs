//! Operators and known functions.

use super::{
    payload::Form,
    writer::{Writer, operand},
};
use crate::schedule::{
    builtin::{Builtin, Signature},
    emit::sign,
    tree::Binary,
    typed::{Expr, Kind},
};

impl<'a> Writer<'_, '_, 'a, '_> {
    pub fn binary(&mut self, expr: &'a Expr<'a>, op: Binary, a: &'a Expr<'a>, b: &'a Expr<'a>) -> String {
        if let Some(all) = Self::is_logical(op) {
            let a = self.value(a);
            return self.logical(all, a, b);
        }
        let form = self.unit.form(a.ty);
        if matches!(form, Form::Words | Form::Other) {
            self.unit.ty(a.ty, a.span);
            let text = "two values of a type that is known to Rust only are compared or computed with";
            let help = "match on them: `match f { Function::Sin => …, _ => … }`";
            self.unit.refuse(expr.span, text, help);
            return "0".to_owned();
        }
        if matches!(form, Form::Tuple(_) | Form::Array(..)) && !matches!(op, Binary::Eq | Binary::Ne) {
            self.unit.refuse(
                expr.span,
                "tuples and arrays are in no order on a device",
                "compare their parts, one after the other",
            );
            return "0".to_owned();
        }
        let a = self.value(a);
        let b = match &b.kind {
            // How far a shift goes is of any type.
            Kind::Number(digits) if matches!(op, Binary::Shl | Binary::Shr) => format!("{digits}u"),
            _ => self.value(b),
        };
        self.operation(op, &form, a, b)
    }

    /// Two values, joined by an operator of Rust's.
    pub fn operation(&mut self, op: Binary, form: &Form, a: String, b: String) -> String {
        let ty = self.unit.named(form);
        let plain = |a: String, b: String| format!("{} {} {}", operand(a), sign(op), operand(b));
        // C++ computes with these types as they are; with signed ones its overflow is undefined, with small ones it computes
        // with `int`.
        let direct = matches!(form, Form::Float(_) | Form::Int("u32" | "u64" | "usize"));
        let exact = matches!(form, Form::Int("u32" | "u64" | "usize" | "i32" | "i64" | "isize"));
        match op {
            Binary::Add | Binary::Sub | Binary::Mul if direct => plain(a, b),
            Binary::Add => format!("rs::add({a}, {b})"),
            Binary::Sub => format!("rs::sub({a}, {b})"),
            Binary::Mul => format!("rs::mul({a}, {b})"),
            Binary::Div if matches!(form, Form::Float(_)) => plain(a, b),
            Binary::Div => format!("rs::div(s, row, {a}, {b})"),
            Binary::Rem => format!("rs::rem(s, row, {a}, {b})"),
            Binary::Shl => format!("rs::shl({a}, {b})"),
            Binary::Shr => format!("rs::shr({a}, {b})"),
            Binary::BitAnd | Binary::BitOr | Binary::BitXor if exact => plain(a, b),
            Binary::BitAnd | Binary::BitOr | Binary::BitXor => format!("{ty}({})", plain(a, b)),
            Binary::Eq | Binary::Ne => {
                let equal = self.equal(form, &a, &b);
                match (op, form) {
                    (Binary::Ne, Form::Tuple(_) | Form::Array(..)) => format!("!({equal})"),
                    (Binary::Ne, _) => plain(a, b),
                    _ => equal,
                }
            }
            _ => plain(a, b),
        }
    }

    /// Are all parts equal?
    fn equal(&mut self, form: &Form, a: &str, b: &str) -> String {
        let parts: Vec<(String, Form)> = match form {
            Form::Tuple(of) => of.iter().enumerate().map(|(at, of)| (format!(".at{at}"), of.clone())).collect(),
            Form::Array(of, len) => (0..*len).map(|at| (format!(".at[{at}]"), (**of).clone())).collect(),
            _ => return format!("{} == {}", operand(a.to_owned()), operand(b.to_owned())),
        };
        if parts.is_empty() {
            return "true".to_owned();
        }
        let ty = self.unit.named(form);
        let [a, b] = [a, b].map(|it| self.named("all", &ty, it.to_owned()));
        let parts = parts.iter().map(|(path, of)| {
            let equal = self.equal(of, &format!("{a}{path}"), &format!("{b}{path}"));
            format!("({equal})")
        });
        parts.collect::<Vec<_>>().join(" && ")
    }

    pub fn builtin(&mut self, expr: &'a Expr<'a>, builtin: Builtin, args: &[&'a Expr<'a>]) -> String {
        let (name, form) = (builtin.rust(), self.unit.form(expr.ty));
        match builtin.signature() {
            Signature::Reduce if args.len() > 1 => {
                self.unit.ty(expr.ty, expr.span);
                let values: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
                self.joined(name, &form, values)
            }
            Signature::Reduce => {
                self.unit.ty(expr.ty, expr.span);
                self.reduce(name, &form, args[0])
            }
            Signature::Truths => self.truths(name == "all", args[0]),
            Signature::Length => self.length(args[0]),
            Signature::Numbers(2) => {
                let [a, b] = [args[0], args[1]].map(|it| self.value(it));
                self.operation(Binary::Add, &form, a, b)
            }
            _ => {
                self.unit.ty(args[0].ty, args[0].span);
                if let Form::Float(float) = self.unit.form(args[0].ty) {
                    self.is_close_enough(expr.span, builtin, float);
                }
                let mut values: Vec<String> = args.iter().map(|arg| self.value(arg)).collect();
                if name == "clamp" {
                    values.splice(0..0, ["s".to_owned(), "row".to_owned()]);
                }
                format!("rs::{name}({})", values.join(", "))
            }
        }
    }

    /// From the first to the last.
    pub fn joined(&mut self, name: &str, form: &Form, values: Vec<String>) -> String {
        let joined = values.into_iter().reduce(|a, b| self.join_two(name, form, a, b));
        joined.unwrap_or_default()
    }

    pub fn join_two(&mut self, name: &str, form: &Form, a: String, b: String) -> String {
        match name {
            "+" => self.operation(Binary::Add, form, a, b),
            "*" => self.operation(Binary::Mul, form, a, b),
            _ => format!("rs::{name}({a}, {b})"),
        }
    }

    /// What an empty list gives.
    pub fn unit_of(&mut self, name: &str, form: &Form) -> String {
        let ty = self.unit.named(form);
        match (name, form) {
            ("+", _) => super::literal::number("0", form),
            ("*", _) => super::literal::number("1", form),
            ("max", Form::Float("f32")) => "rs::from_bits(0xff800000u)".to_owned(),
            ("max", Form::Float(_)) => "rs::from_bits(0xfff0000000000000ull)".to_owned(),
            (_, Form::Float("f32")) => "rs::from_bits(0x7f800000u)".to_owned(),
            (_, Form::Float(_)) => "rs::from_bits(0x7ff0000000000000ull)".to_owned(),
            ("max", _) => format!("rs::Of<{ty}>::min"),
            _ => format!("rs::Of<{ty}>::max"),
        }
    }
}
