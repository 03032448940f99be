//! The property: all engines give one normal form, after the same interactions.

use polarnet::{Done, EngineKind, Error, ErrorKind, Rule, Runtime, Stats, Term, columns::Space, reader::Source, show};
use std::collections::HashMap;

/// Interactions after which a net counts as one that does not end.
pub const ENDLESS: u64 = 20_000;

/// What became of a net.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The signs that were inferred do not clash.
    pub polarized: bool,
    /// The interactions; none for a net that does not end.
    pub interactions: Option<u64>,
    /// Whether it ended with its references expanded.
    pub expanded: bool,
}

/// A runtime with little memory: to reserve all of it for each run takes its time.
pub fn runtime(engine: EngineKind, threads: usize) -> Runtime {
    Runtime::new().engine(engine).threads(threads).max_memory(1 << 28)
}

/// The engines that are compared with the oracle.
pub const ENGINES: [(EngineKind, usize); 5] =
    [(EngineKind::Bag, 1), (EngineKind::Shared, 1), (EngineKind::Bag, 2), (EngineKind::Bag, 3), (EngineKind::Bag, 4)];

/// Reduces a book on all engines.
pub fn check(text: &str) -> Result<Outcome, String> {
    let book = parse("the book", text)?;
    let bare = Source::new("bare", text.replace("#![unpolarized]", "")).parse();
    let polarized = bare.diagnostics.is_empty();
    let mut outcome = Outcome { polarized, interactions: None, expanded: false };
    book.with(|book| {
        for expand in [false, true] {
            let limited = |(engine, threads)| runtime(engine, threads).expand(expand);
            let oracle = match limited((EngineKind::Oracle, 1)).max_interactions(ENDLESS).run(book) {
                Ok(done) => done,
                Err(Error { kind: ErrorKind::Interactions(_), .. }) => return Ok(outcome),
                Err(error) => return Err(format!("the oracle: {error}")),
            };
            for engine in ENGINES {
                // Twice the oracle's: to end in any case.
                let done = limited(engine).max_interactions(2 * ENDLESS).run(book);
                let done = done.map_err(|error| format!("{engine:?}, expand {expand}: {error}"))?;
                same(&oracle, &done).map_err(|difference| format!("{engine:?}, expand {expand}: {difference}"))?;
            }
            if expand {
                outcome.expanded = true;
            } else {
                outcome.interactions = Some(oracle.stats.interactions());
                printed(book, &oracle)?;
            }
            reads_again(text, &oracle)?;
        }
        Ok(outcome)
    })
}

fn parse(what: &str, text: &str) -> Result<polarnet::AnyBook, String> {
    let source = Source::new(what, text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| format!("{what} does not parse:\n{}", source.render(&parsed.diagnostics, false)))
}

/// The same normal form, and as many interactions of each sort? (What is a beta reduction to one engine is some other
/// annihilation to one that knows no signs.)
fn same(oracle: &Done, done: &Done) -> Result<(), String> {
    let expected = (oracle.normal.to_string(), sorts(&oracle.stats));
    let found = (done.normal.to_string(), sorts(&done.stats));
    if expected != found || oracle.normal != done.normal {
        return Err(format!("expected {expected:?}\n         found {found:?}"));
    }
    Ok(())
}

fn sorts(stats: &Stats) -> Vec<(&'static str, u64)> {
    let of = |name, rules: &[Rule]| (name, rules.iter().map(|&rule| stats.by_rule.of(rule)).sum());
    let mut sorts: Vec<_> = [
        of("void", &[Rule::Void]),
        of("erase", &[Rule::Erase]),
        of("copy", &[Rule::Copy]),
        of("annihilate", &[Rule::AppLam, Rule::SplitPair, Rule::DupSup, Rule::Annihilate]),
        of("commute", &[Rule::DupLam, Rule::DupPair, Rule::Commute]),
        of("operate", &[Rule::Operate]),
        of("switch", &[Rule::Switch]),
        of("call", &[Rule::Call]),
    ]
    .into();
    sorts.retain(|&(_, count)| count > 0);
    sorts
}

/// The book as it is printed is the same book.
fn printed<S: Space>(book: &polarnet::Book<S>, oracle: &Done) -> Result<(), String> {
    let text = show::text(book);
    let source = Source::new("printed", text.as_str()).numbers(book.numbers());
    let parsed = source.parse();
    let Some(again) = parsed.book else {
        return Err(format!("what is printed does not parse:\n{text}{}", source.render(&parsed.diagnostics, false)));
    };
    let done = again.with(|again| runtime(EngineKind::Bag, 1).run(again));
    let done = done.map_err(|error| format!("the printed book: {error}"))?;
    same(oracle, &done).map_err(|difference| format!("the printed book: {difference}\n{text}"))
}

/// A normal form is a net that has nothing to reduce.
fn reads_again(text: &str, oracle: &Done) -> Result<(), String> {
    let mut ends = HashMap::new();
    for term in oracle.normal.terms() {
        if let Term::Wire(wire) = term {
            *ends.entry(wire).or_insert(0) += 1;
        }
    }
    // A wire to a circle that nothing leads to but auxiliary ports has one end here.
    if ends.values().any(|&count| count != 2) {
        return Ok(());
    }
    let with = format!("{text}\n@normal.form = {}\n", oracle.normal);
    parse("the normal form", &with)?.with(|book| {
        let def = book.find("normal.form").ok_or("the normal form is gone")?;
        let done = runtime(EngineKind::Bag, 1).call(book, def, &[]).map_err(|error| error.to_string())?;
        if done.normal != oracle.normal || done.stats.interactions() != 0 {
            return Err(format!("{} is no normal form: {done}, {}", oracle.normal, done.stats));
        }
        Ok(())
    })
}
