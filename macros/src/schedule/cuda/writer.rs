//! A function of C++ that is being written, line by line.

use super::{Unit, names::Names};
use crate::schedule::{
    typed::{Expr, Join, Kind, LocalId, ValId},
    types::{Shape, SpaceId},
};
use proc_macro2::Span;
use std::collections::HashMap;

/// What a variable stands for.
#[derive(Clone)]
pub enum Bound<'a> {
    /// An expression of C++.
    Text(String),
    /// Children.
    List(Vec<Part>),
    /// A list that is made again where it is used.
    Again(&'a Expr<'a>),
}

/// A part of a list of children.
#[derive(Clone)]
pub enum Part {
    /// One row.
    One(String),
    /// Rows one after the other: where they stand, and how many.
    Words(String, String),
}

/// Where the value of an expression goes.
#[derive(Clone)]
pub enum Sink {
    Return,
    /// Into a variable.
    Set(String),
    /// Nowhere: it sends values itself.
    Send,
}

/// How values are sent to rows.
#[derive(Clone)]
pub struct Sending {
    pub val: ValId,
    pub join: Join,
    pub way: Way,
}

/// Where what is sent meets, by numbers of slots.
#[derive(Clone)]
pub enum Way {
    /// At the row `to`, which asks.
    Asked,
    /// In the cells of a column, by one atomic step; how many rows there are.
    Atomic { cells: usize, cell: &'static str, operation: &'static str, rows: usize },
    /// In the cells of the part that the thread has, by itself.
    Part { cells: usize, rows: usize },
}

/// A val at many points: its value at the row `n` and the point `p`.
#[derive(Clone)]
pub struct AtPoint {
    /// The slot of all values: of a row those at all points, one row after the other.
    pub cells: usize,
    /// How many points there are.
    pub count: String,
    /// The parameters that have a value for each point.
    pub columns: Vec<LocalId>,
}

pub struct Writer<'w, 'p, 'a, 'e> {
    pub unit: &'w mut Unit<'p, 'a, 'e>,
    /// The val whose function it is.
    pub val: ValId,
    lines: Vec<String>,
    indent: usize,
    pub names: Names,
    pub bound: HashMap<LocalId, Bound<'a>>,
    /// Batches that are parameters of the function itself.
    pub batches: HashMap<SpaceId, String>,
    /// How many rows a space has, by a parameter of the function itself.
    pub counts: HashMap<SpaceId, String>,
    /// On the way down, and where rows send to other columns.
    pub sending: Option<Sending>,
    pub point: Option<AtPoint>,
}

impl<'w, 'p, 'a, 'e> Writer<'w, 'p, 'a, 'e> {
    pub fn new(unit: &'w mut Unit<'p, 'a, 'e>, val: ValId) -> Self {
        Writer {
            unit,
            val,
            lines: Vec::new(),
            indent: 1,
            names: Names::default(),
            bound: HashMap::new(),
            batches: HashMap::new(),
            counts: HashMap::new(),
            sending: None,
            point: None,
        }
    }

