//! Names of types that are nearly those that a block knows.
//!
//! A type that is not known may be any of Rust's, so by itself it is no mistake. Where there are mistakes, it may be the cause.

use super::{
    errors::Errors,
    language::Language,
    tree::Block,
    types::{COLUMNS, INTEGERS},
};
use syn::{GenericArgument, Ident, PathArguments, Type};

/// Types of Rust's that are near to others, and meant.
const RUST: [&str; 8] = ["u128", "i128", "f16", "f128", "char", "str", "String", "Vec"];

/// The names of types that a block knows, but for columns.
pub fn known(block: &Block<'_>, languages: &[Language]) -> Vec<String> {
    let mut known: Vec<String> = INTEGERS.into_iter().chain(["f32", "f64", "bool"]).map(str::to_owned).collect();
    known.extend(block.spaces.iter().map(|space| space.name.to_string()));
    known.extend(block.records.iter().map(|record| record.name.to_string()));
    known.extend(languages.iter().filter_map(|language| Some(language.path.segments.last()?.ident.to_string())));
    known
}

/// The types that are written.
pub fn written<'b>(block: &'b Block<'_>) -> impl Iterator<Item = &'b Type> {
    let vals = block.vals.iter().flat_map(|val| val.params.iter().map(|it| &it.ty).chain([&val.result]));
    let fns = block.fns.iter().flat_map(|it| it.params.iter().map(|it| &it.ty).chain([&it.result]));
    let externs = block.externs.iter().flat_map(|it| it.params.iter().chain([&it.result]));
    vals.chain(fns).chain(externs).chain(block.consts.iter().map(|it| &it.ty))
}

/// A name that is nearly that of a type that is known.
pub struct Strange {
    pub name: Ident,
    help: String,
}

impl Strange {
    pub fn report(&self, errors: &mut Errors) {
        errors.push(self.name.span(), format!("`{}` is no type that the block knows", self.name), &self.help);
    }
}

/// Types that have nearly the name of one that is known.
pub fn types(block: &Block<'_>, languages: &[Language]) -> Vec<Strange> {
    let known = known(block, languages);
    let mut found = Vec::new();
    for ty in written(block) {
        look(ty, &known, &mut found);
    }
    found
}

/// Has it nearly the name of a type that is known?
pub fn is_strange(ty: &Type, known: &[String]) -> bool {
    let mut found = Vec::new();
    look(ty, known, &mut found);
    !found.is_empty()
}

fn look(ty: &Type, known: &[String], found: &mut Vec<Strange>) {
    match ty {
        Type::Reference(to) => look(&to.elem, known, found),
        Type::Paren(of) => look(&of.elem, known, found),
        Type::Group(of) => look(&of.elem, known, found),
        Type::Array(of) => look(&of.elem, known, found),
        Type::Tuple(of) => of.elems.iter().for_each(|ty| look(ty, known, found)),
        Type::Path(path) if path.qself.is_none() => {
            let Some(segment) = path.path.segments.last().filter(|_| path.path.segments.len() == 1) else { return };
            let PathArguments::AngleBracketed(list) = &segment.arguments else {
                let name = &segment.ident;
                found.extend(near(name, known.iter().map(String::as_str)).map(|near| Strange {
                    name: name.clone(),
                    help: format!("did you mean `{near}`? a type of your own is written with its path: `self::{name}`"),
                }));
                return;
            };
            found.extend(
                near(&segment.ident, COLUMNS.into_iter())
                    .map(|near| Strange { name: segment.ident.clone(), help: format!("did you mean `{near}`?") }),
            );
            // A space that is not there is an error of its own.
            let spaces = usize::from(segment.ident != "Steps" && COLUMNS.iter().any(|known| segment.ident == known));
            for argument in list.args.iter().skip(spaces) {
                if let GenericArgument::Type(ty) = argument {
                    look(ty, known, found);
                }
            }
        }
        _ => {}
    }
}

/// The name that is nearly this one: one letter is another, is too much, or is missing; or two have changed places.
fn near<'n>(ident: &Ident, known: impl Iterator<Item = &'n str> + Clone) -> Option<&'n str> {
    let text = ident.to_string();
    if text.len() < 2 || RUST.contains(&text.as_str()) || known.clone().any(|known| known == text) {
        return None;
    }
    let capital = |name: &str| name.starts_with(char::is_uppercase);
    let near = |known: &&str| capital(known) == capital(&text) && strsim::damerau_levenshtein(known, &text) == 1;
    known.filter(near).min()
}
