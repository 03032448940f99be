//! Random books that are compiled: files of `net!` that a generator has made.

use super::{agree::runtime, choices::Choices};
use polarnet::{EngineKind, reader::Source};
use std::{fmt::Write, ops::RangeInclusive};

/// The first so many books of a generator, each made of so many bytes, that have no warnings, and end after so many interactions.
pub fn texts(
    count: usize,
    bytes: usize,
    interactions: RangeInclusive<u64>,
    book: impl Fn(&mut Choices) -> Option<String>,
) -> Vec<String> {
    let mut texts = Vec::new();
    let mut state = 1_u64;
    while texts.len() < count {
        let mut bytes = vec![0; bytes];
        for byte in &mut bytes {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = (state >> 56) as u8;
        }
        let Some(text) = book(&mut Choices::new(&bytes)) else { continue };
        let text = text.replace("#![numbers(native)]\n", "");
        let parsed = Source::new("the book", format!("#![numbers(native)]\n{text}")).parse();
        // In `net!` a warning is an error.
        let Some(book) = parsed.book.filter(|_| parsed.diagnostics.is_empty()) else { continue };
        let oracle = runtime(EngineKind::Oracle, 1).max_interactions(*interactions.end());
        let done = book.with(|book| oracle.run(book));
        if done.is_ok_and(|done| interactions.contains(&done.stats.interactions())) {
            texts.push(text);
        }
    }
    texts
}

/// `tests/standard/NAME.rs` has these books. `BLESS=1` makes it anew.
#[track_caller]
pub fn compare(name: &str, test: &str, texts: &[String]) {
    let mut file = format!(
        "//! Random books, in `net!`. `tests/{test}.rs` makes this file: `BLESS=1 cargo test --test {test}`.\n\n\
        use polarnet::{{AnyBook, net}};\n\n\
        /// A book as text, and as `net!` has it.\n\
        macro_rules! book {{\n    ($($book:tt)*) => {{\n        (stringify!($($book)*), net! {{ $($book)* }}.into())\n    }};\n}}\n\n\
        #[rustfmt::skip]\npub fn books() -> Vec<(&'static str, AnyBook)> {{\n    vec![\n"
    );
    for text in texts {
        writeln!(file, "book! {{\n{}\n}},", text.trim_end()).unwrap();
    }
    file += "    ]\n}\n";
    let path = format!("{}/tests/standard/{name}.rs", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &file).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == file, "the generator has changed: run with BLESS=1");
}
