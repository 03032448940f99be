//! Numbers and their types: `n: u32`, where a rule knows one.

use super::{Parser, habits, recover::Failed};
use crate::{
    diagnostic::Diagnostic,
    number::{AnyType, Numbers, Type, WideType},
    span::Span,
    token::{Kind, Short, Source},
    tree::Numbered,
};

const NUMBER: &str = "a number is `#n`, or `#n: i32`";

impl<'s: 't, 't, S: Source<'s>> Parser<'t, '_, S> {
    /// `n: u32` after `#`.
    pub(super) fn any_number(&mut self) -> Result<Numbered<'t>, Failed> {
        let is_one = self.rule.is_some() && matches!(self.token.kind, Kind::Number(_));
        let (name, span) = self.name("a name for the number", if is_one { habits::ONE_NUMBER } else { NUMBER })?;
        let ty = match self.eat(Kind::Colon) {
            Some(_) => self.any_type(NUMBER)?.0,
            None => match self.any_called(name) {
                Some(ty) => {
                    let help = format!("give the number a name: `#n: {name}`");
                    self.mistake(Diagnostic::error(span, format!("`{name}` is a type"), help))?;
                    ty
                }
                None => {
                    let native = self.native_only(name);
                    if !native.is_empty() {
                        let types = self.type_names().join(", ");
                        let help = format!("give the number a name: `#n`; the types are {types}{native}");
                        self.mistake(Diagnostic::error(span, format!("`{name}` is a type"), help))?;
                    }
                    AnyType::Number(Type::U)
                }
            },
        };
        Ok(Numbered { name, ty, span })
    }

    /// The name of a type of numbers. Any other is reported, and stands for one.
    pub(super) fn any_type(&mut self, help: &str) -> Result<(AnyType, Span), Failed> {
        let (text, span) = self.name("a type", help)?;
        if let Some(ty) = self.any_called(text) {
            return Ok((ty, span));
        }
        let help = format!("the types of numbers are {}{}", self.type_names().join(", "), self.native_only(text));
        self.mistake(Diagnostic::error(span, format!("`{}` is no type of numbers", Short(text)), help))?;
        Ok((AnyType::Number(Type::U), span))
    }

    /// The type of this name, in the book's arithmetic.
    pub(super) fn any_called(&self, name: &str) -> Option<AnyType> {
        let wide = WideType::called(name).filter(|_| self.numbers == Numbers::Native).map(AnyType::Wide);
        let types = [Type::U, Type::I, Type::F].into_iter();
        types.map(AnyType::Number).find(|ty| ty.name(self.numbers) == name).or(wide)
    }

    /// Where a type is one that this book's arithmetic does not have, and the other one does.
    pub(super) fn native_only(&self, name: &str) -> String {
        let native = [Type::U, Type::I, Type::F].map(|ty| ty.name(Numbers::Native)).contains(&name);
        match (self.numbers, native || WideType::called(name).is_some()) {
            (Numbers::Hvm24, true) => format!("; `{name}` is one with `#![numbers(native)]` at the top of the book"),
            _ => String::new(),
        }
    }

    /// What the types of the book's numbers are called.
    pub(super) fn type_names(&self) -> Vec<&'static str> {
        let mut names = [Type::U, Type::I, Type::F].map(|ty| ty.name(self.numbers)).to_vec();
        if self.numbers == Numbers::Native {
            names.extend(WideType::ALL.map(WideType::name));
        }
        names
    }
}
