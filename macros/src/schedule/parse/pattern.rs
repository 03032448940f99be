//! Patterns, and the arms of a `match`.

use super::Reader;
use crate::schedule::tree::{Arm, Pattern, PatternKind};
use quote::ToTokens;
use syn::{
    Ident, Lit, Member, Path, Result, Token, braced,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, discouraged::Speculative},
    spanned::Spanned,
    token,
};

impl<'a> Reader<'a> {
    /// `Num | Var => 1.0, Op(f, args..) if … => …`
    pub fn arms(&self, input: ParseStream<'_>) -> Result<Vec<Arm<'a>>> {
        let mut arms = Vec::new();
        while !input.is_empty() {
            let patterns = alternatives(input)?;
            let guard = match input.parse::<Option<Token![if]>>()? {
                Some(_) => Some(self.expression(input)?),
                None => None,
            };
            if !input.peek(Token![=>]) {
                return Err(input.error("an arm has the form `pattern => value`\nhelp: write `=>` here"));
            }
            input.parse::<Token![=>]>()?;
            let braces = input.peek(token::Brace);
            let body = self.statement(input)?;
            arms.push(Arm { patterns, guard, body });
            if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() && !braces {
                return Err(input.error("the arm ends here\nhelp: write `,` before the next one"));
            }
        }
        Ok(arms)
    }
}

/// `a | b`
fn alternatives(input: ParseStream<'_>) -> Result<Vec<Pattern>> {
    input.parse::<Option<Token![|]>>()?;
    let mut patterns = vec![pattern(input)?];
    while input.parse::<Option<Token![|]>>()?.is_some() {
        patterns.push(pattern(input)?);
    }
    Ok(patterns)
}

/// As an argument: alternatives are one pattern.
fn inner(input: ParseStream<'_>) -> Result<Pattern> {
    let mut patterns = alternatives(input)?;
    if patterns.len() == 1 {
        return Ok(patterns.remove(0));
    }
    Ok(Pattern { span: patterns[0].span, kind: PatternKind::Or(patterns) })
}

fn list(input: ParseStream<'_>) -> Result<Vec<Pattern>> {
    let list;
    parenthesized!(list in input);
    Ok(list.parse_terminated(inner, Token![,])?.into_iter().collect())
}

fn pattern(input: ParseStream<'_>) -> Result<Pattern> {
    let span = input.span();
    let of = |kind| Ok(Pattern { span, kind });
    if input.parse::<Option<Token![_]>>()?.is_some() {
        if !input.peek(token::Paren) {
            return of(PatternKind::Any);
        }
        return match &list(input)?[..] {
            [Pattern { kind: PatternKind::Rest(name), .. }] => of(PatternKind::Others(name.clone())),
            _ => {
                let text = "operators that are not named have no fields that are known, only children";
                Err(syn::Error::new(span, format!("{text}\nhelp: write `_(args..)`, or name the operator")))
            }
        };
    }
    if input.peek(Token![..]) {
        input.parse::<Token![..]>()?;
        return of(PatternKind::Ignored);
    }
    if input.peek(token::Paren) {
        return of(PatternKind::Tuple(list(input)?));
    }
    if input.peek(Lit) || input.peek(Token![-]) {
        return of(PatternKind::Literal(literal(input)?));
    }
    if !input.peek(Ident::peek_any) && !input.peek(Token![::]) {
        let help = "a pattern is an operator `Add(a, b)`, a name, a number, `_`, or several with `|`";
        return Err(input.error(format!("a pattern is wanted here\nhelp: {help}")));
    }
    let path = input.call(Path::parse_mod_style)?;
    if input.peek(token::Paren) {
        return of(PatternKind::Node(path, list(input)?));
    }
    if input.peek(token::Brace) {
        let body;
        braced!(body in input);
        let (fields, rest) = fields(&body)?;
        return of(PatternKind::Record(path, fields, rest));
    }
    if input.peek(Token![..]) && !input.peek(Token![..=]) {
        input.parse::<Token![..]>()?;
        return match path.get_ident() {
            Some(name) => of(PatternKind::Rest(name.clone())),
            None => Err(syn::Error::new(path.span(), "a list is bound to a name\nhelp: write `args..`")),
        };
    }
    match path.get_ident() {
        Some(name) => of(PatternKind::Name(name.clone())),
        None => of(PatternKind::Path(path)),
    }
}

/// `3`, `-1.5`, `1..=4`
fn literal(input: ParseStream<'_>) -> Result<proc_macro2::TokenStream> {
    fn number(input: ParseStream<'_>) -> Result<proc_macro2::TokenStream> {
        let minus = input.parse::<Option<Token![-]>>()?;
        if minus.is_some() && input.peek(Token![-]) {
            return Err(input.error("one sign is enough\nhelp: remove this one"));
        }
        let lit: Lit = input.parse()?;
        let mut tokens = minus.to_token_stream();
        lit.to_tokens(&mut tokens);
        Ok(tokens)
    }
    let mut tokens = number(input)?;
    if input.peek(Token![..=]) {
        input.parse::<Token![..=]>()?.to_tokens(&mut tokens);
        tokens.extend(number(input)?);
    }
    Ok(tokens)
}

/// `test, then: t, ..`
fn fields(input: ParseStream<'_>) -> Result<(Vec<(Member, Pattern)>, bool)> {
    let mut fields = Vec::new();
    while !input.is_empty() {
        if input.peek(Token![..]) {
            input.parse::<Token![..]>()?;
            let ahead = input.fork();
            if !ahead.is_empty() {
                return Err(ahead.error("`..` is the last of the fields\nhelp: move it to the end"));
            }
            input.advance_to(&ahead);
            return Ok((fields, true));
        }
        let member: Member = input.parse()?;
        let pattern = match input.parse::<Option<Token![:]>>()? {
            Some(_) => inner(input)?,
            None => match &member {
                Member::Named(name) => Pattern { span: name.span(), kind: PatternKind::Name(name.clone()) },
                Member::Unnamed(_) => return Err(input.error("a field is `name: pattern`\nhelp: write `:` here")),
            },
        };
        fields.push((member, pattern));
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok((fields, false))
}
