//! One book in all engines, as it is and as text.

use polarnet::{AnyBook, EngineKind, Numbers, Runtime, reader::Source};

/// The book of a text.
pub fn read(text: &str) -> AnyBook {
    let source = Source::new("test", text).numbers(Numbers::Native);
    let parsed = source.parse();
    parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)))
}

/// The result, which is the same in all engines and for the book as text, as is the number of interactions.
pub fn run(book: impl Into<AnyBook>) -> String {
    let book = book.into();
    let text = read(&book.to_string());
    let runtimes = [
        Runtime::new().engine(EngineKind::Oracle),
        Runtime::new().engine(EngineKind::Bag).threads(1),
        Runtime::new().engine(EngineKind::Shared).threads(1),
        Runtime::new().engine(EngineKind::Bag).threads(2),
        Runtime::new().threads(1),
        Runtime::new().threads(2),
        Runtime::new().threads(4),
    ];
    let run = |book: &AnyBook, runtime: &Runtime| {
        let done = book.with(|book| runtime.run(book)).unwrap();
        (done.normal.to_string(), done.stats.interactions())
    };
    let first = run(&book, &runtimes[0]);
    for runtime in &runtimes {
        assert_eq!(run(&book, runtime), first, "{runtime:?}");
        assert_eq!(run(&text, runtime), first, "{runtime:?}, as text");
    }
    first.0
}
