//! Syntax errors: what was expected and found, and where to go on.

use super::{MOST, Parser, agents::Word, habits};
use crate::{
    check::{nearest, quoted},
    diagnostic::{Diagnostic, OPENED},
    token::{Bracket, Kind, Lexical, Short, Source, Token},
    tree::File,
};

/// The current definition cannot be read; the error has been reported.
#[derive(Debug)]
pub(super) struct Failed;

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Reports an error.
    pub(super) fn error(&mut self, diagnostic: Diagnostic) {
        self.errors += 1;
        if self.errors <= MOST {
            self.report.push(diagnostic);
        }
    }

    /// Reports that the current token is not what was expected, and gives up the definition.
    pub(super) fn fail<T>(&mut self, expected: &str, help: &str) -> Result<T, Failed> {
        let span = self.token.span;
        let named = match (self.token.kind, self.frames.last()) {
            (Kind::Open(Bracket::Round), _) => Some(self.previous),
            (Kind::Comma | Kind::Close(Bracket::Round), Some(frame)) => frame.named,
            _ => None,
        };
        if let Some(named) = named
            && self.no_agent(named)?
        {
            return Err(Failed);
        }
        let error = match self.token.kind {
            Kind::Bad(lexical) => {
                self.cut |= lexical == Lexical::OpenComment;
                Diagnostic::error(span, lexical.to_string(), lexical.help())
            }
            found => {
                let found = if self.defines() { format!("the definition of {found}") } else { found.to_string() };
                let error = Diagnostic::error(span, format!("expected {expected}, found {found}"), help);
                match self.frames.last() {
                    Some(frame) => error.place(frame.open, OPENED),
                    None => error,
                }
            }
        };
        self.error(error);
        Err(Failed)
    }

    /// Is what is wrong that a name has brackets and is no agent that has ports? That is reported, once for each name, unless
    /// it may be declared in what could not be read.
    pub(super) fn no_agent(&mut self, named: Token<'t>) -> Result<bool, Failed> {
        let Token { kind: Kind::Name(name), span } = named else { return Ok(false) };
        let short = Short(name);
        if let Some(&(_, ports)) = self.symbols.get(name) {
            let help = format!("an agent without ports has no brackets: write `{short}`");
            if ports == 0 {
                self.mistake(Diagnostic::error(span, format!("`{short}` has no ports"), help))?;
            }
            return Ok(ports == 0);
        }
        let near = nearest(name, self.symbols.keys().copied());
        if near.is_none() && !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Ok(false);
        }
        let help = match near {
            Some(near) => format!("there is {}", quoted("", near)),
            None => format!(
                "an agent is declared before it is used: `agent +{short}(…);`, or `-{short}` if it acts on others"
            ),
        };
        if !self.lost && !self.undeclared.contains_key(name) {
            // Reported at the end: it may be declared further down.
            self.undeclared.insert(name, (span, help));
            self.errors += 1;
            if self.errors >= MOST {
                return Err(Failed);
            }
        }
        Ok(true)
    }

    /// The `;` of a declaration or a rule, or what stands in its place.
    pub(super) fn item_ends(&mut self, word: Word, file: &mut File<'t>) -> Result<(), Failed> {
        // At its end, where the `;` belongs, not at what comes then.
        let end = self.previous;
        let goes_on = self.at_item() || self.is_rule();
        let (expected, help) = match word {
            Word::Group if self.token.kind == Kind::Comma => {
                ("`;`", "members have blanks between them, no commas: `Nil Cons`")
            }
            Word::Rule if self.token.kind == Kind::Comma => ("`&` or `;`", habits::BETWEEN),
            Word::Rule if self.operates() || self.token.kind == Kind::Star && self.look(1) != Kind::Tilde => {
                ("`;`", habits::COMPUTED)
            }
            Word::Rule if self.token.kind.starts_term() && !goes_on => ("`&` or `;`", habits::BETWEEN),
            _ => ("`;`", "declarations and rules end with `;`"),
        };
        if goes_on {
            let message = format!("expected `;` after {}", end.kind);
            return self.mistake(Diagnostic::error(end.span, message, help));
        }
        if self.eat(Kind::Semicolon).is_some() {
            return Ok(());
        }
        // A rule that was cut off says nothing of its wires.
        if let Word::Rule = word {
            file.rules.pop();
        }
        self.fail(expected, help)
    }

    /// Goes to the next definition, declaration or rule.
    pub(super) fn recover(&mut self) {
        self.frames.clear();
        self.rule = None;
        while !self.at_item() {
            self.bump();
        }
    }

    /// Does an item start here, or the text end?
    pub(super) fn at_item(&mut self) -> bool {
        self.token.kind == Kind::End || self.defines() || self.begins().is_some()
    }

    /// Does a definition start here, and not a reference? `=` is nowhere else; a signature's bracket is told from a term's
    /// by what it holds.
    pub(super) fn defines(&mut self) -> bool {
        if !matches!(self.token.kind, Kind::Ref(_)) {
            return false;
        }
        match self.look(1) {
            Kind::Equals => self.look(2) != Kind::Equals,
            Kind::Open(Bracket::Round) => match self.look(2) {
                Kind::Name(_) | Kind::Bad(Lexical::Underscore) => self.look(3) == Kind::Colon,
                Kind::Close(Bracket::Round) => self.look(3) == Kind::Arrow,
                _ => false,
            },
            _ => false,
        }
    }
}
