//! Tags: what a value is in a spec. `@ node(val.x)-usable`, `@ [input(val.a), none(tmln)]`

use crate::schedule::tree::{Flow, Language, Part, Tag};
use syn::{
    Error, Ident, Result, Token, bracketed,
    ext::IdentExt,
    parenthesized,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    token,
};

/// What follows an `@`, if there is one; `@in { … }` is a statement of its own.
pub fn tags(input: ParseStream<'_>) -> Result<Vec<Tag>> {
    if input.peek2(Token![in]) || input.peek2(Ident) && input.peek3(token::Brace) {
        return Ok(Vec::new());
    }
    match input.parse::<Option<Token![@]>>()? {
        Some(_) => said(input),
        None => Ok(Vec::new()),
    }
}

/// One tag, or several in brackets.
pub fn said(input: ParseStream<'_>) -> Result<Vec<Tag>> {
    if !input.peek(token::Bracket) {
        return Ok(vec![input.parse()?]);
    }
    let list;
    bracketed!(list in input);
    Ok(Punctuated::<Tag, Token![,]>::parse_terminated(&list)?.into_iter().collect())
}

impl Parse for Tag {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let word = input.call(Ident::parse_any).map_err(|error| unclear(error.span()))?;
        let part = match word.to_string().as_str() {
            "node" => Some(Part::Node),
            "input" => Some(Part::Input),
            "none" => Some(Part::None),
            _ => None,
        };
        let (of, names) = match part {
            None => of(&word, input)?,
            Some(_) if !input.peek(token::Paren) => return Err(unclear(input.span())),
            Some(_) => {
                let inner;
                parenthesized!(inner in input);
                let word = inner.call(Ident::parse_any).map_err(|error| unclear(error.span()))?;
                let of = of(&word, &inner)?;
                if !inner.is_empty() {
                    return Err(inner.error("the tag ends before this\nhelp: write `node(val.x)`"));
                }
                of
            }
        };
        if let (Some(Part::None), Some(name)) = (part, names.first()) {
            let text = "what is nothing in a spec has no name there\nhelp: write `none(val)`";
            return Err(Error::new(name.span(), text));
        }
        Ok(Tag { span: word.span(), part, of, names, flow: flow(input)?, number: None })
    }
}

/// `val`, `val.x`, `tmln.(loc, rem)`, after the first word.
fn of(word: &Ident, input: ParseStream<'_>) -> Result<(Language, Vec<Ident>)> {
    let language = match word.to_string().as_str() {
        "val" => Language::Val,
        "tmln" => Language::Tmln,
        "sptl" => Language::Sptl,
        _ => return Err(unclear(word.span())),
    };
    if input.parse::<Option<Token![.]>>()?.is_none() {
        return Ok((language, Vec::new()));
    }
    if !input.peek(token::Paren) {
        return Ok((language, vec![input.parse()?]));
    }
    let list;
    parenthesized!(list in input);
    Ok((language, Punctuated::<Ident, Token![,]>::parse_terminated(&list)?.into_iter().collect()))
}

/// `-usable`
fn flow(input: ParseStream<'_>) -> Result<Option<(Flow, proc_macro2::Span)>> {
    if input.parse::<Option<Token![-]>>()?.is_none() {
        return Ok(None);
    }
    // `-?` leaves it open.
    if input.parse::<Option<Token![?]>>()?.is_some() {
        return Ok(None);
    }
    let word: Ident = input.call(Ident::parse_any)?;
    let flow = match word.to_string().as_str() {
        "usable" => Flow::Usable,
        "saved" => Flow::Saved,
        "need" => Flow::Need,
        "dead" => Flow::Dead,
        _ => {
            let text = format!("`{word}` is no flow\nhelp: the flows are `usable`, `saved`, `need` and `dead`");
            return Err(Error::new(word.span(), text));
        }
    };
    Ok(Some((flow, word.span())))
}

fn unclear(span: proc_macro2::Span) -> Error {
    let text = "a tag says what a value is in a spec\n\
                help: write `node(val.x)`, `input(val.x)` or `none(val)`; the specs are `val`, `tmln` and `sptl`";
    Error::new(span, text)
}
