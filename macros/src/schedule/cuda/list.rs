//! Lists: loops over their elements, or so many values if it is known how many.

use super::{
    types::length,
    writer::{Bound, Part, Writer, operand},
};
use crate::schedule::{
    typed::{Expr, Kind},
    types::Shape,
};

/// What is done with an element.
pub type Visit<'v, 'w, 'p, 'a, 'e> = &'v mut dyn FnMut(&mut Writer<'w, 'p, 'a, 'e>, String);

impl<'w, 'p, 'a, 'e> Writer<'w, 'p, 'a, 'e> {
    /// Writes what `visit` does with each element; as long as a variable is true, if there is one.
    pub fn each(&mut self, list: &'a Expr<'a>, while_true: Option<&str>, visit: Visit<'_, 'w, 'p, 'a, 'e>) {
        let span = list.span;
        let program = self.unit.program;
        match &list.kind {
            Kind::Local(id) => match self.bound.get(id).cloned() {
                Some(Bound::List(parts)) => parts.into_iter().for_each(|part| self.part(part, while_true, visit)),
                Some(Bound::Again(of)) => self.each(of, while_true, visit),
                Some(Bound::Text(text)) => match program.types.shape(list.ty) {
                    Shape::Column(_, of) => {
                        let count = self.unit.count_at(&text, list.ty, span);
                        let of = *of;
                        self.count(&count, while_true, &mut |this, at| {
                            let value = this.unit.load(&text, of, &at, span);
                            visit(this, value);
                        });
                    }
                    _ => self.elements(list, while_true, visit),
                },
                None => self.unit.not_there(span, "this is a list that is kept"),
            },
            Kind::Attribute(val, rows) => self.each(rows, while_true, &mut |this, row| {
                let value = this.read(*val, &row, span);
                visit(this, value);
            }),
            Kind::Element(base, rows) if matches!(program.types.shape(rows.ty), Shape::List(_)) => {
                let of = match *program.types.shape(list.ty) {
                    Shape::List(of) => of,
                    _ => list.ty,
                };
                match program.types.shape(base.ty) {
                    Shape::Column(..) => {
                        let first = self.column(base);
                        self.each(rows, while_true, &mut |this, row| {
                            let value = this.unit.load(&first, of, &row, span);
                            visit(this, value);
                        });
                    }
                    _ => {
                        let (text, ty) = (self.value(base), self.unit.ty(base.ty, base.span));
                        let all = self.named("all", &ty, text);
                        self.each(rows, while_true, &mut |this, at| {
                            visit(this, format!("element(s, row, {all}, {at})"));
                        });
                    }
                }
            }
            Kind::Each(body, local, of) => self.each(of, while_true, &mut |this, element| {
                let ty = this.unit.ty(program.locals[*local].ty, of.span);
                this.bind(*local, &ty, &element);
                let value = this.value(body);
                visit(this, value);
            }),
            Kind::Filter(local, of, condition) => self.each(of, while_true, &mut |this, element| {
                let ty = this.unit.ty(program.locals[*local].ty, of.span);
                this.bind(*local, &ty, &element);
                let condition = this.value(condition);
                this.open(format!("if ({condition})"));
                let lines = this.apart(|this| {
                    if let Some(Bound::Text(name)) = this.bound.get(local).cloned() {
                        visit(this, name);
                    }
                });
                this.write(lines);
                this.close();
            }),
            Kind::Range(from, to, inclusive) => {
                let ty = self.unit.ty(from.ty, span);
                let [from, to] = [from, to].map(|it| self.value(it));
                let (at, end) = (self.names.own("i"), self.keep("end", &ty, &to));
                let go_on = while_true.map(|name| format!("{name} && ")).unwrap_or_default();
                let sign = if *inclusive { "<=" } else { "<" };
                self.open(format!("for ({ty} {at} = {from}; {go_on}{at} {sign} {end}; {at}++)"));
                let lines = self.apart(|this| {
                    visit(this, at.clone());
                    // After the last one there may be no number.
                    if *inclusive {
                        this.line(format!("if ({at} == {end}) break;"));
                    }
                });
                self.write(lines);
                self.close();
            }
            Kind::Rows(space) => {
                let count = self.rows(*space, span);
                self.count(&count, while_true, visit);
            }
            _ => self.elements(list, while_true, visit),
        }
    }

    /// The numbers below a count.
    fn count(&mut self, count: &str, while_true: Option<&str>, visit: Visit<'_, 'w, 'p, 'a, 'e>) {
        let (at, end) = (self.names.own("i"), self.keep("end", "u32", &format!("u32({count})")));
        let go_on = while_true.map(|name| format!("{name} && ")).unwrap_or_default();
        self.open(format!("for (u32 {at} = 0; {go_on}{at} < {end}; {at}++)"));
        let lines = self.apart(|this| visit(this, at.clone()));
        self.write(lines);
        self.close();
    }

