//! Trees to the [`Net`]: names resolved, wires joined, terms in flat rows.
//!
//! Every definition is checked, whatever is wrong with others; a [`Net`] comes out only when nothing is.

mod names;
mod rows;

use crate::{
    diagnostic::{Diagnostic, Report},
    net::{Def, Net},
    number::Numbers,
    parse::{self, parse},
    span::Span,
    token::{Short, Source},
    tree::{File, Tree},
};
use names::Names;
use typed_arena::Arena;

/// Tokens to a checked net: [`parse()`] and [`check`]. `None` if there are errors; all are in `report`.
pub fn read<'s>(source: impl Source<'s>, defaults: Numbers, report: &mut Report) -> Option<Net> {
    let arena: Arena<Tree<'_>> = Arena::new();
    let file = parse(source, &arena, defaults, report)?;
    check(&file, report).filter(|_| !report.has_errors())
}

/// Checks what was parsed. `None` if it is wrong, or lacks a definition that could not be parsed.
pub fn check(file: &File<'_>, report: &mut Report) -> Option<Net> {
    let mut errors = Errors { report, count: 0 };
    let mut names = Names::new(file, &mut errors);
    let mut net = Net { numbers: file.numbers, unpolarized: file.unpolarized, ..Net::default() };
    let mut whole = true;
    for (index, definition) in file.definitions.iter().enumerate() {
        let Some(body) = &definition.net else {
            whole = false;
            continue;
        };
        let rows = rows::rows(body, file.numbers, &mut names, &mut errors);
        net.holes.extend(rows.holes.iter().map(|&(row, hole)| (index as u32, row, hole)));
        net.defs.push(Def {
            name: definition.name.to_owned(),
            span: definition.span,
            root: rows.root,
            redexes: rows.redexes,
            nodes: rows.nodes,
            wires: rows.wires,
            signature: definition.signature.clone(),
        });
    }
    names.report_unknown(&mut errors);
    (whole && errors.count == 0).then_some(net)
}

/// The sink of the checks, which reports up to [`parse::MOST`] errors.
struct Errors<'r> {
    report: &'r mut Report,
    count: usize,
}

impl Errors<'_> {
    fn push(&mut self, error: Diagnostic) {
        if self.count < parse::MOST {
            self.report.push(error);
        } else if self.count == parse::MOST {
            self.report.push(parse::too_many(error.span));
        }
        self.count += 1;
    }

    fn full(&self) -> bool {
        self.count > parse::MOST
    }
}

/// Adds places to an error: a few, and how many more there are.
fn places(mut error: Diagnostic, spans: &[Span], text: &str) -> Diagnostic {
    const SHOWN: usize = 8;
    let shown = if spans.len() <= SHOWN { spans.len() } else { SHOWN - 1 };
    for &span in &spans[..shown] {
        error = error.place(span, text);
    }
    match &spans[shown..] {
        [] => error,
        [next, more @ ..] => error.place(*next, format!("{text}, and {} times more", more.len())),
    }
}

/// `` `name` `` for a message.
fn quoted(prefix: &str, name: &str) -> String {
    format!("`{prefix}{}`", Short(name))
}
