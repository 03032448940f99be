//! What begins with `#`: Rust values, labels, attributes.

use super::{Lexer, Rest};
use polarnet_passes::{Pass, Passes, UnknownPass};
use polarnet_syntax::token::{Kind, Lexical};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenTree};
use quote::{ToTokens, quote};
use syn::{Token, parse::Parser, punctuated::Punctuated};

impl<'s> Lexer<'_, 's> {
    /// `#name`, `#(expression)`, `#7{ }`, `#![attribute]`, `#[doc = "…"]`.
    pub(super) fn hash(&mut self, span: Span, rest: &mut Rest) {
        match rest.peek() {
            Some(TokenTree::Ident(_)) if self.rule => self.push(Kind::Hash, span),
            Some(TokenTree::Group(group)) if self.rule && group.delimiter() == Delimiter::Parenthesis => {
                self.push(Kind::Hash, span);
            }
            Some(TokenTree::Literal(_)) => self.push(Kind::Hash, span),
            Some(TokenTree::Punct(bang)) if bang.as_char() == '!' => {
                rest.next();
                match rest.next_if(is_bracket) {
                    Some(TokenTree::Group(group)) => self.inner_attribute(span, &group),
                    _ => self.push(Kind::Bad(Lexical::OpenAttribute), span),
                }
            }
            Some(TokenTree::Group(_) | TokenTree::Ident(_)) => match rest.next() {
                Some(TokenTree::Group(group)) => self.hash_group(span, &group),
                Some(ident) => self.tokens.hole(ident.to_token_stream(), span, ident.span()),
                None => {}
            },
            _ => self.bad(
                span,
                "`#` is followed by no value and no label",
                "a Rust value is `#name` or `#(expression)`, a label `&7{a b}`",
            ),
        }
    }

    fn hash_group(&mut self, span: Span, group: &Group) {
        let stream = group.stream();
        match group.delimiter() {
            Delimiter::Parenthesis if stream.is_empty() => {
                self.tokens.push(EMPTY_HOLE, span, group.span_close(), None);
            }
            Delimiter::Parenthesis | Delimiter::None => self.tokens.hole(group.to_token_stream(), span, group.span()),
            Delimiter::Bracket if starts_with(group, "doc") => self.tokens.doc(quote!(# #group)),
            Delimiter::Bracket => self.tokens.push(OUTER_ATTRIBUTE, span, group.span(), None),
            Delimiter::Brace => self.tokens.push(BRACED_HOLE, span, group.span_open(), None),
        }
    }

    fn inner_attribute(&mut self, span: Span, group: &Group) {
        let kind = match () {
            () if starts_with(group, "doc") => INNER_DOC,
            () if starts_with(group, "crate") && self.tokens.at_top() => match path_of_crate(group) {
                Some(path) => {
                    self.tokens.root = path.to_token_stream();
                    return;
                }
                None => NO_PATH,
            },
            () if starts_with(group, "passes") && self.tokens.at_top() => {
                self.passes(span, group);
                return;
            }
            () => Kind::Attribute(self.squeeze(group)),
        };
        self.tokens.push(kind, span, group.span(), None);
    }

    /// `passes(prune, pre_reduce)`
    fn passes(&mut self, span: Span, attribute: &Group) {
        let Some(names) = names_in_brackets(attribute) else {
            const NO_NAMES: &str = "this attribute names no passes\nhelp: write `#![passes(default)]`, or \
                                    `#![passes(prune, pre_reduce)]`: names with commas between";
            let mut hash = Punct::new('#', Spacing::Joint);
            hash.set_span(span);
            self.tokens.errors.extend(syn::Error::new_spanned(quote!(#hash #attribute), NO_NAMES).to_compile_error());
            return;
        };
        for name in names {
            match (Pass::find(&name.to_string()), name == "default") {
                (Some(pass), _) => self.tokens.passes.push(pass),
                (None, true) => self.tokens.passes.extend(Passes::default().as_slice()),
                (None, false) => {
                    let names = UnknownPass::names();
                    let message =
                        format!("unknown pass `{name}`\nhelp: there are {names}; `default` is those that pay off");
                    self.tokens.errors.extend(syn::Error::new(name.span(), message).to_compile_error());
                }
            }
        }
    }
}

const EMPTY_HOLE: Kind<'static> =
    Kind::Bad(Lexical::Other("`#()` holds no value", "write `#(expression)`, or `*` for nothing"));
const BRACED_HOLE: Kind<'static> =
    Kind::Bad(Lexical::Other("`#` is followed by `{`", "a Rust value is `#(expression)`"));
const OUTER_ATTRIBUTE: Kind<'static> = Kind::Bad(Lexical::Other(
    "only doc comments stand inside a book",
    "attributes of the book are `#![name]`; those of its type stand before `pub book`",
));
const INNER_DOC: Kind<'static> =
    Kind::Bad(Lexical::Other("a book has no inner doc comment", "write it with `///` before `pub book`, or with `//`"));

const NO_PATH: Kind<'static> = Kind::Bad(Lexical::Other(
    "this attribute names no crate",
    "write `#![crate(path)]`, where `path::net` is this macro: `#![crate(crate::nets::polarnet)]`",
));

/// The path in `crate(path)`.
fn path_of_crate(attribute: &Group) -> Option<syn::Path> {
    let path = attribute.stream().into_iter().nth(1)?;
    match (path, attribute.stream().into_iter().count()) {
        (TokenTree::Group(path), 2) => syn::Path::parse_mod_style.parse2(path.stream()).ok(),
        _ => None,
    }
}

/// The names in `passes(a, b)`, one at least.
fn names_in_brackets(attribute: &Group) -> Option<impl Iterator<Item = Ident>> {
    let (names, 2) = (attribute.stream().into_iter().nth(1)?, attribute.stream().into_iter().count()) else {
        return None;
    };
    let TokenTree::Group(names) = names else { return None };
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(names.stream()).ok()?;
    (!names.is_empty()).then(|| names.into_iter())
}

fn is_bracket(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

fn starts_with(group: &Group, word: &str) -> bool {
    matches!(group.stream().into_iter().next(), Some(TokenTree::Ident(first)) if first == word)
}
