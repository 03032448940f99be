//! What stands in a node beside its children, by its words: as `columns::Payload` has them.

use super::{Unit, types::length};
use crate::schedule::{
    elaborate::Program,
    language::applied,
    types::{INTEGERS, Shape, SpaceId, Ty},
};

/// What a value is, where its words are read or compared.
#[derive(Clone, PartialEq, Eq)]
pub enum Form {
    Bool,
    Char,
    Int(&'static str),
    Float(&'static str),
    Row,
    Tuple(Vec<Form>),
    Array(Box<Form>, usize),
    /// Known to Rust only: a pointer to its words.
    Words,
    /// No value that is read or compared.
    Other,
}

impl Form {
    /// How many words it takes in a node; none if only Rust knows.
    pub fn words(&self) -> Option<usize> {
        match self {
            Form::Bool | Form::Char | Form::Row => Some(1),
            Form::Int(name) => Some(if matches!(*name, "u64" | "i64" | "usize" | "isize") { 2 } else { 1 }),
            Form::Float(name) => Some(if *name == "f64" { 2 } else { 1 }),
            Form::Tuple(of) => of.iter().map(Form::words).sum(),
            Form::Array(of, len) => Some(of.words()? * len),
            Form::Words | Form::Other => None,
        }
    }

    /// The type of a payload, in the language of a space.
    pub fn of_payload(program: &Program<'_>, space: SpaceId, ty: &syn::Type) -> Form {
        match program.spaces[space].language {
            Some(at) => Form::of_rust(&applied(ty, &program.languages[at].params, &program.spaces[space].args.0)),
            None => Form::of_rust(ty),
        }
    }

    fn of_rust(ty: &syn::Type) -> Form {
        match ty {
            syn::Type::Tuple(tuple) => Form::Tuple(tuple.elems.iter().map(Form::of_rust).collect()),
            syn::Type::Array(array) => match &array.len {
                syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(len), .. }) => match len.base10_parse() {
                    Ok(len) => Form::Array(Box::new(Form::of_rust(&array.elem)), len),
                    Err(_) => Form::Words,
                },
                _ => Form::Words,
            },
            syn::Type::Paren(inner) => Form::of_rust(&inner.elem),
            syn::Type::Group(inner) => Form::of_rust(&inner.elem),
            syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Idx") => Form::Row,
            syn::Type::Path(path) => match path.path.get_ident().map(ToString::to_string).as_deref() {
                Some("bool") => Form::Bool,
                Some("char") => Form::Char,
                Some("f32") => Form::Float("f32"),
                Some("f64") => Form::Float("f64"),
                Some(name) => INTEGERS.into_iter().find(|it| *it == name).map_or(Form::Words, Form::Int),
                None => Form::Words,
            },
            _ => Form::Words,
        }
    }
}

impl Unit<'_, '_, '_> {
    /// What values of a type are.
    pub fn form(&self, ty: Ty) -> Form {
        match self.program.types.shape(ty) {
            Shape::Bool => Form::Bool,
            Shape::Int(name) => Form::Int(name),
            Shape::Float(name) => Form::Float(name),
            Shape::Row(..) | Shape::Node(_) => Form::Row,
            Shape::Tuple(of) => Form::Tuple(of.iter().map(|&of| self.form(of)).collect()),
            Shape::Array(of, len) => match length(self.program, len) {
                Some(len) => Form::Array(Box::new(self.form(*of)), len),
                None => Form::Other,
            },
            Shape::Rust(text, _) if text == "char" => Form::Char,
            Shape::Rust(..) => Form::Words,
            _ => Form::Other,
        }
    }

    /// A value of these words, from `at` on.
    pub fn payload(&mut self, form: &Form, at: &str) -> String {
        match form {
            Form::Bool => format!("get({at}, 0) != 0"),
            Form::Char | Form::Row => format!("get({at}, 0)"),
            Form::Int("u32") => format!("get({at}, 0)"),
            Form::Int(name) if form.words() == Some(1) => format!("{name}(get({at}, 0))"),
            Form::Int("u64" | "usize") => format!("wide({at})"),
            Form::Int(_) => format!("i64(wide({at}))"),
            Form::Float("f32") => format!("rs::from_bits(get({at}, 0))"),
            Form::Float(_) => format!("rs::from_bits(wide({at}))"),
            Form::Tuple(parts) => {
                let mut from = 0;
                let parts: Vec<String> = parts
                    .iter()
                    .map(|part| {
                        let text = self.payload(part, &further(at, from));
                        from += part.words().unwrap_or(0);
                        text
                    })
                    .collect();
                format!("{}{{{}}}", self.named(form), parts.join(", "))
            }
            Form::Array(of, len) => {
                let words = of.words().unwrap_or(0);
                let parts: Vec<String> = (0..*len).map(|nth| self.payload(of, &further(at, nth * words))).collect();
                format!("{}{{{{{}}}}}", self.named(form), parts.join(", "))
            }
            Form::Words | Form::Other => at.to_owned(),
        }
    }
}

/// So many words after another place.
pub fn further(at: &str, words: usize) -> String {
    match (at.rsplit_once(" + "), words) {
        (_, 0) => at.to_owned(),
        (Some((base, last)), _) if last.parse::<usize>().is_ok() => {
            format!("{base} + {}", last.parse::<usize>().unwrap_or(0) + words)
        }
        _ => format!("{at} + {words}"),
    }
}
