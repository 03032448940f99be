//! What those write who come from other languages, and what is written here instead.

use super::{Parser, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    net::Polarity,
    number::{Numbers, Type},
    token::{Kind, Short, Source},
};

pub(super) const BOOK: &str = "a book is a list of definitions such as `@main = (a a)`";
pub(super) const NET: &str = "a net is one term and then redexes: `root & left ~ right`";
pub(super) const LET: &str =
    "a net has no `let`: a wire's name stands at both its ends. A term has: `term @main = let x = 3; x + 1`";
pub(super) const BETWEEN: &str = "between redexes stands `&`: `out ~ xs & Double(b) ~ a`";
pub(super) const COMPUTED: &str = "a rule computes in `#( )`: `#(n - 1)`";
pub(super) const ONE_NUMBER: &str = "a number is matched by `#n`; what it has to be, a guard says: `if n == 0`";
pub(super) const METHOD: &str =
    "an expression has operators only, `#(n * n)`; in `net!` Rust stands in `where`: `where (#m) = { n.pow(2) } =>`";
pub(super) const NO_TRUTH: &str = "a guard compares, `if n == 0`; a rule that is always taken has none";
pub(super) const REDEX: &str = "a redex is two terms with `~` between them: `& left ~ right`";
const EQUATION: &str = "expected a redex, found an equation";
pub(super) const APPLY: &str = "a function has its arguments in brackets: `f(x)`, `f(x, y)`";
pub(super) const COMMENT: &str = "a comment begins with `//`, and ends with its line";
pub(super) const RUST: &str =
    "in a book are definitions, `@main = net`, declarations of agents, and rules; Rust stands around `net!`";

/// `@add(3, 4)`
pub(super) fn call(name: &str) -> String {
    let name = Short(name);
    format!("a call is a redex, with its arguments and the wire of its result: `r & @{name} ~ (3 (4 r))`")
}

/// `+x: u32` among the ports of an agent.
pub(super) fn number_at(sign: Polarity, port: &str, numbers: Numbers) -> String {
    if sign == Polarity::Negative {
        return format!("where a result goes is a wire, which has no type: `-{}`", Short(port));
    }
    let (port, ty) = (Short(port), Type::U.name(numbers));
    format!("a port that holds a number has `#` in place of a sign: `#{port}: {ty}`")
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Refuses `@id = (3 r)` where a redex is to stand. It may be a definition, too, before which one is missing.
    pub(super) fn no_equation(&mut self) -> Result<(), Failed> {
        let Kind::Ref(name) = self.token.kind else { return Ok(()) };
        if !self.defines() {
            return Ok(());
        }
        self.begun.push(name);
        let name = Short(name);
        let help = format!("a redex has `~`: `& @{name} ~ …`; or one is missing before the definition");
        self.error(Diagnostic::error(self.token.span, EQUATION, help));
        // Not as the definition that it may be: what was read before is no net.
        self.bump();
        Err(Failed)
    }

    /// `=` between the sides of a redex, which is read as one all the same.
    pub(super) fn equation(&mut self) -> Result<(), Failed> {
        self.mistake(Diagnostic::error(self.token.span, EQUATION, REDEX))?;
        self.bump();
        self.eat(Kind::Equals); // `==`
        Ok(())
    }

    /// `_` as a side of a rule.
    pub(super) fn no_rule_for_all<T>(&mut self) -> Result<T, Failed> {
        let help = "write a rule for each agent that may come; `*` is the eraser, an agent like others";
        self.error(Diagnostic::error(self.token.span, "a rule has no `_`: it is for one pair of agents", help));
        Err(Failed)
    }
}
