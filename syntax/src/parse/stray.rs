//! What stands where an item may begin, and is none.

use super::{
    Parser,
    agents::{ITEMS, Word, begins_item},
    habits::{APPLY, BETWEEN, BOOK, COMMENT, LET, NET, RUST, call},
    recover::Failed,
};
use crate::{
    check::nearest,
    diagnostic::Diagnostic,
    token::{Bracket, Kind, Short, Source},
    tree::File,
};

/// The last item.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum After {
    Nothing,
    Net,
    Term,
    Rule,
    /// Agents, a group.
    Declaration,
}

impl After {
    /// What may follow.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            After::Net | After::Term => "`&` or a definition",
            After::Nothing | After::Rule | After::Declaration => "a definition",
        }
    }
}

/// What is missing before something at the top level.
#[derive(Clone, Copy, PartialEq)]
enum Missing {
    /// The word of a rule.
    Word,
    /// The same in `net!`, where what follows cannot be read without it.
    WordInRust,
    /// `&` between redexes of a rule, which a semicolon ended.
    And,
}

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Something at the top level that is no item.
    pub(super) fn stray(&mut self, file: &mut File<'t>) -> Result<(), Failed> {
        let (after, expected) = (self.last, self.last.expected());
        if let (After::Declaration, Kind::Sign(_), Kind::Name(_)) = (after, self.token.kind, self.look(1)) {
            return self.agents_apart(file);
        }
        match self.missing(after) {
            Some(missing @ (Missing::Word | Missing::WordInRust)) => {
                let message = format!("expected `rule`, found {}", self.token.kind);
                let help = "a rule begins with its word: `rule left ~ right => …;`";
                self.mistake(Diagnostic::error(self.token.span, message, help))?;
                if missing == Missing::Word {
                    return self.item_after(Word::Rule, self.token.span, file);
                }
                self.lost = true;
                // Its numbers are no values of Rust, as which they were read.
                while self.token.kind != Kind::Semicolon && !self.at_item() {
                    if let Kind::Hole(hole) = self.bump().kind {
                        self.misread.push(hole);
                    }
                }
                // The next one may be without its word, too.
                self.eat(Kind::Semicolon);
                return Ok(());
            }
            Some(Missing::And) if self.previous.kind == Kind::Semicolon => {
                file.rules.pop();
                self.lost = true;
                let message = "expected `&` between the redexes of a rule, found `;`";
                self.error(Diagnostic::error(self.previous.span, message, BETWEEN));
                return Err(Failed);
            }
            Some(Missing::And) | None => {}
        }
        let found = self.token.kind;
        if !matches!(found, Kind::Attribute(_)) {
            self.cut_off(file);
        }
        match found {
            Kind::Attribute(_) => {
                let span = self.bump().span;
                let help = "move it to the top of the book";
                self.error(Diagnostic::error(span, "attributes stand before the first definition", help));
                Ok(())
            }
            Kind::Name(name) if self.look(1) == Kind::Equals => {
                self.begun.push(name);
                let help = match self.previous.kind {
                    Kind::Name("let") => LET.to_owned(),
                    _ => format!("names of definitions begin with `@`: `@{} = net`", Short(name)),
                };
                self.fail("a definition", &help)
            }
            Kind::Semicolon => {
                let help = match self.redex_follows() {
                    true => BETWEEN,
                    false => "declarations and rules end with one `;`, definitions with none: remove it",
                };
                self.fail("`&` or a definition", help)
            }
            Kind::Name(word) => {
                let help = self.stray_name(word, after);
                self.fail(expected, &help)
            }
            _ => {
                let help = self.stray_token(after);
                self.fail(expected, &help)
            }
        }
    }

    /// `agent +Z; +S(+n);`
    fn agents_apart(&mut self, file: &mut File<'t>) -> Result<(), Failed> {
        let message = format!("expected `agent`, found {}", self.token.kind);
        let help = "agents have commas between them: `agent +Zero, +Succ(+n);`";
        self.mistake(Diagnostic::error(self.token.span, message, help))?;
        while let Kind::Sign(_) = self.token.kind {
            self.item_after(Word::Agent, self.token.span, file)?;
        }
        Ok(())
    }

    /// Does a rule without its word stand here?
    pub(super) fn is_rule(&mut self) -> bool {
        matches!(self.missing(After::Nothing), Some(Missing::Word | Missing::WordInRust))
    }

    /// The last definition, if it was the last item, goes on after a syntax error: what has been read of it says nothing.
    pub(super) fn cut_off(&self, file: &mut File<'t>) {
        if let After::Net | After::Term = self.last
            && let Some(last) = file.definitions.last_mut()
        {
            last.net = None;
        }
    }

    /// Two sides at the top level, if that is what stands here: `=>` tells a rule from a redex.
    fn missing(&mut self, after: After) -> Option<Missing> {
        const FAR: usize = 100;
        let begins = match self.token.kind {
            Kind::Name(_) => matches!(self.look(1), Kind::Tilde | Kind::Open(Bracket::Round)),
            Kind::And | Kind::AndBang => after == After::Rule,
            found => found.starts_term(),
        };
        if !begins {
            return None;
        }
        let (mut tilde, mut rust) = (false, matches!(self.token.kind, Kind::Hole(_)));
        for n in 1..FAR {
            match (self.look(n), self.look(n + 1)) {
                (Kind::Tilde, _) => tilde = true,
                // In `net!` the word says what `#` is.
                (Kind::Hole(_), _) => rust = true,
                (Kind::Becomes, _) if tilde => return Some(if rust { Missing::WordInRust } else { Missing::Word }),
                (Kind::Semicolon | Kind::Becomes | Kind::Arrow | Kind::End, _) | (Kind::Ref(_), Kind::Equals) => break,
                (Kind::Name(name), next) if begins_item(name, next) => break,
                _ => {}
            }
        }
        (tilde && after == After::Rule).then_some(Missing::And)
    }

    /// What to do about a name where an item may begin. What is a declaration or a rule, perhaps, is missing elsewhere.
    fn stray_name(&mut self, name: &str, after: After) -> String {
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
                After::Nothing | After::Rule | After::Declaration => BOOK.to_owned(),
                After::Net => NET.to_owned(),
                After::Term => APPLY.to_owned(),
            },
        }
    }

    /// What to do about a token with which nothing begins, after a net, a term, or nothing.
    fn stray_token(&self, after: After) -> String {
        match (self.token.kind, self.previous.kind) {
            (Kind::Hash, _) => COMMENT.to_owned(),
            (Kind::Close(_), _) => "no bracket is open here: remove it".to_owned(),
            (Kind::Comma, _) => BETWEEN.to_owned(),
            (Kind::Open(Bracket::Round), Kind::Ref(name)) => call(name),
            (found, _) if after == After::Term && found.starts_term() => APPLY.to_owned(),
            _ if matches!(after, After::Net | After::Term) => NET.to_owned(),
            _ => BOOK.to_owned(),
        }
    }

    /// Does a redex stand behind the token at hand, and no item?
    fn redex_follows(&mut self) -> bool {
        match self.look(1) {
            Kind::Ref(_) => self.look(2) == Kind::Tilde,
            Kind::Name(name) if ITEMS.iter().any(|item| item.0 == name) => false,
            next => next.starts_term() && self.look(2) != Kind::Equals,
        }
    }
}
