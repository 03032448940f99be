//! The names of what a recursion is made of: none is one of the user's.

use super::{frames::returned, own};
use crate::schedule::{
    elaborate::Program,
    typed::{Expr, Kind, Pattern, ValId},
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::Lifetime;

/// The names of what is made, which are none of the user's.
pub struct Shapes {
    pub next: Ident,
    pub frame: Ident,
    pub lifetime: Lifetime,
    /// The variants of the vals.
    vals: Vec<(ValId, Ident)>,
    /// Types that only Rust knows.
    unknown: Vec<Ident>,
    types: HashSet<String>,
    variables: HashSet<String>,
    variants: HashSet<String>,
}

impl Shapes {
    pub fn new(program: &Program<'_>, vals: &[ValId]) -> Self {
        let mut types = HashSet::new();
        for local in &program.locals {
            words(program.ty(local.ty), &mut types);
        }
        program.languages.iter().for_each(|language| words(language.path.to_token_stream(), &mut types));
        program.spaces.iter().for_each(|space| words(space.name.to_token_stream(), &mut types));
        for &val in vals {
            words(program.ty(program.vals[val].value), &mut types);
            program.vals[val].body.visit(&mut |expr| paths(expr, &mut types));
        }
        let mut shapes = Shapes {
            next: own("Next"),
            frame: own("Frame"),
            lifetime: Lifetime::new("'data", Span::mixed_site()),
            vals: Vec::new(),
            unknown: Vec::new(),
            types,
            variables: program.locals.iter().map(|local| local.name.to_string()).collect(),
            variants: (0..64).map(|at| returned(at).to_string()).collect(),
        };
        shapes.next = unused(&mut shapes.types, "Next");
        shapes.frame = unused(&mut shapes.types, "Frame");
        for &val in vals {
            let name = unused(&mut shapes.variants, &camel(&program.vals[val].name));
            shapes.vals.push((val, name));
        }
        shapes
    }

    /// The variant of a val.
    pub fn val(&self, val: ValId) -> &Ident {
        self.vals.iter().find(|(known, _)| *known == val).map_or(&self.next, |(_, name)| name)
    }

    /// A variable for something between: `fib_1`.
    pub fn variable(&mut self, stem: &str) -> Ident {
        numbered(&mut self.variables, &format!("{stem}_"))
    }

    /// A frame of a val: `Fib1`.
    pub fn numbered(&mut self, program: &Program<'_>, val: ValId) -> Ident {
        numbered(&mut self.variants, &camel(&program.vals[val].name))
    }

    /// A list that is gone through: `FibEach1`.
    pub fn each(&mut self, program: &Program<'_>, val: ValId) -> Ident {
        numbered(&mut self.variants, &format!("{}Each", camel(&program.vals[val].name)))
    }

    /// A result that will be kept: `FibKept`.
    pub fn kept(&mut self, program: &Program<'_>, val: ValId) -> Ident {
        unused(&mut self.variants, &format!("{}Kept", camel(&program.vals[val].name)))
    }

    pub fn unknown(&mut self) -> TokenStream {
        let name = numbered(&mut self.types, "T");
        self.unknown.push(name.clone());
        name.into_token_stream()
    }

    /// The parameters that a type with these fields has.
    pub fn generics<'f>(&self, program: &Program<'_>, fields: impl Iterator<Item = &'f TokenStream>) -> TokenStream {
        let (mut used, mut borrows) = (HashSet::new(), false);
        for field in fields {
            borrows |= has_lifetime(field.clone());
            words(field.clone(), &mut used);
        }
        let lifetime = borrows.then(|| self.lifetime.to_token_stream());
        let spaces = program.spaces.iter().filter(|space| used.contains(&space.name.to_string())).map(|space| {
            let name = &space.name;
            quote!(#name: ::polarnet::columns::Space)
        });
        let unknown =
            self.unknown.iter().filter(|name| used.contains(&name.to_string())).map(ToTokens::to_token_stream);
        let all: Vec<TokenStream> = lifetime.into_iter().chain(spaces).chain(unknown).collect();
        if all.is_empty() { TokenStream::new() } else { quote!(<#(#all),*>) }
    }
}

/// A name that is none of these, and is one of them from now on.
fn unused(known: &mut HashSet<String>, name: &str) -> Ident {
    if known.insert(name.to_owned()) { own(name) } else { numbered(known, name) }
}

fn numbered(known: &mut HashSet<String>, stem: &str) -> Ident {
    let name = (1_u32..).map(|at| format!("{stem}{at}")).find(|name| !known.contains(name)).unwrap_or_default();
    known.insert(name.clone());
    format_ident!("{name}", span = Span::mixed_site())
}

/// `rec_sum` to `RecSum`
fn camel(name: &Ident) -> String {
    let name = name.to_string();
    let mut camel = String::new();
    for part in name.trim_start_matches("r#").split('_') {
        let mut letters = part.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.push_str(letters.as_str());
    }
    if camel.starts_with(char::is_alphabetic) { camel } else { format!("Val{camel}") }
}

/// The words of tokens.
fn words(tokens: TokenStream, into: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                into.insert(word.to_string());
            }
            TokenTree::Group(group) => words(group.stream(), into),
            _ => {}
        }
    }
}

fn has_lifetime(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        TokenTree::Group(group) => has_lifetime(group.stream()),
        _ => false,
    })
}

/// The paths of Rust that an expression has.
fn paths(expr: &Expr<'_>, into: &mut HashSet<String>) {
    match &expr.kind {
        Kind::Rust(tokens) | Kind::Construct(tokens, _) => words(tokens.clone(), into),
        Kind::Record(path, _) | Kind::Net(path, _) => words(path.to_token_stream(), into),
        Kind::Match(_, arms) => arms.iter().flat_map(|arm| &arm.patterns).for_each(|pattern| patterns(pattern, into)),
        _ => {}
    }
}

fn patterns(pattern: &Pattern, into: &mut HashSet<String>) {
    match pattern {
        Pattern::Any | Pattern::Bind(_) | Pattern::Error => {}
        Pattern::Rust(tokens) => words(tokens.clone(), into),
        Pattern::Node { fields, .. } => fields.iter().for_each(|(_, field)| patterns(field, into)),
        Pattern::Tuple(tokens, parts) => {
            words(tokens.clone(), into);
            parts.iter().for_each(|part| patterns(part, into));
        }
        Pattern::Record(tokens, fields, _) => {
            words(tokens.clone(), into);
            fields.iter().for_each(|(_, field)| patterns(field, into));
        }
        Pattern::Or(parts) => parts.iter().for_each(|part| patterns(part, into)),
    }
}
