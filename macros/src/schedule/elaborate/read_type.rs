//! Types as they are written.

use super::{Elaborator, Item, Named};
use crate::schedule::{
    errors::nearest,
    language::applied,
    types::{INTEGERS, Place, Shape, SpaceId, Ty},
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, PathSegment, Type, spanned::Spanned};

impl Elaborator<'_, '_> {
    /// The type that is meant.
    pub fn read_type(&mut self, ty: &Type) -> Ty {
        match ty {
            // Columns are lent anyway; of Rust's own types a reference is another type.
            Type::Reference(reference) => {
                let of = self.read_type(&reference.elem);
                match self.types.shape(of) {
                    Shape::Rust(..) => self.types.rust(ty),
                    _ => of,
                }
            }
            Type::Paren(inner) => self.read_type(&inner.elem),
            Type::Group(inner) => self.read_type(&inner.elem),
            Type::Tuple(tuple) => {
                let of = tuple.elems.iter().map(|ty| self.read_type(ty)).collect();
                self.types.add(Shape::Tuple(of))
            }
            Type::Array(array) => {
                let of = self.read_type(&array.elem);
                match self.length(&array.len) {
                    Some(len) => self.types.add(Shape::Array(of, len)),
                    None => self.types.error(),
                }
            }
            Type::Path(path) if path.qself.is_none() => self.path_type(ty, path),
            _ => self.types.rust(ty),
        }
    }

    /// How long an array is, as text: a constant of the block is its number, as it is not known outside of the functions.
    fn length(&mut self, len: &syn::Expr) -> Option<String> {
        let text = len.to_token_stream().to_string();
        match self.item(&text) {
            Some(Item::Const(at)) => {
                let Named { len: Some(len), .. } = &self.consts[at] else {
                    let help = format!("write `const {text}: usize = 4;`, or declare it as a constant of Rust's");
                    let message =
                        format!("the length of an array is a literal of `usize`, and the constant `{text}` is none");
                    self.errors.push(len.span(), message, help);
                    return None;
                };
                Some(len.clone())
            }
            Some(Item::Lost) => None,
            _ => match self.constant_in(len.to_token_stream()) {
                Some(name) => {
                    let message = format!("of constants of this block, only one by itself is a length, as `{name}` is");
                    let help = "declare one more: `const LENGTH: usize = 4;`, or declare them as constants of Rust's";
                    self.errors.push(len.span(), message, help);
                    None
                }
                None => Some(text),
            },
        }
    }

    fn constant_in(&self, tokens: TokenStream) -> Option<Ident> {
        tokens.into_iter().find_map(|token| match token {
            TokenTree::Ident(name) if matches!(self.item(&name.to_string()), Some(Item::Const(_))) => Some(name),
            TokenTree::Group(group) => self.constant_in(group.stream()),
            _ => None,
        })
    }

    fn path_type(&mut self, ty: &Type, path: &syn::TypePath) -> Ty {
        if let [only] = &path.path.segments.iter().collect::<Vec<_>>()[..]
            && self.strange.contains(&only.ident)
        {
            return self.types.error();
        }
        if let Some(name) = path.path.get_ident() {
            let text = name.to_string();
            if let Some(integer) = INTEGERS.into_iter().find(|known| *known == text) {
                return self.types.add(Shape::Int(integer));
            }
            match text.as_str() {
                "f32" => return self.types.add(Shape::Float("f32")),
                "f64" => return self.types.add(Shape::Float("f64")),
                "bool" => return self.types.add(Shape::Bool),
                _ => {}
            }
            if let Some(Item::Record(record)) = self.item(&text) {
                return self.types.add(Shape::Record(record));
            }
            if let Some(Item::Space(space)) = self.item(&text) {
                if self.spaces[space].language.is_none() {
                    let help = format!("a row of it is an `Idx<{name}>`");
                    self.errors.push(name.span(), format!("the space `{name}` has no nodes"), help);
                    return self.types.error();
                }
                return self.types.add(Shape::Node(space));
            }
        }
        if let Some(ty) = self.language_type(&path.path) {
            return ty;
        }
        if let [segment] = &path.path.segments.iter().collect::<Vec<_>>()[..]
            && let Some(ty) = self.column_type(segment)
        {
            return ty;
        }
        self.types.rust(ty)
    }

    /// The node of a language, if one space has it.
    fn language_type(&mut self, path: &syn::Path) -> Option<Ty> {
        // With its arguments or without.
        let mut path = path.clone();
        let last = path.segments.last_mut()?;
        last.arguments = PathArguments::None;
        let text = path.to_token_stream().to_string();
        let language = self.languages.iter().position(|known| known.path.to_token_stream().to_string() == text)?;
        let spaces: Vec<SpaceId> =
            (0..self.spaces.len()).filter(|&space| self.spaces[space].language == Some(language)).collect();
        match spaces[..] {
            [space] => Some(self.types.add(Shape::Node(space))),
            _ => {
                let names: Vec<String> = spaces.iter().map(|&at| format!("`{}`", self.spaces[at].name)).collect();
                let (language, first) =
                    (text.replace(' ', ""), names.first().map_or("", String::as_str).trim_matches('`'));
                let text = format!("`{language}` is the language of several spaces: {}", names.join(", "));
                let help = format!(
                    "write the space instead of the language, `n: {first}`; or write a second `schedule!` block, and in each \
                     of the two one `space … : Batch<{language}>`"
                );
                self.errors.push(path.span(), text, help);
                Some(self.types.error())
            }
        }
    }

