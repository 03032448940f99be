//! Vals, with what is said of them before the body.

use super::{
    Reader,
    item::params,
    output::{outputs, parentheses, untagged, whole},
    respelled,
};
use crate::schedule::tree::{Join, Val};
use proc_macro2::Span;
use syn::{Error, Path, Result, Token, parenthesized, parse::ParseStream, token};

mod word {
    syn::custom_keyword!(val);
    syn::custom_keyword!(join);
    syn::custom_keyword!(commutative);
    syn::custom_keyword!(reassoc);
    syn::custom_keyword!(approx);
    syn::custom_keyword!(ulp);
}

impl<'a> Reader<'a> {
    pub(super) fn val(&self, input: ParseStream<'_>) -> Result<Val<'a>> {
        input.parse::<word::val>()?;
        let name = respelled::name(input)?;
        let params = params(input)?;
        let written = parentheses(input);
        let outputs = outputs(input, "a val says what it computes: `val depth(n: Math) -> u32 { … }`")?;
        untagged(params.iter().map(|it| &it.tags).chain(outputs.iter().map(|it| &it.tags)))?;
        let result = whole(&outputs, written);
        let outputs = outputs.into_iter().map(|it| it.name).collect();
        let (mut default, mut join, mut reassoc, mut approx) = (None, None, None, None);
        loop {
            if input.peek(Token![default]) {
                let at = input.parse::<Token![default]>()?;
                twice(default.replace(self.operand(input)?).is_some(), at.span, "default")?;
            } else if input.peek(word::join) {
                let at = input.parse::<word::join>()?;
                let name = input.call(Path::parse_mod_style)?;
                let commutative = input.parse::<Option<word::commutative>>()?.is_some();
                twice(join.replace(Join { name, commutative }).is_some(), at.span, "join")?;
            } else if input.peek(word::reassoc) {
                let at = input.parse::<word::reassoc>()?;
                twice(reassoc.replace(at.span).is_some(), at.span, "reassoc")?;
            } else if input.peek(word::approx) {
                let at = input.parse::<word::approx>()?;
                twice(approx.replace(ulps(input)?).is_some(), at.span, "approx")?;
            } else if input.peek(token::Brace) {
                break;
            } else {
                let text = "what follows the type of a val is `default …`, `join …`, `reassoc`, `approx(…)`, or its body\n\
                            help: write the body in braces: `{ returns … }`";
                return Err(input.error(text));
            }
        }
        *self.parameters.borrow_mut() = params.iter().map(|it| it.name.to_string()).collect();
        let span = input.span();
        let help = "the body of a val is its value: `{ x :- a * b; returns x + c }`";
        let body = self.recover(span, self.block(input), help);
        Ok(Val { name, params, result, outputs, default, join, reassoc, approx, body })
    }
}

/// `(4 ulp)`
fn ulps(input: ParseStream<'_>) -> Result<u32> {
    let help = "help: write `approx(4 ulp)`: by how many units in the last place a function's value may differ";
    let all;
    if !input.peek(token::Paren) {
        return Err(input.error(format!("by how much may values differ?\n{help}")));
    }
    parenthesized!(all in input);
    let number = |input: ParseStream<'_>| -> Result<u32> {
        let count: syn::LitInt = input.parse()?;
        // `4ulp` is one word of Rust's.
        if count.suffix() != "ulp" {
            input.parse::<word::ulp>()?;
        }
        if !input.is_empty() {
            return Err(input.error("nothing follows"));
        }
        count.base10_parse()
    };
    number(&all).map_err(|error| Error::new(error.span(), format!("a number of ulps is wanted here\n{help}")))
}

fn twice(again: bool, at: Span, word: &str) -> Result<()> {
    match again {
        true => Err(Error::new(at, format!("`{word}` is said twice\nhelp: remove one"))),
        false => Ok(()),
    }
}
