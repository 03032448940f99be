//! Bodies that are written by hand: statements, and the values that only they have.

use super::{Reader, respelled, tag};
use crate::schedule::tree::{Act, Bound, Expr, Kind, Moment, Stmt, StmtKind};
use proc_macro2::Span;
use syn::{
    Error, Ident, Result, Token, braced, bracketed, ext::IdentExt, parenthesized, parse::ParseStream,
    punctuated::Punctuated, token,
};

mod word {
    syn::custom_keyword!(var);
    syn::custom_keyword!(encode);
    syn::custom_keyword!(submit);
    syn::custom_keyword!(returns);
}

impl<'a> Reader<'a> {
    pub fn act(&self, span: Span, act: Act<'a>) -> &'a Expr<'a> {
        self.expr(span, Kind::Act(act))
    }

    /// `{ let x = f(a); x + 1 }`
    pub fn hand_block(&self, input: ParseStream<'_>) -> Result<&'a Expr<'a>> {
        let body;
        let braces = braced!(body in input);
        self.hand_statements(&body, braces.span.join())
    }

    pub fn hand_statements(&self, input: ParseStream<'_>, whole: Span) -> Result<&'a Expr<'a>> {
        let mut list = Vec::new();
        while !input.is_empty() {
            let span = input.span();
            if let Some(kind) = self.statement_by_word(input)? {
                list.push(Stmt { span, kind });
                continue;
            }
            // What begins with a brace ends with it, as in Rust: `*r = 1;` after it is no product.
            let value = match input.peek(Token![if]) || input.peek(token::Brace) {
                true => {
                    let value = self.block_like(input)?;
                    self.tagged(value, tag::tags(input)?)
                }
                false => self.expression(input)?,
            };
            if input.peek(Token![=]) {
                input.parse::<Token![=]>()?;
                let new = self.expression(input)?;
                end(input)?;
                list.push(Stmt { span, kind: StmtKind::Assign(value, new) });
            } else if input.parse::<Option<Token![;]>>()?.is_some()
                || is_block(value) && (!input.is_empty() || is_half(value))
            {
                list.push(Stmt { span, kind: StmtKind::Do(value) });
            } else if input.is_empty() {
                return Ok(self.act(whole, Act::Block(list, Some(value))));
            } else {
                let text =
                    "a statement ends with `;`, and the value of a block stands last\nhelp: write `;` before this";
                return Err(input.error(text));
            }
        }
        Ok(self.act(whole, Act::Block(list, None)))
    }

