//! The text of a definition in the making: each value in it may be used any number of times.

use std::{
    collections::BTreeMap,
    fmt::{Display, Write},
};

#[derive(Default)]
pub struct Body {
    redexes: String,
    names: usize,
    /// The wires to where each value is used.
    uses: BTreeMap<String, Vec<String>>,
    /// The numbers at hand.
    pub numbers: Vec<String>,
}

/// Arguments, one after the other, and the result.
pub fn spine(args: &[String], result: &str) -> String {
    args.iter().rev().fold(result.to_owned(), |rest, arg| format!("({arg} {rest})"))
}

impl Body {
    pub fn name(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A new number. It comes from where [`from`] stands.
    pub fn number(&mut self) -> String {
        let name = self.name("v");
        self.numbers.push(name.clone());
        name
    }

    /// One use of a value.
    pub fn take(&mut self, value: &str) -> String {
        let wire = self.name("u");
        self.uses.entry(value.to_owned()).or_default().push(wire.clone());
        wire
    }

    pub fn meet(&mut self, one: impl Display, other: impl Display) {
        write!(self.redexes, " & {one} ~ {other}").unwrap();
    }

    /// The definition.
    pub fn finish(self, name: &str, root: &str) -> String {
        let text = format!("@{name} = {root}{}\n", self.redexes);
        let mut parts = text.split('<');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            // It may be the operator.
            match part.split_once('>').filter(|(value, _)| value.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
                Some((value, rest)) => write!(out, "{}{rest}", self.pattern(value)).unwrap(),
                None => write!(out, "<{part}").unwrap(),
            }
        }
        out
    }

    /// `*`, a wire, or copies.
    fn pattern(&self, value: &str) -> String {
        let uses = self.uses.get(value).into_iter().flatten().cloned();
        uses.reduce(|copies, wire| format!("{{{copies} {wire}}}")).unwrap_or("*".to_owned())
    }
}

/// Where a value comes from.
pub fn from(value: &str) -> String {
    format!("<{value}>")
}
