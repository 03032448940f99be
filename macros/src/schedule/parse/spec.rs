//! Timelines and plans of memory, classes, records, kernels.

use super::{expression::HOLE, item::params, output::outputs};
use crate::schedule::tree::{Class, Kernel, Language, Plan, Record, RecordField, Resource, Step, StepKind};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{
    AngleBracketedGenericArguments, Error, GenericArgument, LitInt, PathArguments, Result, Token, Type, Visibility,
    braced, bracketed, ext::IdentExt, parenthesized, parse::ParseStream, punctuated::Punctuated, spanned::Spanned,
    token,
};

mod word {
    syn::custom_keyword!(returns);
}

/// `tmln one_trip(e: Event) -> Event { loc, rem :- encode_event(e) … returns sync_event(loc, sub) }`, after its word.
pub fn plan(language: Language, input: ParseStream<'_>) -> Result<Plan> {
    let name = input.parse()?;
    let params = params(input)?;
    let outputs = outputs(input, "a timeline goes from an event to an event, memory from space to space: `-> Event`")?;
    let body;
    braced!(body in input);
    let (mut bindings, mut returns) = (Vec::new(), None);
    while !body.is_empty() {
        if body.parse::<Option<word::returns>>()?.is_some() {
            if returns.is_some() {
                return Err(body.error("it returns twice\nhelp: remove one"));
            }
            returns = Some(results(&body)?);
        } else {
            let mut names = vec![body.parse::<Ident>()?];
            while body.parse::<Option<Token![,]>>()?.is_some() {
                names.push(body.parse()?);
            }
            // The type of one name may be said.
            if body.peek(Token![:]) && !body.peek2(Token![-]) {
                body.parse::<Token![:]>()?;
                body.parse::<Type>()?;
            }
            if !(body.peek(Token![:]) && body.peek2(Token![-])) {
                return Err(body.error("a name is given by `x :- value`\nhelp: write `:-` here"));
            }
            body.parse::<Token![:]>()?;
            body.parse::<Token![-]>()?;
            bindings.push((names, step(&body)?));
        }
        body.parse::<Option<Token![;]>>()?;
    }
    let Some(returns) = returns else {
        return Err(Error::new(name_span(&name), format!("`{name}` returns nothing\nhelp: end it with `returns e`")));
    };
    Ok(Plan { language, name, params, outputs, bindings, returns })
}

fn name_span(name: &Ident) -> proc_macro2::Span {
    name.span()
}

/// One result, or several in parentheses.
fn results(input: ParseStream<'_>) -> Result<Vec<Step>> {
    match input.peek(token::Paren) {
        true => {
            let list;
            parenthesized!(list in input);
            steps(&list)
        }
        false => Ok(vec![step(input)?]),
    }
}

