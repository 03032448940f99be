//! The vocabulary of the net language, spoken by the text lexer and by `net!`'s token streams.
//!
//! Whoever makes tokens joins what only it can see to belong together, so that the parser never asks whether two tokens
//! touch:
//!
//! | token | in a text | in a macro |
//! |---|---|---|
//! | [`Kind::Ref`] | `@` and the name after it | the same |
//! | [`Kind::OperatorOpen`] | `$(`, `$ (` | the same, and `op(` |
//! | [`Kind::SwitchOpen`] | `?(`, `? (` | the same |
//! | [`Kind::AndBang`] | `&!` | the same |
//! | [`Kind::Arrow`] | `->` | the same |
//! | [`Kind::Becomes`] | `=>` | the same |
//! | [`Kind::Number`] | a literal with the sign that touches it | the same |
//! | [`Kind::Symbol`] | what stands between `[` and `]`, if it is a number ([`is_symbol`]) | the same, without blanks |
//! | [`Kind::Attribute`] | what stands between `#![` and `]` | the same |
//! | [`Kind::Hole`] | never | `#ident`, `#(expr)` |
//! | [`Kind::Block`] | never | `{ … }` behind `=` in a rule, and in `extern` |
//!
//! The rest is the parser's: `@name` followed by `=` or `(` at the top level is a definition; `&` where a term is expected,
//! a number and `{` is a labelled `DUP`, and so are `#`, a number and `{`; `&` after a complete term is the next redex.
//!
//! ```
//! use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Bracket, Kind, Source}};
//!
//! let mut tokens = Lexer::new("$([*2] -x)", Native);
//! let mut next = || tokens.next().kind;
//! assert_eq!([next(), next()], [Kind::OperatorOpen, Kind::Symbol("*2")]);
//! assert_eq!(next().to_string(), "`-`");
//! assert_eq!([next(), next()], [Kind::Name("x"), Kind::Close(Bracket::Round)]);
//! ```

use crate::{net::Polarity, number::Numbers, span::Span};
use std::fmt;

/// A token and its place.
///
/// ```
/// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Source, Token}};
/// let token: Token = Lexer::new("  @main", Native).next();
/// assert_eq!((token.kind, token.span.lo, token.span.hi), (Kind::Ref("main"), 2, 7));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'s> {
    /// What it is.
    pub kind: Kind<'s>,
    /// Where it stands.
    pub span: Span,
}

