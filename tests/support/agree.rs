//! The property: all engines give one normal form, after the same interactions.

use super::net::Book;
use polarnet::{Done, EngineKind, Error, ErrorKind, Rule, Runtime, Stats, Term, columns::Space, reader::Source, show};
use std::collections::HashMap;

/// What became of a net.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// The signs that were inferred do not clash.
    pub polarized: bool,
    /// The interactions; none for a net that does not end.
    pub interactions: Option<u64>,
    /// There were references in its normal form, and it ended with them expanded.
    pub expanded: bool,
}

/// A runtime with little memory: to reserve all of it for each run takes its time.
pub fn runtime(engine: EngineKind, threads: usize) -> Runtime {
    // Miri makes every word of it, and the address sanitizer looks at every page.
    let memory = if cfg!(miri) { 1 << 16 } else { 1 << if cfg!(fuzzing) { 22 } else { 28 } };
    Runtime::new().engine(engine).threads(threads).max_memory(memory)
}

/// The engines that are compared with the oracle; those with several threads come last.
pub const ENGINES: [(EngineKind, usize); 8] = [
    (EngineKind::Bag, 1),
    (EngineKind::Direct, 1),
    (EngineKind::Shared, 1),
    (EngineKind::Bag, 2),
    (EngineKind::Direct, 2),
    (EngineKind::Bag, 3),
    (EngineKind::Bag, 4),
    (EngineKind::Direct, 4),
];

/// Reduces a book on all engines. After `endless` interactions of the oracle it counts as a book that does not end.
pub fn check(text: &str, endless: u64) -> Result<Outcome, String> {
    let book = parse("the book", text)?;
    let bare = Source::new("bare", text.replace("#![unpolarized]", "")).parse();
    let polarized = bare.diagnostics.is_empty();
    let mut outcome = Outcome { polarized, interactions: None, expanded: false };
    book.with(|book| {
        let Some(done) = all(book, endless, false)? else { return Ok(outcome) };
        outcome.interactions = Some(done.stats.interactions());
        printed(book, polarized, &done)?;
        reads_again(text, &done)?;
        // What `net!` would make of it is not run here; its steps are looked at.
        let _ = polarnet_lower::guessed(book, &[]);
        // Without references there is nothing to expand.
        if done.normal.terms().iter().any(|term| matches!(term, Term::Ref(_)))
            && let Some(done) = expanded(book, endless, polarized)?
        {
            outcome.expanded = true;
            reads_again(text, &done)?;
        }
        Ok(outcome)
    })
}

/// The result with references expanded. Without signs, what they stand for may have agents that meet without a rule, which
/// nothing else would have come to: all engines say so.
fn expanded<S: Space>(book: &polarnet::Book<S>, endless: u64, polarized: bool) -> Result<Option<Done>, String> {
    let oracle = runtime(EngineKind::Oracle, 1).expand(true).max_interactions(endless).run(book);
    if polarized || !matches!(oracle, Err(Error { kind: ErrorKind::NoRule(_), .. })) {
        return all(book, endless, true);
    }
    for (engine, threads) in ENGINES {
        let limited = runtime(engine, threads).expand(true).max_interactions(2 * endless + 100);
        match limited.run(book) {
            // Where one part of a net has no rule, another may have no end.
            Err(Error { kind: ErrorKind::NoRule(_) | ErrorKind::Interactions(_), .. }) => {}
            other => return Err(format!("{engine:?} {threads}: expected that a rule is missing, found {other:?}")),
        }
    }
    Ok(None)
}

/// The result on which all engines agree; none if the book does not end.
pub fn all<S: Space>(book: &polarnet::Book<S>, endless: u64, expand: bool) -> Result<Option<Done>, String> {
    same_result(book, &ENGINES, endless, expand)
}

/// The same for some engines.
pub fn same_result<S: Space>(
    book: &polarnet::Book<S>,
    engines: &[(EngineKind, usize)],
    endless: u64,
    expand: bool,
) -> Result<Option<Done>, String> {
    let limited = |(engine, threads)| runtime(engine, threads).expand(expand);
    let oracle = match limited((EngineKind::Oracle, 1)).max_interactions(endless).run(book) {
        Ok(done) => done,
        Err(Error { kind: ErrorKind::Interactions(_), .. }) => return Ok(None),
        Err(error) => return Err(format!("the oracle: {error}")),
    };
    for &engine in engines {
        // More than the oracle's: to end in any case.
        let done = limited(engine).max_interactions(2 * endless + 100).run(book);
        let done = done.map_err(|error| format!("{engine:?}, expand {expand}: {error}"))?;
        same(&oracle, &done).map_err(|difference| format!("{engine:?}, expand {expand}: {difference}"))?;
    }
    Ok(Some(oracle))
}

