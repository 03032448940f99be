//! The lexer: one Rust token after the other, groups opened on the way.

mod hash;

use crate::tokens::Tokens;
use polarnet_syntax::{
    net::Polarity,
    token::{Bracket, Kind, Lexical, is_symbol},
};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree, token_stream};
use std::iter::Peekable;
use syn::ext::IdentExt;
use typed_arena::Arena;

type Rest = Peekable<token_stream::IntoIter>;

/// Adds the tokens of a stream. Iterative, so that no depth of groups is too deep. (rustc's own parser gives up first.)
pub fn flatten<'s>(stream: TokenStream, texts: &'s Arena<String>, tokens: &mut Tokens<'s>) {
    let mut stack = vec![Level { rest: stream.into_iter().peekable(), close: None }];
    let mut lexer = Lexer { texts, tokens, rule: false, rust: Rust::None };
    while let Some(level) = stack.last_mut() {
        let opened = match level.rest.next() {
            Some(token) => {
                if level.close.is_none() {
                    lexer.look_for_rules(&token, &level.rest);
                }
                lexer.token(token, &mut level.rest)
            }
            None => {
                if let Some((bracket, span)) = level.close {
                    lexer.tokens.push(Kind::Close(bracket), span, span, None);
                }
                stack.pop();
                continue;
            }
        };
        if let Some((bracket, group)) = opened {
            let close = bracket.map(|bracket| (bracket, group.span_close()));
            stack.push(Level { rest: group.stream().into_iter().peekable(), close });
        }
    }
}

/// What is left of a group, and the bracket that closes it.
struct Level {
    rest: Rest,
    close: Option<(Bracket, Span)>,
}

/// A group that is to be read next, and its bracket, if that is one of the net language.
type Opened = Option<(Option<Bracket>, Group)>;

struct Lexer<'t, 's> {
    texts: &'s Arena<String>,
    tokens: &'t mut Tokens<'s>,
    /// A rule or a declaration is being read: `#` is not Rust's there.
    rule: bool,
    /// Where Rust follows in braces.
    rust: Rust,
}

/// Which braces have Rust in them.
#[derive(Clone, Copy, PartialEq)]
enum Rust {
    None,
    /// Those behind `=`, in `where`.
    AfterEquals,
    /// The next ones, of `extern`.
    Next,
}