/// What a token is.
///
/// ```
/// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Source}};
/// let kind = |text| Lexer::new(text, Native).next().kind;
/// assert_eq!([kind("&!"), kind("& !"), kind("=>")], [Kind::AndBang, Kind::And, Kind::Becomes]);
/// assert_eq!(kind("=>").to_string(), "`=>`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind<'s> {
    /// `(`, `{`, or the `[` of a list
    Open(Bracket),
    /// `)`, `}` or `]`
    Close(Bracket),
    /// `$(`
    OperatorOpen,
    /// `?(`
    SwitchOpen,
    /// `*`
    Star,
    /// `&`
    And,
    /// `&!`
    AndBang,
    /// `~`
    Tilde,
    /// `=`
    Equals,
    /// `!` on its own
    Bang,
    /// `#` on its own
    Hash,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `->`
    Arrow,
    /// `=>`
    Becomes,
    /// `;`
    Semicolon,
    /// `+` or `-` that touches no digit: the written polarity of the term that follows, which it touches.
    Sign(Polarity),
    /// A numeric literal: its text, with the sign.
    Number(&'s str),
    /// `[+]`: the text between the brackets.
    Symbol(&'s str),
    /// A name on its own.
    Name(&'s str),
    /// `@name`: the name.
    Ref(&'s str),
    /// `#ident` or `#(expr)` of a macro: an index into its list of expressions.
    Hole(u32),
    /// `{ … }` of a macro: the number of a block of Rust.
    Block(u32),
    /// `#![name(argument)]`: the text between the brackets.
    Attribute(&'s str),
    /// Nothing more comes. A source that has ended goes on saying so.
    End,
    /// Nothing that nets are made of.
    Bad(Lexical),
}

/// The brackets that group.
///
/// ```
/// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Bracket, Kind, Source}};
/// assert_eq!(Lexer::new("{a b}", Native).next().kind, Kind::Open(Bracket::Curly));
/// assert_eq!(Kind::Close(Bracket::Square).to_string(), "`]`");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bracket {
    /// `(` and `)`
    Round,
    /// `{` and `}`
    Curly,
    /// `[` and `]`
    Square,
}

/// Why something is not a token.
///
/// ```
/// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Lexical, Source}};
/// assert_eq!(Lexer::new("$ x", Native).next().kind, Kind::Bad(Lexical::Dollar));
/// assert_eq!(Lexical::NoName.to_string(), "`@` is not followed by a name");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lexical {
    /// A character that has no meaning.
    Character(char),
    /// `$` without `(`.
    Dollar,
    /// `?` without `(`.
    Question,
    /// `@` without a name.
    NoName,
    /// `[` without `]`.
    OpenSymbol,
    /// `#![` without `]`.
    OpenAttribute,
    /// `/*` without `*/`.
    OpenComment,
    /// `+` or `-` with a blank behind it: likely meant as an operator.
    LooseSign(Polarity),
    /// `_` among Rust's tokens; in a text it is a name.
    Underscore,
    /// Something else: the message, and what to do.
    Other(&'static str, &'static str),
}

/// Is it a number that stands between `[` and `]`, an operator or a cast, and not a list? An operator or a type comes first
/// then, and there is neither a comma nor a bar, but for the operator `|` itself.
///
/// ```
/// # use polarnet_syntax::token::is_symbol;
/// assert!(is_symbol("+") && is_symbol("*2") && is_symbol("u32") && is_symbol("|"));
/// assert!(!is_symbol("1, 2") && !is_symbol("x | xs") && !is_symbol("")); // lists
/// ```
#[must_use]
pub fn is_symbol(inside: &str) -> bool {
    const OPERATORS: [char; 13] = ['+', '-', '*', '/', '%', '=', '!', '<', '>', '&', '|', '^', ':'];
    const TYPES: [&str; 6] = ["u24", "i24", "f24", "u32", "i32", "f32"];
    let inside = inside.trim();
    let word = inside.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inside.len());
    let rest = inside.trim_start_matches('|');
    let list = rest.contains([',', '|']);
    // What is no operator, and meant as one.
    let strange = !inside.is_empty() && inside.chars().all(|c| OPERATORS.contains(&c) || "?~$@".contains(c));
    (inside.starts_with(OPERATORS) || strange || TYPES.contains(&&inside[..word])) && !list
}

/// Where tokens come from. The parser pulls them one at a time.
///
/// ```
/// use polarnet_syntax::{check::read, diagnostic::Report, number::Numbers::Native, span::Span, token::{Kind, Source, Token}};
///
/// /// Tokens that are there already.
/// struct Given<'s>(std::vec::IntoIter<Kind<'s>>);
/// impl<'s> Source<'s> for Given<'s> {
///     fn next(&mut self) -> Token<'s> {
///         Token { kind: self.0.next().unwrap_or(Kind::End), span: Span::default() }
///     }
/// }
/// let tokens = vec![Kind::Ref("main"), Kind::Equals, Kind::Number("42")];
/// let net = read(Given(tokens.into_iter()), Native, &mut Report::new()).unwrap();
/// assert_eq!(net.defs[0].name, "main");
/// ```
pub trait Source<'s> {
    /// The next token; [`Kind::End`] for ever after the last.
    ///
    /// ```
    /// # use polarnet_syntax::{number::Numbers::Native, text::Lexer, token::{Kind, Source}};
    /// let mut lexer = Lexer::new("~", Native);
    /// assert_eq!([lexer.next().kind, lexer.next().kind], [Kind::Tilde, Kind::End]);
    /// ```
    fn next(&mut self) -> Token<'s>;

    /// Told once, before the first definition: the arithmetic of the book, which decides what a literal looks like.
    ///
    /// ```
    /// # use polarnet_syntax::{number::Numbers::{Hvm24, Native}, text::Lexer, token::{Kind, Source}};
    /// // In HVM2's arithmetic some literals are cut that are whole in Rust's.
    /// let mut lexer = Lexer::new("7_x", Hvm24);
    /// lexer.numbers(Native);
    /// assert_eq!(lexer.next().kind, Kind::Number("7_x"));
    /// ```
    fn numbers(&mut self, _numbers: Numbers) {}
}

impl Bracket {
    const fn pair(self) -> [&'static str; 2] {
        match self {
            Bracket::Round => ["(", ")"],
            Bracket::Curly => ["{", "}"],
            Bracket::Square => ["[", "]"],
        }
    }
}

impl Kind<'_> {
    /// Can a term start with this?
    pub(crate) const fn starts_term(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Open(_)
                | OperatorOpen
                | SwitchOpen
                | Star
                | Hash
                | Sign(_)
                | Number(_)
                | Symbol(_)
                | Name(_)
                | Ref(_)
                | Hole(_)
        )
    }
}

