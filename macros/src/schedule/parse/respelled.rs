//! Spellings of Caiman's that a block has otherwise: the error says how.

use super::Reader;
use crate::schedule::tree::{Expr, Kind};
use syn::{
    Error, Ident, LitInt, Member, Result, Token, Type,
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
