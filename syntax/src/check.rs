//! Trees to the [`Net`]: names resolved, wires joined, terms in flat rows.
//!
//! Every definition is checked, whatever is wrong with others.
//!
//! ```
//! use polarnet_syntax::{check::read, diagnostic::Report, number::Numbers::Native, text::Lexer};
//!
//! let mut report = Report::new();
//! assert!(read(Lexer::new("@main = (a 1)  @other = @nobody", Native), Native, &mut report).is_none());
//! let found: Vec<String> = report.into_sorted().into_iter().map(|found| found.message).collect();
//! assert_eq!(found, ["the wire `a` is used once", "`@nobody` is not defined"]);
//! ```

mod computed;
mod names;
mod rows;
mod rules;
mod signature;
mod symbols;
mod wires;

use crate::{
    diagnostic::{Diagnostic, Report},
    net::{Agent, Def, Net, Node},
    number::Numbers,
    parse::{self, parse},
    span::Span,
    stored::{Lists, Stored},
    token::{Short, Source},
    tree::{Arenas, Definition, File},
};
use names::Names;
pub use names::nearest;
use rows::{Known, Root, Rows};
use symbols::Symbols;
use wires::Loose;

/// The tokens of a file to a checked net: [`parse()`] and [`check`]. `None` if there are errors; all are in `report`.
///
/// ```
/// use polarnet_syntax::{check::read, diagnostic::Report, number::Numbers::Native, text::Lexer};
///
/// let net = read(Lexer::new("@main = (x x)", Native), Native, &mut Report::new()).unwrap();
/// assert_eq!(net.defs[0].nodes.len(), 3); // two ends of a wire, and what they are in
/// ```
pub fn read<'s>(source: impl Source<'s>, defaults: Numbers, report: &mut Report) -> Option<Net> {
    let arenas = Arenas::default();
    let file = parse(source, &arenas, defaults, report)?;
    signature::check_types(&file, &mut Errors { report, count: 0 });
    let net = check(&file, report);
    (!report.has_errors()).then_some(net)
}

/// Checks what was parsed; what is wrong goes to `report`.
///
/// The net has all definitions of the file. Those that are wrong, or could not be parsed, are `*` in it, and so are
/// references to nothing: that asks nothing of the rest, whose signs can still be inferred.
///
/// ```
/// use polarnet_syntax::{check::check, diagnostic::Report, net::Agent, number::Numbers::Native, parse::parse, text::Lexer, tree::Arenas};
///
/// let (arenas, mut report) = (Arenas::default(), Report::new());
/// let file = parse(Lexer::new("@main = (a 1)", Native), &arenas, Native, &mut report).unwrap();
/// let net = check(&file, &mut report);
/// assert!(report.has_errors());
/// assert_eq!(net.defs[0].nodes[0].agent.head(), Agent::Era); // it stands for what is wrong
/// ```
pub fn check(file: &File<'_>, report: &mut Report) -> Net {
    let mut errors = Errors { report, count: 0 };
    let symbols = Symbols::new(file, &mut errors);
    let mut known = Known {
        numbers: file.numbers,
        names: Names::new(file, &mut errors),
        symbols,
        loose: Loose::default(),
        late: Vec::new(),
        unknown: 0,
    };
    let mut net = Net { numbers: file.numbers, unpolarized: file.unpolarized, ..Net::default() };
    for (index, definition) in (0..).zip(&file.definitions) {
        let def = match &definition.net {
            None => unknown(definition.name, definition.span),
            Some(body) => {
                let before = errors.count + known.unreported();
                let mut rows = rows::rows(Root::Term(body.root, index), &body.redexes, &mut known, &mut errors);
                let holes = std::mem::take(&mut rows.holes);
                let def = made(definition, rows);
                signature::check(&def, &mut errors);
                if !file.no_signs {
                    rules::check_redexes(&def, &holes, &known.symbols, &mut errors);
                }
                if errors.count + known.unreported() == before && !(file.no_signs && has_agents(&def)) {
                    net.holes.extend(holes.iter().map(|&(row, hole)| (index, row, hole)));
                    def
                } else {
                    unknown(definition.name, definition.span)
                }
            }
        };
        net.defs.push(def);
    }
    // Without signs nobody can say what meets.
    if !file.no_signs {
        rules::check(file, &mut known, &mut net, &mut errors);
    }
    known.loose.report(file, &known.symbols, &mut errors);
    known.symbols.report_late(known.late, &mut errors);
    known.names.report_unknown(&known.symbols, &mut errors);
    net.agents = known.symbols.declarations();
    net
}

fn made(definition: &Definition<'_>, Rows { root, redexes, nodes, lists, wires, .. }: Rows) -> Def {
    let Definition { name, span, ref signature, .. } = *definition;
    Def { name: name.to_owned(), span, root, redexes, nodes, lists, wires, signature: signature.clone(), rule: None }
}

fn has_agents(def: &Def) -> bool {
    def.nodes.iter().any(|node| matches!(node.agent.head(), Agent::User(..)))
}

/// What stands for a definition that is wrong.
fn unknown(name: &str, span: Span) -> Def {
    Def {
        name: name.to_owned(),
        span,
        root: 0,
        redexes: Vec::new(),
        nodes: vec![Node { agent: Stored::plain(Agent::Era), peer: 0, written: None, span }],
        lists: Lists::default(),
        wires: Vec::new(),
        signature: None,
        rule: None,
    }
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
pub(crate) fn quoted(prefix: &str, name: &str) -> String {
    format!("`{prefix}{}`", Short(name))
}
