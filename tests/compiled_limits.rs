//! Compiled rules under limits: of memory, interactions, time and stack.

#[allow(dead_code, reason = "the example shows more of them")]
#[path = "../examples/standard/books.rs"]
mod books;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use books::PROGRAMS;
use polarnet::{CancelToken, Done, EngineKind, Error, ErrorKind, Runtime, net};
use std::time::Duration;
use support::agree::runtime;

const THREADS: [usize; 3] = [1, 2, 4];

/// A list so long that nothing may be proportional to it on the stack; on threads that have hardly any.
#[test]
fn depth_is_no_limit() {
    let book = net! {
        agent +Z, +S(+n), -Double(-out), -Count(#n: u32, -out), -Make(-out);
        rule Make(out) ~ #n if n == 0 => out ~ Z;
        rule Make(out) ~ #n => out ~ S(m) & Make(m) ~ #(n - 1);
        rule Double(out) ~ Z => out ~ Z;
        rule Double(out) ~ S(n) => out ~ S(S(m)) & Double(m) ~ n;
        rule Count(#n, out) ~ Z => out ~ #n;
        rule Count(#n, out) ~ S(m) => Count(#(n + 1), out) ~ m;
        @main = r & Make(m) ~ 60000 & Double(n) ~ m & Count(0, r) ~ n
    };
    for threads in THREADS {
        let run = || runtime(EngineKind::Compiled, threads).run(&book).unwrap();
        let done = std::thread::scope(|scope| {
            std::thread::Builder::new().stack_size(1 << 17).spawn_scoped(scope, run).unwrap().join().unwrap()
        });
        assert_eq!((done.value::<u32>().unwrap(), done.stats.interactions()), (120_000, 240_003));
    }
}

#[test]
fn limits_stop_it() {
    let program = PROGRAMS.iter().find(|program| program.name == "queens").unwrap();
    let run = |runtime: &Runtime| (program.run)(runtime, 6);
    let needed = run(&runtime(EngineKind::Oracle, 1)).unwrap().stats.interactions();
    for threads in THREADS {
        let runtime = runtime(EngineKind::Compiled, threads);
        for limit in [0, 1, 2, 100, needed / 2, needed - 1, needed] {
            match run(&runtime.clone().max_interactions(limit)) {
                Ok(done) => assert_eq!(done.stats.interactions(), needed, "limit {limit}"),
                Err(Error { kind: ErrorKind::Interactions(found), stats, .. }) => {
                    assert!(found == limit && limit < needed && stats.interactions() < limit + 200, "{limit}: {stats}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        assert_eq!(run(&runtime).unwrap().stats.interactions(), needed);
    }
}

/// However little memory there is: a result or an error.
#[test]
fn hardly_any_memory() {
    for (name, size) in [("msort", 60), ("queens", 4), ("tree", 6), ("ack", 3)] {
        let program = PROGRAMS.iter().find(|program| program.name == name).unwrap();
        let expected = (program.run)(&runtime(EngineKind::Oracle, 1), size).unwrap();
        let mut results = [0, 0];
        for threads in THREADS {
            for memory in (0..3_000).step_by(56).chain((3_000..60_000).step_by(3_000)).chain([1 << 20]) {
                match (program.run)(&runtime(EngineKind::Compiled, threads).max_memory(memory), size) {
                    Err(error) => {
                        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                        results[0] += 1;
                    }
                    Ok(done) => {
                        let of = |done: &Done| (done.to_string(), done.stats.interactions());
                        assert_eq!(of(&done), of(&expected));
                        results[1] += 1;
                    }
                }
            }
        }
        assert!(results.iter().all(|&count| count > 10), "{name} {results:?}");
    }
}

/// Lists that are split and merged are built anew each time, in the order of memory: not in new memory each time. Where that much is not
/// there, less is enough.
#[test]
fn lists_in_order_take_little_more_memory() {
    const ELEMENTS: u32 = 150_000;
    let program = PROGRAMS.iter().find(|program| program.name == "msort").unwrap();
    let lists = u64::from(ELEMENTS) * 16;
    for threads in THREADS {
        let done = (program.run)(&runtime(EngineKind::Compiled, threads), ELEMENTS).unwrap();
        let peak = done.stats.peak_bytes;
        assert!(peak < lists * 4 + threads as u64 * (1 << 20), "{peak} bytes on {threads} threads");
    }
    // Of two threads each has free nodes that the other cannot use.
    let little = lists * 5 / 4 + (1 << 19);
    let done = (program.run)(&runtime(EngineKind::Compiled, 1).max_memory(little), ELEMENTS);
    assert_eq!(done.unwrap().value::<u32>().unwrap(), 1, "{little} bytes");
}

/// Memory runs out below many functions, with nodes of several sizes, some of them built after calls.
#[test]
fn memory_runs_out_far_down() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), +Four(+a, +b, +c, +d);
        agent -Fill(-out), -G(#n: u32, -out), -H(#n: u32, -out), -K(#n: u32, -out), -Go(-out);
        rule Fill(out) ~ Nil => out ~ Cons(Nil, r) & Fill(r) ~ Nil;
        rule K(#n, out) ~ Nil if n == 0 => Fill(out) ~ Nil;
        rule K(#n, out) ~ Nil => out ~ Cons(a, Cons(Nil, Cons(b, Nil))) & K(#(n - 1), a) ~ Nil & G(#(n / 2), b) ~ Nil;
        rule G(#n, out) ~ Nil if n == 0 => out ~ Nil;
        rule G(#n, out) ~ Nil => out ~ Four(g, Nil, Nil, h) & G(#(n - 1), g) ~ Nil & H(#(n - 1), h) ~ Nil;
        rule H(#n, out) ~ Nil if n == 0 => out ~ Nil;
        rule H(#n, out) ~ Nil => out ~ Cons(Cons(Nil, h), Cons(Nil, Nil)) & H(#(n - 1), h) ~ Nil;
        rule Go(out) ~ #n => out ~ Four(g, Nil, k, h) & G(#(n / 4), g) ~ Nil & K(#n, k) ~ Nil & H(#n, h) ~ Nil;
        @main = r & Go(r) ~ 40
    };
    for threads in THREADS {
        for memory in (1 << 12..1 << 18).step_by(9_001) {
            let error = runtime(EngineKind::Compiled, threads).max_memory(memory).run(&book).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
        }
    }
}

#[test]
fn what_has_no_end_is_stopped() {
    let book = net! {
        agent +Go, +Box(+a, +b), -Loop(+w, -out);
        rule Loop(w, out) ~ Go => w ~ {a b} & Loop(Box(a, b), out) ~ Go;
        @main = r & Loop(Go, r) ~ Go
    };
    let call = net! {
        agent +Go, -A(-out), -B(-out);
        rule A(out) ~ Go => B(out) ~ Go;
        rule B(out) ~ Go => A(out) ~ Go;
        @main = r & A(r) ~ Go
    };
    for threads in THREADS {
        let runtime = runtime(EngineKind::Compiled, threads);
        let error = runtime.run(&book).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
        for limited in [runtime.clone().timeout(Duration::from_millis(20)), runtime.clone().max_interactions(1 << 20)] {
            let error = limited.run(&call).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Timeout(_) | ErrorKind::Interactions(_)), "{error}");
        }
        let token = CancelToken::new();
        let error = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5));
                token.cancel();
            });
            runtime.clone().cancel_with(token.clone()).run(&call).unwrap_err()
        });
        assert!(matches!(error.kind, ErrorKind::Cancelled), "{error}");
    }
}
