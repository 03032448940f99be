//! Recursion that has something left to do is a loop where it is compiled, with a stack of what waits: in every engine the same result, after
//! the same interactions, however deep.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, ErrorKind, Rule, net};
use support::{agree::runtime, everywhere::run};

const THREADS: [usize; 3] = [1, 2, 4];

/// Numbers, lists, pairs, several words that wait and none, two ways to end, and a call of something else behind it.
#[test]
fn all_kinds() {
    let all = run(net! {
        @nil = (x (* x))
        @cons = (h (t (* ((h (t r)) r))))
        @range = (?((@nil @range_n) r) r)
        @range_n = ({n m} r) & @range ~ (m t) & @cons ~ (n (t r))
        @minus = (?((0 @minus_n) r) r)
        @minus_n = ({n $([+1] $([-] $(s r)))} r) & @minus ~ (n s)
        @seven = (?((0 @seven_n) r) r)
        @seven_n = (n r) & @seven ~ (n $([-7] r))
        // Two numbers wait, and the result is a pair.
        @two = (?((@two_0 @two_n) (a (b r))) (a (b r)))
        @two_0 = (a (b (a b)))
        @two_n = (n ({$([+1] c) a} ({$([*3] d) b} (x y)))) & @two ~ (n (c (d (p q)))) & a ~ $([-] $(p x)) & b ~ $([^] $(q y))
        // It is a list; every third element is not there.
        @third = ((@nil (@third_c r)) r)
        @third_c = ({$([%3] m) h} (t r)) & m ~ ?((@third_0 @third_1) (h (t r)))
        @third_0 = (* (t r)) & @third ~ (t r)
        @third_1 = (* (h (t r))) & @third ~ (t u) & @cons ~ (h (u r))
        @last = ((0 (@last_c r)) r)
        @last_c = (h (t r)) & @last ~ (t s) & @mix ~ (h (s r))
        @mix = (a (b r)) & a ~ $([*5] $([-] $(b r)))
        @sort = ((@nil (@sort_c r)) r)
        @sort_c = (h (t r)) & @sort ~ (t u) & @insert ~ (u (h r))
        @insert = ((@insert_n (@insert_c (x r))) (x r))
        @insert_n = (x r) & @cons ~ (x (@nil r))
        @insert_c = ({h i} (t ({x y} r))) & h ~ $([<] $(x b)) & b ~ ?((@here @there) (i (t (y r))))
        @here = (h (t (x r))) & @cons ~ (h (t u)) & @cons ~ (x (u r))
        @there = (* (h (t (x r)))) & @insert ~ (t (x u)) & @cons ~ (h (u r))
        @lists = (n r) & n ~ {a b} & @range ~ (a l) & @third ~ (l m) & @range ~ (b k) & @sort ~ (k j) & @last ~ (m x) & @last ~ (j y) & x ~ $([-] $(y r))
        // The pair comes in two words, where a function is there for that.
        @parts = (n r) & @two ~ (n (1 (2 (x y)))) & x ~ $([+] $(y r))
        @main = (a (b (c (d (e f))))) & @parts ~ (98 f) & @minus ~ (2001 a) & @seven ~ (301 b) & @two ~ (99 (1 (2 c))) & @lists ~ (40 d) & @lists ~ (0 e)
    });
    assert!(all.starts_with("(1001 (7 ("), "{all}");
}

/// What the call gives is not there, or will never be; and what is looked at is late.
#[test]
fn what_waits_becomes_nodes() {
    let all = run(net! {
        @minus = (?((@end @minus_n) (z r)) (z r))
        @end = (z z)
        @minus_n = ({n $([+1] $([-] $(s r)))} (z r)) & @minus ~ (n (z s))
        @late = (?((0 @late_n) r) r)
        @late_n = (n r) & @late ~ (n $([+1] r))
        @main = (z (a (b (c d)))) & @minus ~ (3 (z a)) & @late ~ (40 x) & @minus ~ (x (5 b)) & @minus ~ (4 ({1 2} c)) & @minus ~ (5 (* d))
    });
    assert!(all.starts_with("($("), "{all}");
}

