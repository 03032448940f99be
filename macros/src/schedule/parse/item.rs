//! Items.

use super::{Reader, expression::comma};
use crate::schedule::tree::{Block, Const, Expr, Extern, Fn, Join, Param, Pipeline, Space, Spec, Val, Word};
use proc_macro2::{Span, TokenTree};
use syn::{
    Attribute, Error, Ident, Path, Result, Token, Type, Visibility, braced,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

mod word {
    syn::custom_keyword!(space);
    syn::custom_keyword!(val);
    syn::custom_keyword!(pipeline);
    syn::custom_keyword!(impls);
    syn::custom_keyword!(join);
    syn::custom_keyword!(commutative);
    syn::custom_keyword!(reassoc);
    syn::custom_keyword!(pure);
    syn::custom_keyword!(cpu);
    syn::custom_keyword!(tmln);
    syn::custom_keyword!(sptl);
    syn::custom_keyword!(feq);
}

const ITEMS: [&str; 12] =
    ["space", "val", "pipeline", "const", "extern", "fn", "pub", "tmln", "sptl", "feq", "struct", "type"];

/// May an item begin with this?
pub fn begins(tree: &TokenTree) -> bool {
    match tree {
        TokenTree::Ident(name) => ITEMS.iter().any(|item| name == item),
        TokenTree::Punct(punct) => punct.as_char() == '#',
        _ => false,
    }
}

/// The form of an item that begins like this.
pub fn form(tokens: &[TokenTree]) -> &'static str {
    let first = tokens.iter().find_map(|tree| match tree {
        TokenTree::Ident(name) if name != "pub" => Some(name.to_string()),
        _ => None,
    });
    match first.as_deref() {
        Some("space") => "a space is `space expr: Batch<Math>;`, or `space points;` for rows without nodes",
        Some("const") => "a constant is `const ROWS: u32 = 4096;`",
        Some("extern") => "a function of Rust is declared by its types: `extern(cpu) pure price(f64, u32) -> f64;`",
        Some("val") => "a val is `val cost(n: Math) -> f64 { returns … }`",
        Some("fn") => "a function is `fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }`",
        Some("pipeline") => "a pipeline is `pipeline main { costs, depths }`",
        _ => "the items are `space`, `const`, `extern(cpu) pure`, `val`, `fn … impls` and `pipeline`",
    }
}

