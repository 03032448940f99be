//! Items.

use super::{
    Reader,
    expression::comma,
    output::{outputs, parentheses, untagged, whole},
    respelled, spec, tag,
};
use crate::schedule::tree::{Block, Const, Expr, Extern, Language, Param, Pipeline, Space};
use proc_macro2::TokenTree;
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
    syn::custom_keyword!(pure);
    syn::custom_keyword!(cpu);
    syn::custom_keyword!(gpu);
    syn::custom_keyword!(tmln);
    syn::custom_keyword!(sptl);
    syn::custom_keyword!(feq);
    syn::custom_keyword!(import);
    syn::custom_keyword!(version);
}

const ITEMS: [&str; 13] =
    ["space", "val", "pipeline", "const", "extern", "unsafe", "fn", "pub", "tmln", "sptl", "feq", "struct", "type"];

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
        Some("tmln") => {
            "a timeline is `tmln one_trip(e: Event) -> Event { loc, rem :- encode_event(e) … returns sync_event(loc, sub) }`"
        }
        Some("sptl") => "a plan of memory is `sptl on_gpu(s: BufferSpace) -> BufferSpace { returns alloc[f64](s) }`",
        Some("feq") => {
            "a class is `feq total { extern(cpu) pure total_cpu(f64) -> f64; val total(x: f64) -> f64 { … } }`"
        }
        Some("type") => "a record is `type R = { x: i32::<storage, map_read> };`",
        _ => {
            "the items are `space`, `const`, `extern(cpu)`, `extern(gpu)`, `feq`, `type`, `val`, `tmln`, `sptl`, `fn … impls` \
             and `pipeline`"
        }
    }
}

/// The name of a function, of Rust's or of the block's, of a class or of a val.
pub fn function_name(tokens: &[TokenTree]) -> Option<String> {
    let mut names = tokens.iter().filter_map(|tree| match tree {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    });
    names.find(|name| ["fn", "extern", "feq", "val"].contains(&name.as_str()))?;
    names.find(|name| name != "pure")
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
        // With a class its members.
        if tokens.first().is_some_and(|first| matches!(first, TokenTree::Ident(word) if word == "feq"))
            && let Some(TokenTree::Group(members)) = tokens.last()
        {
            let mut wanted = false;
            for tree in members.stream() {
                if let TokenTree::Ident(name) = tree {
                    let begins = ["val", "extern"].iter().any(|word| name == word);
                    if wanted && !begins && words.iter().all(|word| name != word) {
                        self.lost.push(name);
                        wanted = false;
                    }
                    wanted |= begins;
                }
            }
        }
    }
}

