//! Expressions. They are Rust's, with `a if c else b`, `e for x in list`, `x :- e` and `column[row] <- e`.

use super::{Reader, respelled, tag};
use crate::schedule::tree::{Act, Expr, Kind};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{
    Error, Ident, Lit, Member, Path, PathArguments, Result, Token, braced, bracketed,
    ext::IdentExt,
    parenthesized,
    parse::{ParseStream, Parser},
    spanned::Spanned,
    token,
};

mod word {
    syn::custom_keyword!(returns);
}

/// May `Name { … }` be a record? Not where a block follows.
#[derive(Clone, Copy, PartialEq)]
pub enum Records {
    Yes,
    No,
}

/// Holes stand in bodies.
pub const HOLE: &str = "a spec says what is computed, and leaves nothing open\nhelp: write the value; a hole, `???`, stands in the body of a function";

impl<'a> Reader<'a> {
    /// `{ a :- e; returns value }`, or writes.
    pub fn block(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        if self.hand.get() {
            return self.hand_block(input);
        }
        let body;
        let braces = braced!(body in input);
        let value = self.statements(&body, braces.span.join())?;
        match body.is_empty() {
            true => Ok(value),
            false if body.peek(Token![=]) => Err(body.error("nothing is assigned to\nhelp: `a == b` compares")),
            false if body.peek(Token![.]) => {
                Err(body.error("an operator is wanted here\nhelp: remove this, or write one"))
            }
            false => {
                Err(body.error("the value stands last\nhelp: remove what follows it, or put an operator before it"))
            }
        }
    }

    fn statements(&self, input: ParseStream<'_>, whole: Span) -> Result<&'a Expr<'a>> {
        respelled::no_statement(input)?;
        let mut bindings = Vec::new();
        while let Some(binding) = self.binding(input)? {
            bindings.push(binding);
            respelled::no_statement(input)?;
        }
        let value = self.deeper(input.span(), || self.valued(input, whole))?;
        // What is given after the value was named.
        while let Some(binding) = self.binding(input)? {
            bindings.push(binding);
        }
        Ok(self.let_all(bindings, value))
    }

    /// What the names of a block are for.
    fn valued(&self, input: ParseStream<'_>, whole: Span) -> Result<&'a Expr<'a>> {
        if input.parse::<Option<word::returns>>()?.is_some() {
            let value = self.statement(input)?;
            input.parse::<Option<Token![;]>>()?;
            return Ok(value);
        }
        let mut writes = Vec::new();
        while !input.is_empty() {
            let next = self.statement(input)?;
            let semicolon = input.parse::<Option<Token![;]>>()?.is_some();
            if writes.is_empty() && input.is_empty() && !(semicolon && matches!(next.kind, Kind::Write(..))) {
                return Ok(next);
            }
            writes.push(next);
        }
        Ok(self.expr(whole, Kind::Writes(writes)))
    }

    /// An expression, a block, or a write.
    pub fn statement(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        if input.peek(token::Brace) {
            return self.block(input);
        }
        let target = self.expression(input)?;
        if !input.peek(Token![<-]) {
            return Ok(target);
        }
        let arrow = input.parse::<Token![<-]>()?;
        let value = self.expression(input)?;
        match &target.kind {
            Kind::Index(Expr { kind: Kind::Name(name), .. }, row) => {
                Ok(self.expr(target.span, Kind::Write(name.clone(), row, value)))
            }
            _ => {
                let help = "write `name[row] <- value`, with the name of the val";
                Err(Error::new(arrow.span(), format!("only a row of the val's own column is written\nhelp: {help}")))
            }
        }
    }

    pub fn expression(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        self.conditional(input, Records::Yes)
    }

    /// What follows a word, so that another word may follow it: `default 0 join max`.
    pub fn operand(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        self.unary(input, Records::No)
    }

    /// `a if c else b`
    fn conditional(&self, input: ParseStream<'_>, records: Records) -> Result<&'a Expr<'a>> {
        let value = self.binary(input, 0, records)?;
        // In an arm, `if` after a pattern is a guard; after a value it can only be this.
        if !input.peek(Token![if]) {
            return Ok(value);
        }
        let at = input.parse::<Token![if]>()?;
        let condition = self.binary(input, 0, records)?;
        if !input.peek(Token![else]) {
            let text = "a value `if` a condition has another one for when it is false\nhelp: write `a if c else b`";
            return Err(Error::new(at.span, text));
        }
        input.parse::<Token![else]>()?;
        let other = self.deeper(at.span, || self.conditional(input, records))?;
        Ok(self.expr(at.span, Kind::If(condition, value, other)))
    }