/// As a message quotes it.
impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Kind::Open(bracket) => bracket.pair()[0],
            Kind::Close(bracket) => bracket.pair()[1],
            Kind::OperatorOpen => "$(",
            Kind::SwitchOpen => "?(",
            Kind::Star => "*",
            Kind::And => "&",
            Kind::AndBang => "&!",
            Kind::Tilde => "~",
            Kind::Equals => "=",
            Kind::Bang => "!",
            Kind::Hash => "#",
            Kind::Colon => ":",
            Kind::Comma => ",",
            Kind::Arrow => "->",
            Kind::Becomes => "=>",
            Kind::Semicolon => ";",
            Kind::Sign(Polarity::Positive) => "+",
            Kind::Sign(Polarity::Negative) => "-",
            Kind::Number(text) | Kind::Name(text) => return write!(f, "`{}`", Short(text)),
            Kind::Symbol(text) => return write!(f, "`[{}]`", Short(text)),
            Kind::Ref(text) => return write!(f, "`@{}`", Short(text)),
            Kind::Attribute(text) => return write!(f, "`#![{}]`", Short(text)),
            Kind::Hole(_) => return f.write_str("a Rust value"),
            Kind::Block(_) => return f.write_str("Rust code in `{ }`"),
            Kind::End => return f.write_str("the end of the book"),
            Kind::Bad(lexical) => return lexical.fmt(f),
        };
        write!(f, "`{text}`")
    }
}

impl fmt::Display for Lexical {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Lexical::Character(c) if c.is_ascii_graphic() || c.is_alphanumeric() => {
                write!(f, "unexpected character `{c}`")
            }
            Lexical::Character(c) => write!(f, "unexpected character U+{:04X}", u32::from(c)),
            Lexical::Dollar => f.write_str("`$` is not followed by `(`"),
            Lexical::Question => f.write_str("`?` is not followed by `(`"),
            Lexical::NoName => f.write_str("`@` is not followed by a name"),
            Lexical::OpenSymbol => f.write_str("`[` is not closed"),
            Lexical::OpenAttribute => f.write_str("`#![` is not closed"),
            Lexical::OpenComment => f.write_str("`/*` is not closed"),
            Lexical::LooseSign(sign) => {
                write!(f, "{} is followed by a blank: a sign touches its term", Kind::Sign(sign))
            }
            Lexical::Underscore => f.write_str("`_` is no name"),
            Lexical::Other(message, _) => f.write_str(message),
        }
    }
}

impl Lexical {
    /// What to do about it.
    ///
    /// ```
    /// # use polarnet_syntax::token::Lexical;
    /// assert_eq!(Lexical::Question.help(), "a switch is `?(arms out)`");
    /// assert_eq!(Lexical::Character('λ').help(), "a lambda is `(x body)`: its variable is the wire `x`");
    /// ```
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Lexical::Character('λ' | '\\') => "a lambda is `(x body)`: its variable is the wire `x`",
            Lexical::Character(c) if c.is_alphanumeric() => {
                "names are made of ASCII letters, digits and `_` `.` `-` `/` `$`"
            }
            Lexical::Character(c) if c.is_whitespace() || c.is_control() => {
                "terms are separated by ASCII blanks and line breaks"
            }
            Lexical::Character('\'' | '"') => "a net has no characters and no strings: write numbers, `97` for `a`",
            Lexical::Character('|') => {
                "a bar stands in λ-terms, `term @id = |x| x`, and before the rest of a list, `[x | xs]`; a guard is `if n == 0`, members have blanks between them"
            }
            Lexical::Character('<' | '>') => {
                "a redex and a rule have `~` between their sides: `left ~ right`; comparing is `[<]`, `[>]`"
            }
            Lexical::Character(_) => "a term is `(a b)`, `{a b}`, `$(a b)`, `?(a b)`, `@name`, `*`, a number or a wire",
            Lexical::Dollar => "an operator is `$(rhs ret)`; the name of a wire does not start with `$`",
            Lexical::Question => "a switch is `?(arms out)`",
            Lexical::NoName => "a reference is `@name`; a definition is `@name = net`",
            Lexical::OpenSymbol => "an operator symbol is `[+]`, `[*2]`, `[:-]` or `[u24]`, without blanks",
            Lexical::OpenComment => {
                "a comment ends with `*/`, once for each `/*` in it; one of a line begins with `//`"
            }
            Lexical::OpenAttribute => "an attribute is `#![name]` or `#![name(argument)]`, on one line",
            Lexical::LooseSign(sign) => operator(sign),
            Lexical::Underscore => "write `*` for what is not needed, or a name such as `_a`",
            Lexical::Other(_, help) => help,
        }
    }
}

/// What to do about a sign that stands alone.
pub(crate) const fn operator(sign: Polarity) -> &'static str {
    match sign {
        Polarity::Positive => "write `+x` if the sign of `x` is meant; the operator is `[+]`: `& a ~ $([+] $(b r))`",
        Polarity::Negative => "write `-x` if the sign of `x` is meant; the operator is `[-]`: `& a ~ $([-] $(b r))`",
    }
}

/// A name as a message quotes it: cut when it is very long.
pub(crate) struct Short<'s>(pub(crate) &'s str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 60;
        match self.0.char_indices().nth(LONGEST) {
            None => f.write_str(self.0),
            Some((end, _)) => write!(f, "{}…", &self.0[..end]),
        }
    }
}
