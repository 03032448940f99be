//! One book in all engines, as it is and as text.

use polarnet::{AnyBook, Done, EngineKind, Numbers, Runtime, reader::Source};

/// All engines, the oracle first.
pub fn runtimes() -> [Runtime; 9] {
    [
        Runtime::new().engine(EngineKind::Oracle),
        Runtime::new().engine(EngineKind::Bag).threads(1),
        Runtime::new().engine(EngineKind::Direct).threads(1),
        Runtime::new().engine(EngineKind::Shared).threads(1),
        Runtime::new().engine(EngineKind::Bag).threads(2),
        Runtime::new().engine(EngineKind::Direct).threads(2),
        Runtime::new().threads(1),
        Runtime::new().threads(2),
        Runtime::new().threads(4),
    ]
}

/// The result of a book that is no text: it has Rust in it. It is the same in all engines, as is the number of interactions.
pub fn run_rust(book: impl Into<AnyBook>) -> Done {
    let book = book.into();
    let run = |runtime: &Runtime| book.with(|book| runtime.run(book)).unwrap();
    let [first, rest @ ..] = runtimes();
    let first = run(&first);
    for runtime in &rest {
        let done = run(runtime);
        let result = |done: &Done| (done.normal.to_string(), done.stats.interactions());
        assert_eq!(result(&done), result(&first), "{runtime:?}");
    }
    first
}

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
    let runtimes = runtimes();
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