    /// Of an array.
    fn elements(&mut self, list: &'a Expr<'a>, while_true: Option<&str>, visit: Visit<'_, 'w, 'p, 'a, 'e>) {
        let program = self.unit.program;
        let Shape::Array(_, len) = program.types.shape(list.ty) else {
            self.unit.not_there(list.span, "this is a list that is kept");
            return;
        };
        let len = length(program, len).unwrap_or(0);
        let (text, ty) = (self.value(list), self.unit.ty(list.ty, list.span));
        let all = self.named("all", &ty, text);
        self.count(&len.to_string(), while_true, &mut |this, at| visit(this, format!("{all}.at[{at}]")));
    }

    fn part(&mut self, part: Part, while_true: Option<&str>, visit: Visit<'_, 'w, 'p, 'a, 'e>) {
        match (part, while_true) {
            (Part::One(row), None) => {
                // A block of its own, as names are bound in each.
                let mut lines = self.apart(|this| visit(this, row));
                if lines.len() > 1 {
                    self.open("");
                    lines.iter_mut().for_each(|line| line.insert_str(0, "    "));
                    self.write(lines);
                    self.close();
                } else {
                    self.write(lines);
                }
            }
            (Part::One(row), Some(name)) => {
                self.open(format!("if ({name})"));
                let lines = self.apart(|this| visit(this, row));
                self.write(lines);
                self.close();
            }
            (Part::Words(place, len), _) => {
                self.count(&len, while_true, &mut |this, at| visit(this, format!("get({place}, {at})")));
            }
        }
    }

    /// The elements, if it is known how many there are.
    pub fn items(&mut self, list: &'a Expr<'a>) -> Option<Vec<String>> {
        match &list.kind {
            Kind::Local(id) => match self.bound.get(id)? {
                Bound::List(parts) => parts
                    .iter()
                    .map(|part| match part {
                        Part::One(row) => Some(row.clone()),
                        Part::Words(..) => None,
                    })
                    .collect(),
                _ => None,
            },
            Kind::Attribute(val, rows) => {
                let items = self.items(rows)?;
                Some(items.into_iter().map(|row| self.read(*val, &row, list.span)).collect())
            }
            _ => None,
        }
    }

    /// The sum, the product, the largest, the smallest: from the first to the last.
    pub fn reduce(&mut self, name: &str, form: &super::payload::Form, list: &'a Expr<'a>) -> String {
        if let Some(items) = self.items(list) {
            return if items.is_empty() { self.unit_of(name, form) } else { self.joined(name, form, items) };
        }
        let stem = match name {
            "+" => "sum",
            "*" => "product",
            name => name,
        };
        let (ty, all) = (self.unit.named(form), self.names.own(stem));
        let first = self.unit_of(name, form);
        self.line(format!("{ty} {all} = {first};"));
        self.each(list, None, &mut |this, x| {
            let joined = this.join_two(name, form, all.clone(), x);
            this.line(format!("{all} = {joined};"));
        });
        all
    }

    /// Are all true, or is any? No more are looked at than it takes.
    pub fn truths(&mut self, all: bool, list: &'a Expr<'a>) -> String {
        if let Some(items) = self.items(list) {
            let sign = if all { " && " } else { " || " };
            let items: Vec<String> = items.into_iter().map(operand).collect();
            return if items.is_empty() { all.to_string() } else { items.join(sign) };
        }
        let name = self.names.own(if all { "all" } else { "any" });
        self.line(format!("bool {name} = {all};"));
        // Another variable says whether to go on.
        let go_on = match all {
            true => name.clone(),
            false => format!("!{name}"),
        };
        self.each(list, Some(&go_on), &mut |this, x| this.line(format!("{name} = {x};")));
        name
    }

    pub fn length(&mut self, list: &'a Expr<'a>) -> String {
        match &list.kind {
            Kind::Attribute(_, rows) => return self.length(rows),
            Kind::Local(id) => {
                if let Some(Bound::List(parts)) = self.bound.get(id) {
                    let ones = parts.iter().filter(|part| matches!(part, Part::One(_))).count();
                    let mut text = format!("{ones}ull");
                    for part in parts {
                        if let Part::Words(_, len) = part {
                            text = format!("{text} + {len}");
                        }
                    }
                    return text;
                }
            }
            _ => {}
        }
        let name = self.names.own("len");
        self.line(format!("u64 {name} = 0;"));
        self.each(list, None, &mut |this, _| this.line(format!("{name}++;")));
        name
    }
}
