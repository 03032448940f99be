//! Recursion that has something left to do is a loop, with a stack of what waits: in every engine the same result, after
//! the same interactions, however deep.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, ErrorKind, Rule, net};
use std::time::{Duration, Instant};
use support::{agree::runtime, everywhere::run};

const THREADS: [usize; 3] = [1, 2, 4];

/// What runs functions.
fn engines() -> impl Iterator<Item = (EngineKind, usize)> {
    [EngineKind::Compiled, EngineKind::Direct].into_iter().flat_map(|engine| THREADS.map(|threads| (engine, threads)))
}

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

/// Limits of interactions, near which the run ends if it needs more.
#[track_caller]
fn stopped(book: &AnyBook, engine: EngineKind, threads: usize) {
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    let needed = expected.stats.interactions();
    for limit in [0, 5, 1_000, needed / 3, needed / 2, needed / 10 * 9, needed - 1, needed, needed + 1] {
        match book.with(|book| runtime(engine, threads).max_interactions(limit).run(book)) {
            Ok(done) => {
                assert_eq!((&done.normal, done.stats.interactions()), (&expected.normal, needed));
                assert!(limit >= needed);
            }
            Err(error) => {
                assert!(matches!(error.kind, ErrorKind::Interactions(_)) && limit < needed, "{error}");
                // With several threads of bytecode, one that does not run for a while says late what it did.
                let late = engine == EngineKind::Direct && threads > 1;
                let above = if late { 1 << 17 } else { 256 * threads as u64 };
                assert!(error.stats.interactions() < limit + above, "{limit}: {}", error.stats);
            }
        }
    }
}

/// However deep, and whatever the limits: the right result or an error near the limit.
#[test]
fn limits() {
    let book = deep();
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    let (normal, needed) = (expected.normal.to_string(), expected.stats.interactions());
    assert_eq!(normal, "(150000 4)");
    for (engine, threads) in engines() {
        stopped(&book, engine, threads);
        let mut results = [0, 0];
        for memory in (1..24).step_by(2).map(|at| 1 << at) {
            match book.with(|book| runtime(engine, threads).max_memory(memory).run(book)) {
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

/// Lists wait, and are copied and erased behind the call: that is stopped, too.
#[test]
fn limits_of_what_is_erased() {
    let book = net! {
        @main = (a (b c)) & @f ~ (20000 (@two a)) & @two ~ l & @g ~ (20000 (l b)) & @two ~ m & @h ~ (20000 (m c))
        @cons = (h (t ((0 (h (t r))) r)))
        @two = r & @cons ~ (1 (2 r))
        @end = (* 0)
        @f = (?((@end @f_n) (l r)) (l r))
        @f_n = (n ({l m} r)) & @f ~ (n (l s)) & s ~ $([+1] r) & m ~ *
        @g = (?((@end @g_n) (l r)) (l r))
        @g_n = (n ({l m} r)) & @g ~ (n (l s)) & s ~ $([+1] r) & m ~ {a b} & a ~ {c d} & b ~ * & c ~ * & d ~ *
        @h = (?((@end @h_n) (l r)) (l r))
        @h_n = (n ({l m} r)) & @h ~ (n (l s)) & m ~ ((t (h (u e))) *) & t ~ * & h ~ * & u ~ {i e} & s ~ $([+] $(i r))
    };
    let book = book.into();
    for (engine, threads) in engines() {
        stopped(&book, engine, threads);
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
    for engine in [EngineKind::Compiled, EngineKind::Direct] {
        let done = deep().with(|book| runtime(engine, 1).run(book)).unwrap();
        assert!(done.stats.peak_bytes < most, "{engine:?}: {}", done.stats);
        let fused = done.stats.by_rule.of(Rule::Fused);
        assert!(cfg!(debug_assertions) || fused * 100 > done.stats.interactions() * 99, "{engine:?}: {}", done.stats);
    }
}

/// Recursion without an end is stopped by the time limit, soon: however much waits, whatever it is, and wherever the run is.
#[test]
fn endless() {
    let constant = net! { @main = r & @f ~ (7 (8 (9 r)))  @f = (a (b (c r))) & @f ~ (a (b (0 s))) & c ~ $([-] $(s r)) };
    let counted = net! { @main = r & @f ~ (0 r)  @f = ({a c} b) & a ~ $([+1] d) & @f ~ (d e) & c ~ $([-] $(e b)) };
    let list = net! { @main = r & @f ~ (0 r)  @f = ({a c} b) & a ~ $([+1] d) & @f ~ (d e) & @cons ~ (c (e b))  @cons = (h (t (* ((h (t r)) r)))) };
    let nothing = net! { @main = r & @f ~ (7 r)  @f = (a r) & @f ~ (a s) & s ~ $([+1] r) };
    let copied = net! {
        @main = r & @f ~ (0 r)
        @f = ({a c} b) & a ~ $([+1] d) & @f ~ (d e) & @twice ~ (e (x y)) & x ~ $([+] $(c z)) & z ~ $([^] $(y b))
        @twice = ({a b} (a b))
    };
    let chain = net! {
        @main = r & @f ~ (7 r)
        @f = (a r) & @f ~ (a s) & s ~ $([+1] $([-2] $([+3] $([+4] $([+5] $([+6] $([+7] $([+8] $([+9] $([+10] $([+11] $([+12] r))))))))))))
    };
    let calls = net! {
        @main = r & @f ~ (7 r)
        @f = (a r) & @f ~ (a s) & s ~ {s1 s2} & s1 ~ $([+1] t) & @g ~ (t u) & s2 ~ $([-] $(u v)) & @g ~ (v w) & @g ~ (w x) & @g ~ (x r)
        @g = (?((1 @g_n) r) r)
        @g_n = (n r) & @g ~ (n r)
    };
    let tree =
        net! { @main = r & @f ~ (0 r)  @f = (a b) & a ~ $([+1] {c d}) & @f ~ (c e) & @f ~ (d f) & e ~ $([-] $(f b)) };
    let books: [(&str, AnyBook); 8] = [
        ("constant", constant.into()),
        ("counted", counted.into()),
        ("list", list.into()),
        ("nothing", nothing.into()),
        ("copied", copied.into()),
        ("chain", chain.into()),
        ("calls", calls.into()),
        ("tree", tree.into()),
    ];
    for ((name, book), (engine, threads)) in books.iter().flat_map(|book| engines().map(move |engine| (book, engine))) {
        let start = Instant::now();
        let limited = runtime(engine, threads).timeout(Duration::from_millis(100));
        let error = book.with(|book| limited.run(book)).unwrap_err();
        assert!(
            matches!(error.kind, ErrorKind::Timeout(_) | ErrorKind::Memory(_)),
            "{name}, {engine:?}, {threads} threads: {error}"
        );
        assert!(
            start.elapsed() < Duration::from_secs(2),
            "{name}, {engine:?}, {threads} threads: {:?}",
            start.elapsed()
        );
    }
}
