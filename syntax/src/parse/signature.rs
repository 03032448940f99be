//! `(depth: u32, from: u32) -> u32`: how Rust calls a definition. Types are kept as text.

use super::{Parser, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    net::{Parameter, RustType, Signature},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
};

const FORM: &str = "a signature is `@name(depth: u32, from: u32) -> u32 = net`";

const TYPES: &str = "parameters are numbers: `u8` `u16` `u32` `i8` `i16` `i32` `f32` `bool` `char`; results are `u32` \
                     `i32` `f32` `bool` `char`, tuples, `Vec`s and `Box`es of results, or another type by its name";

const LISTS: &str = "parameters are numbers: `u8` `u16` `u32` `i8` `i16` `i32` `f32` `bool` `char`; what is in a list, a rule reads where Rust \
                     has it: `where #x = { LIST[n as usize] }`";

const LESS: Kind<'_> = Kind::Bad(Lexical::Character('<'));
const GREATER: Kind<'_> = Kind::Bad(Lexical::Character('>'));

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// At its opening bracket.
    pub(super) fn signature(&mut self) -> Result<Signature, Failed> {
        let open = self.bump().span;
        let mut parameters = Vec::new();
        let mut wrong = false;
        while self.token.kind != Kind::Close(Bracket::Round) {
            let Kind::Name(name) = self.token.kind else { return self.fail("the name of a parameter", FORM) };
            let span = self.bump().span;
            self.want(Kind::Colon, FORM)?;
            let is_tuple = self.token.kind == Kind::Open(Bracket::Round);
            let ty = self.rust_type(false, &mut wrong)?;
            if is_tuple && !wrong {
                wrong = true;
                let message = format!("a parameter is a number, and `{}` is none", Short(&ty.text));
                let help = match ty.text.as_str() {
                    "()" => "remove the parameter: a net that takes none is `@name() -> u32 = net`",
                    _ => "make each part a parameter of its own: `@f(a: u32, b: u32) -> u32 = (a (b result))`",
                };
                self.mistake(Diagnostic::error(ty.span, message, help))?;
            }
            if let Some(first) = parameters.iter().find(|first: &&Parameter| first.name == name).filter(|_| !wrong) {
                wrong = true;
                let message = format!("two parameters are called `{}`", Short(name));
                let error = Diagnostic::error(span, message, "rename one of the two: Rust calls them by their order");
                self.mistake(error.place(first.span, "the first one"))?;
            }
            parameters.push(Parameter { name: name.to_owned(), span, ty });
            if self.eat(Kind::Comma).is_none() {
                break;
            }
        }
        self.want(Kind::Close(Bracket::Round), FORM)?;
        self.want(Kind::Arrow, FORM)?;
        let result = self.rust_type(true, &mut wrong)?;
        Ok(Signature { parameters, result, span: open.to(self.previous.span), wrong })
    }

    /// `u32`, `(u32, f32)`; of a result `Vec<u32>`, too.
    fn rust_type(&mut self, is_result: bool, wrong: &mut bool) -> Result<RustType, Failed> {
        let (mut text, mut open) = (String::new(), Vec::new());
        let first = self.token.span;
        loop {
            let more = !open.is_empty() || self.more_of_a_type();
            let fresh = text.is_empty() || text.ends_with(['(', '<', ' ']);
            match (self.token.kind, open.last()) {
                (Kind::Name(name), _) if fresh => text.push_str(name),
                (Kind::Open(Bracket::Round), _) if fresh => {
                    text.push('(');
                    open.push('(');
                }
                (LESS, _) if is_result && !fresh && !text.ends_with([')', '>']) => {
                    text.push('<');
                    open.push('<');
                }
                (Kind::Comma, Some(_)) if !fresh => text.push_str(", "),
                (Kind::Close(Bracket::Round), Some('(')) => {
                    text.push(')');
                    open.pop();
                }
                (GREATER, Some('<')) if !fresh => {
                    text.push('>');
                    open.pop();
                }
                _ if more => {
                    self.other_type(first, is_result, &open, wrong)?;
                    return Ok(RustType { text, span: first.to(self.previous.span) });
                }
                _ => return self.fail("a type", TYPES),
            }
            self.bump();
            if open.is_empty() && !self.more_of_a_type() {
                return Ok(RustType { text, span: first.to(self.previous.span) });
            }
        }
    }

    /// May the type of a signature, at its top, go on with this token?
    fn more_of_a_type(&mut self) -> bool {
        !matches!(self.token.kind, Kind::Comma | Kind::Close(_) | Kind::Arrow | Kind::Equals | Kind::End)
            && !self.defines()
    }

    /// Takes the rest of a type that begins at `first`, in these brackets, and is none that a signature may have: `[u32; 2]`, `&str`. One
    /// error for a signature.
    fn other_type(&mut self, first: Span, is_result: bool, open: &[char], wrong: &mut bool) -> Result<(), Failed> {
        let count = |bracket| open.iter().filter(|&&open| open == bracket).count() as u32;
        let (mut depth, mut angles) = (count('('), count('<'));
        loop {
            let more = self.more_of_a_type();
            match self.token.kind {
                LESS => angles += 1,
                GREATER => angles = angles.saturating_sub(1),
                Kind::Open(_) => depth += 1,
                Kind::Close(_) if depth > 0 => depth -= 1,
                Kind::Comma if depth + angles > 0 => {}
                _ if more => {}
                _ => break,
            }
            self.bump();
        }
        if !*wrong {
            let (message, help) = match is_result {
                true => ("this is no type of a result", TYPES),
                false => ("this is no type of a parameter", LISTS),
            };
            self.mistake(Diagnostic::error(first.to(self.previous.span), message, help))?;
        }
        *wrong = true;
        Ok(())
    }
}
