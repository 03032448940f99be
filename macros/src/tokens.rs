//! Rust tokens as tokens of the net language.
//!
//! A stream is flattened: groups become an opening and a closing token. A token's place is its number, so that spans of
//! the parser lead back to spans of rustc.

use polarnet_syntax::{
    net::Polarity,
    span::Span as Place,
    token::{Bracket, Kind, Lexical, Source, Token},
};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use typed_arena::Arena;

/// A token stream, flattened.
pub struct Tokens<'s> {
    kinds: Vec<Kind<'s>>,
    spans: Vec<Span>,
    /// The Rust expressions that `#ident` and `#(expr)` name.
    pub holes: Vec<TokenStream>,
    /// Where the input ends.
    end: Span,
}

impl<'s> Tokens<'s> {
    /// Flattens `stream`. Names and literals are kept in `texts`.
    pub fn new(stream: TokenStream, texts: &'s Arena<String>) -> Self {
        let mut tokens = Tokens { kinds: Vec::new(), spans: Vec::new(), holes: Vec::new(), end: Span::call_site() };
        tokens.flatten(stream, texts);
        tokens.end = tokens.spans.last().copied().unwrap_or_else(Span::call_site);
        tokens
    }

    /// The parser's view.
    pub fn source(&self) -> Pull<'_, 's> {
        Pull { tokens: self, at: 0 }
    }

    /// First and last rustc span of a place.
    pub fn spans(&self, place: Place) -> (Span, Span) {
        let at = |number: u32| self.spans.get(number as usize).copied().unwrap_or(self.end);
        (at(place.lo), at(place.hi.max(place.lo + 1) - 1))
    }

    fn push(&mut self, kind: Kind<'s>, span: Span) {
        self.kinds.push(kind);
        self.spans.push(span);
    }

    /// Iterative, so that no depth of groups is too deep. (rustc's own parser gives up first.)
    fn flatten(&mut self, stream: TokenStream, texts: &'s Arena<String>) {
        enum Next {
            Tokens(std::iter::Peekable<proc_macro2::token_stream::IntoIter>),
            Close(Bracket, Span),
        }
        let mut stack = vec![Next::Tokens(stream.into_iter().peekable())];
        while let Some(top) = stack.last_mut() {
            let tokens = match top {
                Next::Close(bracket, span) => {
                    let (bracket, span) = (*bracket, *span);
                    stack.pop();
                    self.push(Kind::Close(bracket), span);
                    continue;
                }
                Next::Tokens(tokens) => tokens,
            };
            let Some(token) = tokens.next() else {
                stack.pop();
                continue;
            };
            let opened = match token {
                TokenTree::Group(group) => self.group(group, texts),
                TokenTree::Ident(ident) => self.ident(&ident, tokens, texts),
                TokenTree::Literal(literal) => {
                    self.literal("", &literal, literal.span(), texts);
                    None
                }
                TokenTree::Punct(punct) => self.punct(&punct, tokens, texts),
            };
            if let Some((bracket, group)) = opened {
                if let Some(bracket) = bracket {
                    stack.push(Next::Close(bracket, group.span_close()));
                }
                stack.push(Next::Tokens(group.stream().into_iter().peekable()));
            }
        }
    }

    fn group(&mut self, group: Group, texts: &'s Arena<String>) -> Option<(Option<Bracket>, Group)> {
        let bracket = match group.delimiter() {
            Delimiter::Parenthesis => Bracket::Round,
            Delimiter::Brace => Bracket::Curly,
            Delimiter::Bracket => {
                self.push(Kind::Symbol(squeeze(&group, texts)), group.span());
                return None;
            }
            // What a `macro_rules!` variable stands for.
            Delimiter::None => return Some((None, group)),
        };
        self.push(Kind::Open(bracket), group.span_open());
        Some((Some(bracket), group))
    }

    fn ident(&mut self, ident: &Ident, next: &mut Peek, texts: &'s Arena<String>) -> Option<(Option<Bracket>, Group)> {
        let name = &*texts.alloc(ident.to_string());
        if name == "op"
            && let Some(group) = round(next)
            && touches(ident.span(), group.span_open())
        {
            return self.open(Kind::OperatorOpen, ident.span(), next);
        }
        self.push(Kind::Name(name), ident.span());
        None
    }

