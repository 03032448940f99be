//! What those write who come from other languages, and what is written here instead.

use super::{Parser, recover::Failed};
use crate::{
    check::nearest,
    diagnostic::Diagnostic,
    number::{Numbers, Type},
    token::{Bracket, Kind, Short, Source},
};

pub(super) const BOOK: &str = "a book is a list of definitions such as `@main = (a a)`";
pub(super) const NET: &str = "a net is one term and then redexes: `root & left ~ right`";
pub(super) const LET: &str = "a net has no `let`: a wire's name stands at both its ends. A term has: `term @main = let x = 3; x + 1`";
pub(super) const BETWEEN: &str = "between redexes stands `&`: `out ~ xs & Double(b) ~ a`";
const RUST: &str =
    "in a book are definitions, `@main = net`, declarations of agents, and rules; what is Rust stands outside of it";

/// `@add(3, 4)`
pub(super) fn call(name: &str) -> String {
    let name = Short(name);
    format!("a call is a redex, with its arguments and the wire of its result: `r & @{name} ~ (3 (4 r))`")
}

/// `+x: u32` among the ports of an agent.
pub(super) fn number_at(port: &str, numbers: Numbers) -> String {
    let (port, ty) = (Short(port), Type::U.name(numbers));
    format!("a port that holds a number has `#` in place of a sign: `#{port}: {ty}`")
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// What to do about a name where an item may begin.
    pub(super) fn stray_name(&mut self, name: &str) -> String {
        const ITEMS: [&str; 5] = ["agent", "group", "rule", "extern", "term"];
        const WORDS: [&str; 16] = [
            "const", "enum", "fn", "for", "if", "impl", "loop", "match", "mod", "pub", "return", "static", "struct",
            "type", "use", "while",
        ];
        let rule = matches!(self.look(1), Kind::Tilde | Kind::Open(Bracket::Round));
        if rule && (self.symbols.contains_key(name) || name.starts_with(|c: char| c.is_ascii_uppercase())) {
            return format!("a rule begins with the word: `rule {}…`", Short(name));
        }
        match nearest(name, ITEMS.into_iter()) {
            _ if name == "let" => LET.to_owned(),
            _ if WORDS.contains(&name) => RUST.to_owned(),
            Some(item) => format!("there is `{item}`"),
            None => NET.to_owned(),
        }
    }

    /// `_` as a side of a rule.
    pub(super) fn no_rule_for_all<T>(&mut self) -> Result<T, Failed> {
        let help = "a rule is for two agents: write one for each that may come; `*` is the eraser, an agent like others";
        self.error(Diagnostic::error(self.token.span, "no rule is for whatever comes", help));
        Err(Failed)
    }
}
