//! Syntax errors: what was expected and found, and where to go on.

use super::{MOST, Parser};
use crate::{
    diagnostic::{Diagnostic, OPENED},
    token::{Bracket, Kind, Source},
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
        let error = match self.token.kind {
            Kind::Bad(lexical) => Diagnostic::error(span, lexical.to_string(), lexical.help()),
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

    /// Goes to the next definition.
    pub(super) fn recover(&mut self) {
        self.frames.clear();
        self.rule = None;
        while self.token.kind != Kind::End && !self.defines() {
            let last = self.bump().kind;
            if last == Kind::Semicolon && self.begins().is_some() {
                return;
            }
        }
    }

    /// Does a definition start here, and not a reference? `=` is nowhere else; a signature's bracket is told from a term's
    /// by what it holds.
    pub(super) fn defines(&mut self) -> bool {
        if !matches!(self.token.kind, Kind::Ref(_)) {
            return false;
        }
        match self.look(1) {
            Kind::Equals => true,
            Kind::Open(Bracket::Round) => match self.look(2) {
                Kind::Name(_) => self.look(3) == Kind::Colon,
                Kind::Close(Bracket::Round) => self.look(3) == Kind::Arrow,
                _ => false,
            },
            _ => false,
        }
    }
}
