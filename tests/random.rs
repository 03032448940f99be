//! Random nets: all engines agree on the normal form and on the number of interactions.
//!
//! `POLARNET_CASES=200000 cargo test --release --test random` tries more of them. A book that fails is made small and
//! shown; put it into `tests/regressions`, whose books are always run.

#![cfg(feature = "reader")]

mod support;

use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    test_runner::{Config, TestCaseError, TestError, TestRunner},
};
use std::cell::Cell;
use support::{
    agree::{self, Outcome},
    choices::Choices,
    net::Book,
    shrink::shrink,
    soup,
};

type Generator = fn(&mut Choices) -> Book;

/// Tries `property` on `cases` books; one that fails is made small and shown.
fn try_all(cases: u32, generate: Generator, property: impl Fn(&Book) -> Result<(), String>) {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let book = vec(any::<u8>(), 0..400).prop_map(|bytes| generate(&mut Choices::new(&bytes)));
    let result = TestRunner::new(config).run(&book, |book| property(&book).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(_, book)) => {
            let small = shrink(&book, |book| property(book).is_err());
            // It may fail on some runs only.
            let why = (0..100).find_map(|_| property(&small).err()).unwrap_or_default();
            panic!("{why}\n{small}\nIt was:\n{book}");
        }
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// How many books to try, where `count` would do.
fn cases(count: u32) -> u32 {
    std::env::var("POLARNET_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(count)
}

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

#[test]
fn engines_agree_on_random_nets() {
    let tally = Tally::default();
    let cases = cases(2600);
    try_all(cases, soup::book, |book| {
        tally.add(agree::check(&book.to_string())?);
        Ok(())
    });
    println!("{tally:?}");
    assert!(tally.polarized.get() >= cases / 5, "too few polarized nets: {tally:?}");
    assert!(tally.unpolarized.get() >= cases / 5, "too few unpolarized nets: {tally:?}");
    assert!(tally.polarized.get() + tally.unpolarized.get() >= cases / 4 * 3, "too many endless nets: {tally:?}");
}
