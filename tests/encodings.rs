//! Data in λ-encodings and pairs, compiled: what is matched is given back whole, its fields change places, or a number chooses between them,
//! nodes become others, and arms are written out where they are called. In every engine it is the same result, after the same interactions.

#[path = "standard/encodings.rs"]
mod encodings;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Done, EngineKind, Error, ErrorKind, Rule, Runtime};
use polarnet_lower::{Block, Core, Step, guessed};
use support::{
    agree::runtime,
    choices::Choices,
    everywhere::{read, run},
    generated,
};

const THREADS: [usize; 3] = [1, 2, 4];

const BOOKS: usize = 60;

/// The most interactions of a book.
const MOST: u64 = 20_000;

fn of(done: &Done) -> (String, u64) {
    (done.normal.to_string(), done.stats.interactions())
}

fn oracle(book: &AnyBook) -> Done {
    book.with(|book| runtime(EngineKind::Oracle, 1).run(book)).unwrap()
}

#[test]
fn random_books() {
    let books = encodings::books();
    assert_eq!(books.len(), BOOKS);
    let results: Vec<_> = books.into_iter().map(|(_, book)| run(book)).collect();
    let undigested = results.iter().filter(|result| result.contains("(*")).count();
    assert!(undigested > BOOKS / 20 && undigested < BOOKS / 2, "{undigested}");
}

/// Expanded, values are λ-terms, and what waits for an argument is one, too.
#[test]
fn expanded() {
    for (text, book) in encodings::books() {
        let run = |engine, threads| book.with(|book| runtime(engine, threads).expand(true).run(book)).unwrap();
        let expected = of(&run(EngineKind::Oracle, 1));
        for threads in THREADS {
            assert_eq!(of(&run(EngineKind::Compiled, threads)), expected, "{threads} threads: {text}");
        }
    }
}

/// A run that needs more interactions than the limit fails, and has not done many more.
#[test]
fn limits_stop_it() {
    for (text, book) in encodings::books() {
        let expected = of(&oracle(&book));
        let needed = expected.1;
        for threads in THREADS {
            for limit in [0, 1, 50, needed / 8, needed / 3, needed / 2, needed - 1, needed, needed + 1] {
                match book.with(|book| runtime(EngineKind::Compiled, threads).max_interactions(limit).run(book)) {
                    Ok(done) => assert!(of(&done) == expected && limit >= needed, "{limit}: {done}, {text}"),
                    Err(Error { kind: ErrorKind::Interactions(found), stats, .. }) => {
                        // Each thread may be in the middle of a function.
                        let most = limit + 256 * threads as u64;
                        assert!(
                            found == limit && limit < needed && stats.interactions() < most,
                            "{limit}: {stats}, {text}"
                        );
                    }
                    Err(error) => panic!("{error}, {text}"),
                }
            }
        }
    }
}

/// However little memory there is: a result or an error.
#[test]
fn hardly_any_memory() {
    let mut results = [0, 0];
    for (text, book) in encodings::books() {
        let expected = of(&oracle(&book));
        for threads in THREADS {
            for memory in (0..3_000).step_by(280).chain((3_000..60_000).step_by(6_000)).chain([1 << 20]) {
                match book.with(|book| runtime(EngineKind::Compiled, threads).max_memory(memory).run(book)) {
                    Err(error) => {
                        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}, {text}");
                        results[0] += 1;
                    }
                    Ok(done) => {
                        assert_eq!(of(&done), expected, "{memory} bytes, {threads} threads: {text}");
                        results[1] += 1;
                    }
                }
            }
        }
    }
    assert!(results.iter().all(|&count| count > BOOKS), "{results:?}");
}

/// What is done forty times takes little more memory than what is done once: no node is left behind, and none that is used again is
/// still in use. Some books need more in any case: they are done again by the bag engine, or in pieces.
#[test]
fn memory_is_free_again() {
    let mut little = 0;
    for (text, book) in encodings::books() {
        let call = |runtime: Runtime, name| book.with(|book| runtime.call(book, book.find(name).unwrap(), &[]));
        let within = |memory, name| call(runtime(EngineKind::Compiled, 1).max_memory(memory), name);
        let expected = of(&call(runtime(EngineKind::Bag, 1), "often").unwrap());
        let enough = (1..1_000).map(|at| at * 1_024).find(|&memory| within(memory, "once").is_ok()).unwrap();
        match within(enough + 2_048, "often") {
            Ok(done) => {
                assert_eq!(of(&done), expected, "{text}");
                little += 1;
            }
            Err(error) => assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}, {text}"),
        }
    }
    assert!(little >= BOOKS / 5 * 4, "{little}");
}

/// How many matches leave a value whole, how many switches have no branch, and how many pairs are taken apart.
#[derive(Default, Debug)]
struct Found {
    whole: usize,
    selects: usize,
    pairs: usize,
}

impl Found {
    fn add(&mut self, block: &Block) {
        for step in &block.steps {
            match step {
                Step::Select(_) => self.selects += 1,
                Step::Core { core: Core::Con, slots: [Err(_), Err(_)], .. } => self.pairs += 1,
                Step::Case(case) => self.whole += case.guesses.iter().filter(|guess| guess.is_whole()).count(),
                _ => {}
            }
            step.blocks().into_iter().for_each(|block| self.add(block));
        }
    }
}

/// The books are about what they should be.
#[test]
fn there_is_what_is_tried() {
    let mut found = Found::default();
    for (text, book) in encodings::books() {
        let done = book.with(|book| runtime(EngineKind::Compiled, 1).run(book)).unwrap();
        let fused = done.stats.by_rule.of(Rule::Fused);
        assert!(fused * 2 > done.stats.interactions(), "{fused} of {}: {text}", done.stats);
        let definitions = book.with(|book| guessed(book, &[])).unwrap();
        let functions = definitions.iter().flat_map(|definition| definition.functions.values());
        functions.for_each(|function| found.add(&function.body));
    }
    assert!(found.whole > BOOKS && found.selects > BOOKS && found.pairs > BOOKS, "{found:?}");
}

/// `tests/standard/encodings.rs` is what this makes. `BLESS=1` makes it anew.
#[test]
fn random_books_are_those_of_the_generator() {
    // Where a λ is split, functions have been run in vain.
    let is_direct = |text: &str| {
        let book = read(&format!("#![numbers(native)]\n{text}"));
        let direct = runtime(EngineKind::Direct, 1).max_interactions(MOST);
        book.with(|book| direct.run(book)).is_ok_and(|done| done.stats.by_rule.of(Rule::Fused) > 0)
    };
    let book = |choices: &mut Choices| Some(support::encodings::book(choices)).filter(|text| is_direct(text));
    generated::compare("encodings", "encodings", &generated::texts(BOOKS, 2_000, 100..=MOST, book));
}
