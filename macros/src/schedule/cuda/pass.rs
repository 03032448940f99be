//! Kernels: a pass over all rows of something.

use super::{
    Unit,
    names::{plain, prefixed},
    slot::number,
    writer::{Sending, Way, Writer},
};
use crate::schedule::{
    lower::{Pass, Step},
    typed::{Expr, Kind, ValId},
};
use proc_macro2::TokenStream;
use quote::quote;

impl<'a> Unit<'_, 'a, '_> {
    pub fn pass(&mut self, at: usize, step: &Step<'_, 'a>) {
        let program = self.program;
        let name = format!("k_{}_{at}", plain(&self.lowered.of.head.name.to_string()));
        let val = &program.vals[step.vals[0]];
        let makes = self.makes(&step.vals);
        let passes = quote!(::polarnet::private::passes);
        match &step.pass {
            Pass::Up(up) => {
                let row = self.up(&step.vals, &name);
                let batch = self.slots.batches.get(&up.space).copied().unwrap_or(0);
                self.levels(&name, batch, &row, false);
                let batch = number(batch);
                self.steps.push(quote!(#passes::Step::Up { kernel: #name, batch: #batch, makes: &[#(#makes),*] }));
            }
            Pass::Down(_) => {
                let Some(space) = val.sort.is.of() else { return };
                let batch = self.slots.batches.get(&space).copied().unwrap_or(0);
                let users = self.slots.users.get(&space).copied().unwrap_or(0);
                let row = self.down(step.vals[0], users, &name);
                self.levels(&name, batch, &row, true);
                let [batch, users] = [batch, users].map(number);
                self.steps.push(
                    quote!(#passes::Step::Down { kernel: #name, batch: #batch, users: #users, makes: &[#(#makes),*] }),
                );
            }
            Pass::Map(map) => {
                self.map(step.vals[0], &name);
                let rows = number(self.slots.params.get(&map.column.to_string()).copied().unwrap_or(0));
                self.steps.push(quote!(#passes::Step::Map { kernel: #name, rows: #rows, makes: &[#(#makes),*] }));
            }
            Pass::Scatter(pass) => self.scatter(step.vals[0], pass, &name),
            Pass::Points(pass) => self.points(step.vals[0], pass, &name),
            // These were reported.
            Pass::Rewrite(_) | Pass::Eval => {
                self.refuse(
                    self.lowered.of.head.name.span(),
                    "this has no form on a device",
                    super::refuse::ON_THE_CPU,
                );
            }
        }
    }

    /// The columns of some vals.
    pub fn makes(&mut self, vals: &[ValId]) -> Vec<TokenStream> {
        let mut makes = Vec::new();
        for &val in vals {
            let of = &self.program.vals[val];
            let first = self.slots.vals.get(&val).copied().unwrap_or(0);
            for (nth, leaf) in self.leaves(of.value, of.name.span()).iter().enumerate() {
                let (slot, ty) = (number(first + nth), leaf.element());
                makes.push(quote!(::polarnet::private::passes::Made { slot: #slot, ty: #ty }));
            }
        }
        makes
    }

    /// The function that puts the values of a row.
    fn up(&mut self, vals: &[ValId], name: &str) -> String {
        let row = format!("{name}_row");
        vals.iter().for_each(|&val| self.of_row(val));
        let mut writer = Writer::new(self, vals[0]);
        for &val in vals {
            let of = &writer.unit.program.vals[val];
            let value = format!("{}(s, row, row)", prefixed("at", &of.name.to_string()));
            writer.puts(val, &value);
        }
        let body = writer.body();
        self.functions.push(format!("DEV void {row}(const u64* s, u32 row) {{\n{body}}}\n"));
        row
    }

    /// What asks the parents of a row: a function for one thread, and, of rows that many use, a kernel of a block for each.
    fn down(&mut self, val: ValId, users: usize, name: &str) -> String {
        let (row, program) = (format!("{name}_row"), self.program);
        let of = &program.vals[val];
        let span = of.name.span();
        let [send, joined, asked, first_of] =
            ["send", "joined", "asked", "first"].map(|stem| prefixed(stem, &of.name.to_string()));
        let ty = self.ty(of.value, span);
        if let Some(join) = of.join.clone() {
            self.sends(val, Sending { val, join: join.clone(), way: Way::Asked });
            let mut writer = Writer::new(self, val);
            let value = writer.join(&join, of.value, "into".to_owned(), "sent".to_owned());
            self.functions.push(format!(
                "DEV {ty} {joined}(const u64* s, u32 row, {ty} into, {ty} sent) {{\n    \
                     return {value};\n\
                 }}\n\
                 // With all that a user sends.\n\
                 DEV {ty} {asked}(const u64* s, u32 user, u32 row, {ty} into) {{\n    \
                     {send}(s, user, user, row, [&]({ty} sent) {{ into = {joined}(s, user, into, sent); }});\n    \
                     return into;\n\
                 }}\n\
                 // How often a user sends, and what it sends first.\n\
                 DEV u32 {first_of}(const u64* s, u32 user, u32 row, {ty}& first) {{\n    \
                     u32 count = 0;\n    \
                     {send}(s, user, user, row, [&]({ty} sent) {{ if (count++ == 0) first = sent; }});\n    \
                     return count;\n\
                 }}\n"
            ));
        }
        let column = self.slots.vals.get(&val).copied().unwrap_or(0);
        let (starts, many) = (users + 1, users + 2);
        // A row that sends nothing may have a fault, too.
        let may = may_fault(of.body) || program.functions(val).iter().any(|&it| may_fault(program.vals[it].body));
        let faults = may.then(|| format!("{send}(s, row, row, row, []({ty}) {{}});"));

        let mut writer = Writer::new(self, val);
        writer.line(format!("const u32* users = slot<u32>(s, {users});"));
        writer.line(format!("const u32* starts = slot<u32>(s, {starts});"));
        writer.line("const u32 begin = get(starts, row), end = get(starts, row + 1);");
        writer.line("// A block has it.");
        writer.line("if (end - begin > MANY) return;");
        let default = of.default.map(|default| writer.value(default)).unwrap_or_default();
        writer.line(format!("{ty} into = {default};"));
        writer.line("u32 last = row;");
        writer.open("for (u32 at = begin; at < end; at++)");
        writer.line("const u32 user = get(users, at);");
        writer.line("// Who uses the row twice sends both times when asked once.");
        writer.line("if (user == last) continue;");
        writer.line("last = user;");
        writer.line(format!("into = {asked}(s, user, row, into);"));
        writer.close();
        let puts = writer.unit.store(column, of.value, "row", "into", span);
        puts.iter().for_each(|put| writer.line(put));
        faults.iter().for_each(|text| writer.line(text));
        let body = writer.body();
        self.functions.push(format!("DEV void {row}(const u64* s, u32 row) {{\n{body}}}\n"));

        let mut writer = Writer::new(self, val);
        writer.line(format!("const u32* many = slot<u32>(s, {many});"));
        writer.line(format!("const u32* starts = slot<u32>(s, {starts});"));
        writer.open("for (u64 at = u64(from) + block(); at < to; at += blocks())");
        writer.line("const u32 row = get(many, at);");
        let default = of.default.map(|default| writer.value(default)).unwrap_or_default();
        let default = writer.keep("default", &ty, &default);
        let load = writer.unit.load(&column.to_string(), of.value, "row", span);
        writer.line("ask_together(");
        writer.deeper(|writer| {
            writer.line(format!("slot<u32>(s, {users}), get(starts, row), get(starts, row + 1), {default},"));
            writer.line(format!("[&](u32 user, {ty}& first) {{ return {first_of}(s, user, row, first); }},"));
            writer.line(format!("[&](u32 user, {ty} into, {ty} sent) {{ return {joined}(s, user, into, sent); }},"));
            writer.line(format!("[&](u32 user, {ty} into) {{ return {asked}(s, user, row, into); }},"));
            writer.line(format!("[&]() -> {ty} {{ return {load}; }},"));
            writer.line(format!("[&]({ty} into) {{ {} }}", puts.join(" ")));
        });
        writer.line(");");
        faults.iter().for_each(|text| writer.line(format!("if (thread() == 0) {text}")));
        writer.close();
        let body = writer.body();
        self.functions.push(format!("KERNEL({name}_many, const u64* s, u32 from, u32 to) {{\n{body}}}\n"));
        row
    }

    /// The two kernels of a pass over levels.
    fn levels(&mut self, name: &str, batch: usize, row: &str, down: bool) {
        let (order, starts) = (batch + 3, batch + 4);
        let head = match down {
            false => "for (u32 level = from; level < to; level++)",
            true => "for (u32 level = to; level-- > from;)",
        };
        self.functions.push(format!(
            "KERNEL({name}, const u64* s, u32 from, u32 to) {{\n    \
                 const u32* order = slot<u32>(s, {order});\n    \
                 ROWS(at, from, to) {row}(s, get(order, at));\n\
             }}\n\
             KERNEL({name}_narrow, const u64* s, u32 from, u32 to) {{\n    \
                 const u32* order = slot<u32>(s, {order});\n    \
                 const u32* starts = slot<u32>(s, {starts});\n    \
                 {head} {{\n        \
                     const u32 end = get(starts, level + 1);\n        \
                     for (u32 at = get(starts, level) + thread(); at < end; at += threads()) {row}(s, get(order, at));\n        \
                     sync_block();\n    \
                 }}\n\
             }}\n"
        ));
    }

    fn map(&mut self, val: ValId, name: &str) {
        self.function(val);
        let of = &self.program.vals[val];
        let mut writer = Writer::new(self, val);
        let mut args = vec!["s".to_owned(), "row".to_owned()];
        args.extend(writer.given(val, "row").into_iter().map(|(_, text)| text));
        writer.open("ROWS(at, from, to)");
        writer.line("const u32 row = u32(at);");
        writer.puts(val, &format!("{}({})", prefixed("f", &of.name.to_string()), args.join(", ")));
        writer.close();
        let body = writer.body();
        self.functions.push(format!("KERNEL({name}, const u64* s, u32 from, u32 to) {{\n{body}}}\n"));
    }
}

impl Writer<'_, '_, '_, '_> {
    /// Puts a val's value into its columns, at `row`.
    fn puts(&mut self, val: ValId, value: &str) {
        let of = &self.unit.program.vals[val];
        let ty = self.unit.ty(of.value, of.name.span());
        let value = self.keep("value", &ty, value);
        let first = self.unit.slots.vals.get(&val).copied().unwrap_or(0);
        let puts = self.unit.store(first, of.value, "row", &value, of.name.span());
        puts.into_iter().for_each(|put| self.line(put));
    }
}

/// May the CPU's panic, for what is computed in it?
pub fn may_fault(expr: &Expr<'_>) -> bool {
    use crate::schedule::tree::Binary;
    let mut may = false;
    expr.visit(&mut |it| {
        may |= match &it.kind {
            Kind::Binary(Binary::Div | Binary::Rem, ..) | Kind::Element(..) => true,
            Kind::Builtin(builtin, _) => builtin.name() == "clamp",
            _ => false,
        }
    });
    may
}
