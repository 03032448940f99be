//! `where (#d, #m) = { (a / b, a % b) }`: numbers that Rust computes from those that a rule matches.

use super::{Parser, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    number::{AnyType, Type},
    span::Span,
    token::{Bracket, Kind, Short, Source},
    tree::{Native, Numbered},
};

/// The most results of one block.
const RESULTS: usize = 16;

pub(super) const WHERE: &str =
    "Rust computes numbers by `where #d = { a / b }`, or several: `where (#d, #m) = { (a / b, a % b) }`";
const FILE: &str =
    "in a file a rule computes with `#(n - 1)`; a book with Rust code is written by `net!` in a Rust program";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// What stands between the left side of a rule and `=>`. The results are known from here on.
    pub(super) fn native(&mut self) -> Result<Native<'t>, Failed> {
        self.bump();
        let start = self.token.span;
        let mut results = Vec::new();
        if self.eat(Kind::Open(Bracket::Round)).is_some() {
            while self.eat(Kind::Close(Bracket::Round)).is_none() {
                results.push(self.result()?);
                if self.eat(Kind::Comma).is_none() && self.token.kind != Kind::Close(Bracket::Round) {
                    return self.fail("`,` or `)`", WHERE);
                }
            }
        } else {
            results.push(self.result()?);
        }
        let span = start.to(self.previous.span);
        self.want(Kind::Equals, WHERE)?;
        let block = self.block(WHERE)?;
        let inputs = self.inputs();
        self.add_results(&results, span)?;
        if self.token.kind == Kind::Name("if") {
            let help = "the guard is the book's, and decides whether Rust is called: `rule F(out) ~ #n if n > 0 where … = { … } => …;`";
            return self.fail("`=>`; a guard stands before `where`", help);
        }
        Ok(Native { block, inputs, results, span })
    }

    /// `#d`, `#d: i32`
    fn result(&mut self) -> Result<Numbered<'t>, Failed> {
        if self.token.kind != Kind::Hash {
            return self.fail("`#` and a name", WHERE);
        }
        self.bump();
        self.any_number()
    }

    /// Rust code in `{ }`: its number.
    pub(super) fn block(&mut self, help: &str) -> Result<u32, Failed> {
        match self.token.kind {
            Kind::Block(block) => {
                self.bump();
                Ok(block)
            }
            // Macros have blocks here.
            Kind::Open(Bracket::Curly) => {
                self.error(Diagnostic::error(self.token.span, "Rust code stands in `net!` only", FILE));
                Err(Failed)
            }
            _ => self.fail("Rust code in `{ }`", help),
        }
    }

    /// Makes results known to what follows.
    pub(super) fn add_results(&mut self, results: &[Numbered<'t>], span: Span) -> Result<(), Failed> {
        if results.len() > RESULTS {
            let help = "let several rules compute them";
            self.mistake(Diagnostic::error(span, format!("Rust gives a rule at most {RESULTS} numbers"), help))?;
        }
        results.iter().try_for_each(|&result| self.learns(result))
    }

    /// Reports results that nothing on the right uses.
    pub(super) fn check_used(&mut self, native: &Native<'t>) -> Result<(), Failed> {
        for &Numbered { name, span, .. } in &native.results {
            if !name.starts_with('_') && !self.used(name) {
                let short = Short(name);
                let message = format!("`#{short}` is computed, and not used on the right");
                let help = format!("use it as `#{short}` or in `#({short} + 1)`, or call it `#_{short}`");
                self.mistake(Diagnostic::error(span, message, help))?;
            }
        }
        Ok(())
    }
}

impl Native<'_> {
    /// The types of the results, as the net holds them: a wide one is two.
    pub(crate) fn types(&self) -> Vec<Type> {
        let places = |result: &Numbered<'_>| match result.ty {
            AnyType::Number(ty) => [Some(ty), None],
            AnyType::Wide(_) => [Some(Type::U); 2],
        };
        self.results.iter().flat_map(places).flatten().collect()
    }
}
