//! What is declared: spaces, constants, functions of Rust, and the signatures of vals and functions.

use super::{Elaborator, Fn, Head, Item, Named, Space};
use crate::schedule::{
    errors::{count, nearest},
    tree::{self, Block},
    typed::{Kindred, Local, LocalId, Val, ValId},
    types::{Shape, Ty},
};
use proc_macro2::Ident;
use quote::ToTokens;

/// A function's signature.
#[derive(Clone)]
pub struct FnHead {
    pub params: Vec<(Ident, Ty)>,
    pub result: Ty,
    /// The val that it implements, the first of several.
    pub val: Option<ValId>,
}

impl<'a> Elaborator<'a, '_> {
    pub fn declare(&mut self, block: &'a Block<'a>) {
        for space in &block.spaces {
            let language = space.language.as_ref().and_then(|path| {
                let text = path.to_token_stream().to_string();
                self.languages.iter().position(|known| known.path.to_token_stream().to_string() == text)
            });
            self.name(&space.name, Item::Space(self.spaces.len()));
            self.types.spaces.push(space.name.to_string());
            self.spaces.push(Space { name: space.name.clone(), language, args: (space.args.clone(), Vec::new()) });
        }
        for (at, space) in block.spaces.iter().enumerate() {
            self.spaces[at].args.1 = space.args.iter().map(|ty| self.read_type(ty)).collect();
            self.parameters(at, space);
        }
        for it in &block.consts {
            let ty = self.read_type(&it.ty);
            self.name(&it.name, Item::Const(self.consts.len()));
            let len = match (&it.value.kind, self.types.shape(ty)) {
                (tree::Kind::Literal(syn::Lit::Int(int)), Shape::Int("usize")) => Some(int.base10_digits().to_owned()),
                _ => None,
            };
            self.consts.push(Named { name: it.name.clone(), ty, len });
        }
        self.declare_records(&block.records);
        for it in &block.externs {
            let it = self.external(it);
            self.name(&it.name, Item::Extern(self.externs.len()));
            self.externs.push(it);
        }
        for val in &block.vals {
            self.name(&val.name, Item::Val(self.heads.len()));
            let head = self.signature(val);
            self.heads.push(head);
        }
        self.declare_classes(&block.classes);
        for (at, plan) in block.plans.iter().enumerate() {
            self.name(&plan.name, Item::Plan(at));
        }
        for it in &block.fns {
            self.name(&it.name, Item::Fn(self.functions.len()));
            let head = self.fn_head(it);
            self.functions.push(head);
        }
        // A pipeline may have the name of a val, as it has its own place.
        for (at, it) in block.pipelines.iter().enumerate() {
            if block.pipelines[..at].iter().any(|known| known.name == it.name) {
                self.errors.push(
                    it.name.span(),
                    format!("`{}` is declared twice in this block", it.name),
                    "rename one of the two",
                );
            }
            self.names.entry(it.name.to_string()).or_insert(Item::Pipeline);
        }
        for name in &block.lost {
            self.names.entry(name.to_string()).or_insert(Item::Lost);
        }
    }

    /// A language has an argument for each of its parameters.
    fn parameters(&mut self, at: usize, space: &tree::Space) {
        let Some(language) = self.language(at) else { return };
        let (name, params) = (language.name.clone(), language.params.clone());
        if params.len() == space.args.len() {
            return;
        }
        let list: Vec<String> = params.iter().map(ToString::to_string).collect();
        let text = match params.len() {
            0 => format!("the language `{name}` has no parameters"),
            n => {
                let given = match space.args.len() {
                    0 => "none is given".to_owned(),
                    1 => "one is given".to_owned(),
                    n => format!("{n} are given"),
                };
                format!("the language `{name}` has {} beside its children, and {given}", count(n, "parameter"))
            }
        };
        let help = match params.len() {
            0 => format!("write `Batch<{name}>`"),
            _ => format!("write `Batch<{name}<{}>>`, with types for these", list.join(", ")),
        };
        let span = space.language.as_ref().and_then(|path| path.segments.last()).map(|last| last.ident.span());
        self.errors.push(span.unwrap_or_else(|| space.name.span()), text, help);
    }

    /// Declares a name, once.
    pub fn name(&mut self, name: &Ident, item: Item) {
        let known = self.names.len();
        self.names.entry(name.to_string()).or_insert(item);
        if self.names.len() == known {
            let message = format!("`{name}` is declared twice in this block");
            self.errors.push(name.span(), message, "rename one of the two");
        }
    }

    fn signature(&mut self, val: &tree::Val<'a>) -> Head {
        let mut params = Vec::new();
        for param in &val.params {
            let mut ty = self.read_type(&param.ty);
            if !params.is_empty() && matches!(self.types.shape(ty), Shape::Node(_)) {
                let help = "the node is the first parameter; other rows are `Idx<…>`, and other nodes are matched on";
                self.errors.push(param.name.span(), "a val is of one node", help);
                ty = self.types.error();
            }
            if params.iter().any(|&id: &usize| self.locals[id].name == param.name) {
                let text = format!("the parameter `{}` is there twice", param.name);
                self.errors.push(param.name.span(), text, "rename one of the two");
                continue;
            }
            self.no_constant(&param.name);
            params.push(self.locals.len());
            self.locals.push(Local { name: param.name.clone(), ty });
        }
        let result = self.read_type(&val.result);
        let of = params.first().and_then(|&id| match *self.types.shape(self.locals[id].ty) {
            Shape::Node(space) => Some(space),
            _ => None,
        });
        let (is, value) = match (of, self.types.shape(result).clone()) {
            (_, Shape::Column(space, of)) => (Kindred::Scatter(space), of),
            (Some(space), _) if val.join.is_some() || val.default.is_some() => (Kindred::Down(space), result),
            (Some(from), _) => match self.types.row_in(result) {
                Some(to) if to != from && self.spaces[to].language.is_some() => (Kindred::Rewrite { from, to }, result),
                _ => (Kindred::Up(from), result),
            },
            (None, _) => (Kindred::Function, result),
        };
        if self.is_lost(&params) {
            // Of what it is, and what it takes, nothing is known: so its body says nothing, nor do those who use it.
            self.names.insert(val.name.to_string(), Item::Lost);
        } else {
            self.clauses(val, is);
        }
        Head { name: val.name.clone(), params, value, is }
    }

    /// Has one of these parameters a type that could not be read?
    pub fn is_lost(&self, params: &[LocalId]) -> bool {
        params.iter().any(|&id| matches!(self.types.shape(self.locals[id].ty), Shape::Error))
    }

    /// `default` and `join` stand where values meet, both, and nowhere else.
    fn clauses(&mut self, val: &tree::Val<'a>, is: Kindred) {
        let span = val.name.span();
        let meets = matches!(is, Kindred::Down(_) | Kindred::Scatter(_));
        let example = "`default 0 join max`, with the unit of the join for the default";
        match (&val.default, &val.join) {
            (Some(_), Some(_)) | (None, None) if meets == val.join.is_some() => {}
            (None, Some(join)) if meets => {
                let text = format!("`{}` has a join and no default, which a row keeps that nobody writes to", val.name);
                self.errors.push(join.name.segments[0].ident.span(), text, format!("add it: {example}"));
            }
            (Some(default), None) if meets => {
                let text = format!("`{}` has a default and no join, by which values that meet become one", val.name);
                self.errors.push(default.span, text, format!("add it: {example}"));
            }
            (None, None) => {
                let text = format!("several rows may write to one row of `{}`", val.name);
                self.errors.push(span, text, format!("say how values that meet are joined: {example}"));
            }
            (default, join) => {
                let at = match (default, join) {
                    (_, Some(join)) => join.name.segments[0].ident.span(),
                    (Some(default), None) => default.span,
                    (None, None) => span,
                };
                let text = format!("`{}` returns one value, so nothing is to be joined", val.name);
                self.errors.push(at, text, "remove `default` and `join`, or make its first parameter a node");
            }
        }
    }

    pub fn function(&mut self, at: usize, it: &'a tree::Fn<'a>, vals: &[Val<'a>]) -> Fn<'a> {
        let FnHead { params, result, .. } = self.functions[at].clone();
        let (mut impls, mut plans) = (Vec::new(), [None, None]);
        for spec in &it.impls {
            match self.item(&spec.name.to_string()) {
                Some(Item::Val(val)) if impls.contains(&val) => {
                    self.errors.push(
                        spec.name.span(),
                        format!("`{}` is implemented twice here", spec.name),
                        "remove one",
                    );
                }
                Some(Item::Val(_)) if it.body.is_some() && !impls.is_empty() => {
                    let text = format!("`{}` computes one val, and this is another", it.name);
                    self.errors.push(spec.name.span(), text, "write a function for each, or an order: `bottom_up(b)`");
                }
                Some(Item::Val(val)) => impls.push(val),
                Some(Item::Plan(plan)) => self.implements_plan(plan, &mut plans, &spec.name),
                Some(Item::Lost) => {}
                Some(_) => {
                    let text = format!("`{}` is no val", spec.name);
                    self.errors.push(spec.name.span(), text, "a function implements vals: declare `val … { … }`");
                }
                None => {
                    let mut known: Vec<String> = self.heads.iter().map(|head| head.name.to_string()).collect();
                    let what = if self.plans.is_empty() { "val" } else { "spec" };
                    known.extend(self.plans.iter().map(|plan| plan.name.to_string()));
                    let help = nearest(&spec.name.to_string(), known.iter().map(String::as_str), what);
                    self.errors.push(spec.name.span(), format!("no {what} is called `{}`", spec.name), help);
                }
            }
        }
        let body = it.body.map(|body| self.hand_body(at, it, body));
        let (result, nets, on) = match body.is_some() {
            true => (result, None, None),
            false => match self.on(it, vals, &impls, &params) {
                Some((result, on)) => (result, None, on),
                None => {
                    let (result, nets) = self.fallible(it, vals, &impls);
                    (result, nets, None)
                }
            },
        };
        Fn { head: it, params, result, impls, plans, body, nets, on }
    }
}
