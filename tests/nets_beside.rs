//! The nets that are timed beside hvm-64, which the workloads have as `net!`, at small sizes. hvm-64 d8ffa11 printed the same results.

use polarnet::{EngineKind, Runtime, reader::Source};

#[track_caller]
fn all(file: &str, timed: &str, small: &str, expected: u32) {
    let path = format!("{}/benches/nets/{file}.hvm", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    assert!(text.contains(timed), "{file} has another size");
    let source = Source::new(file, text.replace(timed, small));
    let parsed = source.parse();
    let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
    for (engine, threads) in
        [(EngineKind::Direct, 1), (EngineKind::Direct, 2), (EngineKind::Bag, 1), (EngineKind::Lazy, 1)]
    {
        let runtime = Runtime::new().engine(engine).threads(threads).max_interactions(1_000_000);
        let done = book.with(|book| runtime.run(book)).unwrap_or_else(|error| panic!("{file}, {engine:?}: {error}"));
        assert_eq!(done.to_string(), expected.to_string(), "{file}, {engine:?}");
    }
}

#[test]
fn nets_of_hvm64_have_its_results() {
    all("church", "~ (22 (", "~ (10 (", 1024);
    all("ackermann", "~ (3 (9 ", "~ (2 (7 ", 17);
}
