//! Random recursions with something left to do, as bytecode and compiled: the same result after the same interactions as where nothing is compiled, or
//! the error of a limit, in time.
//!
//! `tests/waiting.rs` has those that a person wrote.

#[path = "standard/recursions.rs"]
mod compiled_books;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, CancelToken, Done, EngineKind, Error, ErrorKind, Rule, Runtime, reader::Source};
use std::{cell::Cell, time::Duration};
use support::{
    agree::runtime,
    generated, recursions,
    tries::{cases, try_texts},
};

const THREADS: [usize; 3] = [1, 2, 3];
/// Debug builds have little room for what waits, and are slow.
const DEPTHS: [usize; 4] = if cfg!(debug_assertions) { [5, 30, 200, 3_000] } else { [30, 300, 3_000, 20_000] };
const ENDLESS: u64 = if cfg!(debug_assertions) { 150_000 } else { 4_000_000 };

/// One book in one engine, and what it should give.
struct Trial<'b> {
    book: &'b AnyBook,
    engine: EngineKind,
    threads: usize,
    expected: &'b Done,
}

impl Trial<'_> {
    /// A run with some limit. It gives the right result, or fails as it may; and it takes not long, whatever the limit.
    fn run(
        &self,
        what: &str,
        limited: impl FnOnce(Runtime) -> Runtime,
        may_fail: impl FnOnce(&Error) -> bool,
    ) -> Result<Option<Done>, String> {
        let (expected, needed) = (&self.expected.normal, self.expected.stats.interactions());
        let in_time = runtime(self.engine, self.threads).timeout(Duration::from_secs(20));
        let why = match self.book.with(|book| limited(in_time).run(book)) {
            Ok(done) if done.normal == *expected && done.stats.interactions() == needed => return Ok(Some(done)),
            Ok(done) => format!(
                "found {done} after {} interactions, expected {expected} after {needed}",
                done.stats.interactions()
            ),
            Err(error) if may_fail(&error) => return Ok(None),
            Err(error) => format!("{error} after {} interactions of {needed}", error.stats.interactions()),
        };
        Err(format!("{:?}, {} threads, {what}: {why}", self.engine, self.threads))
    }

    fn interactions(&self, limit: u64) -> Result<(), String> {
        let needed = self.expected.stats.interactions();
        // A thread that does not run for a while says late what it did; on one thread a limit is passed by what a call does at once.
        let above = if self.threads == 1 { 256 } else { 1 << 17 };
        let may_fail = |error: &Error| {
            matches!(error.kind, ErrorKind::Interactions(found) if found == limit && limit < needed)
                && error.stats.interactions() <= limit + above
        };
        match self.run(&format!("limit {limit}"), |runtime| runtime.max_interactions(limit), may_fail)? {
            Some(_) if limit < needed => {
                Err(format!("{:?}, {} threads: it ended beyond limit {limit}", self.engine, self.threads))
            }
            _ => Ok(()),
        }
    }

    fn memory(&self, bytes: u64) -> Result<(), String> {
        let may_fail = |error: &Error| matches!(error.kind, ErrorKind::Memory(_));
        self.run(&format!("{bytes} bytes"), |runtime| runtime.max_memory(bytes), may_fail).map(drop)
    }

    fn cancelled(&self, after: Duration) -> Result<(), String> {
        let token = CancelToken::new();
        std::thread::scope(|scope| {
            let of = token.clone();
            scope.spawn(move || {
                std::thread::sleep(after);
                of.cancel();
            });
            let may_fail = |error: &Error| matches!(error.kind, ErrorKind::Cancelled);
            self.run(&format!("cancelled after {after:?}"), |runtime| runtime.cancel_with(token), may_fail).map(drop)
        })
    }

    /// All of that. The interactions that functions did.
    fn all(&self) -> Result<u64, String> {
        let needed = self.expected.stats.interactions();
        let mut fused = 0;
        for _ in 0..if self.threads == 1 { 1 } else { 2 } {
            let done = self.run("no limit", |runtime| runtime, |_| false)?;
            fused = done.map_or(0, |done| done.stats.by_rule.of(Rule::Fused));
        }
        for limit in [needed / 3, needed / 10 * 9, needed.saturating_sub(1), needed, needed + 100] {
            self.interactions(limit)?;
        }
        for bytes in [1_000, 6_000, 100_000, 1_000_000] {
            self.memory(bytes)?;
        }
        self.cancelled(Duration::from_micros(needed % 2_000))?;
        Ok(fused)
    }
}

