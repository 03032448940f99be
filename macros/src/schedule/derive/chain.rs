//! The chain rule for one operation, by the table.

use super::{
    flow::{Arithmetic, V},
    table,
    term::Term,
    writer::Writer,
};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{BinOp, Expr, UnOp};

impl Writer<'_, '_> {
    /// `factor` times the derivative of a value by one of its operands.
    pub fn chain(&mut self, v: V, of: Arithmetic, list: &[V], at: usize, factor: Term) -> Term {
        if table::picks(of) {
            return self.picked(v, list, at, factor);
        }
        if let Arithmetic::Function(it) = of
            && it.name() == "powi"
            && let [x, n] = *list
        {
            let (float, x, n) = (self.float(v), self.term(x), self.term(n).receiver());
            let power = Term::call(&float, "powi", vec![x, Term::atom(quote!(#n - 1), false)]);
            return factor.mul(Term::weak(quote!(#n as #float), false)).mul(power);
        }
        let text = table::partials(of).and_then(|list| list.get(at)).copied().unwrap_or("0");
        match syn::parse_str::<Expr>(text) {
            Ok(expr) => self.times(factor, &expr, v, list),
            Err(_) => factor,
        }
    }

    /// A factor times what stands in the table.
    fn times(&mut self, factor: Term, expr: &Expr, v: V, list: &[V]) -> Term {
        match expr {
            Expr::Unary(it) if matches!(it.op, UnOp::Neg(_)) => self.times(factor, &it.expr, v, list).neg(),
            Expr::Binary(it) if matches!(it.op, BinOp::Div(_)) => {
                let above = self.times(factor, &it.left, v, list);
                above.div(self.read(&it.right, v, list))
            }
            _ => {
                let other = self.read(expr, v, list);
                factor.mul(other)
            }
        }
    }

    /// What stands in the table, of the operands and the result.
    fn read(&mut self, expr: &Expr, v: V, list: &[V]) -> Term {
        match expr {
            Expr::Paren(it) => self.read(&it.expr, v, list),
            Expr::Unary(it) => self.read(&it.expr, v, list).neg(),
            Expr::Lit(it) => match &it.lit {
                syn::Lit::Int(digits) => Term::number(digits.base10_digits()),
                syn::Lit::Float(digits) => Term::number(digits.base10_digits()),
                _ => Term::number("0"),
            },
            Expr::Binary(it) => {
                let (a, b) = (self.read(&it.left, v, list), self.read(&it.right, v, list));
                match it.op {
                    BinOp::Add(_) => a.add(b),
                    BinOp::Sub(_) => a.sub(b),
                    BinOp::Div(_) => a.div(b),
                    _ => a.mul(b),
                }
            }
            Expr::Call(call) => {
                let name = match &*call.func {
                    Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
                    _ => String::new(),
                };
                let args = call.args.iter().map(|arg| self.read(arg, v, list)).collect();
                let float = self.float(v);
                Term::call(&float, &name, args)
            }
            Expr::Path(path) => {
                let name = path.path.get_ident().map(ToString::to_string).unwrap_or_default();
                match (name.as_str(), list) {
                    ("x", [x, ..]) => self.term(*x),
                    ("y", [_, y, ..]) => self.term(*y),
                    ("z", [_, _, z, ..]) => self.term(*z),
                    ("r", _) => self.term(v),
                    (constant, _) => {
                        let float = self.float(v);
                        let constant: TokenStream = constant.parse().unwrap_or_default();
                        Term::atom(quote!(::core::#float::consts::#constant), false)
                    }
                }
            }
            _ => Term::number("0"),
        }
    }

    /// Of the operand that was taken the derivative is 1: of the first of those that are equal.
    fn picked(&mut self, v: V, list: &[V], at: usize, factor: Term) -> Term {
        let zero = || Term::number("0");
        let result = self.term(v);
        // Whoever stands before has taken it.
        let last = at + 1 == list.len() && list.len() == 2;
        let own = match last {
            true => factor,
            false => {
                let operand = self.term(list[at]);
                Term::where_equal(&operand, &result, factor, zero())
            }
        };
        list[..at].iter().rev().fold(own, |rest, &before| {
            let before = self.term(before);
            Term::where_equal(&before, &result, zero(), rest)
        })
    }
}
