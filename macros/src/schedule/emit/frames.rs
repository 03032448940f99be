//! The frames of a recursion: what waits on the stack for a value that is being computed.
//!
//! A body is read in the order in which it is computed. At a call that is not the last thing to do, what the rest needs goes
//! to a frame, and the rest is written where that frame gets its value. So it is at an `if`, a `match` or a comprehension
//! that has such a call in it and stands in another expression: its arms give their value to a frame.

use super::{Body, comprehension::truths, live::Live, names::Shapes, own};
use crate::schedule::{
    elaborate::Program,
    tree::Binary,
    typed::{Expr, Kind, LocalId, ValId},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashMap;

/// A variant of an enum, and what is done with it.
pub struct Variant {
    pub name: Ident,
    pub fields: Vec<Field>,
    pub arm: TokenStream,
}

pub struct Field {
    pub name: Ident,
    pub ty: TokenStream,
}

/// A frame waits for a value of a type: a number of [`Machine::returns`].
pub struct Frame {
    pub is: Variant,
    pub waits: usize,
}

/// How the next call is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// New values for the parameters: one val, whose calls all come last.
    Loop,
    /// What is next, without a stack: several vals, whose calls all come last.
    States,
    /// What is next, and a stack.
    Stack,
}

/// A recursion that is being written.
pub struct Machine<'p, 'a> {
    pub program: &'p Program<'a>,
    pub vals: &'p [ValId],
    pub form: Form,
    /// It returns a `ControlFlow`.
    pub stepped: bool,
    /// Parameters that never change.
    pub constant: Vec<LocalId>,
    pub shapes: Shapes,
    pub frames: Vec<Frame>,
    /// Lists that are gone through.
    pub loops: Vec<Variant>,
    /// The types of values that are waited for.
    pub returns: Vec<TokenStream>,
    /// The val whose body is read.
    pub current: ValId,
    /// The fields of values that were computed before.
    pub kept: HashMap<*const Expr<'a>, (Ident, TokenStream)>,
    pub locals: HashMap<LocalId, TokenStream>,
}

/// A field, and what it gets.
pub type Saved = (Field, TokenStream);

impl<'p, 'a> Machine<'p, 'a> {
    pub fn new(program: &'p Program<'a>, vals: &'p [ValId], form: Form, stepped: bool, constant: Vec<LocalId>) -> Self {
        Machine {
            program,
            vals,
            form,
            stepped,
            constant,
            shapes: Shapes::new(program, vals),
            frames: Vec::new(),
            loops: Vec::new(),
            returns: Vec::new(),
            current: vals[0],
            kept: HashMap::new(),
            locals: HashMap::new(),
        }
    }

    /// Is a recursive call of it still to be made?
    fn open(&self, body: &Body<'p, 'a>, expr: &Expr<'a>) -> bool {
        if body.computed(expr).is_some() {
            return false;
        }
        if matches!(expr.kind, Kind::Call(to, _) if self.vals.contains(&to)) {
            return true;
        }
        let mut open = false;
        expr.children(&mut |child| open = open || self.open(body, child));
        open
    }

