//! Operators and known functions, with as few parentheses as can be.

use super::{Body, expression::starts_with_brace, own, places::seated};
use crate::schedule::{
    builtin::{Builtin, Signature},
    elaborate::Program,
    tree::Binary,
    typed::{Act, Expr, Kind},
    types::{Place, Shape, Ty},
};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

impl<'a> Body<'_, 'a> {
    pub fn cast(&mut self, expr: &Expr<'a>, value: &Expr<'a>) -> TokenStream {
        match (self.program.types.shape(expr.ty), self.program.types.shape(value.ty)) {
            (Shape::Row(_, Place::Any), Shape::Row(_, Place::Below)) => {
                let value = self.operand(value);
                quote!(#value.idx())
            }
            (Shape::Row(..), _) => self.value(value),
            _ => {
                let (value, ty) = (self.operand(value), self.program.ty(expr.ty));
                quote_spanned!(expr.span=> #value as #ty)
            }
        }
    }

    pub fn binary(&mut self, expr: &Expr<'a>, op: Binary, a: &Expr<'a>, b: &Expr<'a>) -> TokenStream {
        let (mut left, mut right) = (self.side(op, a, false), self.side(op, b, true));
        if op.may_overflow() && !self.program.types.is_float(expr.ty) {
            (left, right) = (seated(left, a.span), seated(right, b.span));
        }
        let sign = sign(op);
        let sign: TokenStream = sign.parse().unwrap_or_default();
        let sign = sign.into_iter().map(|mut token| {
            token.set_span(expr.span);
            token
        });
        let sign: TokenStream = sign.collect();
        quote!(#left #sign #right)
    }

    /// An operand, in parentheses if it binds less strongly.
    pub fn side(&mut self, op: Binary, expr: &Expr<'a>, right: bool) -> TokenStream {
        if let Kind::Act(Act::Tagged(inner, _)) = &expr.kind {
            return self.side(op, inner, right);
        }
        let value = self.value(expr);
        let bare = match expr.kind {
            _ if self.computed(expr).is_some() => true,
            Kind::Binary(inner, ..) => {
                let (inner, outer) = (strength(inner), strength(op));
                inner > outer || (inner == outer && !right && outer != strength(Binary::Eq))
            }
            Kind::If(..) | Kind::Match(..) | Kind::Cast(_) => false,
            Kind::Act(_) => !starts_with_brace(&value),
            Kind::Builtin(builtin, ref args) if matches!(builtin.rust(), "+" | "*") && args.len() > 1 => false,
            Kind::Builtin(builtin, ref args) if matches!(builtin.rust(), "+" | "*") => {
                // A sum of so many values may be written out.
                self.items(args[0]).is_none_or(|items| items.len() < 2)
            }
            _ => true,
        };
        if bare { value } else { quote_spanned!(expr.span=> (#value)) }
    }

    /// A value before a brace: what has braces itself, which a record has, stands in parentheses there.
    pub fn head(&mut self, expr: &Expr<'a>) -> TokenStream {
        let value = self.value(expr);
        if self.shows_record(expr) { quote!((#value)) } else { value }
    }

    /// Does a record stand in an expression, and in nothing that is closed itself?
    pub fn shows_record(&self, expr: &Expr<'a>) -> bool {
        if self.computed(expr).is_some() {
            return false;
        }
        match &expr.kind {
            Kind::Record(..) => true,
            Kind::Unary(_, a)
            | Kind::Cast(a)
            | Kind::Borrow(a)
            | Kind::Field(a, _)
            | Kind::Element(a, _)
            | Kind::Each(_, _, a)
            | Kind::Filter(_, a, _) => self.shows_record(a),
            Kind::Binary(_, a, b) => self.shows_record(a) || self.shows_record(b),
            Kind::Builtin(_, args) => args.iter().any(|arg| self.shows_record(arg)),
            _ => false,
        }
    }

    pub fn builtin(&mut self, expr: &Expr<'a>, builtin: Builtin, args: &[&'a Expr<'a>]) -> TokenStream {
        let span = expr.span;
        let name = builtin.rust();
        let function: TokenStream = name.parse().unwrap_or_default();
        match builtin.signature() {
            Signature::Reduce if args.len() > 1 => {
                let sign = matches!(name, "+" | "*");
                let values = args.iter().map(|arg| if sign { self.operand(arg) } else { self.value(arg) });
                let values = values.collect();
                self.joined(span, name, expr.ty, values)
            }
            Signature::Reduce => self.reduce(span, name, expr.ty, args[0]),
            Signature::Truths => {
                if let Some(items) = self.items(args[0]) {
                    let all = name == "all";
                    let joined = items.into_iter().reduce(|a, b| if all { quote!(#a && #b) } else { quote!(#a || #b) });
                    return joined.map_or_else(|| quote!(#all), |joined| quote!((#joined)));
                }
                if let Kind::Each(body, local, of) = &args[0].kind
                    && self.program.may_fail(body)
                {
                    return self.truths_or_fail(name == "all", body, *local, of);
                }
                let iter = self.iter(args[0]);
                let x = own("x");
                quote_spanned!(span=> #iter.#function(|#x| #x))
            }
            Signature::Length => {
                let iter = self.iter(args[0]);
                quote_spanned!(span=> #iter.count())
            }
            Signature::Numbers(2) if name == "+" => {
                let (a, b) = (self.operand(args[0]), self.operand(args[1]));
                quote_spanned!(span=> #a + #b)
            }
            _ => {
                let function = self.program.function(span, builtin, args[0].ty);
                let values = args.iter().map(|arg| self.value(arg)).collect::<Vec<_>>();
                quote_spanned!(span=> #function(#(#values),*))
            }
        }
    }

    /// `a + b`, `f64::max(a, b)`
    pub fn joined(&self, span: Span, name: &str, ty: Ty, values: Vec<TokenStream>) -> TokenStream {
        let sign: TokenStream = name.parse().unwrap_or_default();
        let joined = values.into_iter().reduce(|a, b| match name {
            "+" | "*" if self.program.types.is_float(ty) => quote_spanned!(span=> #a #sign #b),
            "+" | "*" => {
                let (a, b) = (seated(a, span), seated(b, span));
                quote_spanned!(span=> #a #sign #b)
            }
            _ => {
                let function = self.program.extreme(span, name, ty);
                quote_spanned!(span=> #function(#a, #b))
            }
        });
        joined.unwrap_or_default()
    }
}

impl Program<'_> {
    /// `f64::sqrt`: of a type that only Rust knows, the function of a trait.
    pub fn function(&self, span: Span, builtin: Builtin, ty: Ty) -> TokenStream {
        let function = Ident::new(builtin.rust(), span);
        if self.types.is_unknown(ty) {
            let of = Ident::new(builtin.of(), span);
            return quote_spanned!(span=> ::polarnet::private::#of::#function);
        }
        let ty = self.ty(ty);
        quote_spanned!(span=> #ty::#function)
    }

    /// `f64::max`: the larger of two, or the smaller.
    pub fn extreme(&self, span: Span, name: &str, ty: Ty) -> TokenStream {
        let function = Ident::new(name, span);
        match self.types.shape(ty) {
            Shape::Var(_) => quote_spanned!(span=> ::polarnet::private::Numeric::#function),
            Shape::Float(float) => {
                let float = Ident::new(float, span);
                quote_spanned!(span=> #float::#function)
            }
            _ => quote_spanned!(span=> ::core::cmp::Ord::#function),
        }
    }

    /// What an empty list gives: the unit of the operator.
    pub fn unit(&self, name: &str, ty: Ty) -> TokenStream {
        if self.types.is_unknown(ty) {
            let unit = own(match name {
                "+" => "ZERO",
                "*" => "ONE",
                "max" => "LEAST",
                _ => "GREATEST",
            });
            return quote!(::polarnet::private::Numeric::#unit);
        }
        let (float, rust) = (self.types.is_float(ty), self.ty(ty));
        match name {
            "+" => self.number("0", ty),
            "*" => self.number("1", ty),
            "max" if float => quote!(#rust::NEG_INFINITY),
            "min" if float => quote!(#rust::INFINITY),
            "max" => quote!(#rust::MIN),
            _ => quote!(#rust::MAX),
        }
    }
}

pub fn sign(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::BitAnd => "&",
        Binary::BitOr => "|",
        Binary::BitXor => "^",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::And => "&&",
        Binary::Or => "||",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
    }
}

pub fn strength(op: Binary) -> u8 {
    match op {
        Binary::Or => 0,
        Binary::And => 1,
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => 2,
        Binary::BitOr => 3,
        Binary::BitXor => 4,
        Binary::BitAnd => 5,
        Binary::Shl | Binary::Shr => 6,
        Binary::Add | Binary::Sub => 7,
        Binary::Mul | Binary::Div | Binary::Rem => 8,
    }
}
