//! Functions: what they implement, and their order or body.

use super::{
    Reader,
    item::params,
    output::{inside, outputs, parentheses, whole},
};
use crate::schedule::{
    builtin::Builtin,
    tree::{Block, Fn, Spec, Word, fallible},
};
use proc_macro2::TokenTree;
use syn::{
    Attribute, Error, Ident, Result, Token, Visibility, braced,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream},
    token,
};

mod word {
    syn::custom_keyword!(impls);
}

/// How the rows are visited.
const DRIVERS: [&str; 5] = ["bottom_up", "top_down", "map", "scatter", "eval"];
/// Words that follow one of these, and with which an order may begin by mistake.
const WORDS: [&str; 4] = ["wavefront", "chunk", "parallel", "fuse"];

impl<'a> Reader<'a> {
    pub fn function(&self, attrs: Vec<Attribute>, vis: Visibility, input: ParseStream<'_>) -> Result<Fn<'a>> {
        input.parse::<Token![fn]>()?;
        let name: Ident = input.parse()?;
        let params = params(input)?;
        let written = parentheses(input);
        let outputs = outputs(input, "a function says what it returns: `-> Data<expr, f64>`")?;
        let result = whole(&outputs, written);
        if !input.peek(word::impls) {
            let text = format!("`{name}` implements nothing\nhelp: name the val that it computes: `impls cost`");
            return Err(Error::new(name.span(), text));
        }
        input.parse::<word::impls>()?;
        let mut impls = vec![input.parse::<Spec>()?];
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.peek(token::Brace) {
            impls.push(input.parse()?);
        }
        if input.peek(Ident) {
            return Err(
                input.error("specs stand between commas\nhelp: write `impls cost, one_trip`, and the body in braces")
            );
        }
        let inner;
        let braces = braced!(inner in input);
        let (mut order, mut body) = (Vec::new(), None);
        if inner.is_empty() {
            let text = format!("`{name}` has neither a body nor an order");
            let help =
                "write the value that it computes, or in which order it does: `eval(x)`, `map(xs)`, `bottom_up(b)` …";
            self.errors.borrow_mut().push(braces.span.close(), text, help);
            let (fails, made, unfilled) = (None, Vec::new(), false);
            return Ok(Fn { attrs, vis, name, params, result, outputs, fails, impls, order, body, made, unfilled });
        }
        let read = match self.is_order(&inner) {
            true => self.order(&inner).map(|words| order = words),
            false => {
                self.hand.set(true);
                let read = self.hand_statements(&inner, braces.span.join());
                self.hand.set(false);
                read.map(|read| body = Some(read))
            }
        };
        if let Err(error) = read {
            let help =
                "an order is words, `bottom_up(b).wavefront().parallel()`; a body is statements: `let x = f(a); x + 1`";
            self.errors.borrow_mut().syntax(&error, help);
            drop(inner.parse::<proc_macro2::TokenStream>());
            body = None;
        }
        let (fails, made, unfilled) = (None, Vec::new(), false);
        Ok(Fn { attrs, vis, name, params, result, outputs, fails, impls, order, body, made, unfilled })
    }

    /// Is this one chain of words, of which the first says how rows are visited, or nearly?
    fn is_order(&self, input: ParseStream<'_>) -> bool {
        let ahead = input.fork();
        let Ok(first) = ahead.call(Ident::parse_any) else { return ahead.is_empty() };
        let first = first.to_string();
        if self.functions.contains(&first) || Builtin::find(&first).is_some() {
            return false;
        }
        if ahead.is_empty() {
            return DRIVERS.contains(&first.as_str());
        }
        let near = DRIVERS.iter().any(|driver| strsim::damerau_levenshtein(driver, &first) <= 1 + first.len() / 4);
        if !near && !WORDS.contains(&first.as_str()) {
            return false;
        }
        let mut word = Some(());
        while word.is_some() {
            if !ahead.peek(token::Paren) || ahead.parse::<TokenTree>().is_err() {
                return DRIVERS.contains(&first.as_str());
            }
            if ahead.is_empty() {
                return true;
            }
            if !matches!(ahead.parse::<Option<Token![.]>>(), Ok(Some(_))) {
                // What follows a chain is an error of the order.
                return DRIVERS.contains(&first.as_str());
            }
            word = ahead.call(Ident::parse_any).ok().map(drop);
        }
        DRIVERS.contains(&first.as_str())
    }

    /// `bottom_up(b).wavefront().parallel()`
    fn order(&self, input: ParseStream<'_>) -> Result<Vec<Word<'a>>> {
        let mut words = Vec::new();
        loop {
            let name = input.call(Ident::parse_any).map_err(|error| {
                let help = "an order begins with how the rows are visited: `bottom_up(b)`, `top_down(b)`, `map(xs)`, \
                            `scatter(xs)` or `eval(…)`";
                Error::new(error.span(), format!("an order is wanted here\nhelp: {help}"))
            })?;
            if !input.peek(token::Paren) {
                let text = format!("`{name}` is a word of an order, so it has parentheses\nhelp: write `{name}()`");
                return Err(Error::new(name.span(), text));
            }
            let args;
            parenthesized!(args in input);
            words.push(Word { name, args: self.list(&args)? });
            if input.is_empty() {
                return Ok(words);
            }
            let dot = input.span();
            input.parse::<Token![.]>().map_err(|_| {
                let text = "an order is one chain of words\nhelp: join them by dots: `bottom_up(b).wavefront()`";
                Error::new(dot, text)
            })?;
        }
    }
}

impl Parse for Spec {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name: Ident = input.parse()?;
        if !input.peek(token::Paren) {
            return Ok(Spec { derivative: None, name, by: Vec::new() });
        }
        if name != "vjp" && name != "jvp" {
            let help = "the derivatives of a val are `vjp(val)`, reverse, and `jvp(val)`, forward";
            return Err(Error::new(name.span(), format!("`{name}` cannot be asked of a val\nhelp: {help}")));
        }
        let of;
        parenthesized!(of in input);
        let val = of.parse()?;
        let mut by = Vec::new();
        while of.parse::<Option<Token![,]>>()?.is_some() && !of.is_empty() {
            by.push(of.parse()?);
        }
        if !of.is_empty() {
            let help = format!("write `{name}({val})`, or `{name}({val}, x, y)` for some parameters only");
            return Err(of.error(format!("the names of parameters are wanted here\nhelp: {help}")));
        }
        Ok(Spec { derivative: Some(name), name: val, by })
    }
}

/// Of bodies that may fail the results are those of success; unless the val itself is a `Result`, of which more is not known.
pub fn may_fail(block: &mut Block<'_>) {
    for it in block.fns.iter_mut().filter(|it| it.body.is_some()) {
        let is_value = it
            .impls
            .iter()
            .any(|spec| block.vals.iter().any(|val| val.name == spec.name && fallible(&val.result).is_some()));
        if let Some((of, error)) = fallible(&it.result).filter(|_| !is_value) {
            let (of, error) = (of.clone(), error.clone());
            it.outputs = inside(std::mem::take(&mut it.outputs), &of);
            (it.result, it.fails) = (of, Some(error));
        }
    }
}
