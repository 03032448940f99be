//! Types, as C++ has them. What is a column has one for each of its leaves: the numbers that its values are made of.

use super::{Unit, payload::Form};
use crate::schedule::{
    elaborate::Program,
    typed::Kind,
    types::{Shape, Ty},
};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};

/// The most numbers that a value in a column is made of.
const MOST: usize = 64;

/// One number of a value.
#[derive(Clone)]
pub struct Leaf {
    pub form: Form,
    /// Where it is in the value: `.0`, `[2].1`; and in C++.
    pub path: TokenStream,
    pub cpp: String,
    /// Of a row: its type here.
    pub ty: Ty,
}

impl Unit<'_, '_, '_> {
    /// The type in C++; if there is none, that is reported.
    pub fn ty(&mut self, ty: Ty, span: Span) -> String {
        let program = self.program;
        match program.types.shape(ty) {
            Shape::Var(_) => self.no_type(span, "the type of this is known to Rust only, and has no form"),
            Shape::List(_) => self.not_there(span, "this is a list that is kept"),
            Shape::Column(..) => self.not_there(span, "this is a column that is made for one row"),
            Shape::Array(_, len) if length(program, len).is_none_or(|len| len == 0 || len > MOST) => {
                self.no_type(span, &format!("an array of {len} has no form"));
            }
            Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Row(..) | Shape::Node(_) | Shape::Rust(..) => {}
            Shape::Tuple(of) => {
                for &of in of {
                    self.ty(of, span);
                }
            }
            Shape::Array(of, _) => drop(self.ty(*of, span)),
            _ => self.no_type(span, &format!("{} has no form", program.types.told(ty))),
        }
        self.named(&self.form(ty))
    }

    /// The type in C++.
    pub fn named(&mut self, form: &Form) -> String {
        match form {
            Form::Bool => "bool".to_owned(),
            Form::Char | Form::Row => "u32".to_owned(),
            Form::Int("usize") => "u64".to_owned(),
            Form::Int("isize") => "i64".to_owned(),
            Form::Int(name) | Form::Float(name) => (*name).to_owned(),
            Form::Words => "const u32*".to_owned(),
            Form::Other => "u32".to_owned(),
            Form::Tuple(of) => {
                let of: Vec<String> = of.iter().map(|of| self.named(of)).collect();
                let name = format!("tuple_{}", of.iter().map(|of| word(of)).collect::<Vec<_>>().join("_"));
                let fields: String = of.iter().enumerate().map(|(at, of)| format!(" {of} at{at};")).collect();
                self.declare(&name, format!("struct {name} {{{fields} }};"));
                name
            }
            Form::Array(of, len) => {
                let of = self.named(of);
                let name = format!("array_{}_{len}", word(&of));
                let text = format!("struct {name} {{ static const u32 len = {len}; {of} at[{len}]; }};");
                self.declare(&name, text);
                name
            }
        }
    }

    fn declare(&mut self, name: &str, text: String) {
        if !self.types.iter().any(|(known, _)| known == name) {
            self.types.push((name.to_owned(), text));
        }
    }

    /// The numbers that a value in a column is made of; if it is not made of numbers, that is reported.
    pub fn leaves(&mut self, ty: Ty, span: Span) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.leaves_of(ty, (TokenStream::new(), String::new()), span, &mut leaves);
        if leaves.len() > MOST {
            self.no_type(span, &format!("a column of {} numbers a row has no form", leaves.len()));
            leaves.truncate(MOST);
        }
        leaves
    }

    fn leaves_of(&mut self, ty: Ty, (path, cpp): (TokenStream, String), span: Span, leaves: &mut Vec<Leaf>) {
        let program = self.program;
        match program.types.shape(ty) {
            Shape::Tuple(of) => {
                for (at, &of) in of.iter().enumerate() {
                    let index = syn::Index::from(at);
                    self.leaves_of(of, (quote!(#path.#index), format!("{cpp}.at{at}")), span, leaves);
                }
            }
            Shape::Array(of, len) => match length(program, len) {
                Some(len @ 1..=MOST) => {
                    for at in 0..len {
                        let index = proc_macro2::Literal::usize_unsuffixed(at);
                        self.leaves_of(*of, (quote!(#path[#index]), format!("{cpp}.at[{at}]")), span, leaves);
                    }
                }
                _ => self.no_type(span, &format!("a column of `{}` has no form", program.types.show(ty))),
            },
            Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Row(..) => {
                leaves.push(Leaf { form: self.form(ty), path, cpp, ty });
            }
            Shape::Error => {}
            _ => self.no_type(span, &format!("a column of `{}` has no form", program.types.show(ty))),
        }
    }
}

impl Leaf {
    /// The type of its column in C++.
    pub fn stored(&self) -> &'static str {
        match self.form {
            Form::Bool => "u8",
            Form::Int("usize") => "u64",
            Form::Int("isize") => "i64",
            Form::Int(name) | Form::Float(name) => name,
            _ => "u32",
        }
    }

    /// What the host calls it.
    pub fn element(&self) -> TokenStream {
        let name = match self.form {
            Form::Bool => "Bool".to_owned(),
            Form::Row => "Row".to_owned(),
            _ => self.stored().to_uppercase(),
        };
        let name = format_ident!("{name}");
        quote!(::polarnet::private::passes::Element::#name)
    }
}

/// The length of an array, as a number.
pub fn length(program: &Program<'_>, text: &str) -> Option<usize> {
    text.parse().ok().or_else(|| {
        let known = program.consts.iter().find(|it| it.name == text)?;
        match &known.value.kind {
            Kind::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    })
}

/// A type as a part of a name.
fn word(ty: &str) -> &str {
    if ty == "const u32*" { "words" } else { ty }
}