    pub fn postfix(&self, mut value: &'a Expr<'a>, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        loop {
            if input.peek(token::Bracket) {
                let index;
                bracketed!(index in input);
                let row = self.expression(&index)?;
                self.no_bare_command(value, &index)?;
                ended(&index, "a column is read at one row")?;
                value = self.expr(value.span, Kind::Index(value, row));
            } else if input.peek(Token![.]) && !input.peek(Token![..]) {
                input.parse::<Token![.]>()?;
                self.no_word_after(input)?;
                let member: Member = input.parse()?;
                if input.peek(token::Paren) {
                    let help = "call it as a function: `sqrt(x)`, `max(a, b)`; functions of Rust are declared `extern(cpu) pure`";
                    return Err(Error::new(member.span(), format!("a val calls no methods\nhelp: {help}")));
                }
                // What has fields, and is not said, was awaited.
                if let (Kind::Act(Act::Hole), Member::Named(_)) = (&value.kind, &member) {
                    value = self.act(value.span, Act::Await(value));
                }
                value = self.expr(member.span(), Kind::Field(value, member));
            } else {
                self.no_question(input)?;
                return Ok(value);
            }
        }
    }

    pub fn primary(&self, input: ParseStream<'_>, records: Records) -> Result<&'a Expr<'a>> {
        self.no_other_spelling(input)?;
        let span = input.span();
        if input.peek(Lit) {
            return Ok(self.expr(span, Kind::Literal(input.parse()?)));
        }
        if input.peek(token::Paren) {
            let inner;
            parenthesized!(inner in input);
            let mut list = Vec::new();
            while !inner.is_empty() {
                list.push(self.expression(&inner)?);
                if inner.is_empty() && list.len() == 1 {
                    return Ok(list[0]);
                }
                comma(&inner)?;
            }
            return Ok(self.expr(span, Kind::Tuple(list)));
        }
        if input.peek(token::Bracket) {
            let inner;
            bracketed!(inner in input);
            if inner.is_empty() {
                return Ok(self.expr(span, Kind::Array(Vec::new())));
            }
            let first = self.expression(&inner)?;
            if inner.peek(Token![for]) {
                let each = self.each(&inner, first)?;
                ended(&inner, "a column is of one value a row")?;
                return match &each.kind {
                    Kind::Each(body, name, list, None) => Ok(self.expr(span, Kind::Column(body, name.clone(), list))),
                    _ => {
                        let text = "a column has a value for every row\nhelp: write `[a if c else b for i in rows]`";
                        Err(Error::new(each.span, text))
                    }
                };
            }
            let mut list = vec![first];
            if inner.parse::<Option<Token![,]>>()?.is_some() {
                list.extend(self.list(&inner)?);
            }
            ended(&inner, "values of an array stand between commas")?;
            return Ok(self.expr(span, Kind::Array(list)));
        }
        if input.peek(token::Brace) || input.peek(Token![if]) {
            return self.block_like(input);
        }
        if input.parse::<Option<Token![match]>>()?.is_some() {
            let value = self.deeper(span, || self.conditional(input, Records::No))?;
            let body;
            braced!(body in input);
            return Ok(self.expr(span, Kind::Match(value, self.arms(&body)?)));
        }
        if input.peek(Ident::peek_any) || input.peek(Token![::]) {
            return self.named(input, records);
        }
        let help = match () {
            () if input.peek(Token![*]) => "a power is `pow(x, y)`, of an integer `powi(x, n)`",
            () if input.peek(Token![|]) => "a val has no closures: over a list it is `sum(f(x) for x in list)`",
            () if input.peek(Token![&]) => "there are no references: write the value itself",
            () => "a value is a number, a name, `cost[c]`, `f(x)`, `if`, `match`, or these with operators",
        };
        Err(input.error(format!("a value is wanted here\nhelp: {help}")))
    }

    /// A block, or `if c { a } else { b }`.
    pub fn block_like(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        let span = input.span();
        match input.parse::<Option<Token![if]>>()? {
            Some(_) => self.deeper(span, || self.choice(input, span)),
            None => self.block(input),
        }
    }

    /// `if c { a } else { b }`, after its `if`.
    fn choice(&self, input: ParseStream<'_>, span: Span) -> Result<&'a Expr<'a>> {
        let mut tags = Vec::new();
        while self.hand.get() && input.parse::<Option<Token![@]>>()?.is_some() {
            tags.extend(tag::said(input)?);
        }
        let choice = self.untagged(input, span)?;
        Ok(self.tagged(choice, tags))
    }

    fn untagged(&self, input: ParseStream<'_>, span: Span) -> Result<&'a Expr<'a>> {
        self.no_if_let(input)?;
        let condition = self.conditional(input, Records::No)?;
        let value = self.block(input)?;
        if !input.peek(Token![else]) {
            // Where rows are written, not to write is the other side.
            let nothing = self.expr(span, Kind::Writes(Vec::new()));
            return Ok(self.expr(span, Kind::If(condition, value, nothing)));
        }
        input.parse::<Token![else]>()?;
        let again = input.span();
        let other = match input.parse::<Option<Token![if]>>()? {
            Some(_) => self.deeper(again, || self.choice(input, again))?,
            None => self.block(input)?,
        };
        Ok(self.expr(span, Kind::If(condition, value, other)))
    }

