//! Spellings of Caiman's that a block has otherwise: the error says how.

use super::Reader;
use crate::schedule::tree::{Expr, Kind};
use syn::{
    Error, Ident, LitInt, Member, Path, Result, Token, Type,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    token,
};

mod word {
    syn::custom_keyword!(encode);
    syn::custom_keyword!(begin);
    syn::custom_keyword!(encode_begin);
    syn::custom_keyword!(submit);
}

impl Reader<'_> {
    /// Where a value begins: `encode-begin gpu`, `~x`.
    pub fn no_other_spelling(&self, input: ParseStream<'_>) -> Result<()> {
        if input.peek(Token![~]) {
            return Err(input.error("a value is wanted here\nhelp: bits are inverted by `!x`"));
        }
        if !self.hand.get() {
            return Ok(());
        }
        let ahead = input.fork();
        let dashed = input.peek(word::encode) && input.peek2(Token![-]) && input.peek3(word::begin);
        if dashed {
            ahead.parse::<word::encode>()?;
            ahead.parse::<Token![-]>()?;
            ahead.parse::<word::begin>()?;
        } else if ahead.parse::<Option<word::encode_begin>>()?.is_none() {
            return Ok(());
        }
        let tagged = ahead.peek(Token![@]);
        if !tagged && !ahead.peek(Ident) {
            return Ok(());
        }
        let device = ahead.parse::<Ident>().map_or_else(|_| "gpu".to_owned(), |name| name.to_string());
        let tag = if tagged { " @ node(tmln.(here, there))" } else { "" };
        let text = format!("an encoder is begun by a call\nhelp: write `encode_begin({device}){tag}`");
        Err(Error::new(input.span(), text))
    }

    /// After a value: `half(n)?`.
    pub fn no_question(&self, input: ParseStream<'_>) -> Result<()> {
        if !input.peek(Token![?]) {
            return Ok(());
        }
        let text = match self.hand.get() {
            true => {
                "a body has no `?` after a value\nhelp: remove it: what may fail is called as what may not, and the function returns a `Result`"
            }
            false => {
                "a val has no `?`: it is one value, and returns from nowhere else\nhelp: match on what this is: `match x { Some(y) => …, None => … }`"
            }
        };
        Err(input.error(text))
    }

    /// After a path: `vec![1, 2]`.
    pub fn no_macro(&self, path: &Path, input: ParseStream<'_>) -> Result<()> {
        let group = input.peek2(token::Paren) || input.peek2(token::Bracket) || input.peek2(token::Brace);
        let Some(last) = path.segments.last().filter(|_| input.peek(Token![!]) && group) else { return Ok(()) };
        let what = if self.hand.get() { "a body" } else { "a val" };
        let help = match last.ident.to_string().as_str() {
            "vec" => "an array is `[a, b]`, of several values alike `[x for k in 0..4]`",
            "matches" => "write `match x { pattern => true, _ => false }`",
            _ => "call it in a function of Rust's, and declare that: `extern(cpu) pure f(f64) -> f64;`",
        };
        let text = format!("{what} calls no macros, as `{}!` is one\nhelp: {help}", last.ident);
        Err(Error::new(last.ident.span(), text))
    }

    /// After `if`: `if let Some(y) = x { … }`.
    pub fn no_if_let(&self, input: ParseStream<'_>) -> Result<()> {
        if !input.peek(Token![let]) {
            return Ok(());
        }
        let text = match self.hand.get() {
            true => "a body has no `if let`\nhelp: match in a val of its own, which an order computes: `eval(x)`",
            false => "a val has no `if let`\nhelp: write `match x { Some(y) => …, _ => … }`",
        };
        Err(input.error(text))
    }

    /// After a dot: `e.submit()`, `f.await`.
    pub fn no_word_after(&self, input: ParseStream<'_>) -> Result<()> {
        let awaits = input.peek(Token![await]);
        if !self.hand.get() || !awaits && !input.peek(word::submit) {
            return Ok(());
        }
        let (word, what, name) = if awaits { ("await", "fence", "f") } else { ("submit", "encoder", "e") };
        Err(input.error(format!("`{word}` stands before its {what}\nhelp: write `{word} {name}`")))
    }

    /// `e.copy[x <- a];`, in whose brackets this is.
    pub fn no_bare_command(&self, of: &Expr<'_>, brackets: ParseStream<'_>) -> Result<()> {
        match &of.kind {
            Kind::Field(Expr { kind: Kind::Name(encoder), .. }, Member::Named(command))
                if brackets.peek(Token![<-]) =>
            {
                let help = format!("write `encode {encoder}.{command}[…];`");
                Err(Error::new(encoder.span(), format!("a command is encoded\nhelp: {help}")))
            }
            _ => Ok(()),
        }
    }

    /// After a name: `f<1, 1, 1>(x)`.
    pub fn no_bare_grid(&self, name: &Ident, input: ParseStream<'_>) -> Result<()> {
        if !input.peek(Token![<]) || !self.functions.contains(&name.to_string()) {
            return Ok(());
        }
        let (sign, ahead) = (input.span(), input.fork());
        ahead.parse::<Token![<]>()?;
        let mut list = Vec::new();
        loop {
            match (ahead.parse::<LitInt>(), ahead.peek(Ident)) {
                (Ok(number), _) => list.push(number.to_string()),
                (Err(_), true) => list.push(ahead.parse::<Ident>()?.to_string()),
                (Err(_), false) => return Ok(()),
            }
            if ahead.parse::<Option<Token![,]>>()?.is_none() {
                break;
            }
        }
        if ahead.parse::<Option<Token![>]>>()?.is_none() || !ahead.peek(token::Paren) {
            return Ok(());
        }
        let list = list.join(", ");
        Err(Error::new(sign, format!("a grid stands between `::<` and `>`\nhelp: write `{name}::<{list}>(…)`")))
    }
}

