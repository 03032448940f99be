//! Arms, and the agents that they match.

use super::{MATCH, Open, Reading};
use crate::{
    check::{nearest, quoted},
    diagnostic::Diagnostic,
    lambda::{Arm, Form, Id, Var},
    net::Polarity,
    number::without_separators,
    parse::{Parser, recover::Failed},
    span::Span,
    token::{Bracket, Kind, Lexical, Short, Source},
};

const FOR_ALL: &str = "a match has an arm for each agent that may come, and none for all others";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// `,` or `}` after an arm: do more come?
    pub(super) fn arm_ends(&mut self, reading: &Reading<'t>, at: Span) -> Result<bool, Failed> {
        let comma = self.eat(Kind::Comma).is_some();
        if comma && self.token.kind != Kind::Close(Bracket::Curly) {
            return Ok(true);
        }
        self.want_in(
            reading,
            at,
            Kind::Close(Bracket::Curly),
            "arms have commas between them, and `}` behind the last",
        )?;
        Ok(false)
    }

    pub(super) fn first_arm(&mut self, reading: &mut Reading<'t>, subject: Id, at: Span) -> Result<(), Failed> {
        match self.token.kind {
            Kind::Name(name)
                if self.symbols.contains_key(name) || name.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                self.agent_arm(reading, subject, Vec::new(), at)
            }
            _ => {
                let last = self.number_pattern(reading, 0)?;
                reading.open.push((Open::Numbers { subject, arms: Vec::new(), last }, at));
                Ok(())
            }
        }
    }

    /// `0 =>`, where so many numbers have arms, or `p + 1 =>`.
    pub(super) fn number_pattern(&mut self, reading: &mut Reading<'t>, before: usize) -> Result<Option<Var>, Failed> {
        let literal = |kind: Kind<'_>| match kind {
            Kind::Number(text) => without_separators(text).trim_start_matches('+').parse::<usize>().ok(),
            _ => None,
        };
        let token = self.token;
        let help = match token.kind {
            Kind::Open(Bracket::Square) => {
                "a list has the book's agents for arms: `Nil => …, Cons(x, xs) => …`".to_owned()
            }
            _ => format!("the next arm is `{before} => …`, or for all that is left `p + {before} => …`"),
        };
        if let Kind::Name(name) = token.kind
            && before > 0
        {
            self.bump();
            let plus = match self.token.kind {
                Kind::Bad(Lexical::LooseSign(Polarity::Positive)) | Kind::Sign(Polarity::Positive) => {
                    self.bump();
                    true
                }
                Kind::Number(text) => text.starts_with('+'),
                _ => false,
            };
            if !plus || literal(self.token.kind) != Some(before) {
                return self.fail(&format!("`+ {before}`"), &help);
            }
            self.bump();
            self.want(Kind::Becomes, MATCH)?;
            return Ok(Some(self.bind(reading, name, token.span)));
        }
        if literal(token.kind) != Some(before) {
            return self.no_arm(&format!("`{before}`"), &help, &help);
        }
        self.bump();
        self.want(Kind::Becomes, MATCH)?;
        Ok(None)
    }

    /// Here is no arm; and none of `_`, for which there is another help.
    fn no_arm<T>(&mut self, expected: &str, help: &str, underscore: &str) -> Result<T, Failed> {
        if self.token.kind != Kind::Bad(Lexical::Underscore) {
            return self.fail(expected, help);
        }
        self.error(Diagnostic::error(self.token.span, "a match has no `_`", underscore));
        Err(Failed)
    }

    /// `Cons(h, t) =>`
    pub(super) fn agent_arm(
        &mut self,
        reading: &mut Reading<'t>,
        subject: Id,
        arms: Vec<Arm>,
        at: Span,
    ) -> Result<(), Failed> {
        let Kind::Name(name) = self.token.kind else {
            return self.no_arm("an agent", MATCH, FOR_ALL);
        };
        let head = self.bump().span;
        let Some(&(symbol, ports)) = self.symbols.get(name) else {
            let for_all = self.token.kind == Kind::Becomes && !name.starts_with(|c: char| c.is_ascii_uppercase());
            let help = match nearest(name, self.symbols.keys().copied()) {
                Some(near) => format!("there is {}", quoted("", near)),
                None if for_all => FOR_ALL.to_owned(),
                None => format!("an agent is declared before it is used: `agent +{}(…);`", Short(name)),
            };
            if !self.lost {
                self.error(Diagnostic::error(head, format!("the agent {} is not declared", quoted("", name)), help));
            }
            return Err(Failed);
        };
        let mut names: Vec<(&'t str, Span)> = Vec::new();
        if self.eat(Kind::Open(Bracket::Round)).is_some() {
            loop {
                names.push(self.binder()?);
                if self.eat(Kind::Comma).is_none() {
                    break;
                }
            }
            self.want(Kind::Close(Bracket::Round), MATCH)?;
        }
        self.distinct(&names)?;
        let span = head.to(self.previous.span);
        let agent = &self.agents[symbol as usize];
        if agent.sign == Polarity::Negative || agent.ports.iter().any(|port| port.0 == Polarity::Negative) {
            let help = "a match takes apart agents whose signs are all `+`; others have rules";
            self.mistake(Diagnostic::error(head, format!("{} is no value with values in it", quoted("", name)), help))?;
        } else if !agent.numbers.is_empty() {
            let help = "its ports hold numbers, which rules match: `rule Sum(out) ~ Cell(#n, t) => …;`";
            self.mistake(Diagnostic::error(head, format!("{} cannot be matched in a term", quoted("", name)), help))?;
        } else if names.len() != ports {
            self.wrong_count(symbol, ports, names.len(), span)?;
            return Err(Failed);
        }
        if let Some(first) = arms.iter().find(|arm| arm.symbol == symbol) {
            let error = Diagnostic::error(head, format!("{} has two arms", quoted("", name)), "remove one of the two");
            self.mistake(error.place(first.span, "the first"))?;
        }
        self.want(Kind::Becomes, MATCH)?;
        let vars = names.into_iter().map(|(name, at)| self.bind(reading, name, at)).collect();
        reading.open.push((Open::Agents { subject, arms, symbol, span, vars }, at));
        Ok(())
    }

    /// `Cons(a, b)`
    pub(super) fn make(&mut self, symbol: u32, ports: usize, items: &[Id], span: Span) -> Result<Id, Failed> {
        let agent = &self.agents[symbol as usize];
        let name = agent.name;
        if agent.sign == Polarity::Negative || agent.ports.iter().any(|port| port.0 == Polarity::Negative) {
            let help = "terms are made of agents whose signs are all `+`; others act in nets and rules";
            self.mistake(Diagnostic::error(span, format!("{} is no value with values in it", quoted("", name)), help))?;
        }
        if items.len() != ports {
            self.wrong_count(symbol, ports, items.len(), span)?;
        }
        let list = self.terms.list(items);
        Ok(self.terms.push(Form::Make(symbol, list), span))
    }

    pub(super) fn wrong_count(&mut self, symbol: u32, ports: usize, found: usize, span: Span) -> Result<(), Failed> {
        let agent = &self.agents[symbol as usize];
        let terms = if ports == 1 { "1 term".to_owned() } else { format!("{ports} terms") };
        let names: Vec<_> = agent.ports.iter().map(|port| port.1).collect();
        let help = match ports {
            0 => format!("write `{}`, without brackets", Short(agent.name)),
            _ => format!("it is `{}({})`", Short(agent.name), names.join(", ")),
        };
        let message = format!("{} has {terms}, not {found}", quoted("", agent.name));
        self.mistake(Diagnostic::error(span, message, help))
    }
}