fn steps(input: ParseStream<'_>) -> Result<Vec<Step>> {
    let mut list = Vec::new();
    while !input.is_empty() {
        list.push(step(input)?);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(list)
}

/// `e`, `sync_event(e, f)`, `alloc[f64; expr](s)`
fn step(input: ParseStream<'_>) -> Result<Step> {
    if input.peek(Token![?]) {
        return Err(input.error(HOLE));
    }
    if input.peek(token::Bracket) {
        return Err(input.error(
            "encoders and fences stand one after the other\nhelp: write `encode_event(e)`, `encode_event(e, f, g)`",
        ));
    }
    let name: Ident = input.parse()?;
    let span = name.span();
    if name == "alloc" && input.peek(Token![<]) {
        return Err(input.error("what memory is for stands in brackets\nhelp: write `alloc[i32](s)`"));
    }
    if input.peek(token::Bracket) && name == "alloc" {
        let of;
        bracketed!(of in input);
        let ty = Box::new(of.parse()?);
        let space = match of.parse::<Option<Token![;]>>()? {
            Some(_) => Some(of.parse()?),
            None => None,
        };
        return Ok(Step { span, kind: StepKind::Alloc(ty, space, arguments(input)?) });
    }
    let kind = match input.peek(token::Paren) {
        true => StepKind::Call(name, arguments(input)?),
        false => StepKind::Name(name),
    };
    Ok(Step { span, kind })
}

fn arguments(input: ParseStream<'_>) -> Result<Vec<Step>> {
    let list;
    parenthesized!(list in input);
    steps(&list)
}

/// `type R = { x: i32::<storage, map_read> };`, after its word.
pub fn record(vis: Visibility, input: ParseStream<'_>) -> Result<Record> {
    let name = input.parse()?;
    input.parse::<Token![=]>()?;
    if !input.peek(token::Brace) {
        let help = match input.fork().parse::<Type>() {
            Ok(ty) => format!(
                "write `{0}` itself where it is meant; a record is `type R = {{ x: {0} }};`",
                ty.to_token_stream()
            ),
            Err(_) => "write `type R = { x: i32, y: f64 };`".to_owned(),
        };
        return Err(input.error(format!("a type that is declared is a record\nhelp: {help}")));
    }
    let body;
    braced!(body in input);
    let mut fields: Vec<RecordField> = Vec::new();
    while !body.is_empty() {
        let name: Ident = body.parse()?;
        if fields.iter().any(|known| known.name == name) {
            return Err(Error::new(name.span(), format!("`{name}` is there twice\nhelp: rename one of the two")));
        }
        body.parse::<Token![:]>()?;
        let (ty, flags) = flagged(body.parse()?)?;
        fields.push(RecordField { name, ty, flags });
        if !body.is_empty() {
            body.parse::<Token![,]>()?;
        }
    }
    input.parse::<Option<Token![;]>>()?;
    Ok(Record { vis, name, fields })
}

/// The flags of memory.
pub const FLAGS: [&str; 6] = ["storage", "map_read", "map_write", "copy_src", "copy_dst", "uniform"];

/// `i32::<storage, map_read>`: a type, and where its memory may be.
fn flagged(mut ty: Type) -> Result<(Type, Vec<Ident>)> {
    let mut flags = Vec::new();
    if let Type::Path(path) = &mut ty
        && let Some(last) = path.path.segments.last_mut()
        && let PathArguments::AngleBracketed(list) = &last.arguments
        && (list.colon2_token.is_some() || is_number(&last.ident))
    {
        if list.colon2_token.is_none() {
            let text = format!(
                "the flags of memory stand between `::<` and `>`\nhelp: write `{}::{}`",
                last.ident,
                shown(list)
            );
            return Err(Error::new(list.lt_token.span, text));
        }
        for argument in &list.args {
            let flag = match argument {
                GenericArgument::Type(Type::Path(path)) => path.path.get_ident(),
                _ => None,
            };
            match flag.filter(|flag| FLAGS.iter().any(|known| flag == known)) {
                Some(flag) => flags.push(flag.clone()),
                None => {
                    let known = FLAGS.map(|flag| format!("`{flag}`")).join(", ");
                    let text = format!("this is no flag of memory\nhelp: the flags are {known}");
                    return Err(Error::new(argument.span(), text));
                }
            }
        }
        last.arguments = PathArguments::None;
    }
    Ok((ty, flags))
}

/// `i32`, `f64`, `bool`: these have no parameters.
fn is_number(name: &Ident) -> bool {
    let name = name.to_string();
    name == "bool" || name == "f32" || name == "f64" || crate::schedule::types::INTEGERS.contains(&name.as_str())
}

fn shown(list: &AngleBracketedGenericArguments) -> String {
    let list: Vec<String> = list.args.iter().map(|it| it.to_token_stream().to_string()).collect();
    format!("<{}>", list.join(", "))
}

/// The names of the members, while each is read by `item`.
pub fn class(input: ParseStream<'_>, mut item: impl FnMut(ParseStream<'_>) -> Result<Ident>) -> Result<Class> {
    let name: Ident = input.parse()?;
    let body;
    braced!(body in input);
    let mut members = Vec::new();
    while !body.is_empty() {
        members.push(item(&body)?);
    }
    if members.is_empty() {
        let help =
            "write what computes the same in its braces: `extern(cpu) pure f(f64) -> f64; val g(x: f64) -> f64 { … }`";
        return Err(Error::new(name.span(), format!("the class `{name}` has no members\nhelp: {help}")));
    }
    Ok(Class { name, members })
}