    /// A statement that begins with a word of its own.
    fn statement_by_word(&self, input: ParseStream<'_>) -> Result<Option<StmtKind<'a>>> {
        if input.peek(Token![let]) {
            input.parse::<Token![let]>()?;
            let names: Vec<Bound> = match input.peek(token::Paren) {
                true => {
                    let list;
                    parenthesized!(list in input);
                    Punctuated::<Bound, Token![,]>::parse_terminated_with(&list, bound)?.into_iter().collect()
                }
                false => {
                    Punctuated::<Bound, Token![,]>::parse_separated_nonempty_with(input, bound)?.into_iter().collect()
                }
            };
            if names.is_empty() {
                return Err(
                    input.error("a value gets a name here\nhelp: write `let x = …;`, or the value by itself: `f(x);`")
                );
            }
            if !input.peek(Token![=]) {
                let text = "a name has its value from the start\nhelp: write `let x = …;`, or `var x;` for one that comes later";
                return Err(input.error(text));
            }
            input.parse::<Token![=]>()?;
            let value = self.expression(input)?;
            end(input)?;
            return Ok(Some(StmtKind::Let(names, value)));
        }
        if input.peek(word::var) && input.peek2(Ident::peek_any) {
            input.parse::<word::var>()?;
            let name = bound(input)?;
            if input.peek(Token![,]) {
                let text = "a variable is declared by itself\nhelp: take the values apart before: `let a, b = f(x); var a = a; var b = b;`";
                return Err(input.error(text));
            }
            let value = match input.parse::<Option<Token![=]>>()? {
                Some(_) => Some(self.expression(input)?),
                None => None,
            };
            end(input)?;
            return Ok(Some(StmtKind::Var(Box::new(name), value)));
        }
        if input.peek(word::encode) && input.peek2(Ident) {
            input.parse::<word::encode>()?;
            let command = self.command(input)?;
            end(input)?;
            return Ok(Some(command));
        }
        if input.peek(Token![@]) {
            input.parse::<Token![@]>()?;
            let said = moment(input)?;
            input.parse::<Option<Token![;]>>()?;
            return Ok(Some(said));
        }
        let text = match () {
            () if input.peek(word::returns)
                && (input.peek2(Ident) || input.peek2(token::Paren) || input.peek2(syn::Lit)) =>
            {
                "a spec `returns`; the value of a body is its last expression\nhelp: write the value last, without `returns`"
            }
            () if input.peek(Token![return]) => {
                "the value of a body is its last expression\nhelp: write the value last, without `return` and `;`"
            }
            () if input.peek(Token![while]) || input.peek(Token![for]) || input.peek(Token![loop]) => {
                "a body has no loops\nhelp: a function may call itself; rows of a batch are gone through by an order: `bottom_up(b)`"
            }
            () => return Ok(None),
        };
        Err(input.error(text))
    }

    /// `e.copy[x_gpu <- x]`, `e.call[y_gpu <- f::<1, 1, 1>(x_gpu)]`
    fn command(&self, input: ParseStream<'_>) -> Result<StmtKind<'a>> {
        let encoder = input.parse()?;
        if !input.peek(Token![.]) {
            return Err(input.error("a command is of an encoder\nhelp: write `encode e.copy[x_gpu <- x];`"));
        }
        input.parse::<Token![.]>()?;
        let word: Ident = input.call(Ident::parse_any)?;
        if word != "copy" && word != "call" {
            let help = "write `encode e.copy[x_gpu <- x];`, or `encode e.call[y_gpu <- f::<1, 1, 1>(x_gpu)];`";
            return Err(Error::new(word.span(), format!("`{word}` cannot be encoded\nhelp: {help}")));
        }
        if !input.peek(token::Bracket) {
            return Err(input.error(format!("what is encoded stands in brackets\nhelp: write `encode e.{word}[…];`")));
        }
        let inner;
        bracketed!(inner in input);
        let into: Vec<Bound> =
            Punctuated::<Bound, Token![,]>::parse_separated_nonempty_with(&inner, bound)?.into_iter().collect();
        if !inner.peek(Token![<-]) {
            let text = "what is made on the device stands before `<-`\nhelp: write `x_gpu <- x`";
            return Err(inner.error(text));
        }
        inner.parse::<Token![<-]>()?;
        let value = self.expression(&inner)?;
        if !inner.is_empty() {
            return Err(inner.error("one command is encoded at a time\nhelp: remove this, or encode it by itself"));
        }
        let value = self.tagged(value, tag::tags(input)?);
        match (word == "copy", &into[..]) {
            (false, _) => Ok(StmtKind::Call { encoder, into, call: value }),
            (true, [_]) => Ok(StmtKind::Copy { encoder, into, value }),
            (true, _) => {
                let text = "a copy makes one value\nhelp: encode another copy";
                Err(Error::new(into.get(1).map_or(word.span(), |it| it.name.span()), text))
            }
        }
    }

    /// What a body has before its operand: `&x`, `*r`, `submit e`, `await f`, `???`.
    pub fn hand_unary(&self, input: ParseStream<'_>) -> Result<Option<&'a Expr<'a>>> {
        let span = input.span();
        let read = |this: &Self| this.deeper(span, || this.hand_operand(input));
        if input.parse::<Option<Token![&]>>()?.is_some() {
            let of = read(self)?;
            return Ok(Some(self.act(span, Act::Borrow(of))));
        }
        if input.parse::<Option<Token![*]>>()?.is_some() {
            let of = read(self)?;
            return Ok(Some(self.act(span, Act::Load(of))));
        }
        if input.peek(Token![?]) {
            while input.parse::<Option<Token![?]>>()?.is_some() {}
            let hole = self.act(span, Act::Hole);
            return Ok(Some(self.tagged(hole, tag::tags(input)?)));
        }
        let (submits, awaits) = (input.peek(word::submit) && !input.peek2(token::Paren), input.peek(Token![await]));
        if !submits && !awaits {
            return Ok(None);
        }
        input.call(Ident::parse_any)?;
        let tags = tag::tags(input)?;
        let of = read(self)?;
        let act = self.act(span, if submits { Act::Submit(of) } else { Act::Await(of) });
        Ok(Some(self.tagged(act, tags)))
    }

    /// A value with what is said of it.
    pub fn tagged(&self, value: &'a Expr<'a>, tags: Vec<crate::schedule::tree::Tag>) -> &'a Expr<'a> {
        match tags.is_empty() {
            true => value,
            false => self.act(value.span, Act::Tagged(value, tags)),
        }
    }
}

/// Does it end with a brace, so that no `;` has to follow?
fn is_block(value: &Expr<'_>) -> bool {
    match &value.kind {
        Kind::If(..) | Kind::Act(Act::Block(..)) => true,
        Kind::Act(Act::Tagged(value, _)) => is_block(value),
        _ => false,
    }
}

/// `if c { … }`, which has no value.
fn is_half(value: &Expr<'_>) -> bool {
    match &value.kind {
        Kind::If(_, _, other) => match &other.kind {
            Kind::Writes(list) => list.is_empty(),
            _ => is_half(other),
        },
        Kind::Act(Act::Tagged(value, _)) => is_half(value),
        _ => false,
    }
}

/// `x: i64 @ node(val.y)`
fn bound(input: ParseStream<'_>) -> Result<Bound> {
    if input.peek(Token![mut]) {
        return Err(input.error("a variable that changes is a `var`\nhelp: write `var x = 0;`"));
    }
    let name = respelled::name(input)?;
    let ty = match input.parse::<Option<Token![:]>>()? {
        Some(_) => Some(input.parse()?),
        None => None,
    };
    Ok(Bound { name, ty, tags: tag::tags(input)? })
}

/// `in { v: node(val.x), e.x_gpu: input(val.y) }`
fn moment<'a>(input: ParseStream<'_>) -> Result<StmtKind<'a>> {
    let word: Ident = input.call(Ident::parse_any)?;
    let moment = match word.to_string().as_str() {
        "in" => Moment::In,
        "out" => Moment::Out,
        _ => {
            let help = "what holds where a block begins is `@in { x: node(val.a) };`, where it ends `@out { … };`";
            return Err(Error::new(word.span(), format!("`@{word}` says nothing\nhelp: {help}")));
        }
    };
    let list;
    braced!(list in input);
    let mut all = Vec::new();
    while !list.is_empty() {
        let mut path = vec![list.call(Ident::parse_any)?];
        while list.parse::<Option<Token![.]>>()?.is_some() {
            path.push(list.call(Ident::parse_any)?);
        }
        list.parse::<Token![:]>()?;
        all.push((path, tag::said(&list)?));
        if !list.is_empty() {
            list.parse::<Token![,]>()?;
        }
    }
    Ok(StmtKind::Say(moment, all))
}

fn end(input: ParseStream<'_>) -> Result<()> {
    match input.parse::<Option<Token![;]>>()? {
        Some(_) => Ok(()),
        None => Err(input.error("a statement ends with `;`\nhelp: write `;` before this")),
    }
}
