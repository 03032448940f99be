//! The definitions of a book as CUDA C++: direct style, from the steps of which `net!` makes Rust.
//!
//! ```text
//! book ──polarnet_lower──▶ functions ──this──▶ text, what each may need ──nvrtc──▶ kernels
//! ```
//!
//! A function takes words and gives one; `kernels/direct.cuh` is what its steps are made of, and `reduce.cu` the rest. Of names
//! there is nothing in the text, so that books that differ only in these are compiled once.

mod actor;
mod code;
mod function;
mod need;
mod operands;
mod steps;
#[cfg(test)]
mod tests;

use super::layout::{Field, Need};
use crate::program::Program;
use core::fmt::Write;
use function::Emit;
use polarnet_columns::Space;
use polarnet_lower::{Definition, Function, direct_actors, used};
use polarnet_syntax::{book::Book, net::Symbol, number::Numbers};

/// Larger books are interpreted: to compile them would take long. In steps of their functions.
const LARGEST: usize = 1 << 13;

/// Functions in each other, at most.
const NESTED: u32 = 8;

/// What a thread's stack has room for without any function of a book: the rules.
const STACK: u32 = 4 << 10;

/// What a function keeps on the stack beside its values, at most; so does what calls it.
const FRAME: u32 = 256;

/// A kernel's source.
pub struct Written {
    pub text: String,
    pub needs: Needs,
    /// Bytes of a thread's stack.
    pub stack: u32,
}

/// What reductions may need beyond what templates do.
#[derive(Clone, Default)]
pub struct Needs {
    /// Calls, by the number of the definition.
    pub calls: Vec<Need>,
    /// Negative agents and what they meet, by the number of the agent.
    pub actors: Vec<Need>,
}

/// Why the definitions of a book are not compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotWritten {
    /// There is no giver and taker for each wire.
    #[error("signs clash in the book, so that its definitions are no functions")]
    Signs,
    /// All is in rules, or too large.
    #[error("none of the book's definitions and agents is a function")]
    NoFunctions,
    /// It would take long.
    #[error("the book is too large: its functions have {steps} steps, and {LARGEST} are compiled at most")]
    TooLarge { steps: usize },
}

/// What the text includes, and what that includes.
pub const HEADERS: [(&str, &str); 18] = {
    macro_rules! headers {
        ($($name:literal)*) => { [$(($name, include_str!(concat!("../../kernels/", $name)))),*] };
    }
    headers! {
        "port.cuh" "layout.cuh" "words.cuh" "floats.cuh" "numbers.cuh" "worker.cuh" "nodes.cuh" "bag.cuh" "depot.cuh" "link.cuh"
        "templates.cuh" "operators.cuh" "code.cuh" "agents.cuh" "rules.cuh" "serve.cuh" "direct.cuh" "reduce.cu"
    }
};

/// Writes the source of a book.
pub fn write<S: Space>(book: &Book<S>, program: &Program) -> Result<Written, NotWritten> {
    let mut definitions = used(book).ok_or(NotWritten::Signs)?;
    let (templates, _) = program.parts();
    for (definition, template) in definitions.iter_mut().zip(templates) {
        let is_name = template.forwards.is_some();
        definition.functions.retain(|_, function| !is_name && function::compiles(function));
    }
    let mut actors = direct_actors(book).unwrap_or_default();
    actors.retain(actor::compiles);
    let functions = || definitions.iter().flat_map(|definition| definition.functions.values());
    let rules: Vec<Function> =
        actors.iter().flat_map(|actor| actor::choices(actor).map(|(_, choice)| actor::function(choice))).collect();
    let steps: usize = functions().chain(&rules).map(|function| function.body.size()).sum();
    if functions().next().is_none() && actors.is_empty() {
        return Err(NotWritten::NoFunctions);
    }
    if steps > LARGEST {
        return Err(NotWritten::TooLarge { steps });
    }
    let emit = Emit { book, definitions: &definitions, actors: &actors, numbers: program.numbers() };
    let mut text = format!("#define COMPILED\n#define NESTED {NESTED}\n");
    if program.numbers() == Numbers::Native {
        text.push_str("#define NATIVE\n");
    }
    text.push_str("#include \"direct.cuh\"\n\n");
    functions().for_each(|function| emit.declare(&mut text, function));
    actors.iter().for_each(|actor| emit.declare_actor(&mut text, actor));
    text.push('\n');
    functions().for_each(|function| emit.function(&mut text, function));
    actors.iter().for_each(|actor| emit.actor(&mut text, actor));
    tables(&mut text, &emit, &definitions);
    emit.act_function(&mut text, &actors);
    text.push_str("#include \"reduce.cu\"\n");
    let values = functions().chain(&rules).map(|it| it.args + it.registers + it.nodes.len() as u32).max().unwrap_or(0);
    let stack = STACK + 2 * (NESTED + 1) * (FRAME + 8 * values);
    let calls = definitions.iter().map(|definition| emit.need_of_call(definition)).collect();
    let mut of_actors = vec![Need::ZERO; book.declared().len()];
    for actor in &actors {
        let Symbol(symbol) = actor.symbol;
        of_actors[symbol as usize] = emit.need_of_actor(actor);
    }
    Ok(Written { text, needs: Needs { calls, actors: of_actors }, stack })
}

/// What the rules ask of the functions: which there are, whether one can begin, and to call it.
fn tables<S: Space>(text: &mut String, emit: &Emit<'_, S>, definitions: &[Definition]) {
    let all = || (0_u32..).zip(definitions).filter(|(_, definition)| !definition.functions.is_empty());
    let _ = writeln!(text, "DEV u32 functions_of(u32 def) {{\n    switch (def) {{");
    for (def, definition) in all() {
        let mask: u32 = definition.functions.keys().map(|&count| 1 << count).sum();
        let _ = writeln!(text, "        case {def}: return {mask:#x};");
    }
    let _ = writeln!(text, "    }}\n    return 0;\n}}\n");
    let each = |text: &mut String, line: &dyn Fn(&Function) -> Option<String>| {
        for (def, definition) in all() {
            for function in definition.functions.values() {
                if let Some(line) = line(function) {
                    let _ = writeln!(text, "        case {}: {line}", def << 4 | function.args);
                }
            }
        }
    };
    let _ = writeln!(
        text,
        "DEV_NOINLINE bool may_begin(u32 def, u32 count, const Word* args) {{\n    switch (def << 4 | count) {{"
    );
    each(text, &|function| emit.may_begin(function).map(|holds| format!("return {holds};")));
    let _ = writeln!(text, "    }}\n    return true;\n}}\n");
    let _ = writeln!(
        text,
        "DEV_NOINLINE Word call_function(Worker& w, u32 def, u32 count, const Word* args) {{\n    switch (def << 4 | count) {{"
    );
    each(text, &|function| {
        let args: String = (0..function.args).map(|at| format!(", args[{at}]")).collect();
        Some(format!("return {}(w{args});", function::name(function)))
    });
    let _ = writeln!(text, "    }}\n    return EMPTY;\n}}\n");
}
