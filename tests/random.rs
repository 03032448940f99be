//! Random nets: all engines agree on the normal form and on the number of interactions.
//!
//! The same ones each time: `ci/random.sh` tries others, and more. A book that fails is made small and
//! shown; put it into `tests/regressions`, whose books are always run.

#[allow(dead_code, reason = "tests/agent_nets.rs uses the rest")]
mod support;

use std::cell::Cell;
use support::{
    agree::{self, Outcome},
    limits,
    net::Book,
    programs, soup, stock,
    tries::{Generator, cases, try_all},
};

/// How many books became what.
#[derive(Default, Debug)]
struct Tally {
    polarized: Cell<u32>,
    unpolarized: Cell<u32>,
    endless: Cell<u32>,
    expanded: Cell<u32>,
    interactions: Cell<u64>,
}

impl Tally {
    fn add(&self, outcome: Outcome) {
        let count = match outcome {
            Outcome { interactions: None, .. } => &self.endless,
            Outcome { polarized: true, .. } => &self.polarized,
            Outcome { polarized: false, .. } => &self.unpolarized,
        };
        count.set(count.get() + 1);
        self.expanded.set(self.expanded.get() + u32::from(outcome.expanded));
        self.interactions.set(self.interactions.get() + outcome.interactions.unwrap_or(0));
    }
}

/// Random books on all engines: how many were polarized, how many not.
fn engines_agree(cases: u32, generate: Generator, endless: u64) -> [u32; 2] {
    let tally = Tally::default();
    try_all(cases, generate, |book| {
        tally.add(agree::check(&book.to_string(), endless)?);
        Ok(())
    });
    println!("{tally:?}");
    [tally.polarized.get(), tally.unpolarized.get()]
}

#[test]
fn engines_agree_on_random_nets() {
    let cases = cases(2500);
    let [polarized, unpolarized] = engines_agree(cases, soup::book, 2_000);
    assert!(polarized >= cases / 5 && unpolarized >= cases / 5 && polarized + unpolarized >= cases / 5 * 4);
}

#[test]
fn engines_agree_on_random_programs() {
    let cases = cases(500);
    let [polarized, unpolarized] = engines_agree(cases, programs::book, 20_000);
    assert!(polarized >= cases / 4 * 3, "{polarized} polarized programs, and {unpolarized}");
}

/// Tries a property that says of books that end whether a run was stopped; gives how many of each there were.
fn stopped(cases: u32, generate: Generator, property: impl Fn(&Book) -> Result<Option<bool>, String>) -> [u32; 2] {
    let counts = [Cell::new(0), Cell::new(0)];
    try_all(cases, generate, |book| {
        if let Some(stopped) = property(book)? {
            let count = &counts[usize::from(stopped)];
            count.set(count.get() + 1);
        }
        Ok(())
    });
    println!("{counts:?}");
    counts.map(Cell::into_inner)
}

/// Small nets are soon reduced by the thread that starts; these are not.
#[test]
fn engines_agree_on_crowds() {
    let tally = Cell::new((0, 0));
    let cases = cases(60);
    let size = if cfg!(debug_assertions) { 3_000 } else { 50_000 };
    for generate in [soup::book, programs::book] {
        try_all(cases, generate, |book| {
            if let Some(interactions) = agree::crowd(book, size)? {
                let (count, all) = tally.get();
                tally.set((count + 1, all + interactions));
            }
            Ok(())
        });
    }
    let (ended, interactions) = tally.get();
    println!("{ended} books, {interactions} interactions");
    assert!(ended >= cases, "{ended} of {}", 2 * cases);
}

#[test]
fn engines_agree_on_stock_programs() {
    for (name, text) in stock::programs() {
        for numbers in ["#![numbers(native)]", "#![numbers(hvm24)]"] {
            let outcome = agree::check(&format!("{numbers}{text}"), 100_000);
            let outcome = outcome.unwrap_or_else(|why| panic!("{name}: {why}"));
            println!("{name}: {outcome:?}");
            assert!(outcome.polarized && outcome.interactions.is_some(), "{name}: {outcome:?}");
        }
    }
}

/// The books that once failed, or that try something delicate.
#[test]
fn engines_agree_on_regressions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regressions");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "net") {
            let outcome = agree::check(&std::fs::read_to_string(&path).unwrap(), 20_000);
            let outcome = outcome.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            assert!(outcome.interactions.is_some(), "{} does not end", path.display());
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn strict_runs_fail_on_all_engines_or_on_none() {
    let cases = cases(400);
    let [fine, faulty] = stopped(cases, soup::book, |book| limits::strict(book, 2_000, false));
    assert!(fine >= cases / 20 && faulty >= cases / 20, "{fine} without a fault, {faulty} with one");
}

#[test]
fn strict_runs_report_the_one_fault() {
    let cases = cases(400);
    let divisions = |book: &Book| limits::strict(&limits::with_divisions(book), 20_000, true);
    let [fine, faulty] = stopped(cases, programs::book, divisions);
    assert!(fine >= cases / 20 && faulty >= cases / 20, "{fine} without a fault, {faulty} with one");
}

#[test]
fn the_limit_of_interactions_stops_all_engines() {
    let cases = cases(150);
    let [_, stopped_programs] = stopped(cases, programs::book, |book| limits::interactions(&book.to_string(), 20_000));
    let [_, stopped_nets] = stopped(cases, soup::book, |book| limits::interactions(&book.to_string(), 2_000));
    assert!(stopped_programs + stopped_nets >= cases, "{stopped_programs} and {stopped_nets} of {cases}");
}
