//! What passes must not change.

use super::agree::runtime;
use polarnet::{
    AnyBook, EngineKind, ErrorKind, Runtime,
    passes::{Budget, Entries, Pass, Passes, eta, pre_reduce},
    reader::Source,
};

/// The book of a text.
pub fn parse(text: &str) -> AnyBook {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)))
}

/// What a run ends with: a normal form and how many interactions it took, or a fault.
pub fn run(book: &AnyBook, runtime: &Runtime) -> Result<Option<(String, u64)>, String> {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => Ok(Some((done.to_string(), done.stats.interactions()))),
        Err(error) if matches!(error.kind, ErrorKind::Arithmetic(_)) => Ok(None),
        Err(error) => Err(error.to_string()),
    }
}

/// What is tried: the built-in passes one by one, `pre_reduce` with so little budget that most is left to the run, and
/// (the last) the default passes.
fn tried(book: &AnyBook) -> Vec<(String, AnyBook)> {
    let entries = Entries::default();
    let budgets = [(1, 1000), (4, 30), (20, 12)].map(|(interactions, agents)| Budget { interactions, agents });
    let mut tried = Vec::new();
    for pass in [Pass::Prune, Pass::Inline, Pass::Eta, Pass::Share, Pass::SimplifyRules] {
        tried.push((pass.to_string(), book.with(|book| pass.run(book, &entries))));
    }
    for budget in budgets {
        let new = book.with(|book| book.pass(|book| pre_reduce(book, &entries, budget)));
        tried.push((format!("{budget:?}, eta"), new.with(|new| eta(new, &entries))));
    }
    tried.push(("default".to_owned(), book.with(|book| Passes::default().run(book, &entries))));
    tried
}

/// The interactions of a book, and with the default passes; none for a book that does not end.
pub fn unchanged(text: &str, endless: u64) -> Result<Option<[u64; 2]>, String> {
    let book = parse(text);
    let oracle = runtime(EngineKind::Oracle, 1);
    let ways = [oracle.clone(), runtime(EngineKind::Bag, 1), oracle.clone().expand(true), oracle.clone().strict(true)];
    let mut expected = Vec::new();
    for way in ways {
        // More than it takes: who counts several interactions at once counts some in advance.
        let Ok(end) = run(&book, &way.clone().max_interactions(endless)) else { return Ok(None) };
        expected.push((way.max_interactions(2 * endless + 100), end));
    }
    let mut last = 0;
    for (name, new) in tried(&book) {
        for (at, (way, expected)) in expected.iter().enumerate() {
            let found = run(&new, way).map_err(|why| format!("{name}: {why}\n{new:#}"))?;
            let same = match (expected, &found) {
                (Some((normal, count)), Some((found, fewer))) => normal == found && fewer <= count,
                (expected, found) => expected == found,
            };
            if !same {
                return Err(format!("{name}, way {at}: expected {expected:?}, found {found:?}\n{new:#}"));
            }
            if let (0, Some((_, count))) = (at, found) {
                last = count;
            }
        }
    }
    Ok(expected[0].1.as_ref().map(|&(_, count)| [count, last]))
}
