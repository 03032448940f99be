//! One function.

use super::{super::layout::Need, operands::constant, steps::Writer};
use crate::word::{Tag, Word};
use core::fmt::Write;
use polarnet_columns::Space;
use polarnet_lower::{Actor, Block, Definition, Function, Operand, Step, Test};
use polarnet_syntax::{
    book::Book,
    number::{Numbers, Op, Type},
};

/// What functions are written from.
pub struct Emit<'e, S: Space> {
    pub book: &'e Book<S>,
    pub definitions: &'e [Definition],
    pub actors: &'e [Actor],
    pub numbers: Numbers,
}

pub fn name(function: &Function) -> String {
    format!("f{}_{}", function.def, function.args)
}

/// Its arguments, each with its type.
fn parameters(function: &Function) -> String {
    (0..function.args).map(|at| format!(", Word p{at}")).collect()
}

/// Of operators on floats these are elementary functions, which only the CPU computes: later, so what they give is not there as
/// the number that the steps after them take it for.
fn may_be_elementary(op: Op) -> bool {
    matches!(op, Op::And | Op::Or | Op::Xor | Op::Shl | Op::Shr)
}

/// Is it true of some step?
fn any(block: &Block, holds: &impl Fn(&Step) -> bool) -> bool {
    let inside = |step: &Step| step.blocks().into_iter().any(|block| any(block, holds));
    block.steps.iter().any(|step| holds(step) || inside(step))
}

/// Are its numbers to be integers, for the operators that it has?
pub fn wants_integers(function: &Function) -> bool {
    any(&function.body, &|step| matches!(step, Step::Operate(operate) if may_be_elementary(operate.op)))
}

/// Can the device do all of it? A float among operands that are to be integers can be known to none.
pub fn compiles(function: &Function) -> bool {
    let mut floats = false;
    function.body.each_operand(&mut |operand| {
        floats |=
            matches!(operand, Operand::Num(number) if number.ty() != Some(Type::U) && number.ty() != Some(Type::I));
    });
    let parked = any(&function.body, &|step| matches!(step, Step::Case(_) | Step::GiveField(..)));
    let mixed = floats && wants_integers(function);
    !parked && !mixed
}

impl<S: Space> Emit<'_, S> {
    pub fn declare(&self, text: &mut String, function: &Function) {
        let _ = writeln!(text, "DEV_NOINLINE Word {}(Worker& w{});", name(function), parameters(function));
    }

    /// Has a definition a function of just so many arguments?
    pub fn takes(&self, def: u32, args: usize) -> bool {
        self.definitions[def as usize].functions.contains_key(&(args as u32))
    }

    /// What must hold of its arguments, which are given as an array. `None`: nothing.
    pub fn may_begin(&self, function: &Function) -> Option<String> {
        let tests: Vec<_> = self.tests(function).map(|(port, test)| format!("{test}(args[{port}])")).collect();
        (!tests.is_empty()).then(|| tests.join(" && "))
    }

    fn tests<'f>(&self, function: &'f Function) -> impl Iterator<Item = (u32, &'static str)> + use<'f, S> {
        let number = if wants_integers(function) { "is_integer" } else { "is_number" };
        function.tests.iter().map(move |&(port, test)| match test {
            Test::Number => (port, number),
            Test::Pair => (port, "is_pair"),
        })
    }

    pub fn function(&self, text: &mut String, function: &Function) {
        let Need { words, redexes, .. } = self.need(function);
        let args: String = (0..function.args).map(|at| format!(", p{at}")).collect();
        let later = format!("later(w, {}{args})", constant(Word::new(Tag::REF, 0, function.def)));
        let _ = writeln!(text, "DEV_NOINLINE Word {}(Worker& w{}) {{", name(function), parameters(function));
        text.push_str("    Word out;\n    for (;;) {\n");
        for (port, test) in self.tests(function) {
            let _ = writeln!(text, "        if (is_var(p{port})) p{port} = known(w, p{port});");
            let _ = writeln!(text, "        if (!{test}(p{port})) return {later};");
        }
        let count = function.body.count;
        let _ = writeln!(text, "        if (!begins(w, {words}, {redexes}, {count})) return {later};");
        let mut writer = Writer {
            emit: self,
            of: function,
            text,
            indent: 2,
            ends: format!("ends(w, {words}, {redexes})"),
            met: (0, 0),
        };
        writer.block(&function.body, "out", true);
        let _ = writeln!(text, "        break;\n    }}\n    ends(w, {words}, {redexes});\n    return out;\n}}\n");
    }
}
