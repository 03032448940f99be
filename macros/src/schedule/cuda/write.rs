//! Values that are sent to rows: on the way down to the one that asks, elsewhere into the cells of a column.

use super::writer::{Bound, Way, Writer, operand};
use crate::schedule::{
    typed::{Expr, Join, Kind},
    types::{Shape, Ty},
};

impl<'a> Writer<'_, '_, 'a, '_> {
    /// A value sent to a row, or to each row of a list.
    pub fn send(&mut self, row: &'a Expr<'a>, value: &'a Expr<'a>) {
        let types = &self.unit.program.types;
        if !matches!(types.shape(row.ty), Shape::List(_)) {
            let (value, at) = (self.value(value), self.value(row));
            return self.send_to(&at, &value, row.span);
        }
        match types.shape(value.ty) {
            Shape::List(_) => self.send_each(row, value),
            Shape::Array(..) => {
                let (text, ty) = (self.value(value), self.unit.ty(value.ty, value.span));
                let all = self.named("all", &ty, text);
                let nth = self.names.own("nth");
                self.line(format!("u32 {nth} = 0;"));
                self.each(row, None, &mut |this, at| {
                    this.open(format!("if ({nth} < {ty}::len)"));
                    this.send_to(&at, &format!("{all}.at[{nth}]"), row.span);
                    this.close();
                    this.line(format!("{nth}++;"));
                });
            }
            _ => {
                if self.items(row).is_some_and(|items| items.is_empty()) {
                    return;
                }
                let (text, ty) = (self.value(value), self.unit.ty(value.ty, value.span));
                let sent = self.named("sent", &ty, text);
                self.each(row, None, &mut |this, at| this.send_to(&at, &sent, row.span));
            }
        }
    }

    /// To each row of a list the value at its place: of a list that is made of the same rows.
    fn send_each(&mut self, rows: &'a Expr<'a>, values: &'a Expr<'a>) {
        let Kind::Local(id) = rows.kind else {
            return self.unit.not_there(values.span, "these are two lists that are gone through together");
        };
        let same = |it: &Expr<'a>| matches!(it.kind, Kind::Local(other) if other == id);
        match &values.kind {
            Kind::Attribute(val, of) if same(of) => self.each(rows, None, &mut |this, at| {
                let value = this.read(*val, &at, values.span);
                this.send_to(&at, &value, rows.span);
            }),
            Kind::Each(body, local, of) if same(of) => self.each(rows, None, &mut |this, at| {
                this.bound.insert(*local, Bound::Text(at.clone()));
                let value = this.value(body);
                this.send_to(&at, &value, rows.span);
            }),
            _ => self.unit.not_there(values.span, "these are two lists that are gone through together"),
        }
    }

    fn send_to(&mut self, at: &str, value: &str, span: proc_macro2::Span) {
        let Some(sending) = self.sending.clone() else { return };
        let ty = self.unit.program.vals[sending.val].value;
        match sending.way {
            Way::Asked => {
                self.open(format!("if ({} == to)", operand(at.to_owned())));
                self.line(format!("into({value});"));
            }
            Way::Atomic { cells, cell, operation, rows } => {
                let at = self.named("to", "u64", at.to_owned());
                self.open(format!("if ({at} < get(s, {rows}))"));
                let place = format!("slot<{cell}>(s, {cells}) + {at}");
                self.line(match operation {
                    "mul" => format!(
                        "join_by({place}, {cell}({value}), []({cell} a, {cell} b) {{ return rs::mul(a, b); }});"
                    ),
                    _ => format!("join_{operation}({place}, {cell}({value}));"),
                });
            }
            Way::Part { cells, rows } => {
                let at = self.named("to", "u64", at.to_owned());
                self.open(format!("if ({at} < get(s, {rows}))"));
                let cell = self.keep("cell", "u64", &format!("u64(part) * get(s, {rows}) + {at}"));
                let name = self.unit.ty(ty, span);
                let into = self.unit.load(&cells.to_string(), ty, &cell, span);
                let into = self.keep("into", &name, &into);
                let joined = self.join(&sending.join, ty, into, value.to_owned());
                let joined = self.keep("joined", &name, &joined);
                let puts = self.unit.store(cells, ty, &cell, &joined, span);
                puts.into_iter().for_each(|put| self.line(put));
            }
        }
        self.close();
    }

    /// Two values that meet.
    pub fn join(&mut self, join: &Join, ty: Ty, into: String, more: String) -> String {
        let form = self.unit.form(ty);
        match join {
            Join::Builtin(builtin) => match builtin.name() {
                "add" => self.join_two("+", &form, into, more),
                "product" => self.join_two("*", &form, into, more),
                "min" => format!("rs::{}({into}, {more})", if is_float(&form) { "least" } else { "min" }),
                "max" => format!("rs::{}({into}, {more})", if is_float(&form) { "most" } else { "max" }),
                "all" => format!("bool({into} & bool({more}))"),
                _ => format!("bool({into} | bool({more}))"),
            },
            Join::Val(val, _) => {
                self.unit.function(*val);
                let name = super::names::prefixed("f", &self.unit.program.vals[*val].name.to_string());
                format!("{name}(s, row, {into}, {more})")
            }
            Join::Rust(path, _) => {
                let name = quote::ToTokens::to_token_stream(path).to_string().replace(' ', "");
                let text = format!("the join `{name}` is a function of Rust, which runs on the CPU");
                self.unit.refuse(
                    syn::spanned::Spanned::span(path),
                    text,
                    "write it as a val of two parameters: `val meet(a: u32, b: u32) -> u32 { … }`",
                );
                into
            }
        }
    }
}

fn is_float(form: &super::payload::Form) -> bool {
    matches!(form, super::payload::Form::Float(_))
}
