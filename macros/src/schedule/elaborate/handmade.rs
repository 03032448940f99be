//! Kernels that are written by hand, in files of CUDA C++.

use super::Elaborator;
use crate::{
    include::resolved,
    schedule::{
        errors::ends,
        tree,
        types::{INTEGERS, Shape, SpaceId, Ty},
    },
};
use std::path::Path;
use syn::{GenericArgument, LitStr, PathArguments, Type};

/// A kernel of a file.
pub struct Handmade {
    /// The file, as it is named, and as it is found.
    pub path: LitStr,
    pub file: String,
    /// The name of the kernel in it.
    pub entry: String,
    /// How many threads a block has.
    pub threads: [u32; 3],
}

const TYPES: &str = "a kernel of a file has numbers, truth values, arrays of them, and columns of them";

impl<'a> Elaborator<'a, '_> {
    /// The kernel of a file, if that is what it is.
    pub fn handmade(&mut self, it: &tree::Extern, params: &[Ty], result: Ty) -> Option<Handmade> {
        let kernel = it.kernel.as_ref()?;
        let Some(path) = kernel.cuda.clone() else {
            if let Some((_, span)) = kernel.threads {
                let help = "name the file: `cuda: \"square.cu\"`; or remove this";
                self.errors.push(span, format!("`{}` has no blocks: it is in no file", it.name), help);
            }
            return None;
        };
        for (ty, written) in params.iter().zip(&it.params) {
            if !self.is_given(*ty, written) {
                let (first, last) = ends(written);
                let text = format!("`{}` is nothing that a kernel of a file reads", self.types.show(*ty));
                self.errors.between(first, last, text, format!("{TYPES}; it reads vectors of them, too: `Vec<f32>`"));
            }
        }
        let parts = match self.types.shape(result).clone() {
            Shape::Tuple(of) => of,
            _ => vec![result],
        };
        for part in parts {
            self.is_made(it, params, part);
        }
        let found = resolved(&path);
        let file = std::path::absolute(&found).ok().as_deref().and_then(Path::to_str).map(str::to_owned);
        let error = match (std::fs::File::open(&found), &file) {
            (Ok(_), Some(_)) => None,
            (Err(error), _) => Some(error.to_string()),
            (_, None) => Some("its name is no text".to_owned()),
        };
        if let Some(error) = error {
            let text = format!("cannot read {}: {error}", found.display());
            self.errors.push(path.span(), text, "the path is relative to the file of Rust that names it");
            return None;
        }
        let entry = kernel.entry.as_ref().map_or_else(|| it.name.to_string(), LitStr::value);
        Some(Handmade { path, file: file?, entry, threads: kernel.threads.map_or([1; 3], |(threads, _)| threads) })
    }

    /// May it be an argument?
    fn is_given(&self, ty: Ty, written: &Type) -> bool {
        self.is_flat(ty) || matches!(self.types.shape(ty), Shape::Rust(..)) && is_vector(written)
    }

    /// Numbers, one after the other.
    fn is_flat(&self, ty: Ty) -> bool {
        match *self.types.shape(ty) {
            Shape::Array(of, _) | Shape::Column(_, of) => self.is_number(of),
            _ => self.is_number(ty),
        }
    }

    fn is_number(&self, ty: Ty) -> bool {
        matches!(self.types.shape(ty), Shape::Bool | Shape::Int(_) | Shape::Float(_) | Shape::Error)
    }

    /// A result is of a size that is known when the kernel is called.
    fn is_made(&mut self, it: &tree::Extern, params: &[Ty], part: Ty) {
        let (first, last) = ends(&it.result);
        if !self.is_flat(part) {
            let text = format!("`{}` is nothing that a kernel of a file makes", self.types.show(part));
            self.errors.between(first, last, text, TYPES);
        } else if let Shape::Column(space, _) = *self.types.shape(part)
            && self.column_of(params, space).is_none()
        {
            let name = &self.spaces[space].name;
            let text = format!("how many rows of `{name}` there are is not known");
            let help = format!(
                "a column that is made has as many rows as one that is read: add a parameter `Data<{name}, …>`"
            );
            self.errors.between(first, last, text, help);
        }
    }

    /// The parameter that is a column of a space.
    fn column_of(&self, params: &[Ty], space: SpaceId) -> Option<usize> {
        params.iter().position(|&ty| matches!(*self.types.shape(ty), Shape::Column(of, _) if of == space))
    }
}

/// `Vec<f32>`
fn is_vector(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last().filter(|last| last.ident == "Vec") else { return false };
    let PathArguments::AngleBracketed(list) = &last.arguments else { return false };
    match list.args.iter().collect::<Vec<_>>()[..] {
        [GenericArgument::Type(Type::Path(of))] => of.path.get_ident().is_some_and(|of| {
            let of = of.to_string();
            ["bool", "f32", "f64"].contains(&&*of) || INTEGERS.contains(&&*of)
        }),
        _ => false,
    }
}