    /// Literals may have `_` between their digits, as in Rust.
    fn literal(&mut self, sign: &str, literal: &Literal, span: Span, texts: &'s Arena<String>) {
        let text = format!("{sign}{}", literal.to_string().replace('_', ""));
        let kind = if text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit()) {
            Kind::Number(texts.alloc(text))
        } else {
            Kind::Bad(Lexical::Other("only numbers are literals of nets", "write `#(expr)` to use a Rust value"))
        };
        self.push(kind, span);
    }

    fn punct(&mut self, punct: &Punct, next: &mut Peek, texts: &'s Arena<String>) -> Option<(Option<Bracket>, Group)> {
        let span = punct.span();
        let joint = |next: &mut Peek, c: char| {
            punct.spacing() == Spacing::Joint
                && matches!(next.peek(), Some(TokenTree::Punct(after)) if after.as_char() == c)
        };
        let kind = match punct.as_char() {
            '*' => Kind::Star,
            '~' => Kind::Tilde,
            '=' => Kind::Equals,
            '!' => Kind::Bang,
            ':' => Kind::Colon,
            ',' => Kind::Comma,
            '&' if joint(next, '!') => {
                next.next();
                Kind::AndBang
            }
            '&' => Kind::And,
            '-' if joint(next, '>') => {
                next.next();
                Kind::Arrow
            }
            sign @ ('+' | '-') => match next.peek() {
                Some(TokenTree::Literal(literal)) if touches(span, literal.span()) => {
                    let literal = literal.clone();
                    next.next();
                    self.literal(&sign.to_string(), &literal, span, texts);
                    return None;
                }
                // `inf` and `NaN` are numbers only with a sign.
                Some(TokenTree::Ident(word)) if (word == "inf" || word == "NaN") && touches(span, word.span()) => {
                    let text = format!("{sign}{word}");
                    next.next();
                    Kind::Number(texts.alloc(text))
                }
                _ => Kind::Sign(if sign == '+' { Polarity::Positive } else { Polarity::Negative }),
            },
            '$' if round(next).is_some() => return self.open(Kind::OperatorOpen, span, next),
            '$' => Kind::Bad(Lexical::Dollar),
            '?' if round(next).is_some() => return self.open(Kind::SwitchOpen, span, next),
            '?' => Kind::Bad(Lexical::Question),
            '@' => match next.peek() {
                Some(TokenTree::Ident(name)) => {
                    let name = &*texts.alloc(name.to_string());
                    let whole = next.next().and_then(|token| span.join(token.span())).unwrap_or(span);
                    self.push(Kind::Ref(name), whole);
                    return None;
                }
                _ => Kind::Bad(Lexical::NoName),
            },
            '#' => return self.hash(span, next, texts),
            other => Kind::Bad(Lexical::Character(other)),
        };
        self.push(kind, span);
        None
    }

    /// `#ident`, `#(expr)`, `#![attribute]`, or a `#` on its own.
    fn hash(&mut self, span: Span, next: &mut Peek, texts: &'s Arena<String>) -> Option<(Option<Bracket>, Group)> {
        let hole = Kind::Hole(self.holes.len() as u32);
        match next.peek().cloned() {
            Some(TokenTree::Ident(ident)) => {
                self.holes.push(TokenTree::Ident(ident.clone()).into());
                self.push(hole, span.join(ident.span()).unwrap_or(span));
                next.next();
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                self.holes.push(TokenTree::Group(group.clone()).into());
                self.push(hole, span.join(group.span()).unwrap_or(span));
                next.next();
            }
            Some(TokenTree::Punct(bang)) if bang.as_char() == '!' => {
                next.next();
                match next.peek().cloned() {
                    Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                        next.next();
                        self.push(Kind::Attribute(squeeze(&group, texts)), group.span());
                    }
                    _ => self.push(Kind::Bad(Lexical::OpenAttribute), span),
                }
            }
            _ => self.push(Kind::Hash, span),
        }
        None
    }

    /// Consumes the group that is next, opened by `kind`.
    fn open(&mut self, kind: Kind<'s>, span: Span, next: &mut Peek) -> Option<(Option<Bracket>, Group)> {
        let Some(TokenTree::Group(group)) = next.next() else { return None };
        self.push(kind, span);
        Some((Some(Bracket::Round), group))
    }
}

type Peek = std::iter::Peekable<proc_macro2::token_stream::IntoIter>;

/// The round group that is next, if there is one.
fn round(next: &mut Peek) -> Option<&Group> {
    match next.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

/// The text inside a group, without blanks.
fn squeeze<'s>(group: &Group, texts: &'s Arena<String>) -> &'s str {
    texts.alloc(group.stream().to_string().split_whitespace().collect())
}

/// Is there nothing between the two? Where rustc does not say, as in some expansions, they are taken to touch.
fn touches(a: Span, b: Span) -> bool {
    let (end, start) = (a.end(), b.start());
    end.line == 0 || start.line == 0 || end == start
}

/// Pulls one token after the other.
pub struct Pull<'t, 's> {
    tokens: &'t Tokens<'s>,
    at: usize,
}

impl<'s> Source<'s> for Pull<'_, 's> {
    fn next(&mut self) -> Token<'s> {
        let at = self.at as u32;
        let kind = self.tokens.kinds.get(self.at).copied().unwrap_or(Kind::End);
        self.at += 1;
        Token { kind, span: Place::new(at, at + 1) }
    }
}
