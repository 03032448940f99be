//! `extern -Print(#c: u32) { … }`: an agent that calls Rust for its effects.
//!
//! It is an agent and a rule: `-Print(#c: u32, -then)`, and `rule Print(#c, then) ~ Token where () = { … } => then ~ Token;`.
//! What comes from Rust goes to the ports that are declared with `-`, in order. So there is one order of all effects to which
//! one token leads: each happens when the token arrives, and then hands it on.

use super::{Parser, agents::Ports, recover::Failed};
use crate::{
    code::{Code, Step},
    diagnostic::Diagnostic,
    net::Polarity,
    number::AnyType,
    span::Span,
    token::{Bracket, Kind, Short, Source},
    tree::{Declaration, File, Native, Numbered, Rule, Shape, Side, Tree},
};

/// What `extern` agents meet.
pub(crate) const TOKEN: &str = "Token";
/// The port where they hand it on: the last one.
const THEN: &str = "then";

const EXTERN: &str =
    "an agent that calls Rust is `extern -Print(#c: u32) { … }`, or with results `extern -Now(-ms) -> u32 { … }`";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// After the word `extern`, which stands at `word`.
    pub(super) fn external(&mut self, word: Span, file: &mut File<'t>) -> Result<(), Failed> {
        let (at, before) = (self.token.span, self.errors);
        let sign = self.sign("a sign before the name", EXTERN, file)?;
        let (name, span) = self.agent_name(EXTERN)?;
        if sign == Polarity::Positive && !file.no_signs {
            let help = format!("it acts on the token that it meets: write `-{}`", Short(name));
            self.mistake(Diagnostic::error(at.to(span), "an `extern` agent is negative", help))?;
        }
        let Ports { mut ports, numbers, pairs } = self.ports(file, EXTERN)?;
        let (types, types_at) = self.result_types()?;
        let wide = |at: usize| pairs.iter().find(|&&(port, _)| port as usize == at).map(|&(_, ty)| AnyType::Wide(ty));
        let number =
            |at: usize| numbers.iter().find(|&&(port, _)| port as usize == at).map(|&(_, ty)| AnyType::Number(ty));
        let holds = |at: usize| wide(at).or_else(|| number(at));
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for (at, &(sign, name, span)) in ports.iter().enumerate() {
            match (holds(at), sign) {
                (Some(ty), _) => inputs.push(Numbered { name, ty, span }),
                (None, Polarity::Negative) => outputs.push((name, span)),
                (None, Polarity::Positive) => {
                    let short = Short(name);
                    let help = format!(
                        "Rust needs numbers: `#{short}: u32`; a rule can wait for one on a wire and go on with `#{short}`"
                    );
                    self.mistake(Diagnostic::error(span, "an `extern` agent takes no wire", help))?;
                }
            }
        }
        if types.len() != outputs.len() {
            let count = |n: usize, what| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
            let (results, ports) = (count(types.len(), "result"), count(outputs.len(), "port"));
            let message = format!("Rust gives {results}, and `-` is before {ports}");
            let help = "declare a port for each result, in order: `extern -Now(-ms) -> u32 { … }`";
            self.mistake(Diagnostic::error(types_at.unwrap_or(span), message, help))?;
        }
        let block = self.block(EXTERN)?;
        let results: Vec<_> =
            outputs.iter().zip(&types).map(|(&(name, span), &ty)| Numbered { name, ty, span }).collect();
        let token = match (self.symbol_of_token, self.symbols.get(TOKEN)) {
            (Some(token), _) => token,
            (None, None) => self.declare(agent(TOKEN, word, Polarity::Positive)),
            (None, Some(&(number, _))) => {
                let message = "`Token` is what `extern` agents meet";
                let error = Diagnostic::error(self.agents[number as usize].span, message, "rename this agent");
                self.mistake(error.place(word, "here is one of them"))?;
                number
            }
        };
        self.symbol_of_token = Some(token);
        ports.push((Polarity::Negative, THEN, span));
        let twice = ports.iter().enumerate().any(|(at, port)| ports[..at].iter().any(|other| other.1 == port.1));
        let declared = Declaration { ports, numbers, pairs, ..agent(name, span, Polarity::Negative) };
        let pattern: Vec<_> =
            (0..).zip(&declared.ports).map(|(at, port)| self.port_pattern(&declared, at, port)).collect();
        let symbol = self.declare(declared);
        // What else is wrong with the rule is no second mistake. That ports have one name, the check says.
        if twice || self.errors > before {
            self.lost = true;
            return Ok(());
        }
        let side = self.tree(Shape::User(symbol, self.arenas.lists.alloc_extend(pattern)), span);
        let token = self.tree(Shape::User(token, &[]), word);
        let mut values = Vec::new();
        let mut redexes = Vec::new();
        let mut known = inputs.len() as u32;
        for &Numbered { name, ty, span } in &results {
            let mut value = || {
                values.push(Code(vec![Step::Known(known)].into()));
                known += 1;
                self.tree(Shape::Value(values.len() as u32 - 1), span)
            };
            let given = match ty {
                AnyType::Number(_) => value(),
                AnyType::Wide(wide) => {
                    let halves = [value(), value()];
                    self.wide_tree(wide, halves, span)
                }
            };
            redexes.push([self.tree(Shape::Wire(name), span), given]);
        }
        redexes.push([self.tree(Shape::Wire(THEN), span), self.tree(token.kind, word)]);
        let native = Some(Native { block, inputs, results, span: types_at.unwrap_or(span) });
        let sides = [Side::Agent(side), Side::Agent(token)];
        file.rules.push(Rule { span: word, sides, guard: None, native, values, redexes });
        Ok(())
    }

    /// `-> u32`, `-> (u32, f32)`, or nothing: the types, and where they stand.
    fn result_types(&mut self) -> Result<(Vec<AnyType>, Option<Span>), Failed> {
        if self.eat(Kind::Arrow).is_none() {
            return Ok((Vec::new(), None));
        }
        let start = self.token.span;
        if self.eat(Kind::Open(Bracket::Round)).is_none() {
            return Ok((vec![self.any_type(EXTERN)?.0], Some(start)));
        }
        let mut types = Vec::new();
        while self.eat(Kind::Close(Bracket::Round)).is_none() {
            types.push(self.any_type(EXTERN)?.0);
            if self.eat(Kind::Comma).is_none() && self.token.kind != Kind::Close(Bracket::Round) {
                return self.fail("`,` or `)`", EXTERN);
            }
        }
        Ok((types, Some(start.to(self.previous.span))))
    }

    /// What stands at a port on the left of the rule.
    fn port_pattern(
        &self,
        agent: &Declaration<'t>,
        at: u32,
        &(_, name, span): &(Polarity, &'t str, Span),
    ) -> &'t Tree<'t> {
        let number = agent.numbers.iter().any(|&(port, _)| port == at);
        self.tree(if number { Shape::Matched(name) } else { Shape::Wire(name) }, span)
    }

    pub(super) fn tree(&self, kind: Shape<'t>, span: Span) -> &'t Tree<'t> {
        self.arenas.trees.alloc(Tree { kind, span, head: span, written: None })
    }
}

/// An agent without ports; a token if it is positive.
fn agent(name: &str, span: Span, sign: Polarity) -> Declaration<'_> {
    let linear = sign == Polarity::Positive;
    Declaration {
        name,
        span,
        sign,
        ports: Vec::new(),
        numbers: Vec::new(),
        pairs: Vec::new(),
        linear,
        meets: Vec::new(),
    }
}