fn parse(what: &str, text: &str) -> Result<polarnet::AnyBook, String> {
    let source = Source::new(what, text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| format!("{what} does not parse:\n{}", source.render(&parsed.diagnostics, false)))
}

/// The same normal form, and as many interactions of each sort? (What is a beta reduction to one engine is some other
/// annihilation to one that knows no signs.)
fn same(oracle: &Done, done: &Done) -> Result<(), String> {
    let (mut expected, mut found) = (result(oracle), result(done));
    if done.stats.by_rule.of(Rule::Fused) > 0 {
        // Which rules they were is not counted.
        expected.1 = vec![("all", oracle.stats.interactions())];
        found.1 = vec![("all", done.stats.interactions())];
    }
    if expected != found || oracle.normal != done.normal {
        return Err(format!("expected {expected:?}\n         found {found:?}"));
    }
    Ok(())
}

fn result(done: &Done) -> (String, Vec<(&'static str, u64)>) {
    (done.normal.to_string(), sorts(&done.stats))
}

/// `@d1` for `@d1.1`
fn without_numbers(text: &str) -> String {
    let mut parts = text.split('@');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = part.find([' ', ')', '}']).unwrap_or(part.len());
        let kept = part[..name].find('.').unwrap_or(name);
        out += &format!("@{}{}", &part[..kept], &part[name..]);
    }
    out
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
        of("user", &[Rule::User]),
    ]
    .into();
    sorts.retain(|&(_, count)| count > 0);
    sorts
}

/// The book as it is printed, without signs or with them, is the same book.
fn printed<S: Space>(book: &polarnet::Book<S>, polarized: bool, oracle: &Done) -> Result<(), String> {
    let again = |text: String| -> Result<(), String> {
        let done = parse("the printed book", &text)?.with(|again| runtime(EngineKind::Bag, 1).run(again));
        let done = done.map_err(|error| format!("the printed book: {error}"))?;
        // Definitions that were instantiated twice have names of their own there, such as `@d1.2`.
        let (expected, found) = (result(oracle), (without_numbers(&done.normal.to_string()), sorts(&done.stats)));
        if expected != found {
            return Err(format!("the printed book: expected {expected:?}\n         found {found:?}\n{text}"));
        }
        Ok(())
    };
    again(show::text(book))?;
    // Signs that clash are an error where they are written.
    if polarized { again(show::signed(book)) } else { Ok(()) }
}

/// A normal form is a net that has nothing to reduce.
fn reads_again(text: &str, done: &Done) -> Result<(), String> {
    let mut ends = HashMap::new();
    for term in done.normal.terms() {
        if let Term::Wire(wire) = term {
            *ends.entry(wire).or_insert(0) += 1;
        }
    }
    // A wire to a circle that nothing leads to but auxiliary ports has one end here.
    if ends.values().any(|&count| count != 2) {
        return Ok(());
    }
    let with = format!("{text}\n@normal.form = {}\n", done.normal);
    parse("the normal form", &with)?.with(|book| {
        let def = book.find("normal.form").ok_or("the normal form is gone")?;
        let again = runtime(EngineKind::Bag, 1).call(book, def, &[]).map_err(|error| error.to_string())?;
        if again.normal != done.normal || again.stats.interactions() != 0 {
            return Err(format!("{} is no normal form: {again}, {}", done.normal, again.stats));
        }
        Ok(())
    })
}

/// Reduces many copies of a book's `@main` at once, some `interactions` in all, for the threads to have something to
/// share. The interactions; none if the book does not end, or has nothing to do.
pub fn crowd(book: &Book, interactions: u64) -> Result<Option<u64>, String> {
    let one = parse("the book", &book.to_string())?;
    let one = one.with(|one| runtime(EngineKind::Oracle, 1).max_interactions(interactions / 2).run(one));
    let Some(copies) = one.ok().and_then(|done| interactions.checked_div(done.stats.interactions())) else {
        return Ok(None);
    };
    let crowd = parse("the crowd", &book.crowd(copies.min(500) as u32).to_string())?;
    let done = crowd.with(|crowd| same_result(crowd, &ENGINES[3..], interactions, false))?;
    done.map(|done| Some(done.stats.interactions())).ok_or("a crowd takes longer than its members".into())
}
