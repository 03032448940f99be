//! The functions of vals: of values, and of rows.

use super::{
    Unit,
    names::prefixed,
    writer::{AtPoint, Bound, Sending, Sink, Way, Writer},
};
use crate::schedule::{
    typed::{Join, Kind, ValId},
    types::Shape,
};

/// A function that is there already.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Made {
    /// A val that is a function of values.
    Function(ValId),
    /// The value of a val at a row.
    Row(ValId),
}

impl<'a> Unit<'_, 'a, '_> {
    /// A val that is a function of values: `f_scaled(s, row, x, by)`.
    pub fn function(&mut self, val: ValId) {
        let program = self.program;
        if !self.made.insert(Made::Function(val)) {
            return;
        }
        self.open.push(val);
        let of = &program.vals[val];
        let (name, result) = (of.name.to_string(), self.ty(of.value, of.name.span()));
        let mut writer = Writer::new(self, val);
        let mut params = vec!["const u64* s".to_owned(), "u32 row".to_owned()];
        for &id in &of.params {
            let local = &program.locals[id];
            let text = writer.names.variable(&local.name.to_string());
            let ty = match *program.types.shape(local.ty) {
                Shape::Column(space, _) | Shape::Batch(space) | Shape::Rows(space) => {
                    // By its first slot.
                    if let Shape::Batch(space) = *program.types.shape(local.ty) {
                        writer.batches.insert(space, text.clone());
                    }
                    let count = writer.unit.count_at(&text, local.ty, local.name.span());
                    let count =
                        if matches!(program.types.shape(local.ty), Shape::Rows(_)) { text.clone() } else { count };
                    writer.counts.entry(space).or_insert(count);
                    if matches!(program.types.shape(local.ty), Shape::Rows(_)) {
                        "u64".to_owned()
                    } else {
                        "u32".to_owned()
                    }
                }
                _ => writer.unit.ty(local.ty, local.name.span()),
            };
            params.push(format!("{ty} {text}"));
            writer.bound.insert(id, Bound::Text(text));
        }
        writer.put_into(of.body, &Sink::Return);
        let body = writer.body();
        let head = format!("DEV {result} {}({})", prefixed("f", &name), params.join(", "));
        self.functions.push(format!("// {name}\n{head} {{\n{body}}}\n"));
        self.open.pop();
    }

    /// The value of a val at the row `n`: `at_cost(s, row, n)`; faults are those of `row`.
    pub fn of_row(&mut self, val: ValId) {
        if !self.made.insert(Made::Row(val)) {
            return;
        }
        let of = &self.program.vals[val];
        let (name, result) = (of.name.to_string(), self.ty(of.value, of.name.span()));
        let mut writer = Writer::new(self, val);
        writer.inputs(val);
        writer.put_into(of.body, &Sink::Return);
        let body = writer.body();
        let head = format!("DEV {result} {}(const u64* s, u32 row, u32 n)", prefixed("at", &name));
        self.functions.push(format!("// {name}, of a row\n{head} {{\n{body}}}\n"));
    }

    /// The value of a val at the row `n` and the point `p`.
    pub fn of_point(&mut self, val: ValId, point: AtPoint) {
        let of = &self.program.vals[val];
        let (name, result) = (of.name.to_string(), self.ty(of.value, of.name.span()));
        let mut writer = Writer::new(self, val);
        writer.line(format!("const u64 points = {};", point.count));
        writer.point = Some(point);
        writer.inputs(val);
        writer.put_into(of.body, &Sink::Return);
        let body = writer.body();
        let head = format!("DEV {result} {}(const u64* s, u32 row, u32 n, u32 p)", prefixed("at", &name));
        self.functions.push(format!("// {name}, of a row at a point\n{head} {{\n{body}}}\n"));
    }

    /// What the row `n` sends: `send_uses(s, row, n, to, into)` to the row `to`, `send_histogram(s, row, n, part)` anywhere.
    pub fn sends(&mut self, val: ValId, sending: Sending) {
        let program = self.program;
        let of = &program.vals[val];
        if let Join::Val(join, _) = sending.join {
            self.function(join);
        }
        let name = of.name.to_string();
        let more = match sending.way {
            Way::Asked => "u32 to, const Into& into".to_owned(),
            Way::Atomic { .. } | Way::Part { .. } => "u32 part".to_owned(),
        };
        let asked = matches!(sending.way, Way::Asked);
        let mut writer = Writer::new(self, val);
        writer.inputs(val);
        writer.sending = Some(sending);
        writer.put_into(of.body, &Sink::Send);
        let body = writer.body();
        let of = if asked { "template <class Into> " } else { "" };
        let head = format!("{of}DEV void {}(const u64* s, u32 row, u32 n, {more})", prefixed("send", &name));
        self.functions.push(format!("// {name}: what a row sends\n{head} {{\n{body}}}\n"));
    }
}

impl<'a> Writer<'_, '_, 'a, '_> {
    /// The parameters of a val of rows: its node, and what its function gives.
    pub fn inputs(&mut self, val: ValId) {
        let program = self.unit.program;
        let of = &program.vals[val];
        let mut used = std::collections::HashSet::new();
        of.body.visit(&mut |it| {
            if let Kind::Local(id) = it.kind {
                used.insert(id);
            }
        });
        for &id in &of.params {
            if matches!(program.types.shape(program.locals[id].ty), Shape::Node(_)) {
                self.bound.insert(id, Bound::Text("n".to_owned()));
            }
        }
        for (id, text) in self.given(val, "n") {
            let local = &program.locals[id];
            match program.types.shape(local.ty) {
                // As a whole, by its first slot.
                Shape::Column(..) | Shape::Batch(_) | Shape::Rows(_) => {
                    self.bound.insert(id, Bound::Text(text));
                }
                _ if used.contains(&id) => {
                    let ty = self.unit.ty(local.ty, local.name.span());
                    self.bind(id, &ty, &text);
                }
                _ => {}
            }
        }
    }

    /// What the parameters of a val are at a row.
    pub fn given(&mut self, val: ValId, at: &str) -> Vec<(usize, String)> {
        let program = self.unit.program;
        let inputs = self.unit.lowered.inputs(program, val);
        let mut all = Vec::new();
        for (id, (from, ty)) in inputs {
            let (wanted, span) = (program.locals[id].ty, from.span());
            let Some(&first) = self.unit.slots.params.get(&from.to_string()) else { continue };
            let text = match (program.types.shape(ty), program.types.shape(wanted)) {
                (Shape::Rows(_), _) => self.unit.count_at(&first.to_string(), ty, span),
                (Shape::Batch(_), _) | (Shape::Column(..), Shape::Column(..)) => first.to_string(),
                (Shape::Column(..), _) if self.point.as_ref().is_some_and(|point| point.columns.contains(&id)) => {
                    self.unit.load(&first.to_string(), wanted, "p", span)
                }
                (Shape::Column(..), _) => self.unit.load(&first.to_string(), wanted, at, span),
                _ => self.unit.scalar(first, wanted, span),
            };
            all.push((id, text));
        }
        all
    }
}
