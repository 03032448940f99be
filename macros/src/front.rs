//! The front end: tokens to a table, or to all errors and what can be said of the book all the same.

use crate::{
    function::{Function, functions},
    report,
    tokens::Tokens,
};
use polarnet_syntax::{
    check::check,
    diagnostic::{Report, Severity},
    infer::{Clash, Reason, infer},
    net::{Agent, Net},
    number::Numbers,
    parse::parse,
    span::Span as Place,
    table::{self, Table},
};
use proc_macro2::TokenStream;
use std::collections::HashSet;
use typed_arena::Arena;

/// What there is to emit.
pub struct Front {
    /// The book; without rows if there are errors.
    pub table: Table,
    /// The functions that Rust may call, those of broken definitions too: so that their uses are no second error.
    pub functions: Vec<Function>,
    /// There is a definition `@main`.
    pub main: bool,
    /// The errors.
    pub errors: TokenStream,
}

/// Parses, checks, infers signs, assembles. Rust can call the definitions of an item.
pub fn front(tokens: &Tokens<'_>, item: bool) -> Front {
    let mut report = Report::new();
    let arena = Arena::new();
    let file = parse(tokens.source(), &arena, Numbers::Native, &mut report).unwrap_or_default();
    let net = check(&file, &mut report);
    let functions = if item { functions(&file, tokens, &mut report) } else { Vec::new() };
    let inference = infer(&net);
    for clash in independent(&net, &inference.clashes) {
        if clash.written || !net.unpolarized {
            report.push(report::clash(clash.diagnostic(&net, Severity::Error), tokens));
        }
    }
    let main = net.defs.iter().any(|def| def.name == "main");
    let table = match report.has_errors() {
        true => Table { numbers: net.numbers, rows: [][..].into(), defs: [][..].into(), holes: [][..].into() },
        false => Table::assemble(&net, &inference, |place| line_and_column(tokens, place)),
    };
    Front { table, functions, main, errors: report::render(report, tokens) }
}

/// The clashes without those that are likely consequences of others: a wrong definition has no right signs for its users.
fn independent<'c>(net: &Net, clashes: &'c [Clash]) -> Vec<&'c Clash> {
    let used = |clash: &Clash| {
        clash.ends.map(|end| match net.defs[end.by.0 as usize].nodes[end.by.1 as usize].agent {
            Agent::Ref(callee) if end.reason == Reason::Use && callee != clash.def => Some(callee),
            _ => None,
        })
    };
    let (mut found, mut rest): (Vec<&Clash>, Vec<&Clash>) = clashes.iter().partition(|clash| used(clash) == [None; 2]);
    let mut wrong: HashSet<u32> = found.iter().map(|clash| clash.def).collect();
    loop {
        let (follow, others): (Vec<&Clash>, _) =
            rest.iter().partition(|clash| used(clash).iter().flatten().any(|def| wrong.contains(def)));
        rest = others;
        if follow.is_empty() {
            found.extend(rest);
            return found;
        }
        wrong.extend(follow.iter().map(|clash| clash.def));
    }
}

fn line_and_column(tokens: &Tokens<'_>, place: Place) -> table::Place {
    let [first, _] = tokens.spans(place);
    let start = first.start();
    table::Place { line: start.line as u32, column: start.column as u32 + 1 }
}