/// A val is no list of statements.
pub fn no_statement(input: ParseStream<'_>) -> Result<()> {
    if input.peek(Token![let]) {
        return Err(input.error("a val has no `let`\nhelp: a name is given by `x :- value`"));
    }
    if input.peek(Token![return]) {
        return Err(input.error("a val has one value, the last of its block\nhelp: write `returns …`"));
    }
    if input.peek(Ident) && input.peek2(Token![=]) && !input.peek2(Token![==]) && !input.peek2(Token![=>]) {
        let sign = input.cursor().token_tree().and_then(|(_, rest)| rest.token_tree()).map(|(sign, _)| sign.span());
        let text = "nothing is assigned to\nhelp: a name is given by `x :- value`";
        return Err(Error::new(sign.unwrap_or_else(|| input.span()), text));
    }
    Ok(())
}

/// `f::<`
pub fn has_grid(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    ahead.parse::<Ident>().is_ok() && ahead.parse::<Token![::]>().is_ok() && ahead.peek(Token![<])
}

/// A type, which is not a record in place: `Encoder<{ x: i32 }>`.
pub fn ty(input: ParseStream<'_>, read: impl FnOnce(ParseStream<'_>) -> Result<Type>) -> Result<Type> {
    let ahead = input.fork();
    if ahead.parse::<Ident>().is_ok() && ahead.parse::<Token![<]>().is_ok() && ahead.peek(token::Brace) {
        let text = "a record has a name\nhelp: declare it, `type R = { x: i32 };`, and write `Encoder<R>`";
        return Err(ahead.error(text));
    }
    read(input)
}

/// Where a name is wanted: a word of Rust's is none.
pub fn name(input: ParseStream<'_>) -> Result<Ident> {
    let word = input.fork().call(Ident::parse_any);
    match word {
        Ok(word) if input.fork().call(Ident::parse).is_err() && word != "_" => Err(Error::new(
            word.span(),
            format!("`{word}` is a word of Rust's, and no name\nhelp: rename it: `{word}_`"),
        )),
        _ => input.parse(),
    }
}