impl Block<'_> {
    /// Keeps the name of an item that could not be read: its uses are no more errors.
    pub fn lose(&mut self, tokens: &[TokenTree]) {
        let mut names = tokens.iter().filter_map(|tree| match tree {
            TokenTree::Ident(name) => Some(name),
            _ => None,
        });
        let words = ["pub", "pure"];
        self.lost_space |= names.clone().next().is_some_and(|name| name == "space");
        if names.by_ref().any(|name| ITEMS.iter().any(|item| name == item) && !words.iter().any(|word| name == word)) {
            self.lost.extend(names.find(|name| words.iter().all(|word| *name != word)).cloned());
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads an item into its list.
    pub fn item(&self, input: ParseStream<'_>, block: &mut Block<'a>) -> Result<()> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis: Visibility = input.parse()?;
        if input.peek(Token![fn]) {
            block.fns.push(self.function(attrs, vis, input)?);
            return Ok(());
        }
        if let Some(attr) = attrs.iter().find(|attr| !attr.path().is_ident("doc")) {
            let at = attr.path().segments.first().map_or(attr.pound_token.span, |first| first.ident.span());
            return Err(Error::new(at, "an attribute stands before a `fn` only\nhelp: remove it"));
        }
        if !matches!(vis, Visibility::Inherited) {
            let text = "only a `fn` can be public: the other items are seen in the block alone\nhelp: remove `pub`";
            return Err(Error::new_spanned(vis, text));
        }
        if input.peek(word::space) {
            block.spaces.push(space(input)?);
        } else if input.peek(word::val) {
            block.vals.push(self.val(input)?);
        } else if input.peek(Token![const]) {
            block.consts.push(self.constant(input)?);
        } else if input.peek(Token![extern]) {
            block.externs.push(external(input)?);
        } else if input.peek(word::pipeline) {
            block.pipelines.push(pipeline(input)?);
        } else {
            let span = input.span();
            let text = match input.peek(word::tmln) || input.peek(word::sptl) || input.peek(word::feq) {
                true => "timelines, memory and classes of functions cannot be written yet",
                false => "an item is wanted here",
            };
            return Err(Error::new(span, text));
        }
        Ok(())
    }

    fn constant(&self, input: ParseStream<'_>) -> Result<Const<'a>> {
        input.parse::<Token![const]>()?;
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = self.expression(input)?;
        input.parse::<Token![;]>()?;
        Ok(Const { name, ty, value })
    }

    fn val(&self, input: ParseStream<'_>) -> Result<Val<'a>> {
        input.parse::<word::val>()?;
        let name = input.parse()?;
        let params = params(input)?;
        let result = result(input, "a val says what it computes: `val depth(n: Math) -> u32 { … }`")?;
        let (mut default, mut join, mut reassoc) = (None, None, None);
        loop {
            if input.peek(Token![default]) {
                let at = input.parse::<Token![default]>()?;
                twice(default.replace(self.operand(input)?).is_some(), at.span)?;
            } else if input.peek(word::join) {
                let at = input.parse::<word::join>()?;
                let name = input.call(Path::parse_mod_style)?;
                let commutative = input.parse::<Option<word::commutative>>()?.is_some();
                twice(join.replace(Join { name, commutative }).is_some(), at.span)?;
            } else if input.peek(word::reassoc) {
                let at = input.parse::<word::reassoc>()?;
                twice(reassoc.replace(at.span).is_some(), at.span)?;
            } else if input.peek(token::Brace) {
                break;
            } else {
                let text = "what follows the type of a val is `default …`, `join …`, `reassoc`, or its body\n\
                            help: write the body in braces: `{ returns … }`";
                return Err(input.error(text));
            }
        }
        let span = input.span();
        let help = "the body of a val is its value: `{ x :- a * b; returns x + c }`";
        let body = self.recover(span, self.block(input), help);
        Ok(Val { name, params, result, default, join, reassoc, body })
    }

    fn function(&self, attrs: Vec<Attribute>, vis: Visibility, input: ParseStream<'_>) -> Result<Fn<'a>> {
        input.parse::<Token![fn]>()?;
        let name: Ident = input.parse()?;
        let params = params(input)?;
        let result = result(input, "a function says what it returns: `-> Data<expr, f64>`")?;
        if !input.peek(word::impls) {
            let text = format!("`{name}` implements nothing\nhelp: name the val that it computes: `impls cost`");
            return Err(Error::new(name.span(), text));
        }
        input.parse::<word::impls>()?;
        let impls = Punctuated::<Spec, Token![,]>::parse_separated_nonempty(input)?.into_iter().collect();
        let body;
        braced!(body in input);
        let order = self.order(&body).unwrap_or_else(|error| {
            self.errors.borrow_mut().syntax(&error, "an order is words: `bottom_up(b).wavefront().parallel()`");
            drop(body.parse::<proc_macro2::TokenStream>());
            Vec::new()
        });
        Ok(Fn { attrs, vis, name, params, result, impls, order })
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

    /// Expressions between commas.
    pub fn list(&self, input: ParseStream<'_>) -> Result<Vec<&'a Expr<'a>>> {
        let mut list = Vec::new();
        while !input.is_empty() {
            list.push(self.expression(input)?);
            comma(input)?;
        }
        Ok(list)
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

fn space(input: ParseStream<'_>) -> Result<Space> {
    input.parse::<word::space>()?;
    let name = input.parse()?;
    let (mut language, mut args) = (None, Vec::new());
    if input.parse::<Option<Token![:]>>()?.is_some() {
        let batch: Ident = input.parse()?;
        if batch != "Batch" {
            let help = "write `space expr: Batch<Math>;`, or `space points;` for rows without nodes";
            return Err(Error::new(batch.span(), format!("a space is of a `Batch`\nhelp: {help}")));
        }
        input.parse::<Token![<]>()?;
        language = Some(input.call(Path::parse_mod_style)?);
        if input.parse::<Option<Token![<]>>()?.is_some() {
            while !input.peek(Token![>]) {
                args.push(input.parse()?);
                if !input.peek(Token![>]) {
                    input.parse::<Token![,]>()?;
                }
            }
            input.parse::<Token![>]>()?;
        }
        input.parse::<Token![>]>()?;
    }
    input.parse::<Token![;]>()?;
    Ok(Space { name, language, args })
}

fn external(input: ParseStream<'_>) -> Result<Extern> {
    input.parse::<Token![extern]>()?;
    let device;
    parenthesized!(device in input);
    device.parse::<word::cpu>().map_err(|error| {
        Error::new(error.span(), "functions of the CPU only can be declared yet\nhelp: write `extern(cpu) pure`")
    })?;
    input.parse::<word::pure>().map_err(|error| {
        let help = "write `pure`, if it depends on its arguments alone: a val has no order, so it can call no other";
        Error::new(error.span(), format!("a function of Rust that a val calls is `pure`\nhelp: {help}"))
    })?;
    let name = input.parse()?;
    let list;
    parenthesized!(list in input);
    let params = Punctuated::<Type, Token![,]>::parse_terminated(&list)?.into_iter().collect();
    let result = result(input, "a pure function has a result")?;
    input.parse::<Token![;]>()?;
    Ok(Extern { name, params, result })
}

fn pipeline(input: ParseStream<'_>) -> Result<Pipeline> {
    input.parse::<word::pipeline>()?;
    let name = input.parse()?;
    let body;
    braced!(body in input);
    let fns = Punctuated::<Ident, Token![,]>::parse_terminated(&body)?.into_iter().collect();
    Ok(Pipeline { name, fns })
}

fn params(input: ParseStream<'_>) -> Result<Vec<Param>> {
    if input.peek(Token![<]) {
        let help =
            "remove them: what a val computes has one type, and a function is made for all batches of its spaces";
        return Err(input.error(format!("there are no parameters of types here\nhelp: {help}")));
    }
    let list;
    parenthesized!(list in input);
    let param = |input: ParseStream<'_>| {
        if input.peek(Token![&]) || input.peek(Token![self]) || input.peek(Token![mut]) {
            return Err(input.error("a parameter is a name and its type\nhelp: write `x: f64`, `n: Math` …"));
        }
        let name: Ident = input.parse()?;
        if !input.peek(Token![:]) {
            let text = format!("the parameter `{name}` has no type\nhelp: write `{name}: f64`, `{name}: Math` …");
            return Err(Error::new(name.span(), text));
        }
        input.parse::<Token![:]>()?;
        Ok(Param { name, ty: input.parse()? })
    };
    Ok(list.parse_terminated(param, Token![,])?.into_iter().collect())
}

fn result(input: ParseStream<'_>, help: &str) -> Result<Type> {
    if !input.peek(Token![->]) {
        return Err(input.error(format!("the type of the result is missing\nhelp: {help}")));
    }
    input.parse::<Token![->]>()?;
    // Without bounds: a brace or a word follows.
    Type::without_plus(input)
}

fn twice(again: bool, at: Span) -> Result<()> {
    match again {
        true => Err(Error::new(at, "this is said twice\nhelp: remove one")),
        false => Ok(()),
    }
}
