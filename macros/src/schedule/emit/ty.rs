//! Types, as Rust has them.

use crate::schedule::{
    elaborate::{Fn, Program},
    typed::{Act, Arm, Expr, Kind, StmtKind},
    types::{Place, Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use std::str::FromStr;

impl Program<'_> {
    /// The type in Rust.
    pub fn ty(&self, ty: Ty) -> TokenStream {
        let columns = quote!(::polarnet::columns);
        let space = |at: SpaceId| &self.spaces[at].name;
        match self.types.shape(ty) {
            Shape::Var(_) | Shape::Error => quote!(_),
            Shape::Bool => quote!(bool),
            Shape::Int(name) | Shape::Float(name) => format_ident!("{name}").to_token_stream(),
            Shape::Row(at, Place::Any | Place::Below | Place::Own) | Shape::Node(at) => {
                let space = space(*at);
                quote!(#columns::Idx<#space>)
            }
            Shape::List(of) => {
                let of = self.ty(*of);
                quote!(&[#of])
            }
            Shape::Tuple(of) => {
                let of = of.iter().map(|&of| self.ty(of));
                quote!((#(#of),*))
            }
            Shape::Array(of, len) => {
                let (of, len) = (self.ty(*of), TokenStream::from_str(len).unwrap_or_default());
                quote!([#of; #len])
            }
            Shape::Batch(at) | Shape::Plan(at) => {
                let (space, lang) = (space(*at), self.lang(*at));
                let name = if matches!(self.types.shape(ty), Shape::Plan(_)) { quote!(Plan) } else { quote!(Batch) };
                quote!(#columns::#name<#space, #lang>)
            }
            Shape::Levels(at) => {
                let space = space(*at);
                quote!(#columns::Levels<#space>)
            }
            Shape::Users(at) => {
                let space = space(*at);
                quote!(#columns::Users<#space>)
            }
            Shape::Rows(at) => {
                let space = space(*at);
                quote!(#columns::Rows<#space>)
            }
            Shape::Guard(at) => {
                let space = space(*at);
                quote!(#columns::Guard<#space>)
            }
            Shape::Column(at, of) => {
                let from = space(*at);
                match self.types.shape(*of) {
                    Shape::Row(to, Place::Any) => {
                        let to = space(*to);
                        quote!(#columns::Mapping<#from, #to>)
                    }
                    _ => {
                        let of = self.ty(*of);
                        quote!(#columns::Data<#from, #of>)
                    }
                }
            }
            Shape::Steps(of) => {
                let of = self.ty(*of);
                quote!(::polarnet::schedule::Steps<'static, #of>)
            }
            Shape::Ref(of) => {
                let of = self.ty(*of);
                quote!(&#of)
            }
            Shape::Encoder(_) | Shape::Fence(_) | Shape::Ready(_) => quote!(_),
            Shape::Record(at) => self.records[*at].name.to_token_stream(),
            Shape::Rust(_, tokens) => tokens.clone(),
        }
    }

    /// The type of a space's language.
    pub fn lang(&self, space: SpaceId) -> TokenStream {
        match self.spaces[space].language {
            Some(at) => {
                let path = self.languages[at].lang_path();
                let args: Vec<TokenStream> = self.spaces[space].args.1.iter().map(|&ty| self.ty(ty)).collect();
                if args.is_empty() { quote!(#path) } else { quote!(#path<#(#args),*>) }
            }
            None => TokenStream::new(),
        }
    }

    /// Is a parameter of this type taken by reference?
    pub fn by_reference(&self, ty: Ty) -> bool {
        matches!(self.types.shape(ty), Shape::Column(..) | Shape::Batch(_))
    }

    /// The spaces that a function is generic over, in the order of the block.
    pub fn spaces_of(&self, of: &Fn<'_>) -> Vec<&Ident> {
        self.spaces_in(of.params.iter().map(|(_, ty)| *ty).chain([of.result]))
    }

    /// Of each space, whether it is in one of these types.
    pub fn marked(&self, types: impl Iterator<Item = Ty>) -> Vec<bool> {
        let mut seen = vec![false; self.spaces.len()];
        for ty in types {
            self.mark_spaces(ty, &mut seen);
        }
        seen
    }

    pub fn spaces_in(&self, types: impl Iterator<Item = Ty>) -> Vec<&Ident> {
        self.spaces.iter().zip(self.marked(types)).filter(|(_, seen)| *seen).map(|(space, _)| &space.name).collect()
    }

    fn mark_spaces(&self, ty: Ty, seen: &mut [bool]) {
        let shape = self.types.shape(ty);
        if let Some(space) = shape.space()
            && !std::mem::replace(&mut seen[space], true)
        {
            self.spaces[space].args.1.iter().for_each(|&arg| self.mark_spaces(arg, seen));
        }
        match shape {
            Shape::List(of) | Shape::Array(of, _) | Shape::Column(_, of) | Shape::Steps(of) => {
                self.mark_spaces(*of, seen)
            }
            Shape::Tuple(of) => of.iter().for_each(|&of| self.mark_spaces(of, seen)),
            _ => {}
        }
    }

    /// A number of this type, by its digits.
    pub fn number(&self, digits: &str, ty: Ty) -> TokenStream {
        let text = match self.types.shape(ty) {
            _ if self.types.is_float(ty) && !digits.contains(['.', 'e', 'E']) => format!("{digits}.0"),
            // Where nothing else says it, Rust would take an `i32`.
            Shape::Int(name) if self.types.is_settled(ty) => format!("{digits}{name}"),
            _ => digits.to_owned(),
        };
        let literal = Literal::from_str(&text).map(ToTokens::into_token_stream);
        literal.unwrap_or_else(|_| quote!(0))
    }
}

impl<'a> Expr<'a> {
    /// Calls `f` for the expression and all in it.
    pub fn visit(&self, f: &mut impl FnMut(&Expr<'a>)) {
        f(self);
        self.children(&mut |child| child.visit(f));
    }

    /// Calls `f` for the expressions that stand in it.
    pub fn children(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        match &self.kind {
            Kind::Number(_)
            | Kind::Bool(_)
            | Kind::Local(_)
            | Kind::Const(_)
            | Kind::Rust(_)
            | Kind::Rows(_)
            | Kind::Rebuilt
            | Kind::Error => {}
            Kind::Unary(_, a) | Kind::Cast(a) | Kind::Borrow(a) | Kind::Attribute(_, a) | Kind::Field(a, _) => f(a),
            Kind::Binary(_, a, b)
            | Kind::Element(a, b)
            | Kind::Let(_, a, b)
            | Kind::Range(a, b, _)
            | Kind::Each(a, _, b)
            | Kind::Filter(_, a, b)
            | Kind::Write(a, b) => {
                f(a);
                f(b);
            }
            Kind::Column(_, _, body) => f(body),
            Kind::Groups(_, groups) => {
                f(groups.list);
                f(groups.at);
                f(groups.body);
            }
            Kind::If(a, b, c) => {
                f(a);
                f(b);
                f(c);
            }
            Kind::Match(value, arms) => {
                f(value);
                for Arm { guard, body, .. } in arms {
                    if let Some(guard) = guard {
                        f(guard);
                    }
                    f(body);
                }
            }
            Kind::Builtin(_, list)
            | Kind::Call(_, list)
            | Kind::Extern(_, list)
            | Kind::Net(_, list)
            | Kind::Construct(_, list)
            | Kind::Tuple(list)
            | Kind::Array(list)
            | Kind::New(_, _, list)
            | Kind::Writes(list) => list.iter().for_each(|it| f(it)),
            Kind::Record(_, fields) => fields.iter().for_each(|(_, it)| f(it)),
            Kind::Act(act) => act.children(f),
        }
    }
}

impl<'a> Act<'a> {
    fn children(&self, f: &mut dyn FnMut(&'a Expr<'a>)) {
        match self {
            Act::Borrow(_) | Act::Begin(_) | Act::Dimension(_) | Act::Hole => {}
            Act::Load(a) | Act::Submit(a) | Act::Await(a) | Act::Tagged(a, _) | Act::Narrow(a) => f(a),
            Act::Run(_, grid, args) => grid.iter().chain(args).for_each(|it| f(it)),
            Act::Block(list, value) => {
                for stmt in list {
                    match &stmt.kind {
                        StmtKind::Let(_, a)
                        | StmtKind::Var(_, _, Some(a))
                        | StmtKind::Assign(_, a)
                        | StmtKind::Copy { value: a, .. }
                        | StmtKind::Do(a) => f(a),
                        StmtKind::Store(a, b) => {
                            f(a);
                            f(b);
                        }
                        StmtKind::Call { kernel, .. } => kernel.grid.iter().for_each(|it| f(it)),
                        StmtKind::Var(_, _, None) | StmtKind::Say(..) => {}
                    }
                }
                value.iter().for_each(|it| f(it));
            }
        }
    }
}
