//! `(depth: u32, from: u32) -> u32`: how Rust calls a definition. Types are kept as text.

use super::{Parser, recover::Failed};
use crate::{
    net::{Parameter, RustType, Signature},
    token::{Bracket, Kind, Source},
};

const FORM: &str = "a signature is `@name(depth: u32, from: u32) -> u32 = net`";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// At its opening bracket.
    pub(super) fn signature(&mut self) -> Result<Signature, Failed> {
        let open = self.bump().span;
        let mut parameters = Vec::new();
        while self.token.kind != Kind::Close(Bracket::Round) {
            let Kind::Name(name) = self.token.kind else { return self.fail("the name of a parameter", FORM) };
            let span = self.bump().span;
            self.want(Kind::Colon, FORM)?;
            parameters.push(Parameter { name: name.to_owned(), span, ty: self.rust_type()? });
            if self.eat(Kind::Comma).is_none() {
                break;
            }
        }
        self.want(Kind::Close(Bracket::Round), FORM)?;
        self.want(Kind::Arrow, FORM)?;
        let result = self.rust_type()?;
        Ok(Signature { parameters, result, span: open.to(self.previous.span) })
    }

    /// `u32`, `(u32, f32)`
    fn rust_type(&mut self) -> Result<RustType, Failed> {
        let (mut text, mut depth) = (String::new(), 0_u32);
        let first = self.token.span;
        loop {
            let fresh = text.is_empty() || text.ends_with(['(', ' ']);
            match self.token.kind {
                Kind::Name(name) if fresh => text.push_str(name),
                Kind::Open(Bracket::Round) if fresh => {
                    text.push('(');
                    depth += 1;
                }
                Kind::Comma if depth > 0 && !fresh => text.push_str(", "),
                Kind::Close(Bracket::Round) if depth > 0 => {
                    text.push(')');
                    depth -= 1;
                }
                _ => return self.fail("a type", "types are names such as `u32`, and tuples of them"),
            }
            self.bump();
            if depth == 0 {
                return Ok(RustType { text, span: first.to(self.previous.span) });
            }
        }
    }
}
