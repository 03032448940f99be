//! Agents, groups of them, and rules.

use super::{Parser, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    net::Polarity,
    span::Span,
    token::{Bracket, Kind, Source},
    tree::{Declaration, File, Group, Rule},
};

/// The words that begin an item.
#[derive(Clone, Copy)]
pub(super) enum Word {
    Agent,
    Group,
    Rule,
}

const AGENT: &str = "an agent and its ports are declared with their signs, `+` for values and `-` for consumers: `agent +Nil, -Append(+ys, -out);`";
const GROUP: &str = "a group is `group List = Nil Cons;`";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Does an item start here, with a word? Wires may have these names, but none stands before a name, a sign or a term.
    pub(super) fn begins(&mut self) -> Option<Word> {
        self.word().filter(|_| matches!(self.look(1), Kind::Name(_) | Kind::Sign(_)))
    }

    /// Is this a word that begins an item, where one may begin?
    pub(super) fn word(&self) -> Option<Word> {
        match self.token.kind {
            Kind::Name("agent") => Some(Word::Agent),
            Kind::Name("group") => Some(Word::Group),
            Kind::Name("rule") => Some(Word::Rule),
            _ => None,
        }
    }

    pub(super) fn word_item(&mut self, word: Word, file: &mut File<'t>) -> Result<(), Failed> {
        let span = self.bump().span;
        let read = self.after_word(word, span, file);
        // What cannot be read may be what is missing elsewhere.
        self.lost |= read.is_err();
        read
    }

    fn after_word(&mut self, word: Word, span: Span, file: &mut File<'t>) -> Result<(), Failed> {
        match word {
            Word::Agent => self.agents(file)?,
            Word::Group => {
                let group = self.group()?;
                file.groups.push(group);
            }
            Word::Rule => {
                let rule = self.rule(span)?;
                file.rules.push(rule);
            }
        }
        let goes_on = self.token.kind == Kind::End || self.begins().is_some() || self.defines();
        let help = match word {
            Word::Group if self.token.kind == Kind::Comma => "members have blanks between them, no commas: `Nil Cons`",
            _ => "declarations and rules end with `;`",
        };
        match self.want(Kind::Semicolon, help) {
            Err(failed) if !goes_on => Err(failed),
            _ => Ok(()),
        }
    }

    fn agents(&mut self, file: &mut File<'t>) -> Result<(), Failed> {
        loop {
            let agent = self.agent(file)?;
            let number = file.agents.len() as u32;
            self.symbols.entry(agent.name).or_insert((number, agent.ports.len()));
            let meets = !agent.meets.is_empty();
            file.agents.push(agent);
            match self.token.kind {
                Kind::Comma => drop(self.bump()),
                Kind::Sign(_) => self.unexpected("`,` or `;`", "agents have commas between them")?,
                _ => return Ok(()),
            }
            if meets && matches!(self.token.kind, Kind::Name(_)) {
                return self.fail(
                    "a sign",
                    "what an agent meets has blanks between, no commas: `-Append(+ys, -out) ~ Nil Cons`",
                );
            }
        }
    }

    /// Reports the current token, and goes on.
    fn unexpected(&mut self, expected: &str, help: &str) -> Result<(), Failed> {
        let message = format!("expected {expected}, found {}", self.token.kind);
        self.mistake(Diagnostic::error(self.token.span, message, help))
    }

    fn agent(&mut self, file: &mut File<'t>) -> Result<Declaration<'t>, Failed> {
        let sign = self.sign("a sign before the name", file)?;
        let (name, span) = self.name("the name of an agent", AGENT)?;
        let mut ports = Vec::new();
        if self.eat(Kind::Open(Bracket::Round)).is_some() {
            while self.eat(Kind::Close(Bracket::Round)).is_none() {
                let sign = self.sign("the sign of a port", file)?;
                let (port, span) = self.name("the name of a port", AGENT)?;
                ports.push((sign, port, span));
                match self.token.kind {
                    Kind::Comma => drop(self.bump()),
                    Kind::Close(Bracket::Round) => {}
                    Kind::Sign(_) | Kind::Name(_) => self.unexpected("`,` or `)`", "ports have commas between them")?,
                    _ => return self.fail("`,` or `)`", AGENT),
                }
            }
        }
        let meets = match self.eat(Kind::Tilde) {
            Some(_) => {
                self.members("after `~` stand the agents and groups that this one meets: `-Append(+ys, -out) ~ List`")?
            }
            None => Vec::new(),
        };
        Ok(Declaration { name, span, sign, ports, meets })
    }

    fn group(&mut self) -> Result<Group<'t>, Failed> {
        let (name, span) = self.name("the name of a group", GROUP)?;
        self.want(Kind::Equals, GROUP)?;
        Ok(Group { name, span, members: self.members(GROUP)? })
    }

    /// One name at least.
    fn members(&mut self, help: &str) -> Result<Vec<(&'t str, Span)>, Failed> {
        let mut members = vec![self.name("the name of an agent or group", help)?];
        while matches!(self.token.kind, Kind::Name(_)) {
            members.push(self.name("a name", help)?);
        }
        Ok(members)
    }

    fn rule(&mut self, span: Span) -> Result<Rule<'t>, Failed> {
        let left = self.term()?;
        const RULE: &str = "a rule is `rule Append(ys, out) ~ Nil => out ~ ys;`";
        self.want(Kind::Tilde, RULE)?;
        let right = self.term()?;
        self.want(Kind::Becomes, RULE)?;
        let mut redexes = Vec::new();
        if self.token.kind != Kind::Semicolon {
            redexes.push(self.redex()?);
            while let Kind::And | Kind::AndBang = self.token.kind {
                self.bump();
                redexes.push(self.redex()?);
            }
        }
        Ok(Rule { span, sides: [left, right], redexes })
    }

    /// A sign. Where only that is missing, the rest can be read all the same.
    fn sign(&mut self, expected: &str, file: &mut File<'t>) -> Result<Polarity, Failed> {
        match self.token.kind {
            Kind::Sign(sign) => {
                self.bump();
                Ok(sign)
            }
            Kind::Name(_) => {
                file.no_signs = true;
                self.unexpected(expected, AGENT)?;
                Ok(Polarity::Positive)
            }
            _ => self.fail(expected, AGENT),
        }
    }

    fn name(&mut self, expected: &str, help: &str) -> Result<(&'t str, Span), Failed> {
        match self.token.kind {
            Kind::Name(name) => Ok((name, self.bump().span)),
            _ => self.fail(expected, help),
        }
    }
}
