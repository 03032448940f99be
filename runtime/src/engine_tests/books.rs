//! Calls: what a definition's copies, and the work that a call does at once, do with shared nodes.

use super::*;
use crate::{
    test_books::program,
    word::{Tag, Word},
};

/// A tree of calls; a loop of tail calls, with an accumulator; functions as arguments, duplicated; what is not needed.
const BOOK: &str = "
    @tree = (?((1 @fork) r) r)
    @fork = ({a b} r) & @tree ~ (a $([+] $(c r))) & @tree ~ (b c)

    @loop = (?((@stop @turn) r) r)
    @stop = (a a)
    @turn = (n ($([+2] a) r)) & @loop ~ (n (a r))

    @inc = ($([+1] r) r)
    @two = ({(a b) (b c)} (a c))
    @deux = (&1{(a b) (b c)} (a c))
    @count = (n r) & @two ~ (@deux (@inc (n r)))

    @first = (a (* a))
    @pairs = (?(((* 5) @more) r) r)
    @more = ({a b} r) & @pairs ~ (a x) & @tree ~ (b y) & @first ~ (x (y r))

    @both = ({a b} (c d)) & @tree ~ (a c) & @loop ~ (b (0 d))
";

/// `f` applied to numbers.
fn call<C: Engine>(threads: u64, program: &Program, f: u32, args: &[u32]) -> Outcome {
    let words = if cfg!(any(miri, shuttle)) { 1 << 13 } else { 1 << 20 };
    let outcome = reduce_with::<C>(program, threads, words, u64::MAX, |worker| {
        let mut term = Word::new(Tag::REF, 0, f);
        for &arg in args {
            let app = worker.node(nets::number(arg), Word::EMPTY);
            worker.link(term, Word::new(Tag::APP, 0, app));
            term = Word::port(Tag::APP, app, 1);
        }
        let root = nets::root(worker);
        worker.link(term, nets::out(root));
        vec![root]
    });
    outcome.expect("no limit")
}

/// The calls that are tried, and what they give.
fn calls() -> Vec<(&'static str, Vec<u32>, Vec<u32>)> {
    let depth = if cfg!(any(miri, shuttle)) { 2 } else { 10 };
    vec![
        ("tree", vec![depth], vec![1 << depth]),
        ("loop", vec![3 * depth, 7], vec![6 * depth + 7]),
        ("count", vec![1], vec![5]),
        ("both", vec![depth], vec![1 << depth, 2 * depth]),
        ("pairs", vec![depth], vec![5]),
    ]
}

/// Runs every call on `threads` threads, and compares it with one thread's.
pub fn check(threads: &[u64]) {
    let (program, names) = program(BOOK);
    for (f, args, result) in calls() {
        let number = names.iter().position(|name| name == f).expect("a definition of the book") as u32;
        let expected = call::<Plain>(1, &program, number, &args);
        let leaves: Vec<Term> = result.iter().map(|&n| Term::Leaf(nets::number(n))).collect();
        assert!(expected.normal.ends_with(&leaves) && !expected.circles, "@{f} {args:?}: {expected:?}");
        for &threads in threads {
            assert_eq!(
                call::<Shared>(threads, &program, number, &args),
                expected,
                "@{f} {args:?} on {threads} threads"
            );
        }
    }
}

#[cfg(not(shuttle))]
#[test]
fn calls_on_threads() {
    check(THREADS);
}
