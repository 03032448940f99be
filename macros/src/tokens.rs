//! Rust tokens as tokens of the net language.
//!
//! A stream is flattened ([`lex`](crate::lex)): groups become an opening and a closing token. A token's place is its
//! number, so that places of the parser lead back to rustc's spans, and to the Rust tokens themselves.

use crate::{
    front::{Front, Settings, front},
    native::NativeRule,
    origin::Origin,
    report, root,
};
use polarnet_passes::Pass;
use polarnet_syntax::{
    diagnostic::{Diagnostic, Report},
    native::Block,
    number::Numbers,
    span::Span as Place,
    table,
    token::{Kind, Source, Token},
};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use typed_arena::Arena;

/// A token stream, flattened.
#[derive(Default)]
pub struct Tokens<'s> {
    lexemes: Vec<Lexeme<'s>>,
    /// The Rust expressions that `#ident` and `#(expr)` name.
    pub holes: Vec<TokenStream>,
    /// The blocks of Rust in rules.
    pub blocks: Vec<Group>,
    /// The path of the crate `polarnet`, which `#![crate(path)]` names.
    pub root: TokenStream,
    /// The passes that `#![passes(…)]` names, in order.
    pub passes: Vec<Pass>,
    /// What is wrong with attributes that only `net!` has.
    pub errors: TokenStream,
    /// Doc comments: the number of the token that follows, and the attribute.
    docs: Vec<(u32, TokenStream)>,
    /// What is shown where the input ends.
    end: Option<Span>,
}

/// A token of the net language, made of one or more Rust tokens.
struct Lexeme<'s> {
    kind: Kind<'s>,
    /// The spans of the first and the last of them. Stable rustc does not join spans.
    first: Span,
    last: Span,
    /// The last of them; of a bracket, all of the group.
    tree: Option<TokenTree>,
}

impl<'s> Tokens<'s> {
    /// Flattens `stream`. Names and literals are kept in `texts`. The input ends at `end`, or with its last token.
    pub fn new(stream: TokenStream, end: Option<Span>, texts: &'s Arena<String>) -> Self {
        let mut tokens = Tokens { root: root::found(), ..Tokens::default() };
        crate::lex::flatten(stream, texts, &mut tokens);
        tokens.end = end.or_else(|| tokens.lexemes.last().map(|lexeme| lexeme.last));
        tokens
    }

    /// Adds a token that reaches from `first` to `last`.
    pub fn push(&mut self, kind: Kind<'s>, first: Span, last: Span, tree: Option<TokenTree>) {
        self.lexemes.push(Lexeme { kind, first, last, tree });
    }

    /// Adds a Rust value.
    pub fn hole(&mut self, value: TokenStream, first: Span, last: Span) {
        self.push(Kind::Hole(self.holes.len() as u32), first, last, None);
        self.holes.push(value);
    }

    /// Adds a block of Rust.
    pub fn block(&mut self, block: Group) {
        self.push(Kind::Block(self.blocks.len() as u32), block.span_open(), block.span_close(), None);
        self.blocks.push(block);
    }

    /// Adds a doc comment to the token that follows.
    pub fn doc(&mut self, attribute: TokenStream) {
        self.docs.push((self.lexemes.len() as u32, attribute));
    }

    /// The token that was added last, and the span of its end.
    pub fn previous(&self) -> Option<(Kind<'s>, Span)> {
        self.lexemes.last().map(|lexeme| (lexeme.kind, lexeme.last))
    }

    /// Is there nothing yet but attributes?
    pub fn at_top(&self) -> bool {
        self.lexemes.iter().all(|lexeme| matches!(lexeme.kind, Kind::Attribute(_)))
    }

    /// The parser's view.
    pub fn source(&self) -> Pull<'_, 's> {
        Pull { tokens: self, at: 0 }
    }

    /// The first and the last of rustc's spans at a place.
    pub fn spans(&self, place: Place) -> [Span; 2] {
        let end = self.end.unwrap_or_else(Span::call_site);
        let at = |number: u32| self.lexemes.get(number as usize);
        let last = at(place.hi.max(place.lo + 1) - 1).map_or(end, |lexeme| lexeme.last);
        [at(place.lo).map_or(end, |lexeme| lexeme.first), last]
    }

    /// The book that the tokens are.
    pub fn front(&self, item: bool) -> Front {
        let settings =
            Settings { numbers: Numbers::Native, unpolarized: false, passes: &self.passes, item, values: !item };
        front(self.source(), self, &settings)
    }
}

impl Origin for Tokens<'_> {
    /// A name, or that of a reference.
    fn ident(&self, place: Place) -> Option<Ident> {
        match &self.lexemes.get(place.lo as usize)?.tree {
            Some(TokenTree::Ident(ident)) => Some(ident.clone()),
            _ => None,
        }
    }

    /// With their spans.
    fn stream(&self, place: Place) -> TokenStream {
        let mut stream = Vec::new();
        let mut depth = 0;
        // A group is one token of Rust: what is in it is skipped.
        for lexeme in self.lexemes.iter().take(place.hi as usize).skip(place.lo as usize) {
            depth -= u32::from(matches!(lexeme.kind, Kind::Close(_)) && depth > 0);
            if depth == 0 && !matches!(lexeme.kind, Kind::Close(_)) {
                stream.extend(lexeme.tree.clone());
            }
            depth += u32::from(matches!(lexeme.kind, Kind::Open(_)));
        }
        stream.into_iter().collect()
    }

    fn docs(&self, place: Place) -> TokenStream {
        self.docs.iter().filter(|(at, _)| *at == place.lo).map(|(_, attribute)| attribute.clone()).collect()
    }

    fn position(&self, place: Place) -> table::Place {
        let start = self.spans(place)[0].start();
        table::Place { line: start.line as u32, column: start.column as u32 + 1 }
    }

    fn native(&self, block: &Block) -> Option<NativeRule> {
        NativeRule::new(block, self)
    }

    fn clash(&self, found: Diagnostic) -> Diagnostic {
        report::clash(found, self)
    }

    fn errors(&self, report: Report) -> TokenStream {
        let mut errors = report::render(report, self);
        errors.extend(self.errors.clone());
        errors
    }
}

/// Pulls one token after the other.
pub struct Pull<'t, 's> {
    tokens: &'t Tokens<'s>,
    at: usize,
}

impl<'s> Source<'s> for Pull<'_, 's> {
    fn next(&mut self) -> Token<'s> {
        let at = self.at as u32;
        let kind = self.tokens.lexemes.get(self.at).map_or(Kind::End, |lexeme| lexeme.kind);
        self.at += 1;
        Token { kind, span: Place::new(at, at + 1) }
    }
}
