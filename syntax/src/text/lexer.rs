//! Text to tokens. One pass, no allocation; spans are byte offsets.

use crate::{
    net::Polarity,
    number::Numbers,
    span::Span,
    token::{Bracket, Kind, Lexical, Source, Token, is_symbol},
};

/// The longest symbol or attribute, so that an unclosed `[` is not searched for over and over.
const LONGEST_BRACKET: usize = 128;

/// The tokens of a text.
///
/// ```
/// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Source}};
/// let mut lexer = Lexer::new("@main // a comment\n = +7", Native);
/// let kinds: Vec<Kind> = std::iter::from_fn(|| Some(lexer.next().kind).filter(|&kind| kind != Kind::End)).collect();
/// assert_eq!(kinds, [Kind::Ref("main"), Kind::Equals, Kind::Number("+7")]);
/// ```
#[derive(Clone, Debug)]
pub struct Lexer<'s> {
    text: &'s str,
    at: usize,
    numbers: Numbers,
}

impl<'s> Lexer<'s> {
    /// Starts at the beginning of `text`, which is shorter than 4 GiB: spans have 32 bits.
    ///
    /// ```
    /// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Source}};
    /// let mut lexer = Lexer::new("*", Native);
    /// assert_eq!([lexer.next().kind, lexer.next().kind, lexer.next().kind], [Kind::Star, Kind::End, Kind::End]);
    /// ```
    #[must_use]
    pub fn new(text: &'s str, numbers: Numbers) -> Self {
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Lexer { text, at, numbers }
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips blanks and comments, `//` to the end of the line and `/* … */`, as Rust has them. One that is not closed stays.
    fn trivia(&mut self) {
        let bytes = self.text.as_bytes();
        loop {
            while self.byte(0).is_ascii_whitespace() {
                self.at += 1;
            }
            let rest = &bytes[self.at..];
            let length = match rest {
                [b'/', b'/', ..] => Some(rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())),
                [b'/', b'*', ..] => block_comment(rest),
                _ => None,
            };
            let Some(length) = length else { return };
            self.at += length;
        }
    }