impl<'a> Reader<'a> {
    /// Reads an item into its list.
    pub fn item(&self, input: ParseStream<'_>, block: &mut Block<'a>) -> Result<()> {
        if input.peek(Token![#]) && input.peek2(word::version) {
            return Err(input.error("a block has no version\nhelp: remove this"));
        }
        if input.peek(word::import) {
            let help = "remove this: what a block uses is written in it, or is a function of Rust that it declares, `extern(cpu) pure f(i64) -> i64;`";
            return Err(input.error(format!("a block imports nothing\nhelp: {help}")));
        }
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
        if input.parse::<Option<Token![type]>>()?.is_some() {
            block.records.push(spec::record(vis, input)?);
            return Ok(());
        }
        if !matches!(vis, Visibility::Inherited) {
            let text = "only a `fn` and a `type` can be public: the other items are seen in the block alone\nhelp: remove `pub`";
            return Err(Error::new_spanned(vis, text));
        }
        if input.peek(word::space) {
            block.spaces.push(space(input)?);
        } else if input.peek(word::val) {
            block.vals.push(self.val(input)?);
        } else if input.peek(Token![const]) {
            block.consts.push(self.constant(input)?);
        } else if input.peek(Token![extern]) || input.peek(Token![unsafe]) {
            block.externs.push(external(input)?);
        } else if input.peek(word::pipeline) {
            block.pipelines.push(pipeline(input)?);
        } else if input.parse::<Option<word::tmln>>()?.is_some() {
            block.plans.push(spec::plan(Language::Tmln, input)?);
        } else if input.parse::<Option<word::sptl>>()?.is_some() {
            block.plans.push(spec::plan(Language::Sptl, input)?);
        } else if input.parse::<Option<word::feq>>()?.is_some() {
            let class = spec::class(input, |input| self.member(input, block))?;
            block.classes.push(class);
        } else {
            return Err(Error::new(input.span(), "an item is wanted here"));
        }
        Ok(())
    }

    /// A member of a class, which becomes an item of the block.
    fn member(&self, input: ParseStream<'_>, block: &mut Block<'a>) -> Result<Ident> {
        if input.peek(word::val) {
            let val = self.val(input)?;
            let name = val.name.clone();
            block.vals.push(val);
            return Ok(name);
        }
        if input.peek(Token![extern]) || input.peek(Token![unsafe]) {
            let it = external(input)?;
            let name = it.name.clone();
            block.externs.push(it);
            return Ok(name);
        }
        let help = match () {
            () if input.peek(word::tmln) || input.peek(word::sptl) => {
                "it says when or where something is done, and not what is computed: write it outside of the class"
            }
            () if input.peek(Token![fn]) => "write it outside of the class, with `impls` and a val of the class",
            () => "a class has vals and functions of Rust or of a device: `val …`, `extern(cpu) …`, `extern(gpu) …`",
        };
        Err(input.error(format!("a member is wanted here\nhelp: {help}")))
    }

    fn constant(&self, input: ParseStream<'_>) -> Result<Const<'a>> {
        input.parse::<Token![const]>()?;
        let name: Ident = input.parse()?;
        if input.peek(Token![=]) {
            let text = format!("the constant `{name}` has no type\nhelp: write `const {name}: i64 = …;`");
            return Err(input.error(text));
        }
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        let value = self.expression(input)?;
        semicolon(input)?;
        Ok(Const { name, ty, value })
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
    semicolon(input)?;
    Ok(Space { name, language, args })
}

/// `extern(cpu) pure price(f64, u32) -> f64;`, `extern(gpu) price_gpu(x: f64) -> out: f64 { dimensions: 3 }`,
/// `unsafe extern(gpu) price_gpu(x: f64) -> out: f64 { cuda: "price.cu", dimensions: 3 }`
fn external(input: ParseStream<'_>) -> Result<Extern> {
    let promised = input.parse::<Option<Token![unsafe]>>()?.map(|word| word.span);
    input.parse::<Token![extern]>()?;
    let device;
    parenthesized!(device in input);
    let gpu = device.peek(word::gpu);
    if !gpu && !device.peek(word::cpu) {
        return Err(
            device.error("a function is of the CPU or of a GPU\nhelp: write `extern(cpu) pure`, or `extern(gpu)`")
        );
    }
    device.parse::<Ident>()?;
    let pure = input.parse::<Option<word::pure>>()?;
    if let (true, Some(pure)) = (gpu, pure) {
        return Err(Error::new(pure.span, "a kernel is pure anyway\nhelp: remove `pure`"));
    }
    if !gpu && pure.is_none() {
        let help = "write `pure`, if it depends on its arguments alone: a val has no order, so it can call no other";
        return Err(input.error(format!("a function of Rust that a val calls is `pure`\nhelp: {help}")));
    }
    let name: Ident = input.parse()?;
    let list;
    parenthesized!(list in input);
    let (mut names, mut params) = (Vec::new(), Vec::new());
    while !list.is_empty() {
        let named = list.peek(Ident::peek_any) && list.peek2(Token![:]) && !list.peek2(Token![::]);
        names.push(match named {
            true => {
                let name = respelled::name(&list)?;
                list.parse::<Token![:]>()?;
                Some(name)
            }
            false => None,
        });
        params.push(list.parse::<Type>()?);
        comma(&list)?;
    }
    let written = parentheses(input);
    let outputs = outputs(input, "a pure function has a result")?;
    untagged(outputs.iter().map(|it| &it.tags))?;
    let kernel = match gpu {
        true => Some(spec::kernel(&name, input)?),
        false => None,
    };
    let is_believed = kernel.as_ref().is_some_and(|kernel| kernel.cuda.is_some());
    match (is_believed, promised) {
        (true, None) => {
            let help = "write `unsafe extern(gpu)`, if it reads and writes nothing but its arguments and results";
            return Err(Error::new(
                name.span(),
                format!("`{name}` is believed to stay within what it is given\nhelp: {help}"),
            ));
        }
        (false, Some(span)) => {
            let help = "remove `unsafe`: only a kernel of a file, `cuda: \"square.cu\"`, is believed to stay within what it is given";
            return Err(Error::new(span, format!("there is nothing unsafe in `{name}`\nhelp: {help}")));
        }
        _ => {}
    }
    match gpu || input.is_empty() {
        true => drop(input.parse::<Option<Token![;]>>()?),
        // In a class it may be left out.
        false => semicolon(input)?,
    }
    Ok(Extern { name, names, params, result: whole(&outputs, written), outputs, kernel })
}

/// The `;` at the end; where another item begins, that it is missing is told there.
fn semicolon(input: ParseStream<'_>) -> Result<()> {
    match input.cursor().token_tree() {
        Some((next, _)) if begins(&next) => Ok(()),
        _ => input.parse::<Token![;]>().map(drop),
    }
}

fn pipeline(input: ParseStream<'_>) -> Result<Pipeline> {
    input.parse::<word::pipeline>()?;
    let name = input.parse()?;
    let body;
    braced!(body in input);
    let fns = Punctuated::<Ident, Token![,]>::parse_terminated(&body)?.into_iter().collect();
    Ok(Pipeline { name, fns })
}

pub fn params(input: ParseStream<'_>) -> Result<Vec<Param>> {
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
        let name = respelled::name(input)?;
        if !input.peek(Token![:]) {
            let text = format!("the parameter `{name}` has no type\nhelp: write `{name}: f64`, `{name}: Math` …");
            return Err(Error::new(name.span(), text));
        }
        input.parse::<Token![:]>()?;
        if input.peek(token::Brace) {
            let text =
                format!("a record has a name\nhelp: declare it, `type R = {{ x: i32 }};`, and write `{name}: R`");
            return Err(input.error(text));
        }
        let ty = respelled::ty(input, Type::parse)?;
        if input.peek(token::Brace) {
            return Err(
                input.error("a record has a name\nhelp: declare it, `type R = { x: i32 };`, and write `Encoder<R>`")
            );
        }
        Ok(Param { name, ty, tags: tag::tags(input)? })
    };
    Ok(list.parse_terminated(param, Token![,])?.into_iter().collect())
}
