//! From a core's text to rows.

use crate::{
    core::{Core, error_at, format, list, short},
    error::Error,
    lang::{Binary, Comparison, Constant, Real, RealLang, Unary},
    names::Names,
    number,
};
use core::fmt::Display;
use lispexp::{Datum, DatumKind};
use polarnet_columns::{Builder, Idx, List, Space};

// What to write.
const EXPRESSION: &str = "an expression is a number, a name, or an operation: `(+ x 1)`";
const LET: &str = "write `(let ([x 1] [y 2]) (+ x y))`";
const WHILE: &str = "write `(while (< i 9) ([i 0 (+ i 1)]) i)`";
const ANNOTATED: &str = "write `(! :precision binary32 (+ x y))`";
const DIGITS: &str = "write numbers, the base from 2 on: `(digits 12 -1 10)` is 1.2";

impl Core<'_> {
    /// Adds the body to a batch, and gives its row. Variables of `let` stand for their rows, so what they share is
    /// shared. Operations of more than two arguments are folded to the left; comparisons of more are chained.
    ///
    /// # Errors
    ///
    /// What is not FPCore, with its place: unknown names, unknown operations, wrong numbers of arguments.
    pub fn build<S: Space>(&self, batch: &mut Builder<S, RealLang>, names: &mut Names) -> Result<Idx<S>, Error> {
        self.expression(&self.body, batch, names)
    }

    /// Adds what the core demands of its arguments, its `:pre`, to a batch, and gives its row: a truth value. None, if it demands
    /// nothing.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build).
    pub fn build_precondition<S: Space>(
        &self,
        batch: &mut Builder<S, RealLang>,
        names: &mut Names,
    ) -> Result<Option<Idx<S>>, Error> {
        self.precondition.as_ref().map(|test| self.expression(test, batch, names)).transpose()
    }

    fn expression<S: Space>(
        &self,
        datum: &Datum<'_>,
        batch: &mut Builder<S, RealLang>,
        names: &mut Names,
    ) -> Result<Idx<S>, Error> {
        let scope = self.arguments.iter().map(|argument| (argument.name, None)).collect();
        let mut build = Build { text: self.text, batch, names, scope, level: 0 };
        build.expression(datum)
    }
}

/// What is in scope while a body is built.
struct Build<'b, 't, S: Space> {
    text: &'t str,
    batch: &'b mut Builder<S, RealLang>,
    names: &'b mut Names,
    /// Names with their rows, the innermost last. The arguments of the core have none yet.
    scope: Vec<(&'t str, Option<Idx<S>>)>,
    /// How many variables of loops are in scope.
    level: u32,
}

impl<'t, S: Space> Build<'_, 't, S> {
    fn error<T>(&self, at: &Datum<'_>, message: impl Display, help: impl Display) -> Result<T, Error> {
        Err(error_at(self.text, at.span.start, message, help))
    }

    fn expression(&mut self, datum: &Datum<'t>) -> Result<Idx<S>, Error> {
        match &datum.kind {
            DatumKind::Number(word) | DatumKind::Symbol(word) => match self.names.literal(word) {
                Some(Ok(value)) => Ok(self.batch.add(Real::Number(value))),
                Some(Err(message)) => self.error(datum, message, number::HELP),
                None => self.name(datum, word),
            },
            DatumKind::List { .. } => match list(self.text, datum, "an expression", EXPRESSION)? {
                [] => self.error(datum, "expected an expression, found `()`", EXPRESSION),
                [head, rest @ ..] => match head.as_symbol() {
                    Some(operation) => self.operation(head, operation, rest),
                    None => {
                        let message = format!("expected an operation, found `{}`", short(self.text, head));
                        self.error(head, message, "a bracket begins with an operation: `(+ x y)`")
                    }
                },
            },
            _ => {
                let message = format!("expected an expression, found `{}`", short(self.text, datum));
                self.error(datum, message, EXPRESSION)
            }
        }
    }

    fn name(&mut self, at: &Datum<'t>, name: &str) -> Result<Idx<S>, Error> {
        match self.scope.iter().rev().find(|(known, _)| *known == name) {
            Some((_, Some(row))) => return Ok(*row),
            Some((_, None)) => {
                let symbol = self.names.symbol(name);
                return Ok(self.batch.add(Real::Variable(symbol)));
            }
            None => {}
        }
        if let Some(constant) = Constant::from_name(name) {
            return Ok(self.batch.add(Real::Constant(constant)));
        }
        let arguments: Vec<_> = self.scope.iter().filter(|(_, row)| row.is_none()).map(|(name, _)| *name).collect();
        let arguments = match arguments.is_empty() {
            true => "the core has no arguments".to_owned(),
            false => format!("the arguments of the core are {}", arguments.join(", ")),
        };
        let help = format!("{arguments}; add it to them, or bind it: `(let ([{name} …]) …)`");
        self.error(at, format!("unknown variable `{name}`"), help)
    }

