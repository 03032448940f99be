//! Books for the tests of this crate.

use crate::program::Program;
use polarnet_syntax::{
    book::AnyBook,
    infer::infer,
    native::{Call, Native},
    net::Net,
    number::Numbers,
    table::{Place, Table},
    text::parse_text,
};

/// The program of a book that has no errors, and the names of its definitions.
pub fn program(text: &str) -> (Program, Vec<String>) {
    let [(program, names), _] = programs(text);
    (program, names)
}

/// The same, and the program in direct style.
pub fn programs(text: &str) -> [(Program, Vec<String>); 2] {
    book(text).with(|book| {
        let names: Vec<String> = book.defs().map(|def| book.names()[def].clone()).collect();
        [(Program::new(book), names.clone()), (Program::new(book).in_direct_style(book), names)]
    })
}

/// A book that has no errors.
pub fn book(text: &str) -> AnyBook {
    assemble(&parse(text))
}

/// The same, whose rules all have this Rust, which gives nothing.
pub fn book_with_rust(text: &str, call: Call) -> AnyBook {
    let mut net = parse(text);
    for rule in net.defs.iter_mut().filter_map(|def| def.rule.as_mut()) {
        rule.native = Some(Native { call, ..Native::new(0, "a rule".to_owned(), Vec::new()) });
    }
    assemble(&net)
}

fn parse(text: &str) -> Net {
    let (net, diagnostics) = parse_text(text, Numbers::Native);
    net.unwrap_or_else(|| panic!("{diagnostics:?}"))
}

fn assemble(net: &Net) -> AnyBook {
    AnyBook::new(&Table::assemble(net, &infer(net), |_| Place { line: 0, column: 0 }))
}
