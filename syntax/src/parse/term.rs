//! Terms, with the open brackets on a stack of their own.

use super::{MOST, Parser, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    net::{LABELS, Label, Polarity},
    number::{Number, NumberError, Numbers, without_separators},
    span::Span,
    token::{Bracket, Kind, Source, Token, operator},
    tree::{Shape, Tree},
};

pub(super) const TERM: &str = "a term is `(a b)`, `{a b}`, `$(a b)`, `?(a b)`, `@name`, `*`, a number or a wire";
const LABEL: &str = "a labelled `{a b}` is `&7{a b}`";
const NO_LABEL: &str = "a labelled `{a b}` is `&7{a b}`; a number has no `#`: `7`";
const COMMA: &str = "these terms have blanks between them, no commas: `{a b}`, `$(a b)`";

/// An open bracket.
pub(super) struct Frame<'t> {
    pub(super) node: Node,
    /// From the head's first token to the bracket.
    pub(super) open: Span,
    /// The sign before it, and where: a sign is one unit long.
    pub(super) written: Option<(Polarity, u32)>,
    /// The first of its two terms, once read.
    pub(super) first: Option<&'t Tree<'t>>,
    /// The terms of an agent that the book declares, of a list or a tuple.
    pub(super) many: Vec<&'t Tree<'t>>,
    /// The name right before it, of a `(a b)`: perhaps that of an agent.
    pub(super) named: Option<Token<'t>>,
}

/// What a bracket will be.
#[derive(Clone, Copy)]
pub(super) enum Node {
    Con,
    /// `{a b}`, `&7{a b}`
    Dup(Label),
    /// `#7(a b)`, by a label that stands for this one
    LabelledRound(Label),
    Opr,
    Swi,
    /// `Cons(a, b)`: its number
    User(u32),
    /// The same of an agent that is not declared
    Unknown,
    /// `[a, b | xs]`: is the term after `|` next, or read?
    List {
        rest: bool,
    },
    /// `(a, b, c)`
    Tuple,
}

/// What a term starts with.
enum Start<'t> {
    Bracket(Node),
    Leaf(Shape<'t>),
}

impl Node {
    const fn close(self) -> Bracket {
        match self {
            Node::Con | Node::Opr | Node::Swi | Node::LabelledRound(_) | Node::Tuple => Bracket::Round,
            Node::User(_) | Node::Unknown => Bracket::Round,
            Node::Dup(_) => Bracket::Curly,
            Node::List { .. } => Bracket::Square,
        }
    }

