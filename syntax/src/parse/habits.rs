//! What those write who come from other languages, and what is written here instead.

use super::{Parser, agents::ITEMS, recover::Failed};
use crate::{
    check::nearest,
    diagnostic::Diagnostic,
    net::Polarity,
    number::{Numbers, Type},
    token::{Bracket, Kind, Short, Source},
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
const APPLY: &str = "a function has its arguments in brackets: `f(x)`, `f(x, y)`";
const COMMENT: &str = "a comment begins with `//`, and ends with its line";
const RUST: &str =
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

/// What stands before.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum After {
    Nothing,
    Net,
    Term,
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// What to do about a name where an item may begin. What is a declaration or a rule, perhaps, is missing elsewhere.
    pub(super) fn stray_name(&mut self, name: &str, after: After) -> String {
        const WORDS: [&str; 16] = [
            "const", "enum", "fn", "for", "if", "impl", "loop", "match", "mod", "pub", "return", "static", "struct",
            "type", "use", "while",
        ];
        if name == "let" {
            return LET.to_owned();
        }
        if WORDS.contains(&name) {
            return RUST.to_owned();
        }
        if name == "/" && self.look(1) == Kind::Star {
            return COMMENT.to_owned();
        }
        let sides = matches!(self.look(1), Kind::Tilde | Kind::Open(Bracket::Round));
        if sides && (self.symbols.contains_key(name) || name.starts_with(|c: char| c.is_ascii_uppercase())) {
            self.lost = true;
            return format!("a redex begins with `&`, and a rule with its word: `rule {}…`", Short(name));
        }
        match nearest(name, ITEMS.map(|(item, _)| item).into_iter()) {
            Some(item) => {
                self.lost = true;
                format!("there is `{item}`")
            }
            None => match after {
                After::Nothing => BOOK.to_owned(),
                After::Net => NET.to_owned(),
                After::Term => APPLY.to_owned(),
            },
        }
    }

    /// What to do about a token with which nothing begins, after a net, a term, or nothing.
    pub(super) fn stray_token(&self, after: After) -> String {
        match (self.token.kind, self.previous.kind) {
            (Kind::Hash, _) => COMMENT.to_owned(),
            _ if after == After::Nothing => BOOK.to_owned(),
            (Kind::Close(_), _) => "no bracket is open here: remove it".to_owned(),
            (Kind::Comma, _) => BETWEEN.to_owned(),
            (Kind::Open(Bracket::Round), Kind::Ref(name)) => call(name),
            (found, _) if after == After::Term && found.starts_term() => APPLY.to_owned(),
            _ => NET.to_owned(),
        }
    }

    /// Does a redex stand behind the token at hand, and no item?
    pub(super) fn redex_follows(&mut self) -> bool {
        match self.look(1) {
            Kind::Ref(_) => self.look(2) == Kind::Tilde,
            Kind::Name(name) if ITEMS.iter().any(|item| item.0 == name) => false,
            next => next.starts_term() && self.look(2) != Kind::Equals,
        }
    }

    /// Refuses `@id = (3 r)` where a redex is to stand.
    pub(super) fn no_equation(&mut self) -> Result<(), Failed> {
        let defines = self.defines();
        match self.token.kind {
            Kind::Ref(name) if defines => {
                let name = Short(name);
                self.fail(
                    "a term",
                    &format!("a redex has `~`: `& @{name} ~ …`; or one is missing before the definition"),
                )
            }
            _ => Ok(()),
        }
    }

    /// `_` as a side of a rule.
    pub(super) fn no_rule_for_all<T>(&mut self) -> Result<T, Failed> {
        let help = "write a rule for each agent that may come; `*` is the eraser, an agent like others";
        self.error(Diagnostic::error(self.token.span, "a rule has no `_`: it is for one pair of agents", help));
        Err(Failed)
    }
}