impl<'s> Lexer<'_, 's> {
    /// Reads a token, and those of `rest` that belong to it.
    fn token(&mut self, token: TokenTree, rest: &mut Rest) -> Opened {
        match token {
            TokenTree::Group(group) => return self.group(group),
            TokenTree::Ident(ident) => return self.ident(ident, rest),
            TokenTree::Punct(punct) => return self.punct(&punct, rest),
            TokenTree::Literal(literal) => self.literal("", literal.span(), &literal),
        }
        None
    }

    /// Between `rule`, `agent` or `group` and `;`, outside of all brackets, `#` is not Rust's.
    fn look_for_rules(&mut self, token: &TokenTree, rest: &Rest) {
        match token {
            TokenTree::Ident(word) if ["rule", "agent", "group", "extern"].iter().any(|item| word == item) => {
                let mut ahead = rest.clone();
                let begins = ahead.next().is_some_and(|next| match next {
                    TokenTree::Ident(_) => true,
                    // `* ~ Box(#n)` and `{a b} ~ Box(#n)`; `rule & x ~ y` goes on after a wire.
                    TokenTree::Punct(punct) if punct.as_char() == '&' => {
                        matches!(ahead.next(), Some(TokenTree::Literal(_)))
                    }
                    TokenTree::Punct(punct) => matches!(punct.as_char(), '+' | '-' | '#' | '*'),
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Literal(_) => false,
                });
                self.rule |= begins;
                if begins && word == "extern" {
                    self.rust = Rust::Next;
                }
            }
            TokenTree::Ident(word) if word == "where" && self.rule => self.rust = Rust::AfterEquals,
            TokenTree::Punct(punct) if punct.as_char() == ';' => (self.rule, self.rust) = (false, Rust::None),
            _ => {}
        }
    }

    fn push(&mut self, kind: Kind<'s>, span: Span) {
        self.tokens.push(kind, span, span, None);
    }

    fn bad(&mut self, span: Span, message: &'static str, help: &'static str) {
        self.push(Kind::Bad(Lexical::Other(message, help)), span);
    }

    fn name(&self, ident: &Ident) -> &'s str {
        self.texts.alloc(ident.unraw().to_string())
    }

    fn group(&mut self, group: Group) -> Opened {
        let bracket = match group.delimiter() {
            Delimiter::Parenthesis => Bracket::Round,
            Delimiter::Brace if self.rust_follows() => {
                // After that of `extern`, what `#` is is Rust's again.
                self.rule &= self.rust != Rust::Next;
                self.rust = Rust::None;
                self.tokens.block(group);
                return None;
            }
            Delimiter::Brace => Bracket::Curly,
            Delimiter::Bracket if !holds_symbol(&group) => Bracket::Square,
            Delimiter::Bracket => {
                let kind = Kind::Symbol(self.squeeze(&group));
                self.tokens.push(kind, group.span(), group.span(), Some(group.into()));
                return None;
            }
            // What a variable of `macro_rules!` stands for.
            Delimiter::None => return Some((None, group)),
        };
        let span = group.span_open();
        self.tokens.push(Kind::Open(bracket), span, span, Some(group.clone().into()));
        Some((Some(bracket), group))
    }

    /// Is what is in the next braces Rust?
    fn rust_follows(&self) -> bool {
        match self.rust {
            Rust::None => false,
            Rust::AfterEquals => self.tokens.previous().is_some_and(|(kind, _)| kind == Kind::Equals),
            Rust::Next => true,
        }
    }

    fn ident(&mut self, ident: Ident, rest: &mut Rest) -> Opened {
        let span = ident.span();
        if ident == "op"
            && let Some(group) = round(rest)
            && touch(span, group.span_open())
        {
            return self.open(Kind::OperatorOpen, span, rest);
        }
        if ident == "_" {
            self.push(Kind::Bad(Lexical::Underscore), span);
        } else {
            self.tokens.push(Kind::Name(self.name(&ident)), span, span, Some(ident.into()));
        }
        None
    }

    /// Literals may have `_` between their digits, as in Rust.
    fn literal(&mut self, sign: &str, first: Span, literal: &Literal) {
        let text = literal.to_string();
        if text.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) {
            let text = self.texts.alloc(format!("{sign}{}", text.replace('_', "")));
            self.tokens.push(Kind::Number(text), first, literal.span(), None);
        } else if text.starts_with('\'') {
            self.bad(literal.span(), "a net has no characters", "write `#('c')`: its number, a `u32`");
        } else {
            self.bad(literal.span(), "a net has no strings", "write numbers, or `#(expression)` for a Rust value");
        }
    }

    fn punct(&mut self, punct: &Punct, rest: &mut Rest) -> Opened {
        let span = punct.span();
        let pair = |c: char, rest: &mut Rest| match rest.peek() {
            Some(TokenTree::Punct(after)) if punct.spacing() == Spacing::Joint && after.as_char() == c => {
                Some(after.span())
            }
            _ => None,
        };
        let two = match punct.as_char() {
            '&' => pair('!', rest).map(|last| (Kind::AndBang, last)),
            '-' => pair('>', rest).map(|last| (Kind::Arrow, last)),
            '=' => pair('>', rest).map(|last| (Kind::Becomes, last)),
            _ => None,
        };
        if let Some((kind, last)) = two {
            rest.next();
            self.tokens.push(kind, span, last, None);
            return None;
        }
        let kind = match punct.as_char() {
            '*' => Kind::Star,
            '~' => Kind::Tilde,
            ';' => Kind::Semicolon,
            '!' => Kind::Bang,
            ':' => Kind::Colon,
            ',' => {
                self.tokens.push(Kind::Comma, span, span, Some(punct.clone().into()));
                return None;
            }
            '&' => Kind::And,
            '=' => Kind::Equals,
            sign @ ('+' | '-') => return self.sign(sign, span, rest),
            '$' if round(rest).is_some() => return self.open(Kind::OperatorOpen, span, rest),
            '$' => Kind::Bad(Lexical::Dollar),
            '?' if round(rest).is_some() => return self.open(Kind::SwitchOpen, span, rest),
            '?' => Kind::Bad(Lexical::Question),
            '@' => match rest.next_if(|token| matches!(token, TokenTree::Ident(name) if name != "_")) {
                Some(TokenTree::Ident(name)) => {
                    self.tokens.push(Kind::Ref(self.name(&name)), span, name.span(), Some(name.into()));
                    return None;
                }
                _ => Kind::Bad(Lexical::NoName),
            },
            '#' => {
                self.hash(span, rest);
                return None;
            }
            '.' if self.rule => {
                let help = "an expression is made of the rule's numbers, literals, operators, comparisons and `as`";
                self.bad(span, "a rule's expressions have no methods", help);
                return None;
            }
            '.' | '/' if !self.rule && self.in_a_name(span) => {
                let help = "write `_` instead; files may have HVM2's wider names";
                self.bad(span, "names in `net!` are those of Rust", help);
                return None;
            }
            other => Kind::Bad(Lexical::Character(other)),
        };
        // Types may have tokens that nets have not: whole, so that an error is no second one in Rust.
        self.tokens.push(kind, span, span, Some(punct.clone().into()));
        None
    }

    /// A sign that touches a number belongs to it; else it is that of the term that follows.
    fn sign(&mut self, sign: char, span: Span, rest: &mut Rest) -> Opened {
        match rest.next_if(|token| is_number(token) && touch(span, token.span())) {
            Some(TokenTree::Literal(literal)) => self.literal(sign.encode_utf8(&mut [0; 4]), span, &literal),
            Some(word) => {
                let text = self.texts.alloc(format!("{sign}{word}"));
                self.tokens.push(Kind::Number(text), span, word.span(), None);
            }
            None => {
                let sign = if sign == '+' { Polarity::Positive } else { Polarity::Negative };
                let alone = rest.peek().is_some_and(|next| blank_between(span, next));
                self.push(if alone { Kind::Bad(Lexical::LooseSign(sign)) } else { Kind::Sign(sign) }, span);
            }
        }
        None
    }

    /// Does the token before end at `span`, and is it a name?
    fn in_a_name(&self, span: Span) -> bool {
        let previous = self.tokens.previous();
        previous.is_some_and(|(kind, end)| matches!(kind, Kind::Name(_) | Kind::Ref(_)) && touch(end, span))
    }

    /// Takes the round group that is next, opened by `kind`.
    fn open(&mut self, kind: Kind<'s>, first: Span, rest: &mut Rest) -> Opened {
        let Some(TokenTree::Group(group)) = rest.next() else { return None };
        self.tokens.push(kind, first, group.span_open(), None);
        Some((Some(Bracket::Round), group))
    }

    /// The text inside a group, without blanks.
    fn squeeze(&self, group: &Group) -> &'s str {
        self.texts.alloc(group.stream().to_string().split_whitespace().collect())
    }
}

