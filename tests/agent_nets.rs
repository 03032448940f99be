//! Random books with agents of their own: all engines agree, on what they end with, and on how they are stopped.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Error, ErrorKind, Runtime, reader::Source};
use std::cell::Cell;
use support::{
    agents::{self, Kind},
    agree::{self, ENGINES, runtime},
    limits,
    tries::{cases, try_texts},
};

fn parse(text: &str) -> Result<AnyBook, String> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

#[test]
fn engines_agree_on_random_books() {
    let (ended, polarized, interactions) = (Cell::new(0), Cell::new(0), Cell::new(0_u64));
    let count = cases(2000);
    for (kind, count) in [(Kind::Whole, count), (Kind::Unpolarized, count / 3)] {
        try_texts(
            count,
            |c| agents::book(c, kind),
            |text| {
                if kind == Kind::Unpolarized && !ends(text)? {
                    return Ok(());
                }
                let outcome = agree::check(text, 3_000)?;
                ended.set(ended.get() + u32::from(outcome.interactions.is_some()));
                polarized.set(polarized.get() + u32::from(outcome.polarized));
                interactions.set(interactions.get() + outcome.interactions.unwrap_or(0));
                Ok(())
            },
        );
    }
    println!("{ended:?} end, {polarized:?} are polarized, {interactions:?} interactions");
    assert!(ended.get() > count / 2 && polarized.get() >= count && interactions.get() > 40 * u64::from(count));
}

/// What a run ends with.
#[derive(PartialEq, Debug)]
enum End {
    Normal(String, u64),
    NoRule,
    Endless,
}

fn end(book: &AnyBook, runtime: &Runtime) -> Result<End, String> {
    match book.with(|book| runtime.run(book)) {
        Ok(done) => Ok(End::Normal(done.to_string(), done.stats.interactions())),
        Err(Error { kind: ErrorKind::NoRule(_), .. }) => Ok(End::NoRule),
        Err(Error { kind: ErrorKind::Interactions(_), .. }) => Ok(End::Endless),
        Err(error) => Err(error.to_string()),
    }
}

/// Is there such a book, and does it come to an end? Signs that clash at an agent's port are an error in any case, and two
/// agents of one sign have no rule.
fn ends(text: &str) -> Result<bool, String> {
    let Ok(book) = parse(text) else { return Ok(false) };
    Ok(matches!(end(&book, &runtime(EngineKind::Oracle, 1).max_interactions(3_000))?, End::Normal(..)))
}

/// Agents meet for which there is no rule: all engines say so, none hangs, and the runtime is good for the next run.
#[test]
fn missing_rules_are_reported_by_all_engines() {
    let fine = parse("agent +Z, -Get(-out); rule Get(out) ~ Z => out ~ 7; @main = r & Get(r) ~ Z").unwrap();
    let counts = [Cell::new(0), Cell::new(0)];
    let count = cases(1000);
    let property = |text: &str| {
        // A redex without a rule that is written in the book is an error there.
        let Ok(book) = parse(text) else { return Ok(()) };
        let expected = end(&book, &runtime(EngineKind::Oracle, 1).max_interactions(3_000))?;
        if expected == End::Endless {
            return Ok(());
        }
        for (engine, threads) in ENGINES {
            let runtime = runtime(engine, threads).max_interactions(6_100);
            let found = end(&book, &runtime)?;
            // Where one part of a net has no rule, another may have no end.
            let same = found == expected || expected == End::NoRule && found == End::Endless;
            if !same || end(&fine, &runtime)? != End::Normal("7".to_owned(), 1) {
                return Err(format!("{engine:?} {threads}: expected {expected:?}, found {found:?}"));
            }
        }
        let count = &counts[usize::from(expected == End::NoRule)];
        count.set(count.get() + 1);
        Ok(())
    };
    try_texts(count, |c| agents::book(c, Kind::Gaps), property);
    try_texts(count / 2, |c| agents::book(c, Kind::Unpolarized), property);
    println!("{counts:?}: without such a pair, and with one");
    assert!(counts.iter().all(|found| found.get() > count / 10), "{counts:?}");
}

#[test]
fn the_limit_of_interactions_stops_all_engines() {
    let counts = [Cell::new(0), Cell::new(0)];
    let count = cases(100);
    try_texts(
        count,
        |c| agents::book(c, Kind::Whole),
        |text| {
            if let Some(stopped) = limits::interactions(text, 3_000)? {
                let count = &counts[usize::from(stopped)];
                count.set(count.get() + 1);
            }
            Ok(())
        },
    );
    assert!(counts[1].get() > count / 4, "{counts:?}");
}
