//! Random nets, and programs as people write them, on the emulated device: the same normal form as on the CPU, and the same number of
//! interactions, under many schedules. `POLARNET_CASES` and `POLARNET_SEEDS` try more of them.

#[path = "common/nets.rs"]
mod nets;
#[path = "../../tests/support/mod.rs"]
#[allow(dead_code, unused_imports, reason = "other tests use the rest")]
mod support;

use nets::{End, assert_most, compare, parse};
use std::cell::Cell;
use support::{
    agents::{self, Kind},
    functions, programs, soup, stock,
    tries::{Generator, cases, try_all, try_texts},
};

/// Two blocks' and some heap.
const MEMORY: u64 = 3 << 20;

fn seeds() -> impl Iterator<Item = u64> {
    let count = std::env::var("POLARNET_SEEDS").ok().and_then(|count| count.parse().ok());
    1..=count.unwrap_or(2)
}

/// How many books ended, in how many interactions.
#[derive(Default, Debug)]
struct Tally {
    ended: Cell<u32>,
    stuck: Cell<u32>,
    interactions: Cell<u64>,
}

impl Tally {
    fn check(&self, text: &str) -> Result<(), String> {
        match compare(&parse(text)?, MEMORY, seeds(), 20_000)? {
            End::Normal(_, interactions) => {
                self.ended.set(self.ended.get() + 1);
                self.interactions.set(self.interactions.get() + interactions);
            }
            End::NoRule => self.stuck.set(self.stuck.get() + 1),
            End::Endless => {}
            End::Other(error) => return Err(error),
        }
        Ok(())
    }
}

/// ThreadSanitizer takes its time.
fn some(count: u32) -> u32 {
    cases(if cfg!(emulator_tsan) { count / 10 } else { count })
}

fn books(count: u32, generate: Generator) {
    let (count, tally) = (some(count), Tally::default());
    try_all(count, generate, |book| tally.check(&book.to_string()));
    println!("{tally:?}");
    assert_most(tally.ended.get(), count);
}

#[test]
fn nets_of_all_agents() {
    books(150, soup::book);
}

#[test]
fn programs_that_end() {
    books(100, programs::book);
}

#[test]
fn books_with_agents_of_their_own() {
    for kind in [Kind::Whole, Kind::Unpolarized] {
        let (count, tally) = (some(120), Tally::default());
        // Signs may clash where agents declare them: then it is no book.
        let is_book = |text: &str| kind == Kind::Whole || parse(text).is_ok();
        try_texts(count, |c| agents::book(c, kind), |text| if is_book(text) { tally.check(text) } else { Ok(()) });
        println!("{tally:?}");
        if kind == Kind::Whole {
            assert_most(tally.ended.get(), count);
        }
    }
}

#[test]
fn functions_of_agents() {
    let (count, tally) = (some(120), Tally::default());
    try_texts(count, functions::book, |text| tally.check(text));
    println!("{tally:?}");
    assert_most(tally.ended.get(), count);
}

#[test]
fn programs_of_people() {
    let tally = Tally::default();
    for (name, text) in stock::programs() {
        tally.check(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    println!("{tally:?}");
}