/// The round group that is next, if there is one.
fn round(rest: &mut Rest) -> Option<&Group> {
    match rest.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    }
}

/// Is it a number that stands in brackets, and not a list? What the first token says is asked first: lists may be nested.
fn holds_symbol(group: &Group) -> bool {
    let first = match group.stream().into_iter().next() {
        Some(TokenTree::Group(first)) if first.delimiter() != Delimiter::None => return false,
        first => first,
    };
    first.is_some_and(|first| is_symbol(&first.to_string())) && is_symbol(&group.stream().to_string())
}

/// Can a sign belong to it? `inf` and `NaN` are numbers only with one.
fn is_number(token: &TokenTree) -> bool {
    match token {
        TokenTree::Literal(_) => true,
        TokenTree::Ident(word) => ["inf", "NaN", "inf_f64", "NaN_f64"].iter().any(|number| word == number),
        _ => false,
    }
}

/// Is there surely a blank between the two? Of what other macros made nobody knows.
fn blank_between(a: Span, next: &TokenTree) -> bool {
    if matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::None) {
        return false;
    }
    let (end, start) = (a.end(), next.span().start());
    end.line == start.line && end.column < start.column && a.file() == next.span().file()
}

/// Is there nothing between the two? Where rustc does not say, as in what other macros made, they are taken to touch.
fn touch(a: Span, b: Span) -> bool {
    let unknown = a.start().line == 0 || b.start().line == 0 || a.start() == b.start();
    unknown || a.end() == b.start() && a.file() == b.file()
}
