//! Rules that compute in Rust: each interaction calls it once, on whichever thread. Where schedules are explored each call ends a slice of
//! [time](crate::pace), after which work is shared.

use super::*;
use crate::{sync::outside::AtomicU64, test_books::book_with_rust};
use polarnet_syntax::native::Call;

/// A tree of calls, whose leaves are seen by Rust.
const TREE: &str = "
    agent -Seen(-out);
    rule Seen(out) ~ #n => out ~ #n;
    @tree = (?((@leaf @fork) r) r)
    @leaf = r & Seen(r) ~ 1
    @fork = ({a b} r) & @tree ~ (a $([+] $(c r))) & @tree ~ (b c)
";

static SEEN: AtomicU64 = AtomicU64::new(0);

pub fn check(threads: &[u64]) {
    let depth = if cfg!(any(miri, shuttle)) { 2 } else { 10 };
    let sees: Call = |_, _| {
        SEEN.fetch_add(1, Ordering::Relaxed);
    };
    book_with_rust(TREE, sees).with(|book| {
        let program = Program::new(book).in_direct_style(book);
        assert!(program.native(0).is_some() && !program.is_direct());
        let tree = book.defs().find(|&def| book.names()[def] == "tree").expect("a definition of the book").raw();
        let run = |threads| {
            let before = SEEN.load(Ordering::Relaxed);
            let outcome = match threads {
                0 => books::call::<Plain>(1, &program, tree, &[depth]),
                _ => books::call::<Shared>(threads, &program, tree, &[depth]),
            };
            (SEEN.load(Ordering::Relaxed) - before, outcome)
        };
        let expected = run(0);
        assert_eq!(expected.0, 1 << depth);
        assert!(expected.1.normal.ends_with(&[Term::Leaf(nets::number(1 << depth))]), "{expected:?}");
        for &threads in threads {
            assert_eq!(run(threads), expected, "on {threads} threads");
        }
    });
}

#[cfg(not(shuttle))]
#[test]
fn each_interaction_once() {
    check(THREADS);
}
