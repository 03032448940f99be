//! What a book has that it does not say itself.

use super::Parser;
use crate::{
    span::Span,
    text::Lexer,
    token::{Kind, Source, Token},
};

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// The text is read next, as if it stood at that place.
    pub(super) fn insert(&mut self, text: &'static str, span: Span) {
        let mut lexer = Lexer::new(text, self.numbers);
        let tokens = std::iter::from_fn(|| Some(lexer.next()).filter(|token| token.kind != Kind::End));
        let tokens = tokens.map(|token: Token<'t>| Token { span, ..token });
        let rest = std::mem::take(&mut self.ahead);
        self.ahead = tokens.chain([self.token]).chain(rest).collect();
        let previous = self.previous;
        self.bump();
        self.previous = previous;
    }
}
