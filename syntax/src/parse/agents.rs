//! Agents, groups of them, and rules.

use super::{After, Parser, code::Known, habits, recover::Failed};
use crate::{
    diagnostic::{Diagnostic, OPENED},
    net::Polarity,
    number::{AnyType, Type, WideType},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
    tree::{Declaration, File, Group, Member, Numbered, Rule, Shape, Side},
};

/// The words that begin an item.
#[derive(Clone, Copy)]
pub(super) enum Word {
    Agent,
    Group,
    Rule,
    Extern,
    Term,
}

pub(super) const ITEMS: [(&str, Word); 5] = [
    ("agent", Word::Agent),
    ("group", Word::Group),
    ("rule", Word::Rule),
    ("extern", Word::Extern),
    ("term", Word::Term),
];

impl Word {
    /// Is this what follows such a word where it begins an item?
    const fn takes(self, next: Kind<'_>) -> bool {
        match next {
            Kind::Name(_) | Kind::Sign(_) | Kind::Hash => true,
            Kind::Ref(_) => matches!(self, Word::Term),
            _ => false,
        }
    }
}

/// Does an item begin with this name and what comes next?
pub(super) fn begins_item(name: &str, next: Kind<'_>) -> bool {
    ITEMS.iter().any(|&(item, word)| item == name && word.takes(next))
}

/// The ports of an agent, as [`Declaration`] has them.
#[derive(Default)]
pub(super) struct Ports<'t> {
    pub(super) ports: Vec<(Polarity, &'t str, Span)>,
    pub(super) numbers: Vec<(u32, Type)>,
    pub(super) pairs: Vec<(u32, WideType)>,
}

impl<'t> Ports<'t> {
    /// A port that holds a number; of a wide one two ports.
    fn number(&mut self, Numbered { name, ty, span }: Numbered<'t>) {
        let at = self.ports.len() as u32;
        let mut port = |name, ty| {
            self.numbers.push((self.ports.len() as u32, ty));
            self.ports.push((Polarity::Positive, name, span));
        };
        match ty {
            AnyType::Number(ty) => port(name, ty),
            AnyType::Wide(ty) => {
                port(name, Type::U);
                port("", Type::U);
                self.pairs.push((at, ty));
            }
        }
    }
}

