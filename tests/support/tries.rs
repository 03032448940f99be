//! A property, tried on random books.

use super::{choices::Choices, net::Book, shrink::shrink};
use proptest::{
    collection::vec,
    prelude::{Strategy, any},
    test_runner::{Config, TestCaseError, TestError, TestRunner},
};

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Makes a book of random choices.
pub type Generator = fn(&mut Choices) -> Book;

/// Tries `property` on `cases` books; one that fails, or panics, is made small and shown.
pub fn try_all(cases: u32, generate: Generator, property: impl Fn(&Book) -> Result<(), String>) {
    let property = |book: &Book| {
        let caught = catch_unwind(AssertUnwindSafe(|| property(book)));
        caught.unwrap_or_else(|_| Err("it panics".into()))
    };
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

/// As [`try_all`], for a generator of text. Fewer and smaller choices make it small.
pub fn try_texts(cases: u32, generate: impl Fn(&mut Choices) -> String, property: impl Fn(&str) -> Result<(), String>) {
    let config = Config { cases, failure_persistence: None, max_shrink_iters: 2_000, ..Config::default() };
    let text = vec(any::<u8>(), 0..2000).prop_map(|bytes| generate(&mut Choices::new(&bytes)));
    let result = TestRunner::new(config).run(&text, |text| property(&text).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(why, text)) => panic!("{why}\n{text}"),
        Err(TestError::Abort(why)) => panic!("{why}"),
    }
}

/// How many books to try, where `count` would do.
pub fn cases(count: u32) -> u32 {
    std::env::var("POLARNET_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(count)
}