    /// Takes the longest run of such bytes, which are ASCII.
    fn run(&mut self, accept: impl Fn(u8) -> bool) -> &'s str {
        let start = self.at;
        while self.at < self.text.len() && accept(self.byte(0)) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    /// Takes a name. It ends where a comment begins.
    fn name(&mut self) -> &'s str {
        let name = self.run(is_name);
        match name.strip_suffix('/') {
            Some(before) if self.byte(0) == b'*' && !before.is_empty() => {
                self.at -= 1;
                before
            }
            _ => name,
        }
    }

    /// Does a sign at the cursor belong to a literal? It touches a digit, `.5`, `inf` or `NaN`.
    fn signs_literal(&self) -> bool {
        let rest = &self.text.as_bytes()[self.at + 1..];
        match rest {
            [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..] => true,
            _ => [&b"inf"[..], b"NaN", b"inf_f64", b"NaN_f64"]
                .iter()
                .any(|word| rest.starts_with(word) && !rest.get(word.len()).is_some_and(|&b| is_name(b) || b == b'+')),
        }
    }

    /// Takes a number. In HVM2's format a name may touch it that begins with `_`, but not one that looks like more of the number.
    fn number(&mut self) -> &'s str {
        let start = self.at;
        let is_digit = match self.text[start..].trim_start_matches(['+', '-']).starts_with("0x") {
            true => u8::is_ascii_hexdigit,
            false => u8::is_ascii_digit,
        };
        loop {
            self.run(|b| b.is_ascii_alphanumeric() || b"+-.".contains(&b));
            let rest = &self.text.as_bytes()[self.at..];
            let goes_on = rest.get(1).is_some_and(is_digit)
                || [&b"_i64"[..], b"_f64"].into_iter().any(|end| rest.starts_with(end));
            if !rest.starts_with(b"_") || self.numbers == Numbers::Hvm24 && !goes_on {
                return &self.text[start..self.at];
            }
            self.at += 1;
        }
    }

    /// Takes `open` and the text up to `]`, if that is near and on this line.
    fn bracketed(&mut self, open: usize) -> Option<&'s str> {
        let inside = self.at + open;
        let bytes = &self.text.as_bytes()[inside..];
        let end = bytes.iter().take(LONGEST_BRACKET).take_while(|&&b| b != b'\n').position(|&b| b == b']')?;
        self.at = inside + end + 1;
        Some(&self.text[inside..inside + end])
    }

    /// Is what begins at the cursor, with `[`, a number, as far as it is near and on this line?
    fn has_symbol(&self) -> bool {
        let bytes = &self.text.as_bytes()[self.at + 1..];
        let end = bytes.iter().take(LONGEST_BRACKET).take_while(|&&b| b != b'\n' && b != b']').count();
        let end = (0..=end).rev().find(|&end| self.text.is_char_boundary(self.at + 1 + end)).unwrap_or(0);
        is_symbol(&self.text[self.at + 1..][..end])
    }

    /// `$(` and `?(`, which may be spaced. On failure only the first character is taken.
    fn spaced_open(&mut self, kind: Kind<'s>, alone: Lexical) -> Kind<'s> {
        self.at += 1;
        let after = self.at;
        self.trivia();
        if self.byte(0) == b'(' {
            self.at += 1;
            kind
        } else {
            self.at = after;
            Kind::Bad(alone)
        }
    }

    fn reference(&mut self) -> Kind<'s> {
        self.at += 1;
        let after = self.at;
        if !is_name(self.byte(0)) {
            self.trivia();
        }
        let name = self.name();
        if name.is_empty() {
            self.at = after;
            return Kind::Bad(Lexical::NoName);
        }
        Kind::Ref(name)
    }

    fn take(&mut self, bytes: usize, kind: Kind<'s>) -> Kind<'s> {
        self.at += bytes;
        kind
    }

    fn kind(&mut self) -> Kind<'s> {
        let Some(&first) = self.text.as_bytes().get(self.at) else { return Kind::End };
        match first {
            b'(' => self.take(1, Kind::Open(Bracket::Round)),
            b')' => self.take(1, Kind::Close(Bracket::Round)),
            b'{' => self.take(1, Kind::Open(Bracket::Curly)),
            b'}' => self.take(1, Kind::Close(Bracket::Curly)),
            b'*' => self.take(1, Kind::Star),
            b'~' => self.take(1, Kind::Tilde),
            b'=' if self.byte(1) == b'>' => self.take(2, Kind::Becomes),
            b'=' => self.take(1, Kind::Equals),
            b';' => self.take(1, Kind::Semicolon),
            b'!' => self.take(1, Kind::Bang),
            b':' => self.take(1, Kind::Colon),
            b',' => self.take(1, Kind::Comma),
            b'&' if self.byte(1) == b'!' => self.take(2, Kind::AndBang),
            b'&' => self.take(1, Kind::And),
            b'-' if self.byte(1) == b'>' => self.take(2, Kind::Arrow),
            b'$' => self.spaced_open(Kind::OperatorOpen, Lexical::Dollar),
            b'?' => self.spaced_open(Kind::SwitchOpen, Lexical::Question),
            b'@' => self.reference(),
            b'[' if !self.has_symbol() => self.take(1, Kind::Open(Bracket::Square)),
            b']' => self.take(1, Kind::Close(Bracket::Square)),
            b'[' => match self.bracketed(1) {
                Some(symbol) => Kind::Symbol(symbol),
                None => self.take(1, Kind::Bad(Lexical::OpenSymbol)),
            },
            b'#' if self.text[self.at..].starts_with("#![") => match self.bracketed(3) {
                Some(attribute) => Kind::Attribute(attribute),
                None => self.take(3, Kind::Bad(Lexical::OpenAttribute)),
            },
            b'#' => self.take(1, Kind::Hash),
            b'+' | b'-' if !self.signs_literal() => {
                let sign = if first == b'+' { Polarity::Positive } else { Polarity::Negative };
                let alone = matches!(self.byte(1), b' ' | b'\t' | b'\r' | b'\n');
                self.take(1, if alone { Kind::Bad(Lexical::LooseSign(sign)) } else { Kind::Sign(sign) })
            }
            b'0'..=b'9' | b'+' | b'-' => Kind::Number(self.number()),
            b'/' if self.byte(1) == b'*' => self.take(self.text.len() - self.at, Kind::Bad(Lexical::OpenComment)),
            _ if is_name(first) => match self.name() {
                "_" => Kind::Bad(Lexical::Underscore),
                name => Kind::Name(name),
            },
            _ => {
                let c = self.text[self.at..].chars().next().unwrap_or_default();
                self.take(c.len_utf8(), Kind::Bad(Lexical::Character(c)))
            }
        }
    }
}

impl<'s> Source<'s> for Lexer<'s> {
    fn next(&mut self) -> Token<'s> {
        self.trivia();
        let lo = self.at as u32;
        let kind = self.kind();
        Token { kind, span: Span::new(lo, self.at as u32) }
    }

    fn numbers(&mut self, numbers: Numbers) {
        self.numbers = numbers;
    }
}

/// The length of the comment that begins with `/*`, and may have others in it, if it is closed.
fn block_comment(text: &[u8]) -> Option<usize> {
    let (mut open, mut at) = (0_usize, 0);
    loop {
        match text.get(at..at + 2)? {
            b"/*" => open += 1,
            b"*/" => open -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if open == 0 {
            return Some(at);
        }
    }
}

/// Is this a byte of a name?
const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'$')
}