fn deep() -> AnyBook {
    net! {
        @minus = (?((0 @minus_n) r) r)
        @minus_n = ({n $([+1] $([-] $(s r)))} r) & @minus ~ (n s)
        @main = (a b) & @minus ~ (300000 a) & @minus ~ (7 b)
    }
    .into()
}

/// However deep, and whatever the limits: the right result or an error near the limit.
#[test]
fn limits() {
    let book = deep();
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    let (normal, needed) = (expected.normal.to_string(), expected.stats.interactions());
    assert_eq!(normal, "(150000 4)");
    for threads in THREADS {
        for limit in [0, 5, 1_000, needed / 3, needed / 2, needed - 1, needed, needed + 1] {
            match book.with(|book| runtime(EngineKind::Compiled, threads).max_interactions(limit).run(book)) {
                Ok(done) => {
                    assert_eq!((done.normal.to_string(), done.stats.interactions()), (normal.clone(), needed));
                    assert!(limit >= needed);
                }
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Interactions(_)) && limit < needed, "{error}");
                    assert!(error.stats.interactions() < limit + 256 * threads as u64, "{limit}: {}", error.stats);
                }
            }
        }
        let mut results = [0, 0];
        for memory in (0..24).map(|at| 1 << at) {
            match book.with(|book| runtime(EngineKind::Compiled, threads).max_memory(memory).run(book)) {
                Ok(done) => {
                    assert_eq!((done.normal.to_string(), done.stats.interactions()), (normal.clone(), needed));
                    results[0] += 1;
                }
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                    assert!(error.stats.peak_bytes < memory + memory / 4 + (2 << 20), "{memory}: {}", error.stats);
                    results[1] += 1;
                }
            }
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }
}

/// A list that is kept, however long: what is built behind the loop counts, too.
#[test]
fn lists() {
    let book: AnyBook = net! {
        @nil = (x (* x))
        @cons = (h (t (* ((h (t r)) r))))
        @range = (?((@nil @range_n) r) r)
        @range_n = ({n m} r) & @range ~ (m t) & @cons ~ (n (t r))
        @add = ((0 (@add_c r)) r)
        @add_c = ($([+] $(s r)) (t r)) & @add ~ (t s)
        @of = (n r) & @range ~ (n l) & l ~ {a b} & @add ~ (a x) & @add ~ (b y) & x ~ $([-] $(y r))
        @main = (a b) & @of ~ (100000 a) & @of ~ (50000 b)
    }
    .into();
    for threads in THREADS {
        let mut results = [0, 0];
        for memory in (10..30).map(|at| 1 << at) {
            match book.with(|book| runtime(EngineKind::Compiled, threads).max_memory(memory).run(book)) {
                Ok(done) => {
                    assert_eq!(done.normal.to_string(), "(0 0)");
                    results[0] += 1;
                }
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                    assert!(error.stats.peak_bytes < 2 * memory + (2 << 20), "{memory}: {}", error.stats);
                    results[1] += 1;
                }
            }
        }
        assert!(results.iter().all(|&count| count > 0), "{results:?}");
    }
}

/// Little memory is used for what waits: eight bytes a turn here.
#[test]
fn memory() {
    // Debug builds put calls off all the time, and make nodes of what waits.
    let most = if cfg!(debug_assertions) { 32 << 20 } else { 3 << 20 };
    let done = deep().with(|book| runtime(EngineKind::Compiled, 1).run(book)).unwrap();
    assert!(done.stats.peak_bytes < most, "{}", done.stats);
    let fused = done.stats.by_rule.of(Rule::Fused);
    assert!(cfg!(debug_assertions) || fused * 100 > done.stats.interactions() * 99, "{}", done.stats);
}