    pub fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("{}{}", "    ".repeat(self.indent), text.as_ref()));
    }

    /// Opens a block: `if (…) {`.
    pub fn open(&mut self, head: impl AsRef<str>) {
        self.line(format!("{} {{", head.as_ref()).trim_start());
        self.indent += 1;
    }

    pub fn close(&mut self) {
        self.indent -= 1;
        self.line("}");
    }

    /// `} while (false);`
    pub fn close_with(&mut self, end: &str) {
        self.indent -= 1;
        self.line(format!("}} {end}"));
    }

    /// One step to the right.
    pub fn deeper(&mut self, f: impl FnOnce(&mut Self)) {
        self.indent += 1;
        f(self);
        self.indent -= 1;
    }

    /// `} else {`
    pub fn turn(&mut self, middle: &str) {
        self.indent -= 1;
        self.line(format!("}} {middle} {{"));
        self.indent += 1;
    }

    /// What `f` writes, which may be written later; its names are free again.
    pub fn apart(&mut self, f: impl FnOnce(&mut Self)) -> Vec<String> {
        let (mark, names) = (self.lines.len(), self.names.clone());
        f(self);
        self.names = names;
        self.lines.split_off(mark)
    }

    pub fn write(&mut self, lines: Vec<String>) {
        self.lines.extend(lines);
    }

    pub fn body(&mut self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    /// A constant of the function, by a name that begins so.
    pub fn keep(&mut self, stem: &str, ty: &str, value: &str) -> String {
        let name = self.names.own(stem);
        self.constant(ty, &name, value);
        name
    }

    fn constant(&mut self, ty: &str, name: &str, value: &str) {
        // A pointer is to what is constant already.
        let kept = if ty.ends_with('*') { format!("{ty} const") } else { format!("const {ty}") };
        self.line(format!("{kept} {name} = {value};"));
    }

    /// The same, if it is no name already.
    pub fn named(&mut self, stem: &str, ty: &str, value: String) -> String {
        match value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            true => value,
            false => self.keep(stem, ty, &value),
        }
    }

    /// Gives a variable of the user's its value.
    pub fn bind(&mut self, id: LocalId, ty: &str, value: &str) {
        // Another name of the same.
        if value.starts_with("v_") && value.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            self.bound.insert(id, Bound::Text(value.to_owned()));
            return;
        }
        let name = self.names.variable(&self.unit.program.locals[id].name.to_string());
        self.constant(ty, &name, value);
        self.bound.insert(id, Bound::Text(name));
    }

    /// A batch of a space: its first slot.
    pub fn batch(&mut self, space: SpaceId, span: Span) -> String {
        if let Some(name) = self.batches.get(&space) {
            return name.clone();
        }
        match self.unit.slots.batches.get(&space) {
            Some(first) => first.to_string(),
            None => {
                let name = &self.unit.program.spaces[space].name;
                let text = format!("no batch of `{name}` is known on the device");
                self.unit.refuse(span, text, format!("add a parameter: `{name}: &Batch<{name}>`"));
                "0".to_owned()
            }
        }
    }

    /// Writes an expression's value where it belongs.
    pub fn put_into(&mut self, expr: &'a Expr<'a>, sink: &Sink) {
        match &expr.kind {
            Kind::Let(locals, value, body) => {
                self.assign(locals, value);
                self.put_into(body, sink);
            }
            Kind::If(condition, value, other)
                if !self.is_plain(expr)
                    || matches!(sink, Sink::Send)
                    || matches!(value.kind, Kind::If(..) | Kind::Tuple(_))
                    || matches!(other.kind, Kind::If(..)) =>
            {
                let condition = self.value(condition);
                self.open(format!("if ({condition})"));
                self.inner(value, sink);
                let nothing = matches!(&other.kind, Kind::Writes(list) if list.is_empty());
                if !nothing {
                    self.turn("else");
                    self.inner(other, sink);
                }
                self.close();
            }
            Kind::Match(on, arms) => self.arms(on, arms, sink),
            Kind::Writes(list) => list.iter().for_each(|it| self.put_into(it, sink)),
            Kind::Write(row, value) => self.send(row, value),
            _ => {
                let value = self.value(expr);
                self.give(&value, sink);
            }
        }
    }

    /// The same in a block of its own.
    pub fn inner(&mut self, expr: &'a Expr<'a>, sink: &Sink) {
        let lines = self.apart(|this| this.put_into(expr, sink));
        self.write(lines);
    }

    pub fn give(&mut self, value: &str, sink: &Sink) {
        match sink {
            Sink::Return => self.line(format!("return {value};")),
            Sink::Set(name) => self.line(format!("{name} = {value};")),
            Sink::Send => {}
        }
    }

    /// `a, b :- value`
    pub fn assign(&mut self, locals: &[LocalId], value: &'a Expr<'a>) {
        let ty = |this: &mut Self, id: LocalId| this.unit.ty(this.unit.program.locals[id].ty, value.span);
        match (locals, &value.kind) {
            (&[id], _) if matches!(self.unit.program.types.shape(value.ty), Shape::List(_)) => {
                self.bound.insert(id, Bound::Again(value));
            }
            (&[id], _) => {
                let (text, ty) = (self.value(value), ty(self, id));
                self.bind(id, &ty, &text);
            }
            (locals, Kind::Tuple(parts)) if parts.len() == locals.len() => {
                let texts: Vec<String> = parts.iter().map(|part| self.value(part)).collect();
                for (&id, text) in locals.iter().zip(texts) {
                    let ty = ty(self, id);
                    self.bind(id, &ty, &text);
                }
            }
            _ => {
                let (text, whole) = (self.value(value), self.unit.ty(value.ty, value.span));
                let all = self.named("all", &whole, text);
                for (at, &id) in locals.iter().enumerate() {
                    let ty = ty(self, id);
                    self.bind(id, &ty, &format!("{all}.at{at}"));
                }
            }
        }
    }

    /// Has it a value without statements?
    pub fn is_plain(&self, expr: &Expr<'a>) -> bool {
        let mut plain = true;
        expr.visit(&mut |it| {
            plain &= match &it.kind {
                Kind::Let(..) | Kind::Match(..) | Kind::Write(..) | Kind::Writes(_) | Kind::Each(..) => false,
                // Of these a part is kept in a variable.
                Kind::Binary(_, a, _) => {
                    !matches!(self.unit.program.types.shape(a.ty), Shape::Tuple(_) | Shape::Array(..))
                }
                Kind::Builtin(builtin, args) => {
                    args.len() > 1
                        || !matches!(
                            builtin.signature(),
                            crate::schedule::builtin::Signature::Reduce
                                | crate::schedule::builtin::Signature::Truths
                                | crate::schedule::builtin::Signature::Length
                        )
                }
                _ => true,
            }
        });
        plain
    }
}

/// In parentheses, unless it is one thing by itself.
pub fn operand(text: String) -> String {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ' ' | '?' if depth == 0 => return format!("({text})"),
            '-' | '!' | '~' if at == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text
}
