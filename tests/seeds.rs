//! The examples of the documents that the project comes from.

use polarnet::{EngineKind, ErrorKind, Runtime, net};

/// Each engine, with each number of threads.
fn runtimes() -> Vec<Runtime> {
    let mut all: Vec<_> = [1, 2, 3, 4].map(|threads| Runtime::new().threads(threads)).into();
    all.push(Runtime::new().engine(EngineKind::Oracle));
    all
}

/// Seed 0: `λt. t (λx. x) (λy. y)`, whose one redex is a beta reduction.
#[test]
fn seed_0_reduces_in_one_interaction() {
    let book = net! {
        @main = +(-(+c -r) +r) & -(+(-y +y) -c) ~ +(-x +x)
    };
    for runtime in runtimes() {
        let done = runtime.run(&book).unwrap();
        assert_eq!(done.normal.to_string(), "(((x0 x0) x1) x1)");
        assert_eq!(done.stats.interactions(), 1);
    }
    let done = Runtime::new().threads(1).run(&book).unwrap();
    // The seed's result, modulo names: +(-(+(-y +y) -r) +r).
    assert_eq!(format!("{:#}", done.normal), "+(-(+(-x0 +x0) -x1) +x1)");
}

/// Seed 1: the worked example.
#[test]
fn seed_1_reduces_to_references() {
    let book = net! {
        @main = (a b) & (b a) ~ (x (y *)) & {y x} ~ @foo
        @foo = (a b) & @tic ~ (x a) & @tac ~ (x b)
        @tic = (k k)
        @tac = (k k)
    };
    for runtime in runtimes() {
        let done = runtime.run(&book).unwrap();
        assert_eq!(done.normal.to_string(), "((@foo *) @foo)");
        assert_eq!(done.stats.interactions(), 2, "one annihilation, one copied reference");
    }
}

/// Seed 1 goes on to expand the references. Its last lines, `((b0 b0) (b1 b1))`, drop the `*` that stands beside the
/// first `@foo`; the right end is `(((a a) *) (b b))`.
#[test]
fn seed_1_expanded_keeps_its_eraser() {
    let book = net! {
        @main = (a b) & (b a) ~ (x (y *)) & {y x} ~ @foo
        @foo = (a b) & @tic ~ (x a) & @tac ~ (x b)
        @tic = (k k)
        @tac = (k k)
    };
    for runtime in runtimes() {
        let done = runtime.expand(true).run(&book).unwrap();
        assert_eq!(done.normal.to_string(), "(((x0 x0) *) (x1 x1))");
    }
}

/// An expansion that never ends takes no memory: it runs until a limit.
#[test]
fn a_reference_to_itself_expands_in_place() {
    let book = net! { @main = @main };
    for runtime in runtimes() {
        let error = runtime.expand(true).max_interactions(200_000).run(&book).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Interactions(_)), "{error}");
        assert!(error.stats.peak_bytes < 2 << 20, "{} bytes", error.stats.peak_bytes);
    }
}

/// Seed 1's rules, one net each.
#[test]
fn seed_1_rules() {
    let cases = [
        (net! { @main = r & * ~ * & * ~ r }.run_text(), "*", 1),
        (net! { @main = (a b) & (a b) ~ * }.run_text(), "(* *)", 1),
        (net! { @main = (a b) & {a b} ~ * }.run_text(), "(* *)", 1),
        (net! { @main = ((a b) (c d)) & (a b) ~ (c d) }.run_text(), "((x0 x1) (x0 x1))", 1),
        (net! { @main = ((a b) (c d)) & {a b} ~ {c d} }.run_text(), "((x0 x1) (x0 x1))", 1),
        (
            net! {
                #![unpolarized]
                @main = ((a b) (c d)) & (a b) ~ {c d}
            }
            .run_text(),
            "(({x0 x1} {x2 x3}) ((x0 x2) (x1 x3)))",
            1,
        ),
    ];
    for ((text, interactions), expected, count) in cases {
        assert_eq!((text.as_str(), interactions), (expected, count));
    }
}

trait RunText {
    fn run_text(&self) -> (String, u64);
}

impl<S: polarnet::columns::Space> RunText for polarnet::Book<S> {
    /// The normal form and the count, on which all engines agree.
    fn run_text(&self) -> (String, u64) {
        let mut results = runtimes().into_iter().map(|runtime| {
            let done = runtime.run(self).unwrap();
            (done.normal.to_string(), done.stats.interactions())
        });
        let first = results.next().unwrap();
        for other in results {
            assert_eq!(first, other);
        }
        first
    }
}
