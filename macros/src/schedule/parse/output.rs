//! Results: `-> f64`, `-> (low: f64, high: f64)`

use super::{expression::comma, respelled, tag};
use crate::schedule::tree::{Output, Tag};
use proc_macro2::TokenTree;
use syn::{
    Error, Ident, Result, Token, Type, TypeTuple, parenthesized,
    parse::{Parse, ParseStream},
    token,
};

/// `-> f64`, `-> out: f64`, `-> (low: f64 @ node(val.low), f64)`
pub fn outputs(input: ParseStream<'_>, help: &str) -> Result<Vec<Output>> {
    if !input.peek(Token![->]) {
        return Err(input.error(format!("the type of the result is missing\nhelp: {help}")));
    }
    input.parse::<Token![->]>()?;
    if !input.peek(token::Paren) {
        // Without bounds: a brace or a word follows.
        return Ok(vec![output(input, Type::without_plus)?]);
    }
    // A tuple of types is a type; of names or tags it has several results.
    let ahead = input.fork();
    let list;
    parenthesized!(list in input);
    let mut all = Vec::new();
    while !list.is_empty() {
        all.push(output(&list, Type::parse)?);
        comma(&list)?;
    }
    if all.len() == 1 {
        let paired = ahead.call(Type::without_plus);
        if let (Ok(ty), Some(only)) = (paired, all.first_mut()) {
            only.ty = ty;
        }
    }
    // What is said of the whole.
    let tags = tag::tags(input)?;
    if let [only] = &mut all[..] {
        only.tags.extend(tags);
    } else if let Some(tag) = tags.first() {
        return Err(Error::new(
            tag.span,
            "each result has its own tags\nhelp: write them in the parentheses, after the types",
        ));
    }
    Ok(all)
}

fn output(input: ParseStream<'_>, ty: impl FnOnce(ParseStream<'_>) -> Result<Type>) -> Result<Output> {
    let named = input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]);
    let name = match named {
        true => {
            let name = input.parse()?;
            input.parse::<Token![:]>()?;
            Some(name)
        }
        false => None,
    };
    let ty = respelled::ty(input, ty)?;
    Ok(Output { name, ty, tags: tag::tags(input)? })
}

/// The type of all results, with where it stands.
pub fn whole(outputs: &[Output], written: Option<token::Paren>) -> Type {
    match outputs {
        [only] => only.ty.clone(),
        _ => {
            let types = outputs.iter().map(|it| it.ty.clone());
            let paren_token = written.unwrap_or_default();
            Type::Tuple(TypeTuple { attrs: Vec::new(), paren_token, elems: types.collect() })
        }
    }
}

/// The results of which this one, a `Result<T, E>`, is: those of `T`.
pub fn inside(mut outputs: Vec<Output>, of: &Type) -> Vec<Output> {
    if let [only] = &mut outputs[..] {
        match of {
            // What is said of a tuple is said of it as a whole.
            Type::Tuple(parts) if only.tags.is_empty() && !parts.elems.is_empty() => {
                let part = |ty: &Type| Output { name: None, ty: ty.clone(), tags: Vec::new() };
                return parts.elems.iter().map(part).collect();
            }
            _ => only.ty = of.clone(),
        }
    }
    outputs
}

/// The parentheses after `->`, if there are some.
pub fn parentheses(input: ParseStream<'_>) -> Option<token::Paren> {
    let ahead = input.fork();
    ahead.parse::<Token![->]>().ok()?;
    match ahead.parse::<TokenTree>() {
        Ok(TokenTree::Group(group)) => Some(token::Paren { span: group.delim_span() }),
        _ => None,
    }
}

/// A spec is what tags speak of, and has none.
pub fn untagged<'t>(mut tags: impl Iterator<Item = &'t Vec<Tag>>) -> Result<()> {
    match tags.find_map(|tags| tags.first()) {
        Some(tag) => Err(Error::new(tag.span, "tags say what a value of a `fn` is in its specs\nhelp: remove it here")),
        None => Ok(()),
    }
}