/// What happened to the books.
#[derive(Default, Debug)]
struct Tally {
    ended: Cell<u32>,
    /// Of how many there is a function for which something waits.
    waits: Cell<u32>,
    /// Of how many functions did most.
    fused: Cell<u32>,
    interactions: Cell<u64>,
}

/// A book that ends is tried in all ways.
fn check(book: &AnyBook, engine: EngineKind, tally: &Tally) -> Result<(), String> {
    let run = |engine| book.with(|book| runtime(engine, 1).max_interactions(ENDLESS).run(book));
    let expected = match run(EngineKind::Bag) {
        Ok(done) => done,
        Err(Error { kind: ErrorKind::Interactions(_) | ErrorKind::Memory(_), .. }) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    let needed = expected.stats.interactions();
    // It takes its time.
    if needed < 20_000 {
        let oracle = run(EngineKind::Oracle).map_err(|error| error.to_string())?;
        if (&oracle.normal, oracle.stats.interactions()) != (&expected.normal, needed) {
            return Err(format!(
                "the oracle says {oracle} after {}, not {expected} after {needed}",
                oracle.stats.interactions()
            ));
        }
    }
    let mut fused = u64::MAX;
    for threads in THREADS {
        fused = fused.min(Trial { book, engine, threads, expected: &expected }.all()?);
    }
    tally.ended.set(tally.ended.get() + 1);
    tally.waits.set(tally.waits.get() + u32::from(waits(book)));
    tally.fused.set(tally.fused.get() + u32::from(fused > needed / 2));
    tally.interactions.set(tally.interactions.get() + needed);
    Ok(())
}

/// Is there a function that is a loop with a stack?
fn waits(book: &AnyBook) -> bool {
    let found = book.with(|book| polarnet_lower::guessed(book, &[])).unwrap_or_default();
    found.iter().flat_map(|definition| definition.functions.values()).any(|function| function.waits())
}

fn read(text: &str) -> Result<AnyBook, String> {
    let source = Source::new("the book", text);
    let parsed = source.parse();
    parsed.book.ok_or_else(|| source.render(&parsed.diagnostics, false))
}

#[test]
fn bytecode() {
    let (cases, tally) = (cases(30), Tally::default());
    try_texts(
        cases,
        |choices| recursions::book(choices, DEPTHS),
        |text| check(&read(text)?, EngineKind::Direct, &tally),
    );
    println!("{tally:?}");
    let [ended, waits, fused] = [&tally.ended, &tally.waits, &tally.fused].map(Cell::get);
    assert!(ended >= cases / 2 && waits >= ended / 2 && fused >= ended / 2, "{tally:?}");
}

const BOOKS: usize = 25;

/// Books of the same generator, in `net!`.
#[test]
fn compiled() {
    let (books, tally) = (compiled_books::books(), Tally::default());
    for (text, book) in &books {
        let read = read(&format!("#![numbers(native)]\n{text}")).unwrap();
        let run = |book: &AnyBook| book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
        let [read, compiled] = [&read, book].map(run);
        assert_eq!((&read.normal, read.stats.interactions()), (&compiled.normal, compiled.stats.interactions()));
        check(book, EngineKind::Compiled, &tally).unwrap_or_else(|why| panic!("{why}\n{text}"));
    }
    println!("{tally:?}");
    let [ended, waits, fused] = [&tally.ended, &tally.waits, &tally.fused].map(|count| count.get() as usize);
    assert!(books.len() == BOOKS && ended == BOOKS && waits >= BOOKS / 5 * 3 && fused >= BOOKS / 2, "{tally:?}");
}

/// `tests/standard/recursions.rs` is what this makes. `BLESS=1` makes it anew.
#[test]
fn compiled_books_are_those_of_the_generator() {
    let texts = generated::texts(BOOKS, 400, 1_000..=50_000, |choices| {
        let text = recursions::book(choices, [30, 90, 250, 1_000]);
        text.starts_with("#![numbers(native)]").then_some(text)
    });
    generated::compare("recursions", "recursions", &texts);
}
