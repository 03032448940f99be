//! The programs that are timed beside HVM4's and Vine's, at small sizes. The results are what those print.

use polarnet::{EngineKind, Runtime, reader::Source};

/// Engines that do all of a net.
const EAGER: [(EngineKind, usize); 4] =
    [(EngineKind::Direct, 1), (EngineKind::Bag, 1), (EngineKind::Direct, 2), (EngineKind::Bag, 2)];

/// `@main` as a term, with these definitions in place of those of the file.
fn run(file: &str, changes: &[(&str, &str)], (engine, threads): (EngineKind, usize)) -> String {
    let path = format!("{}/benches/terms/{file}.net", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for (name, value) in changes {
        let line = text.lines().find(|line| line.starts_with(&format!("term @{name} = "))).expect("it is defined");
        text = text.replace(&line.to_owned(), &format!("term @{name} = {value}"));
    }
    let source = Source::new(file, text);
    let parsed = source.parse();
    let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
    let runtime = Runtime::new().engine(engine).threads(threads).max_interactions(20_000_000);
    let done = book.with(|book| runtime.run(book)).unwrap_or_else(|error| panic!("{file}, {engine:?}: {error}"));
    done.normal.term().unwrap_or_else(|| panic!("{file}, {engine:?}: {}", done.normal))
}

/// On all engines.
#[track_caller]
fn all(file: &str, size: &str, expected: u32) {
    for engine in EAGER.into_iter().chain([(EngineKind::Lazy, 1)]) {
        assert_eq!(run(file, &[("size", size)], engine), expected.to_string(), "{file}, {engine:?}");
    }
}

#[test]
fn hvm4_prints_the_same() {
    all("nat_fib", "9", 34);
    all("nat_factorial", "5", 120);
    all("nat_sum", "40", 820);
    all("nat_equal", "500", 1);
    all("church", "@two\nterm @two = |f| |x| f(f(x))", 256);
    all("lambda_eval", "5", 32);
    all("list_map", "20", 2190);
    all("select_sort", "7", 1229);
}

#[test]
fn vine_prints_the_same() {
    all("fib_loop", "1000", 1_556_111_435);
    all("divisions", "200", 46);
    all("divisors", "200", 33044);
    all("unary_power", "7", 128);
    all("merge_sort", "100", 321_382);
    all("mandelbrot", "12", 146);
}

/// Of all candidates at once, those that HVM4 collapses to.
#[test]
fn hvm4_finds_the_same() {
    for engine in EAGER.into_iter().chain([(EngineKind::Lazy, 1)]) {
        let term = run("nat_enumerate", &[("size", "30")], engine);
        assert_eq!(term.matches("20").count(), 1, "{engine:?}: {term}");
        assert_eq!(term.matches('{').count(), 30, "{engine:?}: {term}");
        let term = run("factor", &[("size", "4"), ("of", "143")], engine);
        for (pair, count) in [("(11, 13)", 1), ("(13, 11)", 1), ("(", 2)] {
            assert_eq!(term.matches(pair).count(), count, "{engine:?}: {term}");
        }
    }
}