    /// What is next, where the expression's value is the value of all: with the number of its type in `returns`.
    pub fn tail(&mut self, body: &mut Body<'p, 'a>, expr: &'a Expr<'a>, to: usize) -> TokenStream {
        match &expr.kind {
            _ if body.computed(expr).is_some() => self.give(body, expr, to),
            Kind::Let(locals, value, rest) if !self.open(body, value) => {
                let first = body.binding(locals, value);
                let rest = self.tail(body, rest, to);
                quote!(#first #rest)
            }
            _ if !self.open(body, expr) => self.give(body, expr, to),
            Kind::Cast(value) if self.program.types.is_any_row(value.ty) => self.tail(body, value, to),
            Kind::Call(val, args) if !args.iter().any(|arg| self.open(body, arg)) => self.call(body, *val, args),
            Kind::If(condition, value, other) if !self.open(body, condition) => {
                let condition = body.head(condition);
                let (value, other) = (self.tail(body, value, to), self.tail(body, other, to));
                let other = if is_an_if(&other) { other } else { quote!({ #other }) };
                quote!(if #condition { #value } else #other)
            }
            Kind::Match(value, arms) if !self.open(body, value) => {
                body.match_with(expr, value, arms, &mut |body, arm| {
                    let arm = self.tail(body, arm, to);
                    let plain = !has_statements(&arm);
                    (arm, plain)
                })
            }
            Kind::Binary(op @ (Binary::And | Binary::Or), a, b) if !self.open(body, a) => {
                let condition = body.head(a);
                let short = self.done(if *op == Binary::And { quote!(false) } else { quote!(true) }, to);
                let b = self.tail(body, b, to);
                match op {
                    Binary::And => quote!(if #condition { #b } else { #short }),
                    _ => quote!(if #condition { #short } else { #b }),
                }
            }
            _ => self.suspend(body, expr, to),
        }
    }

    fn give(&mut self, body: &mut Body<'p, 'a>, expr: &'a Expr<'a>, to: usize) -> TokenStream {
        let value = body.value(expr);
        self.done(value, to)
    }

    /// A value is computed.
    pub fn done(&self, value: TokenStream, to: usize) -> TokenStream {
        match (self.form, self.stepped) {
            (Form::Stack, _) => {
                let (next, give) = (&self.shapes.next, returned(to));
                quote!(#next::#give(#value))
            }
            (_, true) => quote!(return ::core::ops::ControlFlow::Break(#value)),
            (_, false) => self.last(&value),
        }
    }

    /// A call: the parameters that change.
    fn call(&mut self, body: &mut Body<'p, 'a>, val: ValId, args: &[&'a Expr<'a>]) -> TokenStream {
        let params = self.program.vals[val].params.iter().zip(args).filter(|(id, _)| !self.constant.contains(id));
        let given: Vec<(Ident, TokenStream)> =
            params.map(|(&id, arg)| (self.program.locals[id].name.clone(), body.argument(arg))).collect();
        match self.form {
            Form::Loop => {
                let values: Vec<&TokenStream> = given.iter().map(|(_, value)| value).collect();
                tuple(&values)
            }
            _ => self.state(val, &given),
        }
    }

    /// `Next::Fib { n: n - 1 }`
    pub fn state(&self, val: ValId, given: &[(Ident, TokenStream)]) -> TokenStream {
        let (next, name) = (&self.shapes.next, self.shapes.val(val));
        let fields = given.iter().map(|(name, value)| assign(name, value));
        quote!(#next::#name { #(#fields),* })
    }

    /// The first thing that is computed apart, in the order of evaluation, and what is computed before it.
    fn first(&self, body: &Body<'p, 'a>, expr: &'a Expr<'a>, before: &mut Vec<&'a Expr<'a>>) -> &'a Expr<'a> {
        let decides = match &expr.kind {
            Kind::If(first, ..) | Kind::Match(first, _) | Kind::Let(_, first, _) | Kind::Each(_, _, first) => {
                Some(*first)
            }
            Kind::Binary(Binary::And | Binary::Or, first, _) => Some(*first),
            _ => truths(expr).map(|(_, _, _, list)| list),
        };
        match decides {
            Some(first) if self.open(body, first) => return self.first(body, first, before),
            Some(_) => return expr,
            None => {}
        }
        let (mut found, mut left) = (None, Vec::new());
        expr.children(&mut |child| {
            if found.is_none() {
                if self.open(body, child) { found = Some(child) } else { left.push(child) }
            }
        });
        match found {
            Some(child) => {
                before.append(&mut left);
                self.first(body, child, before)
            }
            None => expr,
        }
    }

    /// Puts the rest on the stack, and goes on with the part that comes first.
    fn suspend(&mut self, body: &mut Body<'p, 'a>, expr: &'a Expr<'a>, to: usize) -> TokenStream {
        let mut before = Vec::new();
        let part = self.first(body, expr, &mut before);
        let outer = (body.lists.clone(), body.computed.clone());

        // What stands left of it is computed now.
        let mut saved: Vec<Saved> = Vec::new();
        let mut after = body.computed.clone();
        before.retain(|left| body.computed(left).is_none() && self.is_worth_keeping(left));
        for left in before {
            let (name, ty) = (self.shapes.variable("left"), self.ty(left.ty));
            self.kept.insert(left, (name.clone(), ty.clone()));
            after.insert(left, name.clone());
            saved.push((Field { name, ty }, body.value(left)));
        }
        let (stem, ty) = match &part.kind {
            Kind::Call(val, _) => (self.program.vals[*val].name.to_string(), self.ty(part.ty)),
            Kind::Each(..) => {
                let of = self.ty(body.element(part.ty));
                ("list".to_owned(), quote!(::std::vec::Vec<#of>))
            }
            _ => ("part".to_owned(), self.ty(part.ty)),
        };
        let waits = self.returned(&ty);
        let value = own("value");
        after.insert(part, value.clone());
        self.kept.insert(part, (self.shapes.variable(stem.trim_start_matches("r#")), ty));

        // The rest needs these.
        body.computed = after;
        let kept: Vec<Live<'a>> = body.live(self.current, expr);
        let mut unlisted = Vec::new();
        for live in kept {
            let known = match live {
                Live::Computed(at) => {
                    let is_saved = |name: &Ident| saved.iter().any(|(field, _)| field.name == *name);
                    at == std::ptr::from_ref(part) || self.kept.get(&at).is_some_and(|(name, _)| is_saved(name))
                }
                Live::Local(id) => self.constant.contains(&id),
            };
            if !known && let Some(it) = self.save(body, live, &outer.1, &mut unlisted) {
                saved.push(it);
            }
        }
        let names: Vec<Ident> = saved.iter().map(|(field, _)| field.name.clone()).collect();
        let at = self.frames.len();
        let name = self.shapes.numbered(self.program, self.current);
        let push = self.push(&name, &saved);
        let fields = saved.into_iter().map(|(field, _)| field).collect();
        self.frames.push(Frame { is: Variant { name: name.clone(), fields, arm: TokenStream::new() }, waits });

        // Where the value is there.
        for at in body.live(self.current, expr) {
            if let Live::Computed(at) = at
                && at != std::ptr::from_ref(part)
                && let Some((name, _)) = self.kept.get(&at)
            {
                body.computed.insert(at, name.clone());
            }
        }
        unlisted.iter().for_each(|name| {
            body.lists.remove(name);
        });
        let rest = self.tail(body, expr, to);
        let (frame, braced) = (&self.shapes.frame, in_braces(rest));
        self.frames[at].is.arm = quote!(::core::option::Option::Some(#frame::#name { #(#names),* }) => #braced);

        // And now the part.
        (body.lists, body.computed) = outer;
        let now = match &part.kind {
            Kind::Each(each, local, list) => self.each(body, (None, each, *local, list), waits),
            _ => match truths(part) {
                Some((all, each, local, list)) => self.each(body, (Some(all), each, local, list), waits),
                None => self.tail(body, part, waits),
            },
        };
        quote!(#push #now)
    }

    fn push(&self, name: &Ident, saved: &[Saved]) -> TokenStream {
        let (stack, frame) = (own("stack"), &self.shapes.frame);
        let fields = saved.iter().map(|(field, value)| assign(&field.name, value));
        quote!(#stack.push(#frame::#name { #(#fields),* });)
    }
}

/// The variant for a value of the type with this number.
pub fn returned(at: usize) -> Ident {
    match at {
        0 => Ident::new("Return", Span::mixed_site()),
        at => format_ident!("Return{}", at + 1, span = Span::mixed_site()),
    }
}

/// `n: n - 1`, or `n`.
pub fn assign(name: &Ident, value: &TokenStream) -> TokenStream {
    if *name == value.to_string() { quote!(#name) } else { quote!(#name: #value) }
}

pub fn tuple(values: &[impl ToTokens]) -> TokenStream {
    match values {
        [value] => quote!(#value),
        values => quote!((#(#values),*)),
    }
}

/// Statements before the value ask for braces.
fn has_statements(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ';'))
}

/// For the right side of an arm.
pub fn in_braces(tokens: TokenStream) -> TokenStream {
    if has_statements(&tokens) { quote!({ #tokens }) } else { quote!(#tokens,) }
}

/// For `else if`.
fn is_an_if(tokens: &TokenStream) -> bool {
    !has_statements(tokens)
        && matches!(tokens.clone().into_iter().next(), Some(TokenTree::Ident(first)) if first == "if")
}
