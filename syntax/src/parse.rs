//! Tokens to trees.
//!
//! ```text
//! book       := attribute* ( definition | agents | group | rule | extern )*
//! definition := @name signature? = net
//! agents     := agent declared , … ;                     before they are used
//! declared   := sign Name ( port , … )? ( ~ member … )?     port: sign name, or # name ( : type )?
//! group      := group Name = member … ;                   anywhere, but after the groups in it; member: Name, or # type
//! rule       := rule side ~ side ( if expr )? ( where results = { Rust } )? => ( term ~ term & … )? ;
//! side       := term | # name ( : type )?               a term: Name(t, …), `*`, `{t t}` or `&7{t t}`
//! results    := # name ( : type )? | ( # name ( : type )? , … )
//! extern     := extern declared ( -> type | -> ( type , … ) )? { Rust }
//! signature  := ( name : type , … ) -> type
//! definition := term @name signature? = λ-term            see `lambda`
//! net        := term (& term ~ term)*                   `&!` is `&`
//! term       := sign? ( (t t) | {t t} | &7{t t} | #7{t t} | $(t t) | ?(t t) | @name | * | number | [symbol] | name
//!                       | Name(t, …) | #name | #(expr) | (t, t, …) | [t, … | t] )
//! ```
//!
//! Nesting lives on a stack of its own, so a million brackets are no deeper for the machine than one. After a syntax error
//! the parser goes on at the next definition, so that all errors of a book are found; it gives up after [`MOST`].

mod agents;
mod code;
mod expression;
mod external;
mod habits;
#[cfg(feature = "reader")]
mod insert;
mod lambda;
mod list;
mod native;
mod operator;
mod recover;
mod signature;
mod stray;
mod term;
mod typed;
mod unknown;
mod wide;

use crate::{
    diagnostic::{Diagnostic, Report},
    lambda::{Terms, class, levels, lower},
    net::Label,
    number::{Numbers, Type},
    span::Span,
    token::{Bracket, Kind, Short, Source, Token},
    tree::{Arenas, Body, Declaration, Definition, File, Shape, Tree},
};
pub(crate) use external::TOKEN;
use recover::Failed;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use stray::After;

/// Errors are reported up to this many.
///
/// ```
/// # use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::{MOST, parse}, text::Lexer, tree::Arenas};
/// let (arenas, mut report) = (Arenas::default(), Report::new());
/// let text = "@x = ) ".repeat(MOST + 10);
/// assert!(parse(Lexer::new(&text, Native), &arenas, Native, &mut report).is_none());
/// assert_eq!(report.into_sorted().len(), MOST + 1); // and that there are more
/// ```
pub const MOST: usize = 50;

/// Reads a whole book. What is wrong goes to `report`; what could be read comes back, unless there were too many errors.
///
/// ```
/// use polarnet_syntax::{diagnostic::Report, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
///
/// let (arenas, mut report) = (Arenas::default(), Report::new());
/// let file = parse(Lexer::new("@main = (a 1)  @other = (1", Native), &arenas, Native, &mut report).unwrap();
/// assert_eq!(file.definitions.iter().map(|def| def.name).collect::<Vec<_>>(), ["main", "other"]);
/// assert!(file.definitions[0].net.is_some() && file.definitions[1].net.is_none());
/// assert!(report.has_errors());
/// ```
pub fn parse<'s: 't, 't>(
    source: impl Source<'s>,
    arenas: &'t Arenas<'t>,
    defaults: Numbers,
    report: &mut Report,
) -> Option<File<'t>> {
    let nowhere = Token { kind: Kind::End, span: Span::default() };
    let mut parser = Parser {
        source,
        arenas,
        agents: Vec::new(),
        symbols: FxHashMap::default(),
        undeclared: FxHashMap::default(),
        wide: [None; 2],
        numbers_at: Vec::new(),
        symbol_of_token: None,
        rule: None,
        lost: false,
        cut: false,
        begun: Vec::new(),
        last: After::Nothing,
        refused: Vec::new(),
        misread: Vec::new(),
        report,
        numbers: defaults,
        previous: nowhere,
        token: nowhere,
        ahead: VecDeque::new(),
        frames: Vec::new(),
        terms: Terms::default(),
        largest_label: 0,
        errors: 0,
    };
    parser.bump();
    parser.book()
}

/// What is said instead of error number [`MOST`] + 1.
pub(crate) fn too_many(span: Span) -> Diagnostic {
    Diagnostic::error(span, "too many errors", "correct the others first")
}

