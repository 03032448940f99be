//! What binds names.

use super::{LAMBDA, LET, Pattern, Reading};
use crate::{
    check::quoted,
    diagnostic::Diagnostic,
    lambda::Var,
    net::Polarity,
    parse::{Parser, recover::Failed},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
};
use rustc_hash::FxHashMap;

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// After `let`.
    pub(super) fn let_pattern(&mut self) -> Result<Pattern<'t>, Failed> {
        match self.token.kind {
            Kind::And | Kind::Open(Bracket::Curly) => {
                let label = if self.token.kind == Kind::And { self.label()? } else { 0 };
                self.want(Kind::Open(Bracket::Curly), LET)?;
                let first = self.binder()?;
                self.eat(Kind::Comma);
                let names = [first, self.binder()?];
                self.want(Kind::Close(Bracket::Curly), LET)?;
                self.distinct(&names)?;
                Ok(Pattern::Copy(label, names))
            }
            Kind::Open(Bracket::Round) => {
                self.bump();
                let mut names = vec![self.binder()?];
                while self.eat(Kind::Comma).is_some() {
                    names.push(self.binder()?);
                }
                if names.len() < 2 {
                    return self.fail("`,`", "a tuple has two parts at least: `let (a, b) = t;`");
                }
                self.want(Kind::Close(Bracket::Round), LET)?;
                self.distinct(&names)?;
                Ok(Pattern::Split(names))
            }
            Kind::Name(_) | Kind::Star | Kind::Sign(_) => self.binder().map(Pattern::One),
            _ => self.fail("a name", LET),
        }
    }

    /// `x, -y |`
    pub(super) fn binders(&mut self) -> Result<Vec<(&'t str, Span)>, Failed> {
        let mut names = vec![self.binder()?];
        while self.eat(Kind::Comma).is_some() {
            names.push(self.binder()?);
        }
        if self.eat(Kind::Bad(Lexical::Character('|'))).is_none() {
            return self.fail("`|`", LAMBDA);
        }
        self.distinct(&names)?;
        Ok(names)
    }

    /// `x`, `-x`, or `*` for what is not used.
    pub(super) fn binder(&mut self) -> Result<(&'t str, Span), Failed> {
        match self.token.kind {
            Kind::Sign(Polarity::Negative) => drop(self.bump()),
            Kind::Sign(Polarity::Positive) => {
                return self.fail("a binder", "a binder is negative, an occurrence positive: `|-x| +x`");
            }
            _ => {}
        }
        match self.token.kind {
            Kind::Star => Ok(("*", self.bump().span)),
            Kind::Name(word @ ("let" | "if" | "match" | "else")) => {
                self.fail("a name", &format!("`{word}` is a word of terms: choose another name"))
            }
            Kind::Name(name) if self.symbols.contains_key(name) => {
                self.fail("a name", &format!("`{}` is an agent of the book: choose another name", Short(name)))
            }
            Kind::Name(name) => Ok((name, self.bump().span)),
            _ => self.fail("a name", "names are bound here, and `*` where nothing is used"),
        }
    }

    /// A pattern binds a name once.
    pub(super) fn distinct(&mut self, names: &[(&'t str, Span)]) -> Result<(), Failed> {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for &(name, span) in names.iter().filter(|(name, _)| *name != "*") {
            if let Some(first) = seen.insert(name, span) {
                let message = format!("{} is bound twice here", quoted("", name));
                let error =
                    Diagnostic::error(span, message, "rename one of the two, or write `*` for what is not used");
                self.mistake(error.place(first, "the first"))?;
            }
        }
        Ok(())
    }

    pub(super) fn bind(&mut self, reading: &mut Reading<'t>, name: &'t str, span: Span) -> Var {
        let var = self.terms.bind(name, span);
        reading.scope.entry(name).or_default().push(var);
        var
    }

    pub(super) fn unbind(&self, reading: &mut Reading<'t>, var: Var) {
        if let Some(vars) = reading.scope.get_mut(self.terms.vars[var as usize].name) {
            vars.pop();
        }
    }
}
