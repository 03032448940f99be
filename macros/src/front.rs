//! The front end: tokens to a table, or to all errors and what can be said of the book all the same.

use crate::{
    function::{Function, functions},
    native::NativeRule,
    passes, report,
    tokens::Tokens,
};
use polarnet_passes::Entries;
use polarnet_syntax::{
    check::check,
    diagnostic::{Report, Severity},
    infer::infer,
    number::Numbers,
    parse::parse,
    span::Span as Place,
    stored::Lists,
    table::{self, Table},
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
    /// The errors.
    pub errors: TokenStream,
}

/// Parses, checks, infers signs, assembles. Rust can call the definitions of an item.
pub fn front(tokens: &Tokens<'_>, item: bool) -> Front {
    let mut report = Report::new();
    let arenas = Arenas::default();
    let file = parse(tokens.source(), &arenas, Numbers::Native, &mut report).unwrap_or_default();
    let net = check(&file, &mut report);
    let functions = if item { functions(&file, tokens, &mut report) } else { Vec::new() };
    let inference = infer(&net);
    for clash in inference.diagnostics(&net, Severity::Error) {
        report.push(report::clash(clash, tokens));
    }
    let main = net.defs.iter().any(|def| def.name == "main");
    let table = match report.has_errors() {
        true => Table {
            numbers: net.numbers,
            rows: [][..].into(),
            lists: Lists::default(),
            defs: [][..].into(),
            agents: [][..].into(),
            rules: [][..].into(),
            holes: [][..].into(),
        },
        false => Table::assemble(&net, &inference, |place| line_and_column(tokens, place)),
    };
    let table = match tokens.passes.is_empty() {
        true => table,
        false => {
            let names = functions.iter().map(|function| function.def.as_str());
            passes::run(&table, &tokens.passes, &Entries::new(names.chain(["main"])))
        }
    };
    let natives = match report.has_errors() {
        true => Vec::new(),
        false => net.natives.iter().filter_map(|block| NativeRule::new(block, tokens)).collect(),
    };
    let mut errors = report::render(report, tokens);
    errors.extend(tokens.errors.clone());
    Front { table, functions, natives, main, errors }
}

fn line_and_column(tokens: &Tokens<'_>, place: Place) -> table::Place {
    let [first, _] = tokens.spans(place);
    let start = first.start();
    table::Place { line: start.line as u32, column: start.column as u32 + 1 }
}
