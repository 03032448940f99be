//! A batch at many points: a thread a point, which goes through all rows in order.

use super::{
    Unit,
    names::prefixed,
    slot::number,
    writer::{AtPoint, Writer},
};
use crate::schedule::{lower::Points, typed::ValId};
use quote::quote;

impl Unit<'_, '_, '_> {
    pub fn points(&mut self, val: ValId, pass: &Points, name: &str) {
        let program = self.program;
        let of = &program.vals[val];
        let span = of.name.span();
        let leaves = self.leaves(of.value, span);
        let [leaf] = &leaves[..] else {
            let text = format!("a value of `{}` is several numbers, and a device has one at each point", of.name);
            return self.refuse(span, text, "write a val for each of them");
        };
        let (Some((_, first)), Some(&batch)) = (pass.columns.first(), self.slots.batches.get(&pass.space)) else {
            return;
        };
        let param =
            |unit: &Self, name: &proc_macro2::Ident| unit.slots.params.get(&name.to_string()).copied().unwrap_or(0);
        let (points, roots) = (param(self, first), param(self, &pass.roots));
        // How many values there are of all rows at all points, and of the roots; and the values.
        let (all, wanted, cells) = (self.slots.take(1), self.slots.take(1), self.slots.take(1));
        let (all_slot, wanted_slot) = (number(all), number(wanted));
        let (given, roots_given) = (&pass.batch, &pass.roots);
        self.slots.inputs.push(quote!(scalar(#all_slot, #given.len() * #first.as_slice().len())?));
        self.slots.inputs.push(quote!(scalar(#wanted_slot, #roots_given.as_slice().len() * #first.as_slice().len())?));
        let count = self.column_count(points, first);
        let columns: Vec<usize> = pass.columns.iter().map(|(id, _)| *id).collect();
        self.of_point(val, AtPoint { cells, count: count.clone(), columns });

        let mut writer = Writer::new(self, val);
        let ty = writer.unit.ty(of.value, span);
        writer.line(format!("const u64 points = {count};"));
        writer.line(format!("const u32 rows = u32(get(s, {}));", batch + 5));
        writer.open("ROWS(p, from, to)");
        writer.open("for (u32 row = 0; row < rows; row++)");
        let at = prefixed("at", &of.name.to_string());
        let value = writer.keep("value", &ty, &format!("{at}(s, row, row, u32(p))"));
        let puts = writer.unit.store(cells, of.value, "u64(row) * points + p", &value, span);
        puts.into_iter().for_each(|put| writer.line(put));
        writer.close();
        writer.close();
        let body = writer.body();
        let column = self.slots.vals.get(&val).copied().unwrap_or(0);
        let stored = leaf.stored();
        self.functions.push(format!(
            "// Makes room for the values.\n\
             KERNEL({name}_room, const u64*, u32, u32) {{}}\n\
             KERNEL({name}, const u64* s, u32 from, u32 to) {{\n{body}}}\n\
             KERNEL({name}_roots, const u64* s, u32 from, u32 to) {{\n    \
                 const u64 points = {count};\n    \
                 ROWS(at, from, to) {{\n        \
                     const u64 row = get(slot<u32>(s, {roots}), at / points);\n        \
                     put(slot<{stored}>(s, {column}), at, get(slot<{stored}>(s, {cells}), row * points + at % points));\n    \
                 }}\n\
             }}\n"
        ));
        let passes = quote!(::polarnet::private::passes);
        let (room, last) = (format!("{name}_room"), format!("{name}_roots"));
        let (ty, cells, points) = (leaf.element(), number(cells), number(points));
        let makes = self.makes(&[val]);
        self.steps.push(quote!(#passes::Step::Map {
            kernel: #room, rows: #all_slot, makes: &[#passes::Made { slot: #cells, ty: #ty }]
        }));
        self.steps.push(quote!(#passes::Step::Map { kernel: #name, rows: #points, makes: &[] }));
        self.steps.push(quote!(#passes::Step::Map { kernel: #last, rows: #wanted_slot, makes: &[#(#makes),*] }));
    }

    fn column_count(&mut self, first: usize, name: &proc_macro2::Ident) -> String {
        let of = self.lowered.of;
        match of.params.iter().find(|(known, _)| known == name) {
            Some((_, ty)) => self.count_at(&first.to_string(), *ty, name.span()),
            None => "0".to_owned(),
        }
    }
}
