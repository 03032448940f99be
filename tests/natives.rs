//! Rules that compute in Rust: each block is called once for each interaction, in every engine, and its panics end the run.

use polarnet::{AnyBook, EngineKind, Runtime, net};

/// All engines.
fn runtimes() -> [Runtime; 5] {
    [
        Runtime::new().engine(EngineKind::Oracle),
        Runtime::new().engine(EngineKind::Bag).threads(1),
        Runtime::new().engine(EngineKind::Shared).threads(1),
        Runtime::new().threads(2),
        Runtime::new().threads(4),
    ]
}

/// The result, which is the same in all engines, as is the number of interactions.
fn run(book: impl Into<AnyBook>) -> String {
    let book = book.into();
    let run = |runtime: &Runtime| {
        let done = book.with(|book| runtime.run(book)).unwrap();
        (done.normal.to_string(), done.stats.interactions())
    };
    let runtimes = runtimes();
    let first = run(&runtimes[0]);
    for runtime in &runtimes {
        assert_eq!(run(runtime), first, "{runtime:?}");
    }
    first.0
}

#[test]
fn several_results() {
    let book = net! {
        agent -DivMod(#b: u32, -q, -r), -Root(-out);
        rule DivMod(#b, q, r) ~ #a where (#d, #m) = { (a / b, a % b) } => q ~ #d & r ~ #(m + 100);
        rule Root(out) ~ #x: f32 where #y: f32 = { x.sqrt() } => out ~ #y;
        @main = (q (r s)) & DivMod(7, q, r) ~ 45 & Root(s) ~ 2.25
    };
    assert_eq!(run(book), "(6 (103 1.5))");
}
