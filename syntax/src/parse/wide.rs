//! Wide numbers: `7_i64`, `#x: f64`. They are agents that hold the two halves, declared by their first use.

use super::{Parser, expression::Ty, recover::Failed};
use crate::{
    code::{Code, Step},
    diagnostic::Diagnostic,
    net::Polarity,
    number::{Number, NumberError, Numbers, Type, Wide, WideType},
    span::Span,
    token::{Short, Source, Token},
    tree::{Declaration, Numbered, Shape, Tree},
};
use std::borrow::Cow;

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// The agent of these numbers, declared if it is not: nobody writes its name, so that no other has to give way.
    pub(super) fn wide_agent(&mut self, ty: WideType, span: Span) -> u32 {
        let place = ty as usize;
        if let Some(symbol) = self.wide[place] {
            return symbol;
        }
        let symbol = self.agents.len() as u32;
        let numbers = vec![(0, Type::U), (1, Type::U)];
        self.numbers_at.push(numbers.clone());
        self.agents.push(Declaration {
            name: ty.name(),
            span,
            sign: Polarity::Positive,
            ports: ["n", ""].map(|name| (Polarity::Positive, name, span)).to_vec(),
            numbers,
            pairs: vec![(0, ty)],
            linear: false,
            meets: Vec::new(),
        });
        self.wide[place] = Some(symbol);
        symbol
    }

    /// The terms of an agent, as they are written, at its ports: a wide number is at two.
    pub(super) fn spread(
        &mut self,
        symbol: u32,
        terms: Vec<&'t Tree<'t>>,
        at: Span,
    ) -> Result<Vec<&'t Tree<'t>>, Failed> {
        let agent = &self.agents[symbol as usize];
        if agent.pairs.is_empty() {
            return Ok(terms);
        }
        let (name, pairs, written) = (agent.name, agent.pairs.clone(), agent.written());
        if terms.len() != written {
            let count = |n: usize, what| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
            let message =
                format!("`{}` has {}, but {} here", Short(name), count(written, "port"), count(terms.len(), "term"));
            let error = Diagnostic::error(at, message, "write a term for each port: a wide number is one, `7_i64`");
            self.error(error.place(self.agents[symbol as usize].span, "declared here"));
            return Err(Failed);
        }
        let mut ports = Vec::new();
        for term in terms {
            match pairs.iter().find(|&&(port, _)| port as usize == ports.len()) {
                Some(&(_, ty)) => ports.extend(self.halves(term, ty)?),
                None => ports.push(term),
            }
        }
        Ok(ports)
    }

    /// What stands at the two ports of a wide number.
    fn halves(&mut self, term: &'t Tree<'t>, ty: WideType) -> Result<[&'t Tree<'t>; 2], Failed> {
        match term.kind {
            Shape::User(symbol, &[low, high]) if self.agents[symbol as usize].boxed() == Some(ty) => Ok([low, high]),
            Shape::Matched(_) => Ok([term, self.tree(Shape::Matched(""), term.span)]),
            _ if self.in_pattern() => Ok([term; 2]),
            _ => {
                let ty = ty.name();
                let found = match term.kind {
                    Shape::Num(number) => number.ty().map(|ty| ty.name(self.numbers)),
                    Shape::User(symbol, _) => self.agents[symbol as usize].boxed().map(WideType::name),
                    _ => None,
                };
                let message = match found {
                    Some(found) => format!("this number is of type `{found}`, and the port of type `{ty}`"),
                    None => format!("this port holds a number of type `{ty}`"),
                };
                let help = self.wire_for_number(term).unwrap_or_else(|| {
                    format!("write a literal of the type, `5_{ty}`, or in a rule a value, `#n` or `#(n as {ty})`")
                });
                self.mistake(Diagnostic::error(term.span, message, help))?;
                if let Shape::Hole(hole) = term.kind {
                    self.refused.push(hole);
                }
                // Its wires are still there.
                let low = Shape::Unknown(self.arenas.lists.alloc_extend([term]));
                let high = Shape::Num(Number::u(0, self.numbers));
                Ok([low, high].map(|half| self.tree(half, term.span)))
            }
        }
    }

    /// The name of an agent of the book's own.
    pub(super) fn agent_name(&mut self, help: &str) -> Result<(&'t str, Span), Failed> {
        let (name, span) = self.name("the name of an agent", help)?;
        if WideType::called(name).is_some() {
            let message = format!("`{name}` is a type of numbers");
            let help =
                format!("wide numbers are agents of that name: call this one otherwise, `{}`", name.to_uppercase());
            self.mistake(Diagnostic::error(span, message, help))?;
        }
        Ok((name, span))
    }

    /// The agent, with these halves.
    pub(super) fn wide_tree(&mut self, ty: WideType, halves: [&'t Tree<'t>; 2], span: Span) -> &'t Tree<'t> {
        let shape = self.wide_shape(ty, halves, span);
        self.tree(shape, span)
    }

    fn wide_shape(&mut self, ty: WideType, halves: [&'t Tree<'t>; 2], span: Span) -> Shape<'t> {
        let symbol = self.wide_agent(ty, span);
        Shape::User(symbol, self.arenas.lists.alloc_extend(halves))
    }

    /// A literal as a term, if it says that it is wide.
    pub(super) fn wide_literal(&mut self, token: Token<'t>, text: &str) -> Result<Option<Shape<'t>>, Failed> {
        let Some(wide) = self.wide_number(token, text)? else { return Ok(None) };
        let halves = wide.halves().map(|half| self.tree(Shape::Num(half), token.span));
        Ok(Some(self.wide_shape(wide.ty(), halves, token.span)))
    }

    /// Its value. A wrong one is reported and stands for 0.
    pub(super) fn wide_number(&mut self, token: Token<'t>, text: &str) -> Result<Option<Wide>, Failed> {
        let Some(read) = Wide::parse_literal(text) else { return Ok(None) };
        let ty = if text.ends_with(WideType::I.name()) { WideType::I } else { WideType::F };
        let read = match self.numbers {
            Numbers::Native => read,
            Numbers::Hvm24 => Err(NumberError::NoWide(ty)),
        };
        self.wide_or_zero(token.span, read, ty).map(Some)
    }

    pub(super) fn wide_or_zero(
        &mut self,
        span: Span,
        read: Result<Wide, NumberError>,
        ty: WideType,
    ) -> Result<Wide, Failed> {
        match read {
            Ok(wide) => Ok(wide),
            Err(error) => {
                self.mistake(Diagnostic::error(span, error.to_string(), error.help()))?;
                Ok(Wide::from_halves(ty, 0, 0))
            }
        }
    }

    /// `#n: i64` on the left of a rule.
    pub(super) fn wide_pattern(&mut self, number: Numbered<'t>, ty: WideType, span: Span) -> &'t Tree<'t> {
        let halves = [number.name, ""].map(|name| self.tree(Shape::Matched(name), number.span));
        self.wide_tree(ty, halves, span)
    }

    /// A value of such a type on the right: the agent, and how each half is computed.
    pub(super) fn wide_value(&mut self, code: Code, ty: WideType, span: Span) -> Result<Shape<'t>, Failed> {
        let mut half = |step| {
            let steps = match (&code.0[..], step) {
                (&[low @ Step::Known(_), Step::Known(_)], Step::Low) => vec![low],
                (&[Step::Known(_), high @ Step::Known(_)], Step::High) => vec![high],
                (steps, _) => steps.iter().copied().chain([step]).collect(),
            };
            let value = self.computes(Code(Cow::Owned(steps)), Ty::Number(Type::U), span)?;
            Ok(self.tree(Shape::Value(value), span))
        };
        let halves = [half(Step::Low)?, half(Step::High)?];
        Ok(self.wide_shape(ty, halves, span))
    }
}