    /// The type of a payload, in the language of a space.
    pub fn payload(&mut self, space: SpaceId, ty: &Type) -> Ty {
        let args = &self.spaces[space].args.0;
        let ty = match self.language(space) {
            Some(language) => applied(ty, &language.params, args),
            None => ty.clone(),
        };
        self.read_type(&ty)
    }

    /// `Idx<S>`, `Data<S, T>`, `Mapping<S, T>`, `Batch<S>`, `Guard<S>`
    fn column_type(&mut self, segment: &PathSegment) -> Option<Ty> {
        let name = segment.ident.to_string();
        let count = match name.as_str() {
            "Idx" | "Batch" | "Guard" | "Plan" | "Levels" | "Users" | "Rows" | "Steps" | "Encoder" | "Fence"
            | "Future" => 1,
            "Data" | "Mapping" => 2,
            _ => return None,
        };
        let arguments: Vec<&Type> = match &segment.arguments {
            PathArguments::AngleBracketed(list) => list.args.iter().filter_map(of_type).collect(),
            _ => Vec::new(),
        };
        if let "Encoder" | "Fence" | "Future" = name.as_str() {
            return self.remote_type(segment, &arguments);
        }
        // A row of a space that is made of another one is Rust's: `Idx<Defs<s>>`.
        let made = |ty: &&Type| matches!(ty, Type::Path(path) if path.path.get_ident().is_none());
        if name == "Idx" && arguments.iter().any(made) {
            return None;
        }
        if arguments.len() != count {
            let example = match name.as_str() {
                "Data" => "Data<expr, f64>",
                "Mapping" => "Mapping<expr, other>",
                "Idx" => "Idx<expr>",
                "Batch" => "Batch<expr>",
                "Plan" => "Plan<expr>",
                "Levels" => "Levels<expr>",
                "Users" => "Users<expr>",
                "Rows" => "Rows<expr>",
                "Steps" => "Steps<u64>",
                _ => "Guard<expr>",
            };
            let arguments = if count == 1 { "one argument" } else { "two arguments" };
            self.errors.push(segment.ident.span(), format!("`{name}` takes {arguments}"), format!("write `{example}`"));
            return Some(self.types.error());
        }
        if name == "Steps" {
            let of = self.read_type(arguments[0]);
            return Some(self.types.add(Shape::Steps(of)));
        }
        let Some(space) = self.space(arguments[0]) else { return Some(self.types.error()) };
        let shape = match name.as_str() {
            "Idx" => Shape::Row(space, Place::Any),
            "Guard" => Shape::Guard(space),
            "Levels" => Shape::Levels(space),
            "Users" => Shape::Users(space),
            "Rows" => Shape::Rows(space),
            "Batch" | "Plan" => {
                if self.spaces[space].language.is_none() {
                    let text = format!("the space `{}` has no nodes", self.spaces[space].name);
                    self.errors.push(arguments[0].span(), text, "declare its language: `space expr: Batch<Math>;`");
                    return Some(self.types.error());
                }
                if name == "Plan" { Shape::Plan(space) } else { Shape::Batch(space) }
            }
            "Mapping" => {
                let Some(to) = self.space(arguments[1]) else { return Some(self.types.error()) };
                let to = self.types.add(Shape::Row(to, Place::Any));
                Shape::Column(space, to)
            }
            _ => {
                let of = self.read_type(arguments[1]);
                Shape::Column(space, of)
            }
        };
        Some(self.types.add(shape))
    }

    /// `Encoder<R>`, `Fence<R>`; of Rust's, if `R` is no record of the block.
    fn remote_type(&mut self, segment: &PathSegment, arguments: &[&Type]) -> Option<Ty> {
        let [Type::Path(path)] = arguments else { return None };
        let name = path.path.get_ident()?;
        match self.item(&name.to_string()) {
            Some(Item::Record(record)) => {
                let shape = if segment.ident == "Encoder" { Shape::Encoder(record) } else { Shape::Fence(record) };
                Some(self.types.add(shape))
            }
            Some(Item::Lost) => Some(self.types.error()),
            _ => {
                let known: Vec<String> =
                    self.records.iter().filter(|it| it.declared).map(|it| it.name.to_string()).collect();
                let near = nearest(&name.to_string(), known.iter().map(String::as_str), "record");
                let help = match known.is_empty() {
                    true => format!("declare one: `type {name} = {{ x: i32 }};`"),
                    false => near,
                };
                self.errors.push(name.span(), format!("no record is called `{name}`"), help);
                Some(self.types.error())
            }
        }
    }

    fn space(&mut self, ty: &Type) -> Option<SpaceId> {
        if let Type::Path(path) = ty
            && let Some(name) = path.path.get_ident()
            && let Some(Item::Space(space)) = self.item(&name.to_string())
        {
            return Some(space);
        }
        let text = ty.to_token_stream().to_string();
        if let Some(Item::Lost) = self.item(&text) {
            return None;
        }
        let known: Vec<String> = self.spaces.iter().map(|space| space.name.to_string()).collect();
        let help = match known.is_empty() {
            true => {
                format!("declare it: `space {text}: Batch<Language>;`, with the enum of its nodes, or `space {text};`")
            }
            false => nearest(&text, known.iter().map(String::as_str), "space"),
        };
        self.errors.push(ty.span(), format!("no space is called `{text}`"), help);
        // Once is enough.
        self.names.entry(text).or_insert(Item::Lost);
        None
    }
}

fn of_type(argument: &GenericArgument) -> Option<&Type> {
    match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}
