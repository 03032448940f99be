//! The front end: tokens to a table, or to all errors and what can be said of the book all the same.

use crate::{
    function::{Function, functions},
    native::NativeRule,
    origin::Origin,
    passes,
};
use polarnet_passes::{Entries, Pass};
use polarnet_syntax::{
    check::check,
    diagnostic::{Report, Severity},
    infer::infer,
    number::Numbers,
    parse::parse,
    stored::Lists,
    table::Table,
    token::Source,
    tree::Arenas,
};
use proc_macro2::TokenStream;

/// What there is to emit.
pub struct Front {
    /// The book; without rows if there are errors.
    pub table: Table,
    /// The functions that Rust may call, those of broken definitions too: so that their uses are no second error.
    pub functions: Vec<Function>,
    /// The blocks of Rust in rules, in the order of the source; none if there are errors.
    pub natives: Vec<NativeRule>,
    /// There is a definition `@main`.
    pub main: bool,
    /// The values of Rust that stand where none can be.
    pub refused: Vec<u32>,
    /// What was read as values of Rust, and is none.
    pub misread: Vec<u32>,
    /// The errors.
    pub errors: TokenStream,
}

/// What is asked of a book, beside what it says itself.
pub struct Settings<'s> {
    /// The arithmetic, unless the book says otherwise.
    pub numbers: Numbers,
    /// Are signs that clash let through?
    pub unpolarized: bool,
    pub passes: &'s [Pass],
    /// Rust can call the definitions of an item.
    pub item: bool,
    /// Values of Rust may stand in the definitions.
    pub values: bool,
}

impl Front {
    /// A book that cannot be read at all.
    pub fn broken(errors: TokenStream) -> Self {
        let (functions, natives, refused) = Default::default();
        Front { table: empty(Numbers::Native), functions, natives, main: false, refused, misread: Vec::new(), errors }
    }
}

/// Parses, checks, infers signs, assembles.
pub fn front<'s>(source: impl Source<'s>, origin: &impl Origin, settings: &Settings<'_>) -> Front {
    let mut report = Report::new();
    let arenas = Arenas::default();
    let mut file = parse(source, &arenas, settings.numbers, &mut report).unwrap_or_default();
    file.unpolarized |= settings.unpolarized;
    file.values = settings.values;
    // Stable macros cannot warn: what is a warning in a file is an error, unless the book says that it is meant.
    if !file.labels {
        report.warnings_are_errors("; or write `#![lambda(labels)]` at the top of the book, if they never meet");
    }
    let net = check(&file, &mut report);
    let functions = if settings.item { functions(&file, origin, &mut report) } else { Vec::new() };
    let inference = infer(&net);
    for clash in inference.diagnostics(&net, Severity::Error) {
        report.push(origin.clash(clash));
    }
    let main = net.defs.iter().any(|def| def.name == "main");
    let table = match report.has_errors() {
        true => empty(net.numbers),
        false => Table::assemble(&net, &inference, |place| origin.position(place)),
    };
    let table = match settings.passes.is_empty() {
        true => table,
        false => {
            let names = functions.iter().map(|function| function.def.as_str());
            passes::run(&table, settings.passes, &Entries::new(names.chain(["main"])))
        }
    };
    let natives = match report.has_errors() {
        true => Vec::new(),
        false => net.natives.iter().filter_map(|block| origin.native(block)).collect(),
    };
    Front {
        table,
        functions,
        natives,
        main,
        refused: file.refused,
        misread: file.misread,
        errors: origin.errors(report),
    }
}

/// Nothing: what is emitted where there are errors.
fn empty(numbers: Numbers) -> Table {
    Table {
        numbers,
        rows: [][..].into(),
        lists: Lists::default(),
        defs: [][..].into(),
        agents: [][..].into(),
        rules: [][..].into(),
        holes: [][..].into(),
    }
}