    /// A name, a call, a record.
    fn named(&self, input: ParseStream<'_>, records: Records) -> Result<&'a Expr<'a>> {
        // In an expression `a < b` is no generic.
        let has_grid = respelled::has_grid(input);
        let path = match input.parse::<syn::ExprPath>() {
            Ok(path) => path.path,
            Err(error) => {
                let text = match has_grid {
                    true => {
                        "the dimensions of a grid are numbers and names\nhelp: name what is computed before: `f::<m>(x)`"
                    }
                    false => "a value is wanted here\nhelp: this is a word of Rust's, and no name",
                };
                return Err(Error::new(error.span(), text));
            }
        };
        let span = path.segments.last().map_or_else(Span::call_site, |last| last.ident.span());
        self.no_macro(&path, input)?;
        if input.peek(token::Paren) {
            let args;
            parenthesized!(args in input);
            return match grid(&path) {
                None => Ok(self.expr(span, Kind::Call(path, self.arguments(&args)?))),
                Some((name, list)) => {
                    let list = list.into_iter().map(|it| (|input: ParseStream<'_>| self.expression(input)).parse2(it));
                    let dimensions = list.collect::<Result<_>>()?;
                    let call = self.expr(span, Kind::Call(name.into(), self.arguments(&args)?));
                    Ok(self.expr(span, Kind::Act(Act::Grid(dimensions, call))))
                }
            };
        }
        if records == Records::Yes && input.peek(token::Brace) && looks_like_a_type(&path) {
            let body;
            braced!(body in input);
            let mut fields = Vec::new();
            while !body.is_empty() {
                let member: Member = body.parse()?;
                let value = match (body.parse::<Option<Token![:]>>()?, &member) {
                    (None, Member::Named(name)) => self.expr(name.span(), Kind::Name(name.clone())),
                    _ => self.expression(&body)?,
                };
                fields.push((member, value));
                comma(&body)?;
            }
            return Ok(self.expr(span, Kind::Record(path, fields)));
        }
        match path.get_ident() {
            Some(name) if input.peek(Token![<]) => {
                self.no_bare_grid(name, input)?;
                Ok(self.expr(span, Kind::Name(name.clone())))
            }
            Some(name) => Ok(self.expr(span, Kind::Name(name.clone()))),
            None => Ok(self.expr(span, Kind::Path(path))),
        }
    }

    /// `value for x in list if condition`, after the value.
    fn each(&self, input: ParseStream<'_>, value: &'a Expr<'a>) -> Result<&'a Expr<'a>> {
        let span = input.parse::<Token![for]>()?.span;
        let name = input.parse()?;
        input.parse::<Token![in]>()?;
        let mut list = self.binary(input, 0, Records::Yes)?;
        if input.peek(Token![..]) {
            let span = input.span();
            let inclusive = input.parse::<Option<Token![..=]>>()?.is_some();
            if !inclusive {
                input.parse::<Token![..]>()?;
            }
            let end = self.binary(input, 0, Records::Yes)?;
            list = self.expr(span, Kind::Range(list, end, inclusive));
        }
        let condition = match input.parse::<Option<Token![if]>>()? {
            Some(_) => Some(self.binary(input, 0, Records::Yes)?),
            None => None,
        };
        Ok(self.expr(span, Kind::Each(value, name, list, condition)))
    }

    /// Arguments; one may be `e for x in list`.
    fn arguments(&self, input: ParseStream<'_>) -> Result<Vec<&'a Expr<'a>>> {
        let mut list = Vec::new();
        while !input.is_empty() {
            let mut value = self.expression(input)?;
            if input.peek(Token![for]) {
                value = self.each(input, value)?;
            }
            list.push(value);
            comma(input)?;
        }
        Ok(list)
    }
}

/// Between two of a list.
pub fn comma(input: ParseStream<'_>) -> Result<()> {
    if !input.is_empty() && input.parse::<Option<Token![,]>>()?.is_none() {
        return Err(input.error("the value ends before this\nhelp: put `,` or an operator before it, or remove it"));
    }
    Ok(())
}

/// `f::<1, 1, 1>`: what is called, and its grid.
fn grid(path: &Path) -> Option<(Ident, Vec<TokenStream>)> {
    let segment = path.segments.first().filter(|_| path.segments.len() == 1 && path.leading_colon.is_none())?;
    match &segment.arguments {
        PathArguments::AngleBracketed(list) if segment.ident.to_string().starts_with(|c: char| !c.is_uppercase()) => {
            Some((segment.ident.clone(), list.args.iter().map(ToTokens::to_token_stream).collect()))
        }
        _ => None,
    }
}

fn ended(input: ParseStream<'_>, what: &str) -> Result<()> {
    match input.is_empty() {
        true => Ok(()),
        false => Err(input.error(format!("{what}\nhelp: remove this"))),
    }
}

/// A record's name begins with a capital: `n { … }` is a name before a block.
fn looks_like_a_type(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident.to_string().starts_with(char::is_uppercase))
}
