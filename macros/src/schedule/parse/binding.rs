//! The names of a spec: `a, b :- e`, in any order.

use super::Reader;
use crate::schedule::tree::{Act, Expr, Kind};
use proc_macro2::Span;
use std::collections::HashMap;
use syn::{Ident, Result, Token, Type, parse::ParseStream};

/// `a, b :- e`
pub struct Binding<'a> {
    span: Span,
    names: Vec<Ident>,
    value: &'a Expr<'a>,
}

impl<'a> Reader<'a> {
    /// A binding, if one comes next.
    pub fn binding(&self, input: ParseStream<'_>) -> Result<Option<Binding<'a>>> {
        if !binds(input) {
            return Ok(None);
        }
        let span = input.span();
        let (mut names, mut types) = (Vec::new(), Vec::new());
        loop {
            names.push(input.parse::<Ident>()?);
            if input.peek(Token![:]) && !input.peek2(Token![-]) {
                input.parse::<Token![:]>()?;
                types.push(input.parse::<Type>()?);
            }
            if input.parse::<Option<Token![,]>>()?.is_none() {
                break;
            }
        }
        input.parse::<Token![:]>()?;
        input.parse::<Token![-]>()?;
        let mut value = self.expression(input)?;
        input.parse::<Option<Token![;]>>()?;
        if !types.is_empty() && types.len() == names.len() {
            let ty = match &types[..] {
                [ty] => ty.clone(),
                _ => syn::parse_quote!((#(#types),*)),
            };
            value = self.expr(value.span, Kind::Act(Act::Typed(value, Box::new(ty))));
        }
        Ok(Some(Binding { span, names, value }))
    }

    /// A value, with the names that it is made of: each after those that it uses.
    pub fn let_all(&self, bindings: Vec<Binding<'a>>, value: &'a Expr<'a>) -> &'a Expr<'a> {
        let order = self.in_order(bindings);
        order.into_iter().rev().fold(value, |body, it| self.expr(it.span, Kind::Let(it.names, it.value, body)))
    }

    /// As they are written, where none is used before it is given.
    fn in_order(&self, mut bindings: Vec<Binding<'a>>) -> Vec<Binding<'a>> {
        let mut given: HashMap<String, usize> = HashMap::new();
        for (at, name) in bindings.iter().enumerate().flat_map(|(at, it)| it.names.iter().map(move |name| (at, name))) {
            given.entry(name.to_string()).or_insert(at);
        }
        let known = self.parameters.borrow();
        let needs = bindings.iter().enumerate().map(|(at, it)| {
            let mut needs = Vec::new();
            names(it.value, &mut |name| {
                let name = name.to_string();
                needs.extend(given.get(&name).copied().filter(|&by| by != at && !known.contains(&name)));
            });
            needs
        });
        let needs: Vec<Vec<usize>> = needs.collect();
        if needs.iter().enumerate().all(|(at, needs)| needs.iter().all(|&by| by < at)) {
            return bindings;
        }
        let mut open: Vec<usize> = (0..bindings.len()).collect();
        let mut order = Vec::new();
        while let Some(next) = open.iter().position(|&at| needs[at].iter().all(|by| order.contains(by))) {
            order.push(open.remove(next));
        }
        if let Some(&first) = open.first() {
            let it = &bindings[first];
            let text = format!("`{}` is made of itself", it.names[0]);
            self.errors.borrow_mut().push(it.span, text, "a name is given once, of others: break the circle");
            // What they are made of is no second error.
            for &at in &open {
                bindings[at].value = self.expr(bindings[at].span, Kind::Error);
            }
            order.append(&mut open);
        }
        let mut bindings: Vec<Option<Binding<'a>>> = bindings.into_iter().map(Some).collect();
        order.into_iter().filter_map(|at| bindings[at].take()).collect()
    }
}

/// The names that stand in an expression.
fn names<'a>(expr: &'a Expr<'a>, f: &mut dyn FnMut(&'a Ident)) {
    if let Kind::Name(name) = &expr.kind {
        f(name);
    }
    expr.kind.children(&mut |child| names(child, f));
}

/// `a, b: i64 :-`
fn binds(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    while ahead.parse::<Ident>().is_ok() {
        if ahead.peek(Token![:]) && ahead.peek2(Token![-]) {
            return true;
        }
        if ahead.peek(Token![:]) && !ahead.peek(Token![::]) {
            let typed = ahead.parse::<Token![:]>().is_ok() && ahead.parse::<Type>().is_ok();
            if !typed || (ahead.peek(Token![:]) && ahead.peek2(Token![-])) {
                return typed;
            }
        }
        if !matches!(ahead.parse::<Option<Token![,]>>(), Ok(Some(_))) {
            return false;
        }
    }
    false
}
