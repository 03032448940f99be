//! The standard programs of interaction nets, as books with agents: each as text and by `net!`, from the same tokens.

pub mod lists;
pub mod machines;
pub mod numbers;
pub mod sorts;

use crate::support::agree::{ENGINES, all, runtime};
use polarnet::{AnyBook, Done, EngineKind, Rule, reader::Source};

/// Agents and rules, with something to run.
pub struct Program {
    /// Agents, rules and definitions but `@main`.
    pub rules: &'static str,
    /// `@main = …`
    pub main: &'static str,
    /// Both, as `net!` has them.
    pub compiled: AnyBook,
}

/// A [`Program`] from tokens.
macro_rules! program {
    ({ $($rules:tt)* } { $($main:tt)* }) => {
        $crate::standard::Program {
            rules: stringify!($($rules)*),
            main: stringify!($($main)*),
            compiled: polarnet::net! { $($rules)* $($main)* }.into(),
        }
    };
}
pub(crate) use program;

impl Program {
    /// Runs it, as text and as `net!` has it, in all engines: the normal form. They agree on it, and on the interactions.
    #[track_caller]
    pub fn check(&self, expected: &str) {
        let text = self.run(self.main, expected);
        let compiled = everywhere(&self.compiled);
        assert_eq!(compiled.normal, text.normal);
        assert_eq!(compiled.stats.interactions(), text.stats.interactions(), "text and `net!`");
    }

    /// The same with another `@main`, as text.
    #[track_caller]
    pub fn run(&self, main: &str, expected: &str) -> Done {
        let source = Source::new("the program", format!("#![numbers(native)] {}\n{main}", self.rules));
        let parsed = source.parse();
        let book = parsed.book.unwrap_or_else(|| panic!("{}", source.render(&parsed.diagnostics, false)));
        let done = everywhere(&book);
        assert_eq!(done.to_string(), expected, "{main}");
        done
    }
}

/// More interactions than any of the programs needs.
const MOST: u64 = 3_000_000;

/// What all engines agree on.
#[track_caller]
fn everywhere(book: &AnyBook) -> Done {
    let oracle = book.with(|book| all(book, MOST, false)).unwrap_or_else(|why| panic!("{why}")).expect("it ends");
    // Whatever the engine, as many interactions; and each rule as often, but where direct style does several at once.
    let compiled = (1..=4).map(|threads| (EngineKind::Compiled, threads));
    let mut first = None;
    for (engine, threads) in ENGINES.into_iter().chain(compiled) {
        let done = book.with(|book| runtime(engine, threads).run(book)).expect("no limit");
        let found = done.stats.by_rule;
        let counts = first.get_or_insert_with(|| found.clone());
        let same = found.of(Rule::Fused) > 0 || found == *counts;
        assert!(same && found.total() == counts.total(), "{engine:?}, {threads} threads: {found:?}, {counts:?}");
        assert_eq!(done.normal, oracle.normal, "{engine:?}, {threads} threads");
    }
    oracle
}

/// `S(S(Z))`
pub fn nat(n: usize) -> String {
    format!("{}Z{}", "S(".repeat(n), ")".repeat(n))
}

/// `Cons(1, Cons(2, Nil))`
pub fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<_> = items.into_iter().map(|item| format!("Cons({}, ", item.to_string())).collect();
    format!("{}Nil{}", items.concat(), ")".repeat(items.len()))
}

/// Numbers that look random, always the same.
pub fn values(count: usize, below: u32) -> Vec<u32> {
    let next = |last: &u32| Some(last.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    std::iter::successors(Some(7), next).map(|n| (n >> 8) % below).skip(1).take(count).collect()
}