const AGENT: &str = "an agent and its ports are declared with their signs, `+` for values and `-` for consumers: `agent +Nil, -Append(+ys, -out);`";
const GROUP: &str = "a group is `group List = Nil Cons;`";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// Does an item start here, with a word? Wires may have these names, but none stands before a name, a sign or a term.
    pub(super) fn begins(&mut self) -> Option<Word> {
        let next = self.look(1);
        self.word().filter(|&word| word.takes(next))
    }

    /// Is this a word that begins an item, where one may begin?
    pub(super) fn word(&self) -> Option<Word> {
        ITEMS.into_iter().find(|&(name, _)| self.token.kind == Kind::Name(name)).map(|(_, word)| word)
    }

    pub(super) fn word_item(&mut self, word: Word, file: &mut File<'t>) -> Result<(), Failed> {
        let span = self.bump().span;
        self.item_after(word, span, file)
    }

    /// What stands behind its word, if that is there.
    pub(super) fn item_after(&mut self, word: Word, span: Span, file: &mut File<'t>) -> Result<(), Failed> {
        self.last = if let Word::Rule = word { After::Rule } else { After::Declaration };
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
            Word::Term => {
                let Kind::Ref(name) = self.token.kind else {
                    return self.fail("`@` and a name", "a definition by a term is `term @name = |x| body`");
                };
                return self.definition(name, true, file);
            }
            Word::Extern => {
                self.external(span, file)?;
                self.eat(Kind::Semicolon); // as after a function of Rust, none is needed
                return Ok(());
            }
        }
        self.item_ends(word, file)
    }

    fn agents(&mut self, file: &mut File<'t>) -> Result<(), Failed> {
        loop {
            let agent = self.agent(file)?;
            let meets = !agent.meets.is_empty();
            self.declare(agent);
            match self.token.kind {
                Kind::Comma => drop(self.bump()),
                Kind::Sign(_) => self.unexpected("`,` or `;`", "agents have commas between them")?,
                _ => return Ok(()),
            }
            if meets && matches!(self.token.kind, Kind::Name(_) | Kind::Hash) {
                return self.fail(
                    "a sign",
                    "what an agent meets has blanks between, no commas: `-Append(+ys, -out) ~ Nil Cons`",
                );
            }
        }
    }

    /// Makes an agent known: its number.
    pub(super) fn declare(&mut self, agent: Declaration<'t>) -> u32 {
        let number = self.agents.len() as u32;
        self.numbers_at.push(agent.numbers.clone());
        self.symbols.entry(agent.name).or_insert((number, agent.written()));
        self.agents.push(agent);
        number
    }

    /// Reports the current token, and goes on.
    fn unexpected(&mut self, expected: &str, help: &str) -> Result<(), Failed> {
        let message = format!("expected {expected}, found {}", self.token.kind);
        self.mistake(Diagnostic::error(self.token.span, message, help))
    }

    fn agent(&mut self, file: &mut File<'t>) -> Result<Declaration<'t>, Failed> {
        let help = match self.token.kind {
            Kind::Name(name) => {
                format!("say which it is: `+{0}` is a value, `-{0}` acts on the values that it meets", Short(name))
            }
            _ => AGENT.to_owned(),
        };
        let has_sign = matches!(self.token.kind, Kind::Sign(_));
        let mut sign = self.sign("a sign before the name", &help, file)?;
        let (name, span) = self.agent_name(AGENT)?;
        if let Kind::Open(Bracket::Square | Bracket::Curly) | Kind::Symbol(_) | Kind::Colon = self.token.kind {
            return self.fail("`(`", "ports stand in round brackets: `agent +Cons(+head, +tail);`");
        }
        let Ports { ports, numbers, pairs } = self.ports(file, AGENT)?;
        let meets = match self.eat(Kind::Tilde) {
            Some(_) => {
                if !has_sign {
                    sign = Polarity::Negative; // which was told
                }
                self.members("after `~` stand the agents and groups that this one meets: `-Append(+ys, -out) ~ List`")?
            }
            None => Vec::new(),
        };
        Ok(Declaration { name, span, sign, ports, numbers, pairs, linear: false, meets })
    }

    /// The ports of an agent, in brackets if there are some.
    pub(super) fn ports(&mut self, file: &mut File<'t>, help: &str) -> Result<Ports<'t>, Failed> {
        let mut ports = Ports::default();
        if let Some(open) = self.eat(Kind::Open(Bracket::Round)) {
            while self.eat(Kind::Close(Bracket::Round)).is_none() {
                if self.eat(Kind::Hash).is_some() {
                    ports.number(self.any_number()?);
                    if self.eat(Kind::Comma).is_none() && self.token.kind != Kind::Close(Bracket::Round) {
                        return self.fail("`,` or `)`", help);
                    }
                    continue;
                }
                let sign = self.sign("the sign of a port", help, file)?;
                let (port, span) = self.name("the name of a port", "a port has a sign and a name: `+head`, `-out`")?;
                ports.ports.push((sign, port, span));
                match self.token.kind {
                    Kind::Comma => drop(self.bump()),
                    Kind::Close(Bracket::Round) => {}
                    Kind::Sign(_) | Kind::Name(_) => self.unexpected("`,` or `)`", "ports have commas between them")?,
                    Kind::Colon => return self.fail("`,` or `)`", &habits::number_at(sign, port, self.numbers)),
                    Kind::Open(Bracket::Round) => {
                        // An agent stands among the ports of another: not as if it were used.
                        let message = "expected `,` or `)`, found `(`";
                        let help = "a port has none of its own; where the ports end stands `)`: `+Leaf(+n), +Node(+left, +right)`";
                        self.error(Diagnostic::error(self.token.span, message, help).place(open, OPENED));
                        return Err(Failed);
                    }
                    _ => return self.fail("`,` or `)`", help),
                }
            }
        }
        Ok(ports)
    }

    fn group(&mut self) -> Result<Group<'t>, Failed> {
        let (name, span) = self.name("the name of a group", GROUP)?;
        self.want(Kind::Equals, GROUP)?;
        Ok(Group { name, span, members: self.members(GROUP)? })
    }

    /// Is this a member? An agent may be called as what begins an item.
    fn is_member(&mut self) -> bool {
        let token = self.token.kind;
        match token {
            // With ports it is the side of a rule, whose word is missing.
            Kind::Name(_) if self.look(1) == Kind::Open(Bracket::Round) && self.is_rule() => false,
            Kind::Name(name) => self.symbols.contains_key(name) || self.begins().is_none(),
            found => found == Kind::Hash,
        }
    }

    /// Names, and types of numbers: one at least.
    fn members(&mut self, help: &str) -> Result<Vec<Member<'t>>, Failed> {
        let mut members = Vec::new();
        // A missing `;` is found before the next item, not after it.
        while members.is_empty() || self.is_member() {
            if let Some(hash) = self.eat(Kind::Hash) {
                let (ty, span) = self.any_type("a group has numbers by their type: `#u32`")?;
                members.push(match ty {
                    AnyType::Number(ty) => Member::Number(ty, hash.to(span)),
                    AnyType::Wide(ty) => Member::Wide(self.wide_agent(ty, span), hash.to(span)),
                });
                continue;
            }
            let (name, span) = self.name("the name of an agent or group", help)?;
            members.push(Member::Named(name, span));
        }
        Ok(members)
    }

    fn rule(&mut self, span: Span) -> Result<Rule<'t>, Failed> {
        const RULE: &str = "a rule is `rule Append(ys, out) ~ Nil => out ~ ys;`";
        self.rule = Some(Known::default());
        let left = self.side()?;
        self.want(Kind::Tilde, RULE)?;
        let right = self.side()?;
        let guard = match self.token.kind {
            Kind::Name("if") => {
                self.bump();
                Some(self.guard()?)
            }
            _ => None,
        };
        let native = match self.token.kind {
            Kind::Name("where") => Some(self.native()?),
            _ => None,
        };
        self.want(Kind::Becomes, RULE)?;
        let mut redexes = Vec::new();
        if self.token.kind == Kind::And && self.look(1).starts_term() && !matches!(self.look(1), Kind::Number(_)) {
            return self.fail("a redex", "`&` stands between redexes, not before the first: `=> out ~ xs & x ~ *`");
        }
        if self.token.kind != Kind::Semicolon {
            redexes.push(self.redex()?);
            while let Kind::And | Kind::AndBang = self.token.kind {
                self.bump();
                redexes.push(self.redex()?);
            }
        }
        if let Some(native) = &native {
            self.check_used(native)?;
        }
        let values = self.rule.take().map_or_else(Vec::new, |known| known.values);
        Ok(Rule { span, sides: [left, right], guard, native, values, redexes })
    }

    /// An agent, `#n: u32`, `*` or `{a b}`. What is known from it is noted.
    fn side(&mut self) -> Result<Side<'t>, Failed> {
        if self.token.kind == Kind::Hash {
            let hash = self.bump().span;
            let number = self.any_number()?;
            let span = hash.to(self.previous.span);
            self.learns(number)?;
            return Ok(match number.ty {
                AnyType::Number(ty) => Side::Number(number.name, ty, span),
                AnyType::Wide(ty) => Side::Agent(self.wide_pattern(number, ty, span)),
            });
        }
        let any_label = match self.token.kind {
            Kind::Sign(_) => self.look(1),
            kind => kind,
        } == Kind::Open(Bracket::Curly);
        if self.token.kind == Kind::Bad(Lexical::Underscore) {
            return self.no_rule_for_all();
        }
        self.set_pattern(true);
        let tree = self.term()?;
        self.set_pattern(false);
        match tree.kind {
            Shape::Era => return Ok(Side::Era(tree)),
            Shape::Dup(label, ..) => return Ok(Side::Dup((!any_label).then_some(label), tree)),
            _ => {}
        }
        if let Shape::User(symbol, ports) = tree.kind {
            let pairs = self.agents[symbol as usize].pairs.clone();
            let wide = |at: u32| pairs.iter().find(|&&(port, _)| port == at).map(|&(_, ty)| ty);
            for (port, ty) in self.numbers_at[symbol as usize].clone() {
                if port > 0 && wide(port - 1).is_some() {
                    continue; // it comes with the lower half
                }
                let (name, span) = match ports.get(port as usize).map(|port| (port.kind, port.span)) {
                    Some((Shape::Matched(name), span)) => (name, span),
                    Some((Shape::Wire(name), span)) => {
                        self.knows_wire(name);
                        ("", span)
                    }
                    _ => ("", tree.span),
                };
                self.learns(Numbered { name, ty: wide(port).map_or(AnyType::Number(ty), AnyType::Wide), span })?;
            }
            let numbers = self.numbers_at[symbol as usize].clone();
            for (at, port) in (0..).zip(ports) {
                let Shape::Matched(name) = port.kind else { continue };
                if !numbers.iter().any(|&(port, _)| port == at) {
                    let help = format!(
                        "write `{name}`; a port that holds a number is declared so: `#{name}: {}`",
                        Type::U.name(self.numbers)
                    );
                    self.mistake(Diagnostic::error(port.span, "this port is joined to a wire", help))?;
                    self.knows(Numbered { name, ty: AnyType::Number(Type::U), span: port.span });
                }
            }
        }
        Ok(Side::Agent(tree))
    }

    /// A sign. Where only that is missing, the rest can be read all the same.
    pub(super) fn sign(&mut self, expected: &str, help: &str, file: &mut File<'t>) -> Result<Polarity, Failed> {
        match self.token.kind {
            Kind::Sign(sign) => {
                self.bump();
                Ok(sign)
            }
            Kind::Name(_) => {
                file.no_signs = true;
                self.unexpected(expected, help)?;
                Ok(Polarity::Positive)
            }
            _ => self.fail(expected, help),
        }
    }

    pub(super) fn name(&mut self, expected: &str, help: &str) -> Result<(&'t str, Span), Failed> {
        match self.token.kind {
            Kind::Name(name) => Ok((name, self.bump().span)),
            _ => self.fail(expected, help),
        }
    }
}