struct Parser<'t, 'r, S> {
    source: S,
    arenas: &'t Arenas<'t>,
    /// The agents declared so far.
    agents: Vec<Declaration<'t>>,
    /// By name: their numbers, and how many ports they have.
    symbols: FxHashMap<&'t str, (u32, usize)>,
    /// The names that are used as agents, and are none so far: where first, and what to do.
    undeclared: FxHashMap<&'t str, (Span, String)>,
    /// Of each agent, the ports that hold a number.
    numbers_at: Vec<Vec<(u32, Type)>>,
    /// The agents of `i64` and `f64`, once there is such a number.
    wide: [Option<u32>; 2],
    /// The agent that `extern` agents meet, once there is one of them.
    symbol_of_token: Option<u32>,
    /// What is known in the rule that is being read.
    rule: Option<code::Known<'t>>,
    /// Some of the agents, groups or rules could not be read.
    lost: bool,
    /// The rest of the book is in a comment that is not closed: what is missing may stand there.
    cut: bool,
    /// The definitions of which nothing more than the name could be read.
    begun: Vec<&'t str>,
    /// The last item.
    last: After,
    /// Values of Rust where none can be.
    refused: Vec<u32>,
    /// What was read as values of Rust, and is none.
    misread: Vec<u32>,
    report: &'r mut Report,
    numbers: Numbers,
    /// The token that was taken last.
    previous: Token<'t>,
    /// The token to decide on.
    token: Token<'t>,
    /// What has been looked at after it; nearly always empty.
    ahead: VecDeque<Token<'t>>,
    /// The brackets that are open in the current term.
    frames: Vec<term::Frame<'t>>,
    /// The λ-terms so far.
    terms: Terms<'t>,
    /// Of the labels that are written.
    largest_label: Label,
    errors: usize,
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Takes a token.
    fn bump(&mut self) -> Token<'t> {
        let next = match self.ahead.pop_front() {
            Some(token) => token,
            None => self.source.next(),
        };
        self.previous = std::mem::replace(&mut self.token, next);
        self.previous
    }

    /// Looks `n` tokens beyond the current one, which is number 0.
    fn look(&mut self, n: usize) -> Kind<'t> {
        let Some(n) = n.checked_sub(1) else { return self.token.kind };
        while self.ahead.len() <= n {
            self.ahead.push_back(self.source.next());
        }
        self.ahead[n].kind
    }

    /// Takes a token of this kind if it is there.
    fn eat(&mut self, kind: Kind<'_>) -> Option<Span> {
        (self.token.kind == kind).then(|| self.bump().span)
    }

    /// Takes a token of this kind or fails.
    fn want(&mut self, kind: Kind<'_>, help: &str) -> Result<Span, Failed> {
        self.eat(kind).map_or_else(|| self.fail(&kind.to_string(), help), Ok)
    }

    fn book(mut self) -> Option<File<'t>> {
        let mut file = File::default();
        self.attributes(&mut file);
        self.source.numbers(self.numbers);
        file.numbers = self.numbers;
        #[cfg(feature = "reader")]
        if let Some(span) = file.levels {
            self.insert(levels::RULES, span);
        }
        while self.token.kind != Kind::End {
            if self.item(&mut file).is_err() {
                self.recover();
            }
            if self.cut {
                return None;
            }
            if self.errors >= MOST {
                let span = self.token.span;
                self.report_undeclared();
                self.report.push(too_many(span));
                return None;
            }
        }
        self.report_undeclared();
        file.lost = self.lost;
        file.begun = std::mem::take(&mut self.begun);
        file.refused = std::mem::take(&mut self.refused);
        file.misread = std::mem::take(&mut self.misread);
        file.agents = std::mem::take(&mut self.agents);
        let terms = std::mem::take(&mut self.terms);
        if self.errors == 0 {
            let right = match file.levels {
                Some(_) => levels::check(&terms, &file, self.report),
                None => {
                    class::check(&terms, &file, self.report);
                    true
                }
            };
            if right {
                lower::lower(&terms, &mut file, self.arenas, self.largest_label, self.report);
            }
        }
        if file.definitions.is_empty() && file.agents.is_empty() && self.errors == 0 {
            let help = "a book is a list of definitions, at least `@main = *`";
            self.error(Diagnostic::error(self.token.span, "the book is empty", help));
        }
        Some(file)
    }

    /// `#![…]` at the top of the book.
    fn attributes(&mut self, file: &mut File<'t>) {
        let mut written: Option<Span> = None;
        while let Kind::Attribute(text) = self.token.kind {
            let span = self.bump().span;
            let words: String = text.split_whitespace().collect();
            let numbers = match words.as_str() {
                "unpolarized" => {
                    file.unpolarized = true;
                    continue;
                }
                "lambda(labels)" => {
                    file.labels = true;
                    continue;
                }
                "lambda(levels)" => {
                    file.levels = Some(span);
                    continue;
                }
                "numbers(hvm24)" => Numbers::Hvm24,
                "numbers(native)" => Numbers::Native,
                _ => {
                    // It may have been meant to say so.
                    file.unpolarized = true;
                    let message = format!("unknown attribute {}", Kind::Attribute(text));
                    let help = "there are `#![numbers(native)]`, `#![numbers(hvm24)]`, `#![unpolarized]`, `#![lambda(labels)]` and `#![lambda(levels)]`; in `net!` \
                                `#![crate(path)]` and `#![passes(name, …)]` too";
                    self.error(Diagnostic::error(span, message, help));
                    continue;
                }
            };
            match written {
                Some(first) => {
                    let help = "a book has one arithmetic: keep one of the two";
                    let error = Diagnostic::error(span, "the arithmetic is chosen twice", help);
                    self.error(error.place(first, "first here"));
                }
                None => (self.numbers, written) = (numbers, Some(span)),
            }
            if self.errors >= MOST {
                return;
            }
        }
    }

    /// One definition, at the top level.
    fn item(&mut self, file: &mut File<'t>) -> Result<(), Failed> {
        if let Some(word) = self.word()
            && self.look(1) != Kind::Equals
        {
            return self.word_item(word, file);
        }
        let Kind::Ref(name) = self.token.kind else { return self.stray(file) };
        self.definition(name, false, file)
    }

    /// `@name = net`, or `@name = term` after the word.
    fn definition(&mut self, name: &'t str, is_term: bool, file: &mut File<'t>) -> Result<(), Failed> {
        let defines = self.defines();
        let span = self.bump().span;
        if !defines {
            self.cut_off(file);
        }
        let definitions = &mut file.definitions;
        self.last = if is_term { After::Term } else { After::Net };
        if !defines {
            self.begun.push(name);
            let name = Short(name);
            let help = match self.token.kind {
                Kind::Tilde => format!("a redex starts with `&`: `& @{name} ~ x`"),
                _ => format!("a definition is `@{name} = net` or `@{name}(x: u32) -> u32 = net`"),
            };
            if self.token.kind == Kind::Equals {
                let message = format!("expected `=` after `@{name}`, found `==`");
                self.error(Diagnostic::error(self.token.span, message, help));
                return Err(Failed);
            }
            return self.fail(&format!("`=` after `@{name}`"), &help);
        }
        // It is there with as much as can be read of it: others refer to it, and Rust calls it.
        let at = definitions.len();
        definitions.push(Definition { name, span, signature: None, net: None });
        if self.token.kind == Kind::Open(Bracket::Round) {
            definitions[at].signature = Some(self.signature()?);
        }
        self.want(Kind::Equals, "a definition is `@name = net`")?;
        if is_term {
            let start = self.terms.forms.len() as u32;
            let body = self.lambda()?;
            self.terms.definitions.push(crate::lambda::Definition { at: at as u32, start, body });
        } else {
            definitions[at].net = Some(self.net()?);
        }
        Ok(())
    }

    fn net(&mut self) -> Result<Body<'t>, Failed> {
        let root = self.term()?;
        let mut redexes = Vec::new();
        while let Kind::And | Kind::AndBang = self.token.kind {
            self.bump();
            redexes.push(self.redex()?);
        }
        Ok(Body { root, redexes })
    }

    fn redex(&mut self) -> Result<[&'t Tree<'t>; 2], Failed> {
        self.no_equation()?;
        let left = self.term()?;
        let is_call = self.token.kind == Kind::Open(Bracket::Round)
            && matches!(self.look(2), Kind::Comma | Kind::Close(Bracket::Round));
        let help = match (left.kind, self.token.kind) {
            (Shape::Ref(name), _) if is_call => &habits::call(name),
            (Shape::Hole(_), Kind::Open(Bracket::Curly)) => "a label is a plain number: `&7{a b}`",
            (Shape::Num(_), Kind::Open(Bracket::Curly)) => {
                "the first `&` stands between redexes, the second before a label: `& &7{a b} ~ right`"
            }
            (_, Kind::Semicolon) => "after `=>` stand redexes, two terms with `~` between them: `out ~ ys & x ~ *`",
            _ => habits::REDEX,
        };
        match self.token.kind {
            Kind::Equals => self.equation()?,
            _ => drop(self.want(Kind::Tilde, help)?),
        }
        Ok([left, self.term()?])
    }
}
