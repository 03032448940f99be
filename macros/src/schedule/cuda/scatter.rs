//! Rows that send to a column of another space.
//!
//! Where values meet in any order with the same result, each is joined by one atomic step into the column itself, or, where its
//! numbers are too small for that, into one of 32 bits. Otherwise the rows are shared out to so many parts, each of which
//! has a column of its own, and these are joined in their order: so the result is the same from call to call.

use super::{
    Unit,
    names::prefixed,
    pass::may_fault,
    payload::Form,
    slot::number,
    writer::{Sending, Way, Writer},
};
use crate::schedule::{
    lower::Scatter,
    typed::{Join, ValId},
    types::{Shape, Ty},
};
use quote::quote;

/// How many columns of their own there are.
const PARTS: usize = 64;

impl Unit<'_, '_, '_> {
    pub fn scatter(&mut self, val: ValId, pass: &Scatter, name: &str) {
        let of = &self.program.vals[val];
        let Some(join) = of.join.clone() else { return };
        let param =
            |unit: &Self, name: &proc_macro2::Ident| unit.slots.params.get(&name.to_string()).copied().unwrap_or(0);
        let (rows, source) = (param(self, &pass.rows), param(self, &pass.source));
        match self.atomic(of.value, &join) {
            Some((cell, operation)) => self.atomically(val, &join, (rows, source), (cell, operation), name),
            None if self.may_regroup(val, &join) => self.by_parts(val, &join, (rows, source), pass, name),
            None => {}
        }
    }

    /// The type of a cell into which values are joined atomically, and the operation.
    fn atomic(&self, value: Ty, join: &Join) -> Option<(&'static str, &'static str)> {
        let Join::Builtin(builtin) = join else { return None };
        let cell = match self.form(value) {
            Form::Bool | Form::Int("u8" | "u16" | "u32") => "u32",
            Form::Int("i8" | "i16" | "i32") => "i32",
            Form::Int("i64" | "isize") => "i64",
            Form::Int(_) => "u64",
            Form::Float(name) if matches!(builtin.name(), "min" | "max") => name,
            _ => return None,
        };
        let operation = match builtin.name() {
            "add" => "add",
            "product" => "mul",
            "min" => "min",
            "max" => "max",
            "all" => "and",
            _ => "or",
        };
        Some((cell, operation))
    }

    /// May values be joined in another grouping than that of one thread?
    fn may_regroup(&mut self, val: ValId, join: &Join) -> bool {
        let of = &self.program.vals[val];
        let (name, span) = (&of.name, of.name.span());
        if let Join::Val(with, _) = join {
            if !join.is_commutative() {
                let text = format!("the join of `{name}` is not said to be commutative, and rows send in any order");
                self.refuse(span, text, "if the law holds, say so: `join meet commutative`");
                return false;
            }
            if may_fault(self.program.vals[*with].body) {
                let text = format!("the join of `{name}` may have a fault, and it joins what no row has sent");
                self.refuse(span, text, "let the rows send what is divided already");
                return false;
            }
        }
        let floats = self.leaves(of.value, span).iter().any(|leaf| matches!(leaf.form, Form::Float(_)));
        if floats && !of.reassoc {
            let text = "floats would be joined in another order on a device, with another result";
            let help = format!("allow it, `val {name}(…) -> … reassoc {{ … }}`, or remove `.on(…)`");
            self.refuse(span, text, help);
            return false;
        }
        true
    }

    fn atomically(
        &mut self,
        val: ValId,
        join: &Join,
        (rows, source): (usize, usize),
        (cell, operation): (&'static str, &'static str),
        name: &str,
    ) {
        let program = self.program;
        let of = &program.vals[val];
        let leaf = self.leaves(of.value, of.name.span());
        let Some(leaf) = leaf.first().cloned() else { return };
        let column = self.slots.vals.get(&val).copied().unwrap_or(0);
        let direct = leaf.stored() == cell;
        let cells = if direct { column } else { self.slots.take(1) };
        let way = Way::Atomic { cells, cell, operation, rows };
        self.sends(val, Sending { val, join: join.clone(), way });
        let mut writer = Writer::new(self, val);
        let default = of.default.map(|default| writer.value(default)).unwrap_or_default();
        let lines = writer.body();
        let (passes, send) = (quote!(::polarnet::private::passes), prefixed("send", &of.name.to_string()));
        self.functions.push(format!(
            "KERNEL({name}_fill, const u64* s, u32 from, u32 to) {{\n{lines}    \
                 ROWS(at, from, to) put(slot<{cell}>(s, {cells}), at, {cell}({default}));\n\
             }}\n\
             KERNEL({name}, const u64* s, u32 from, u32 to) {{\n    \
                 ROWS(at, from, to) {send}(s, u32(at), u32(at), 0);\n\
             }}\n"
        ));
        let makes = self.makes(&[val]);
        let made = match direct {
            true => quote!(#(#makes),*),
            false => {
                let (slot, ty) = (number(cells), proc_macro2::Ident::new(&cell.to_uppercase(), of.name.span()));
                quote!(#passes::Made { slot: #slot, ty: #passes::Element::#ty })
            }
        };
        let (fill, rows, source) = (format!("{name}_fill"), number(rows), number(source));
        self.steps.push(quote!(#passes::Step::Map { kernel: #fill, rows: #rows, makes: &[#made] }));
        self.steps.push(quote!(#passes::Step::Map { kernel: #name, rows: #source, makes: &[] }));
        if direct {
            return;
        }
        let (narrow, stored) = (format!("{name}_narrow"), leaf.stored());
        self.functions.push(format!(
            "KERNEL({narrow}, const u64* s, u32 from, u32 to) {{\n    \
                 ROWS(at, from, to) put(slot<{stored}>(s, {column}), at, {stored}(get(slot<{cell}>(s, {cells}), at)));\n\
             }}\n"
        ));
        self.steps.push(quote!(#passes::Step::Map { kernel: #narrow, rows: #rows, makes: &[#(#makes),*] }));
    }

    fn by_parts(&mut self, val: ValId, join: &Join, (rows, source): (usize, usize), pass: &Scatter, name: &str) {
        let program = self.program;
        let of = &program.vals[val];
        let span = of.name.span();
        let leaves = self.leaves(of.value, span);
        // How many cells all parts have, how many parts there are, and the cells.
        let (all, parts) = (self.slots.take(1), self.slots.take(1));
        let cells = self.slots.take(leaves.len());
        let (all_slot, parts_slot, count, given) = (number(all), number(parts), number(PARTS), &pass.rows);
        self.slots.inputs.push(quote!(scalar(#all_slot, #given.len() * #count)?));
        self.slots.inputs.push(quote!(scalar(#parts_slot, #count as usize)?));
        let way = Way::Part { cells, rows };
        self.sends(val, Sending { val, join: join.clone(), way });
        let source_count = program.types.shape(self.source_type(pass)).clone();
        let source_count = match source_count {
            Shape::Batch(_) => source + 5,
            Shape::Column(_, of) => source + self.leaves(of, span).len(),
            _ => source,
        };
        let send = prefixed("send", &of.name.to_string());

        let mut writer = Writer::new(self, val);
        writer.open("ROWS(at, from, to)");
        let default = of.default.map(|default| writer.value(default)).unwrap_or_default();
        let ty = writer.unit.ty(of.value, span);
        let first = writer.keep("first", &ty, &default);
        let puts = writer.unit.store(cells, of.value, "at", &first, span);
        puts.into_iter().for_each(|put| writer.line(put));
        writer.close();
        let fill = writer.body();

        let mut writer = Writer::new(self, val);
        writer.open("ROWS(at, from, to)");
        writer.line("const u32 row = u32(at);");
        let default = of.default.map(|default| writer.value(default)).unwrap_or_default();
        writer.line(format!("{ty} into = {default};"));
        writer.open(format!("for (u64 part = 0; part < {PARTS}; part++)"));
        let more = writer.unit.load(&cells.to_string(), of.value, &format!("part * get(s, {rows}) + row"), span);
        let more = writer.keep("more", &ty, &more);
        let joined = writer.join(join, of.value, "into".to_owned(), more);
        writer.line(format!("into = {joined};"));
        writer.close();
        let column = writer.unit.slots.vals.get(&val).copied().unwrap_or(0);
        let puts = writer.unit.store(column, of.value, "row", "into", span);
        puts.into_iter().for_each(|put| writer.line(put));
        writer.close();
        let collect = writer.body();

        self.functions.push(format!(
            "KERNEL({name}_fill, const u64* s, u32 from, u32 to) {{\n{fill}}}\n\
             // A part of the rows a thread, one after the other.\n\
             KERNEL({name}, const u64* s, u32 from, u32 to) {{\n    \
                 const u64 count = get(s, {source_count});\n    \
                 const u64 size = (count + {PARTS} - 1) / {PARTS};\n    \
                 ROWS(part, from, to) {{\n        \
                     for (u64 n = part * size; n < count && n < (part + 1) * size; n++) {send}(s, u32(n), u32(n), u32(part));\n    \
                 }}\n\
             }}\n\
             KERNEL({name}_collect, const u64* s, u32 from, u32 to) {{\n{collect}}}\n"
        ));
        let passes = quote!(::polarnet::private::passes);
        let made = leaves.iter().enumerate().map(|(nth, leaf)| {
            let (slot, ty) = (number(cells + nth), leaf.element());
            quote!(#passes::Made { slot: #slot, ty: #ty })
        });
        let (fill, collect, rows) = (format!("{name}_fill"), format!("{name}_collect"), number(rows));
        self.steps.push(quote!(#passes::Step::Map { kernel: #fill, rows: #all_slot, makes: &[#(#made),*] }));
        self.steps.push(quote!(#passes::Step::Map { kernel: #name, rows: #parts_slot, makes: &[] }));
        let makes = self.makes(&[val]);
        self.steps.push(quote!(#passes::Step::Map { kernel: #collect, rows: #rows, makes: &[#(#makes),*] }));
    }

    fn source_type(&self, pass: &Scatter) -> Ty {
        let of = self.lowered.of;
        of.params.iter().find(|(name, _)| *name == pass.source).map_or(of.result, |(_, ty)| *ty)
    }
}