    fn operation(&mut self, head: &Datum<'t>, operation: &str, rest: &[Datum<'t>]) -> Result<Idx<S>, Error> {
        match operation {
            "let" | "let*" => return self.bindings(head, operation == "let*", rest),
            "while" | "while*" => return self.repetition(head, operation == "while*", rest),
            "!" => return self.annotated(head, rest),
            "digits" => return self.digits(head, rest),
            "for" | "for*" | "tensor" | "tensor*" => {
                let help = match operation {
                    "for" | "for*" => "write it with `while`: `(while test ([name init update] …) body)`",
                    _ => "write the elements: `(array a b c)`",
                };
                return self.error(head, format!("`{operation}` is not supported"), help);
            }
            _ => {}
        }
        let rows = rest.iter().map(|each| self.expression(each)).collect::<Result<Vec<_>, _>>()?;
        if let Some(comparison) = Comparison::from_name(operation) {
            return self.comparison(head, comparison, &rows);
        }
        if let (Some(function), [a]) = (Unary::from_name(operation), &rows[..]) {
            return Ok(self.batch.add(Real::Unary(function, *a)));
        }
        if let (Some(function), &[a, b]) = (Binary::from_name(operation), &rows[..]) {
            return Ok(self.batch.add(Real::Binary(function, [a, b])));
        }
        let node = match (operation, &rows[..]) {
            ("-", &[a]) => Real::Neg(a),
            ("+" | "*" | "and" | "or", &[a]) => return Ok(a),
            ("+" | "-" | "*" | "/" | "and" | "or", &[first, ref others @ ..]) if !others.is_empty() => {
                let fold = |a, &b| match operation {
                    "+" => self.batch.add(Real::Add(a, b)),
                    "-" => self.batch.add(Real::Sub(a, b)),
                    "*" => self.batch.add(Real::Mul(a, b)),
                    "/" => self.batch.add(Real::Div(a, b)),
                    "and" => self.batch.add(Real::And(a, b)),
                    _ => self.batch.add(Real::Or(a, b)),
                };
                return Ok(others.iter().fold(first, fold));
            }
            ("fma", &[a, b, c]) => Real::Fma([a, b, c]),
            ("if", &[test, then, other]) => Real::If { test, then, other },
            ("array", elements) => Real::Array(List::new(elements)),
            ("ref", &[array, ref places @ ..]) if !places.is_empty() => {
                return Ok(places.iter().fold(array, |array, &at| self.batch.add(Real::Ref(array, at))));
            }
            _ => return self.misused(head, operation, rows.len()),
        };
        Ok(self.batch.add(node))
    }

    /// An operation that there is not, or not with so many arguments.
    fn misused<T>(&self, head: &Datum<'t>, operation: &str, given: usize) -> Result<T, Error> {
        let takes = match operation {
            "-" | "/" | "+" | "*" | "and" | "or" | "ref" => 0,
            "fma" | "if" => 3,
            _ if Unary::from_name(operation).is_some() => 1,
            _ if Binary::from_name(operation).is_some() => 2,
            _ => {
                let help =
                    "the operations are those of FPCore 2.0, `+`, `sin`, `if`, `let` …; the name of a core is none";
                return self.error(head, format!("unknown operation `{operation}`"), help);
            }
        };
        let (arguments, help) = match takes {
            1 => ("1 argument", format!("write `({operation} a)`")),
            2 => ("2 arguments", format!("write `({operation} a b)`")),
            3 => ("3 arguments", format!("write `({operation} a b c)`")),
            _ => ("more arguments", format!("write `({operation} a b)`")),
        };
        self.error(head, format!("`{operation}` takes {arguments}, not {given}"), help)
    }

    /// `(< a b c)`: each with the next, and for `!=` each with each.
    fn comparison(&mut self, head: &Datum<'t>, comparison: Comparison, rows: &[Idx<S>]) -> Result<Idx<S>, Error> {
        let mut all = None;
        for (at, &a) in rows.iter().enumerate() {
            let others = &rows[at + 1..];
            let others = if comparison == Comparison::Ne { others } else { &others[..others.len().min(1)] };
            for &b in others {
                let one = self.batch.add(Real::Compare(comparison, [a, b]));
                all = Some(all.map_or(one, |all| self.batch.add(Real::And(all, one))));
            }
        }
        match all {
            Some(all) => Ok(all),
            None => {
                let name = comparison.name();
                self.error(head, format!("`{name}` takes at least 2 arguments"), format!("write `({name} a b)`"))
            }
        }
    }

    /// `(let ([name value] …) body)`
    fn bindings(&mut self, head: &Datum<'t>, sequential: bool, rest: &[Datum<'t>]) -> Result<Idx<S>, Error> {
        let [bindings, body] = rest else {
            return self.error(head, "expected `(let ([name value] …) body)`", LET);
        };
        let outer = self.scope.len();
        let mut new = Vec::new();
        for binding in list(self.text, bindings, "the list of bindings", LET)? {
            let parts = list(self.text, binding, "a binding `[name value]`", LET)?;
            let [name, value] = parts else { return self.error(binding, "expected a binding `[name value]`", LET) };
            let name = self.bound(name, LET)?;
            let value = self.expression(value)?;
            match sequential {
                true => self.scope.push((name, Some(value))),
                false => new.push((name, Some(value))),
            }
        }
        self.scope.extend(new);
        let body = self.expression(body);
        self.scope.truncate(outer);
        body
    }

    /// `(while test ([name init update] …) body)`: the values of the variables before the loop are outside of it, all
    /// else is inside. `while*` differs in the order of the updates, and in that an `init` sees those before it.
    fn repetition(&mut self, head: &Datum<'t>, sequential: bool, rest: &[Datum<'t>]) -> Result<Idx<S>, Error> {
        let [test, bindings, body] = rest else {
            return self.error(head, "expected `(while test ([name init update] …) body)`", WHILE);
        };
        let outer = self.scope.len();
        let mut variables = Vec::new();
        for binding in list(self.text, bindings, "the list of variables", WHILE)? {
            let parts = list(self.text, binding, "a variable `[name init update]`", WHILE)?;
            let [name, init, update] = parts else {
                return self.error(binding, "expected a variable `[name init update]`", WHILE);
            };
            let (name, init) = (self.bound(name, WHILE)?, self.expression(init)?);
            variables.push((name, init, update));
            if sequential {
                self.scope.push((name, Some(init)));
            }
        }
        self.scope.truncate(outer);
        for (&(name, ..), level) in variables.iter().zip(self.level..) {
            let row = self.batch.add(Real::Local(level));
            self.scope.push((name, Some(row)));
        }
        self.level += variables.len() as u32;
        let (test, body) = (self.expression(test)?, self.expression(body)?);
        let mut parts = vec![test, body];
        for &(_, init, update) in &variables {
            parts.extend([init, self.expression(update)?]);
        }
        self.level -= variables.len() as u32;
        self.scope.truncate(outer);
        Ok(self.batch.add(Real::While { sequential, parts: List::new(&parts) }))
    }

    /// `(! property value … body)`: only `:precision` changes what is meant.
    fn annotated(&mut self, head: &Datum<'t>, rest: &[Datum<'t>]) -> Result<Idx<S>, Error> {
        let Some((body, properties)) = rest.split_last() else {
            return self.error(head, "expected `(! property value … body)`", ANNOTATED);
        };
        let mut precision = None;
        for property in properties.chunks(2) {
            match property {
                [key, value] if key.as_keyword() == Some(":precision") => precision = Some(format(self.text, value)?),
                [key, _] if key.as_keyword().is_some() => {}
                _ => return self.error(&property[0], "expected a property and its value", ANNOTATED),
            }
        }
        let body = self.expression(body)?;
        Ok(precision.map_or(body, |format| self.batch.add(Real::In(format, body))))
    }

    /// `(digits mantissa exponent base)`
    fn digits(&mut self, head: &Datum<'t>, rest: &[Datum<'t>]) -> Result<Idx<S>, Error> {
        let exact = |datum: &Datum<'t>| match number::parse(datum.span.text(self.text)) {
            Some(Ok(value)) => Ok(value),
            _ => self.error(datum, "expected a number", DIGITS),
        };
        let [mantissa, exponent, base] = rest else {
            return self.error(head, "expected `(digits mantissa exponent base)`", DIGITS);
        };
        match number::digits(exact(mantissa)?, &exact(exponent)?, &exact(base)?) {
            Ok(value) => {
                let number = self.names.number(value);
                Ok(self.batch.add(Real::Number(number)))
            }
            Err(message) => self.error(head, message, DIGITS),
        }
    }

    fn bound(&self, datum: &Datum<'t>, form: &str) -> Result<&'t str, Error> {
        match datum.as_symbol() {
            Some(name) => Ok(name),
            None => self.error(datum, format!("expected a name, found `{}`", short(self.text, datum)), form),
        }
    }
}