    /// How it is written.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Node::Con => "a node has two terms: `(a b)`",
            Node::Dup(_) => "a node has two terms: `{a b}`",
            Node::LabelledRound(_) => "a node has two terms: `#7(a b)`",
            Node::Opr => "an operator has two terms: `$(right result)`",
            Node::Swi => "a switch has two terms: `?((zero other) result)`",
            Node::User(_) | Node::Unknown => "an agent has a term for each of its ports: `Cons(head, tail)`",
            Node::List { rest: false } => {
                "a list has commas between its terms, and perhaps a rest: `[a, b]`, `[x | xs]`"
            }
            Node::List { rest: true } => "after `|` stands the rest of the list, one term: `[x | xs]`",
            Node::Tuple => "a tuple has commas between its terms, two at least: `(a, b, c)`",
        }
    }

    const fn shape<'t>(self, a: &'t Tree<'t>, b: &'t Tree<'t>) -> Shape<'t> {
        match self {
            Node::Con => Shape::Con(a, b),
            Node::Dup(label) | Node::LabelledRound(label) => Shape::Dup(label, a, b),
            Node::Opr => Shape::Opr(a, b),
            Node::Swi => Shape::Swi(a, b),
            Node::User(symbol) => Shape::User(symbol, &[]),
            Node::Unknown => Shape::Unknown(&[]),
            Node::List { .. } | Node::Tuple => Shape::Con(a, b),
        }
    }
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// One term, however deep.
    pub(super) fn term(&mut self) -> Result<&'t Tree<'t>, Failed> {
        loop {
            let written = match self.token.kind {
                Kind::Sign(sign) => Some((sign, self.bump().span.lo)),
                _ => None,
            };
            let (before, head) = (self.previous, self.token);
            let start = match head.kind {
                Kind::Open(Bracket::Round) => Start::Bracket(Node::Con),
                Kind::Open(Bracket::Curly) => Start::Bracket(Node::Dup(0)),
                Kind::Open(Bracket::Square) if self.look(1) == Kind::Close(Bracket::Square) => {
                    let open = self.bump().span;
                    let (shape, span) = self.empty_list(open)?;
                    let done = self.made(shape, span, span, written);
                    match self.close(done)? {
                        Some(tree) => return Ok(tree),
                        None => continue,
                    }
                }
                Kind::Open(Bracket::Square) if self.is_operator() => Start::Leaf(self.no_operator()?),
                Kind::Open(Bracket::Square) => Start::Bracket(Node::List { rest: false }),
                Kind::OperatorOpen => Start::Bracket(Node::Opr),
                Kind::SwitchOpen => Start::Bracket(Node::Swi),
                Kind::And if matches!(self.look(1), Kind::Number(_)) => Start::Bracket(Node::Dup(self.label()?)),
                Kind::Hash if self.rule.is_some() && !matches!(self.look(1), Kind::Number(_)) => {
                    let (shape, span) = self.hash()?;
                    let done = self.made(shape, span, span, written);
                    match self.close(done)? {
                        Some(tree) => return Ok(tree),
                        None => continue,
                    }
                }
                Kind::Hash => {
                    let label = self.label()?;
                    Start::Bracket(match (label, self.token.kind) {
                        (_, Kind::Open(Bracket::Curly)) => Node::Dup(label),
                        (0, _) => Node::Con,
                        _ => Node::LabelledRound(label),
                    })
                }
                Kind::Star => Start::Leaf(Shape::Era),
                Kind::Hole(hole) => Start::Leaf(Shape::Hole(hole)),
                Kind::Ref(name) if !self.defines() => Start::Leaf(Shape::Ref(name)),
                Kind::Name(name) => {
                    let opens = self.look(1) == Kind::Open(Bracket::Round);
                    match self.symbols.get(name).copied() {
                        Some((symbol, ports)) if ports > 0 && opens => {
                            self.bump();
                            Start::Bracket(Node::User(symbol))
                        }
                        _ if opens && !self.more_fit() && self.no_agent(head)? => {
                            self.bump();
                            Start::Bracket(Node::Unknown)
                        }
                        None => Start::Leaf(Shape::Wire(name)),
                        Some((symbol, _)) => Start::Leaf(Shape::User(symbol, &[])),
                    }
                }
                Kind::Close(Bracket::Round) if self.is_unknown()? => match self.closes_unknown()? {
                    Some(done) => match self.close(done)? {
                        Some(tree) => return Ok(tree),
                        None => continue,
                    },
                    None => continue,
                },
                Kind::Number(text) => Start::Leaf(match self.wide_literal(head, text)? {
                    Some(shape) => shape,
                    None => Shape::Num(self.number(head, text, Number::parse_literal)?),
                }),
                Kind::Symbol(text) => Start::Leaf(Shape::Num(self.number(head, text, Number::parse_symbol)?)),
                _ => return self.no_term(written.map(|(sign, _)| sign)),
            };
            let last = self.bump().span;
            let done = match start {
                Start::Bracket(node) => {
                    let named = (matches!(node, Node::Con) && matches!(before.kind, Kind::Name(_))).then_some(before);
                    let open = head.span.to(last);
                    self.frames.push(Frame { node, open, written, first: None, many: Vec::new(), named });
                    continue;
                }
                Start::Leaf(shape) => self.made(shape, head.span, head.span, written),
            };
            if let Some(tree) = self.close(done)? {
                return Ok(tree);
            }
        }
    }

    /// Hands a finished term to the brackets around it: closes those that have two. Gives the term when no bracket is open.
    fn close(&mut self, mut done: &'t Tree<'t>) -> Result<Option<&'t Tree<'t>>, Failed> {
        self.check_operand(done)?;
        loop {
            let is_tuple = self.frames.last().is_some_and(|frame| self.begins_tuple(frame));
            if self.token.kind == Kind::Comma && !is_tuple {
                self.is_unknown()?;
            }
            let Some(frame) = self.frames.last_mut() else { return Ok(Some(done)) };
            if is_tuple && matches!(frame.node, Node::Con) {
                (frame.node, frame.named) = (Node::Tuple, None);
            }
            if let Node::User(_) | Node::Unknown | Node::List { .. } | Node::Tuple = frame.node {
                frame.many.push(done);
                let closed = match frame.node {
                    Node::User(symbol) => self.closes_agent(symbol),
                    Node::Unknown => self.closes_unknown(),
                    Node::Tuple => self.closes_tuple(),
                    _ => self.closes_list(),
                };
                match closed? {
                    Some(agent) => done = agent,
                    None => return Ok(None),
                }
                continue;
            }
            let Some(first) = frame.first else {
                frame.first = Some(done);
                return Ok(None);
            };
            let &mut Frame { node, open, written, .. } = frame;
            let close = Kind::Close(node.close());
            if self.token.kind != close {
                let more = self.token.kind.starts_term() && !self.defines();
                let older = match (node, first.kind) {
                    (Node::Dup(0), Shape::Num(label)) if more => label.as_u32(),
                    _ => None,
                };
                let help = match (self.token.kind, node, older) {
                    (.., Some(label)) => format!("a label stands before the bracket: `&{label}{{a b}}`"),
                    (Kind::Comma, Node::Con, _) => Node::Tuple.form().to_owned(),
                    (Kind::Comma, ..) => COMMA.to_owned(),
                    (_, Node::Opr | Node::Swi, _) if more => node.form().to_owned(),
                    _ if more => format!("{}; more are nested: `(a (b c))`", node.form()),
                    _ => "close the bracket after its second term".to_owned(),
                };
                return self.fail(&close.to_string(), &help);
            }
            let span = open.to(self.bump().span);
            self.frames.pop();
            done = self.made(node.shape(first, done), span, open, written);
        }
    }

    /// The agent that is open, if its last term has been read.
    fn closes_agent(&mut self, symbol: u32) -> Result<Option<&'t Tree<'t>>, Failed> {
        let Some((close, Frame { open, written, many, .. })) = self.closes_ports()? else { return Ok(None) };
        let many = self.spread(symbol, many, open.to(close))?;
        let children = self.arenas.lists.alloc_extend(many);
        self.check_numbers(symbol, children)?;
        Ok(Some(self.made(Shape::User(symbol, children), open.to(close), open, written)))
    }

    /// After a term at a port: the end of the bracket, if it is here.
    pub(super) fn closes_ports(&mut self) -> Result<Option<(Span, Frame<'t>)>, Failed> {
        let comma = self.eat(Kind::Comma).is_some();
        if self.token.kind != Kind::Close(Bracket::Round) {
            let more = self.token.kind.starts_term() || self.token.kind == Kind::And;
            return match comma || more && !self.defines() {
                true => Ok(None),
                false => self.fail("`)`", "close the bracket after the term at its last port"),
            };
        }
        let close = self.bump().span;
        Ok(self.frames.pop().map(|frame| (close, frame)))
    }

    pub(super) fn made(
        &self,
        kind: Shape<'t>,
        span: Span,
        head: Span,
        written: Option<(Polarity, u32)>,
    ) -> &'t Tree<'t> {
        let written = written.map(|(sign, at)| (sign, Span::new(at, at + 1)));
        self.arenas.trees.alloc(Tree { kind, span, head, written })
    }

    fn no_term(&mut self, sign: Option<Polarity>) -> Result<&'t Tree<'t>, Failed> {
        if self.defines() {
            let help = match self.frames.is_empty() {
                true => "write the term before the next definition",
                false => "close the bracket before the next definition",
            };
            return self.fail("a term", help);
        }
        if let Some(sign) = sign {
            let help = match self.token.kind {
                Kind::Sign(_) => "a term has one sign at most",
                _ => operator(sign),
            };
            return self.fail("a term after the sign", help);
        }
        let open = self.frames.last().map(|frame| (frame.node.form(), frame.first.is_some() || !frame.many.is_empty()));
        match (self.token.kind, open) {
            (Kind::Comma | Kind::Close(_), Some((form, _))) if self.in_list_or_tuple() => self.fail("a term", form),
            (Kind::Close(_), Some((form, half))) => {
                let expected = if half { "a second term" } else { "two terms" };
                self.fail(expected, &format!("{form}; `*` is the empty one"))
            }
            (Kind::Comma, _) => self.fail("a term", COMMA),
            (Kind::And, _) => match (self.look(1), open) {
                (Kind::Open(Bracket::Curly), _) => {
                    self.fail("a term", "write the label, `&7{a b}`, or `{a b}` without one")
                }
                (Kind::Hole(_), _) => self.fail("a term", "a label is a plain number: `&7{a b}`"),
                (_, None) => {
                    let help = "a net is one term and then redexes: `root & left ~ right`; `*` is the empty one";
                    self.fail("a term", help)
                }
                _ => self.fail("a term", LABEL),
            },
            (Kind::Semicolon, None) if self.previous.kind == Kind::And && self.rule.is_some() => {
                self.fail("a redex", "after `&` stands another redex: remove it, or write one")
            }
            (Kind::Semicolon, _) => self.fail("a term", "`;` stands at the end of declarations and rules only"),
            (Kind::Bang, _) => self.fail("a term", "`&!` is written without a blank"),
            _ => self.fail("a term", TERM),
        }
    }

    fn in_list_or_tuple(&self) -> bool {
        self.frames.last().is_some_and(|frame| matches!(frame.node, Node::List { .. } | Node::Tuple))
    }

    /// `&7` or `#7`, up to the bracket, which becomes the current token. `#7{a b}` is hvm-64's spelling; `#7(a b)` is an agent of its own
    /// there, but `#0(a b)` is `(a b)`. All agents of two ports that have a label do the same: annihilate with their like, commute
    /// with others, are copied by numbers. So each is a duplication with a label that others do not have: from the middle on.
    pub(super) fn label(&mut self) -> Result<Label, Failed> {
        let mark = self.bump().kind;
        let Kind::Number(text) = self.token.kind else {
            let help = match self.token.kind {
                Kind::Name(_) | Kind::Open(_) => {
                    "a label is a number: `&7{a b}`; Rust values enter by `#name` in `net!` only"
                }
                _ => LABEL,
            };
            return self.fail("a label", help);
        };
        let text = &*without_separators(text);
        if !text.bytes().all(|b| b.is_ascii_digit()) {
            return self.fail("a label", "labels are plain numbers: `&7{a b}`");
        }
        let span = self.bump().span;
        let from = match self.token.kind {
            Kind::Open(Bracket::Curly) => 0,
            Kind::Open(Bracket::Round) if mark == Kind::Hash => LABELS / 2,
            _ if mark == Kind::Hash => return self.fail("`{` after the label", NO_LABEL),
            _ => return self.fail("`{` after the label", LABEL),
        };
        match text.parse() {
            Ok(0) => Ok(0),
            Ok(label) if label < LABELS - from => {
                self.largest_label = self.largest_label.max(from + label);
                Ok(from + label)
            }
            _ => {
                let help = format!("labels go from 0 to {}", LABELS - from - 1);
                self.mistake(Diagnostic::error(span, "the label is out of range", help))?;
                Ok(0)
            }
        }
    }

    /// The value of a literal or a symbol; a wrong one is reported and stands for 0, so that reading goes on.
    pub(super) fn number(
        &mut self,
        token: Token<'t>,
        text: &str,
        parse: fn(&str, Numbers) -> Result<Number, NumberError>,
    ) -> Result<Number, Failed> {
        const LONGEST: usize = 1000;
        if text.len() > LONGEST {
            let help = "numbers have 24 or 32 bits";
            self.mistake(Diagnostic::error(token.span, "the number is too long", help))?;
            return Ok(self.zero());
        }
        match parse(text, self.numbers) {
            Ok(number) => Ok(number),
            Err(error) => {
                self.mistake(Diagnostic::error(token.span, error.to_string(), error.help()))?;
                Ok(self.zero())
            }
        }
    }

    pub(super) const fn zero(&self) -> Number {
        Number::u(0, self.numbers)
    }

    /// Reports an error that does not keep the term from being read.
    pub(super) fn mistake(&mut self, diagnostic: Diagnostic) -> Result<(), Failed> {
        self.error(diagnostic);
        if self.errors >= MOST { Err(Failed) } else { Ok(()) }
    }
}