/// `{ cuda: "sum.cu", entry: "main", threads: 64, dimensions: 3, resource { group: 0, binding: 0, input: x } }`
pub fn kernel(name: &Ident, input: ParseStream<'_>) -> Result<Kernel> {
    let body;
    braced!(body in input);
    let (mut kernel, mut dimensions) = (Kernel::default(), None);
    while !body.is_empty() {
        let word: Ident = body.call(Ident::parse_any)?;
        if body.peek(token::Brace) {
            let new = resource(&word, &body)?;
            if kernel.resources.iter().any(|known| (known.group, known.binding) == (new.group, new.binding)) {
                let text = format!(
                    "group {} has its binding {} already\nhelp: give each resource its own",
                    new.group, new.binding
                );
                return Err(Error::new(new.span, text));
            }
            kernel.resources.push(new);
        } else {
            body.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "path" => kernel.path = Some(body.parse()?),
                "cuda" => kernel.cuda = Some(body.parse()?),
                "threads" => kernel.threads = Some(threads(&body)?),
                "entry" => kernel.entry = Some(body.parse()?),
                "cpu" => kernel.cpu = Some(body.parse()?),
                "dimensions" => {
                    let number: LitInt = body.parse()?;
                    let text = "a grid has 1, 2 or 3 dimensions\nhelp: write `dimensions: 3`";
                    let n = number.base10_parse::<usize>().ok().filter(|n| (1..=3).contains(n));
                    dimensions = Some(n.ok_or_else(|| Error::new(number.span(), text))?);
                }
                _ => {
                    let help = "what is said of a kernel: `dimensions`, `cpu`, `cuda`, `threads`, `entry`, `path`, and each `resource { … }`";
                    return Err(Error::new(word.span(), format!("`{word}` is nothing of a kernel\nhelp: {help}")));
                }
            }
        }
        if !body.is_empty() {
            body.parse::<Option<Token![,]>>()?;
        }
    }
    let Some(dimensions) = dimensions else {
        let help = "write `dimensions: 3`: how many numbers a call of it has between `::<` and `>`";
        return Err(Error::new(
            name.span(),
            format!("how many dimensions the grid of `{name}` has is not said\nhelp: {help}"),
        ));
    };
    kernel.dimensions = dimensions;
    Ok(kernel)
}

/// `256`, `[16, 16]`
fn threads(input: ParseStream<'_>) -> Result<([u32; 3], Span)> {
    let span = input.span();
    let mut all = [1; 3];
    let mut list: Vec<LitInt> = Vec::new();
    if input.peek(token::Bracket) {
        let inner;
        bracketed!(inner in input);
        list.extend(Punctuated::<LitInt, Token![,]>::parse_terminated(&inner)?);
    } else {
        list.push(input.parse()?);
    }
    let wrong = |text: &str| {
        Err(Error::new(span, format!("{text}\nhelp: write `threads: 256`, or for each dimension, `threads: [16, 16]`")))
    };
    if list.is_empty() || list.len() > all.len() {
        return wrong("a block has 1, 2 or 3 dimensions");
    }
    for (to, number) in all.iter_mut().zip(&list) {
        *to = number.base10_parse()?;
    }
    let product = all.iter().try_fold(1_u32, |product, &of| product.checked_mul(of));
    match product {
        Some(1..=1024) => Ok((all, span)),
        _ => wrong("a block has 1 to 1024 threads"),
    }
}

/// `resource { group: 0, binding: 1, output: out }`, and `in { … }`, `out { … }` of the same form.
fn resource(word: &Ident, input: ParseStream<'_>) -> Result<Resource> {
    let example = "write `resource { group: 0, binding: 1, output: out }`";
    if !["resource", "in", "out"].iter().any(|known| word == known) {
        return Err(Error::new(word.span(), format!("`{word}` is nothing of a kernel\nhelp: {example}")));
    }
    let body;
    braced!(body in input);
    let (mut group, mut binding, mut of) = (None, None, None);
    while !body.is_empty() {
        let key: Ident = body.call(Ident::parse_any)?;
        body.parse::<Token![:]>()?;
        match key.to_string().as_str() {
            "group" => group = Some(body.parse::<LitInt>()?.base10_parse()?),
            "binding" => binding = Some(body.parse::<LitInt>()?.base10_parse()?),
            "input" | "output" => {
                let name: Ident = body.parse()?;
                if of.replace((name, key == "output")).is_some() {
                    let text = format!("a resource is one input or one output\nhelp: {example}");
                    return Err(Error::new(key.span(), text));
                }
            }
            _ => return Err(Error::new(key.span(), format!("`{key}` is nothing of a resource\nhelp: {example}"))),
        }
        if !body.is_empty() {
            body.parse::<Option<Token![,]>>()?;
        }
    }
    match (group, binding, of) {
        (Some(group), Some(binding), Some(of)) => Ok(Resource { span: word.span(), group, binding, of }),
        _ => {
            let text = format!("a resource has a group, a binding, and an input or an output\nhelp: {example}");
            Err(Error::new(word.span(), text))
        }
    }
}
