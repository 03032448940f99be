//! Terms: names in, names out.

use polarnet::{Runtime, reader::Source};

/// What `@main` is as a term.
#[track_caller]
fn run(text: &str) -> String {
    let source = Source::new("terms", format!("#![numbers(native)]\n{text}"));
    let parsed = source.parse();
    let shown = source.render(&parsed.diagnostics, false);
    let book = parsed.book.unwrap_or_else(|| panic!("{shown}"));
    let done = book.with(|book| Runtime::new().max_interactions(100_000_000).threads(1).run(book));
    let done = done.unwrap_or_else(|error| panic!("{text}: {error}"));
    done.normal.term().unwrap_or_else(|| panic!("{text}\nno term: {:#}", done.normal))
}

#[test]
fn table() {
    const TABLE: &str = include_str!("terms.txt");
    let mut wrong = String::new();
    let mut count = 0;
    for case in TABLE.split("\n\n").filter(|case| !case.trim().is_empty()) {
        let (text, expected) = case.trim().rsplit_once("\n= ").expect("a case ends with its result");
        let found = std::panic::catch_unwind(|| run(text)).unwrap_or_default();
        if found != expected {
            wrong += &format!("{text}\nexpected {expected}\nfound    {found}\n\n");
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count >= 60, "{count} cases");
}
