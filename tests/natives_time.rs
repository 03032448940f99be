//! Rules whose Rust takes long: they are shared by all threads, and stopped in time.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{Book, EngineKind, ErrorKind, Runtime, columns::Space, net};
use std::time::{Duration, Instant};
use support::everywhere::runtimes;

/// Not after as many rules as take a fraction of a millisecond where they are quick.
#[test]
fn limits_hold_where_rust_is_slow() {
    let book = net! {
        agent -Loop(-out);
        rule Loop(out) ~ #n where #m = { std::thread::sleep(Duration::from_millis(1)); n.wrapping_add(1) } => Loop(out) ~ #m;
        @main = r & Loop(r) ~ 0
    };
    for runtime in runtimes().into_iter().chain([Runtime::new().engine(EngineKind::Lazy)]) {
        let start = Instant::now();
        let error = runtime.clone().timeout(Duration::from_millis(20)).run(&book).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Timeout(_)), "{error}");
        // Were calls counted, it would take 16 seconds.
        assert!(start.elapsed() < Duration::from_secs(4), "{:?}, {runtime:?}", start.elapsed());
    }
}

/// 2^depth calls, which are asleep so that it does not matter what else the machine does: how much faster they are on so many threads.
fn gains<S: Space>(engine: EngineKind, book: &Book<S>, depth: u32, threads: usize, least: f64) {
    let time = |threads| {
        let start = Instant::now();
        let done = Runtime::new().engine(engine).threads(threads).run(book).unwrap();
        assert_eq!(done.value::<u32>().unwrap(), (0..1 << depth).sum::<u32>());
        start.elapsed()
    };
    let gain = || time(1).as_secs_f64() / time(threads).as_secs_f64();
    // Where others take the processors, work is handed over late.
    let (mut seen, mut enough) = (Vec::new(), 0);
    while enough < 3 {
        seen.push(gain());
        enough += u32::from(seen[seen.len() - 1] >= least);
        assert!(seen.len() < 30, "{engine:?}, {threads} threads: gained {seen:?}");
    }
}

#[test]
fn slow_rust_is_done_by_all_threads() {
    let book = net! {
        agent -Tree(#value: u32, -out), -Seen(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Tree(#value, out) ~ #depth if depth == 0 => Seen(out) ~ #value;
        rule Tree(#value, out) ~ #depth =>
            Tree(#(2 * value), a) ~ #(depth - 1) & Tree(#(2 * value + 1), b) ~ #(depth - 1) & Add(b, out) ~ a;
        rule Seen(out) ~ #n where () = { std::thread::sleep(Duration::from_millis(1)) } => out ~ #n;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Tree(0, r) ~ 7
    };
    for engine in [EngineKind::Compiled, EngineKind::Bag] {
        gains(engine, &book, 7, 2, 1.5);
        gains(engine, &book, 7, 4, 2.5);
    }
}

/// Before the first call others are given what they could do meanwhile: they need not wait until it is known to be slow.
#[test]
fn few_calls_that_are_very_slow_begin_at_once() {
    let book = net! {
        agent -Tree(#value: u32, -out), -Seen(-out);
        rule Tree(#value, out) ~ #depth if depth == 0 => Seen(out) ~ #value;
        rule Tree(#value, out) ~ #depth =>
            Tree(#(2 * value), a) ~ #(depth - 1) & Tree(#(2 * value + 1), b) ~ #(depth - 1) & a ~ $([+] $(b out));
        rule Seen(out) ~ #n where () = { std::thread::sleep(Duration::from_millis(20)) } => out ~ #n;
        @main = r & Tree(0, r) ~ 4
    };
    for engine in [EngineKind::Compiled, EngineKind::Bag] {
        gains(engine, &book, 4, 16, 8.0);
    }
}

/// Only who comes to Rust makes way for others, not a function that might.
#[test]
fn rust_that_is_not_reached_costs_nothing() {
    let book = net! {
        agent -Loop(-out);
        rule Loop(out) ~ #n if n == 0 => out ~ 0;
        rule Loop(out) ~ #n if n > 1_000_000 where () = { std::thread::sleep(Duration::from_millis(1)) } => out ~ 1;
        rule Loop(out) ~ #n => Loop(out) ~ #(n - 1);
        @main = r & Loop(r) ~ 300_000
    };
    let time = |threads| {
        let start = Instant::now();
        let done = Runtime::new().engine(EngineKind::Compiled).threads(threads).run(&book).unwrap();
        assert_eq!((done.value::<u32>().unwrap(), done.stats.interactions()), (0, 300_001));
        start.elapsed().as_secs_f64()
    };
    // To put off each turn is three times as slow, tens of times where code is optimised.
    let ratios: Vec<f64> = (0..20).map(|_| time(2) / time(1)).collect();
    assert!(ratios.iter().any(|&ratio| ratio < 1.5), "{ratios:?}");
}
