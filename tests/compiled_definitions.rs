//! Definitions that were compiled to Rust give what the interpreters give, in as many interactions, whatever the threads.

#[path = "standard/random_nets.rs"]
mod random_nets;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;
#[path = "../benches/src/workloads/mod.rs"]
#[allow(dead_code, reason = "benches/ uses the rest")]
mod workloads;

use polarnet::{AnyBook, CancelToken, Done, EngineKind, Error, ErrorKind, Rule, Runtime, net, reader::Source};
use std::time::Duration;
use support::{agree::runtime, generated, programs};

const THREADS: [usize; 3] = [1, 2, 4];

/// The normal form and the number of interactions, on which all agree.
#[track_caller]
fn same_everywhere(book: &AnyBook, expand: bool) -> Done {
    let run = |engine, threads| book.with(|book| runtime(engine, threads).expand(expand).run(book)).unwrap();
    let of = |done: &Done| (done.normal.clone(), done.stats.interactions());
    let oracle = run(EngineKind::Oracle, 1);
    for engine in [EngineKind::Bag, EngineKind::Direct] {
        assert_eq!(of(&run(engine, 1)), of(&oracle), "{engine:?}");
    }
    for threads in THREADS {
        for _ in 0..if threads == 1 { 1 } else { 3 } {
            assert_eq!(of(&run(EngineKind::Compiled, threads)), of(&oracle), "{threads} threads");
        }
    }
    oracle
}

/// The same, and definitions were functions.
#[track_caller]
fn compiled(book: impl Into<AnyBook>) -> String {
    let book = book.into();
    let done = book.with(|book| runtime(EngineKind::Compiled, 1).run(book)).unwrap();
    assert!(done.stats.by_rule.of(Rule::Fused) > 0, "{:?}", done.stats);
    same_everywhere(&book, true);
    same_everywhere(&book, false).to_string()
}

/// The workload looks whether the result is right, and at the small size whether the interactions are.
#[test]
fn workloads_on_threads() {
    for workload in workloads::all().iter().filter(|workload| workload.kind == workloads::Kind::Net) {
        for threads in THREADS {
            let compiled = Runtime::new().threads(threads);
            let done = workload.run(&compiled, workload.small).unwrap_or_else(|why| panic!("{why}"));
            assert!(done.stats.by_rule.of(Rule::Fused) > 0, "{}: {:?}", workload.name, done.stats);
        }
        if workload.name != "net/stress" {
            let runs = [EngineKind::Oracle, EngineKind::Bag, EngineKind::Direct, EngineKind::Compiled]
                .map(|engine| workload.run(&runtime(engine, 1), 3).unwrap().stats.interactions());
            assert_eq!(runs, [runs[0]; 4], "{}", workload.name);
        }
    }
}

#[test]
fn numbers_of_all_types() {
    let book = net! {
        @main = (a (b (c (d (e (f (g h)))))))
            & @ops ~ (7 (3 a)) & @ops ~ (-7 (3 b)) & @ops ~ (1.5 (0.5 c)) & @ops ~ (4294967295 (4294967295 d))
            & @down ~ (3 e) & @down ~ (+3 f) & @literals ~ (5 g) & @literals ~ (+5 h)
        @ops = ({a {b {c d}}} ({x {y {z w}}} (p (q (r s)))))
            & a ~ $([+] $(x p)) & b ~ $([*] $(y q)) & c ~ $([-] $(z r)) & d ~ $([<] $(w s))
        @down = (?((0 @below) r) r)
        @below = (n r) & @down ~ (n $([+1] r))
        @literals = ({a {b c}} (x (y z))) & a ~ $([*3] x) & b ~ $([:-1] y) & c ~ $([/2] z)
    };
    compiled(book);
    let divide = net! { @main = r & @half ~ (7 (0 r)) @half = ($([/] $(b r)) (b r)) };
    assert!(matches!(
        runtime(EngineKind::Compiled, 1).strict(true).run(&divide).unwrap_err().kind,
        ErrorKind::Arithmetic(_)
    ));
    assert_eq!(compiled(divide), "0");
}

/// A function that calls itself has code of its own for unsigned numbers: others begin there, or come on the way.
#[test]
fn recursion_on_numbers_of_all_types() {
    let book = net! {
        @main = (a (b (c (d (e (f (g (h i))))))))
            & @sum ~ (4 (3 a)) & @sum ~ (4 (-3 b)) & @sum ~ (+3 (0.5 c)) & @sum ~ (3 ((1 2) d))
            & @turns ~ (5 (1 (2 e))) & @turns ~ (5 (1 (+2 f))) & @turns ~ (5 (0.5 (2 g))) & @turns ~ (5 (0.5 (-2 h)))
            & @turns ~ (4 (7 (unknown i))) & (unknown *) ~ (9 *)
        @sum = (?(((x x) @both) r) r)
        @both = ({m n} ({x y} r)) & x ~ $([+1] v) & y ~ $([*2] w)
            & @sum ~ (n (v $([+] $(s r)))) & @sum ~ (m (w s))
        // A loop in which the two change places.
        @turns = (?((@pair @step) r) r)
        @pair = (x (y (x y)))
        @step = (n (x (y r))) & y ~ $([+1] z) & @turns ~ (n (z (x r)))
    };
    compiled(book);
}

/// Functions as arguments and as results: closures, which are applied, copied, erased, and left over.
#[test]
fn functions_of_functions() {
    let book = net! {
        @main = (a (b (c (d (e f)))))
            & @add ~ (1 g) & @twice ~ (g (40 a))
            & @map ~ (3 (@square b))
            & @add ~ (3 h) & @compose ~ (@square (h (4 c)))
            & @two ~ (@square (7 d))
            & @add ~ (5 e)
            & @add ~ (1 k) & @drop ~ (@two (k (9 f)))
        @add = ($([+] $(y r)) (y r))
        @square = ({x $([*] $(x r))} r)
        @twice = ({h k} (y r)) & h ~ (y z) & k ~ (z r)
        @compose = ((x r) ((y x) (y r)))
        @two = ({f g} (x y)) & f ~ (x z) & g ~ (z y)
        @map = (?(((* 0) @more) r) r)
        @more = ({m n} ({f g} (x y))) & @map ~ (m (g y)) & f ~ (n x)
        @drop = (* (f (x r))) & f ~ (x r)
    };
    compiled(book);
}

/// Closures that are made argument by argument, each copied on the way, and all of them finished; a pile of closures in closures, two
/// copies of which are called; and one that is erased with what it holds.
#[test]
fn partial_applications() {
    let book = net! {
        @main = (r0 (r1 (r2 (r3 (r4 (r5 (deep deeper)))))))
            & @add6 ~ (1 f1)
            & f1 ~ {(10 (10 (10 (10 (10 r1))))) (2 f2)}
            & f2 ~ {(10 (10 (10 (10 r2)))) (3 f3)}
            & f3 ~ {(10 (10 (10 r3))) (4 f4)}
            & f4 ~ {(10 (10 r4)) (5 f5)}
            & f5 ~ {(10 r5) (6 r0)}
            & @pile ~ (3000 p) & p ~ {(0 deep) (1 deeper)}
            & @add6 ~ (1 (2 (3 (4 *))))
        @add6 = (a (b (c (d (e (f r))))))
            & a ~ $([+] $(b s)) & s ~ $([+] $(c t)) & t ~ $([+] $(d u)) & u ~ $([+] $(e v)) & v ~ $([+] $(f r))
        @pile = (?((@inc @more) r) r)
        @more = (n p) & @pile ~ (n q) & @compose ~ (@inc (q p))
        @compose = (f (g (x r))) & g ~ (x y) & f ~ (y r)
        @inc = ($([+1] r) r)
    };
    assert_eq!(compiled(book), "(21 (51 (43 (36 (30 (25 (3001 3002)))))))");
}

/// What will come to a λ's variable is asked for where a function was written out that gives it, or takes it: looked at, it is used.
#[test]
fn variables_that_are_looked_at() {
    let switched = net! {
        @main = r & @k ~ (@g r)
        @k = (g r) & @h ~ (g ?((10 (* 20)) r))
        @h = (g x) & g ~ ((x 5) s) & s ~ *
        @g = ((@zero r) r)
        @zero = 0
    };
    assert_eq!(compiled(switched), "10");
    let taken = net! {
        @main = r & @k ~ (@g r)
        @k = (g r) & g ~ ((x 5) s) & s ~ * & @pick ~ (x r)
        @pick = (?((@ten @more) r) r) @ten = 10 @more = (* 20)
        @g = ((@zero r) r)
        @zero = 0
    };
    assert_eq!(compiled(taken), "@ten");
    let whole = net! {
        @main = (r q) & @Fork ~ (1 (2 f)) & @same ~ (f r) & @Fork ~ (3 (4 v)) & @f ~ (v q)
        @Leaf = (n (* ((n r) r)))
        @Fork = (a (b ((a (b r)) (* r))))
        @same = ((@Fork (@Leaf r)) r)
        @use = (v ((v r) r))
        @f = (v (s t)) & @use ~ (v ((x 5) s)) & @same ~ (x t)
    };
    compiled(whole);
}

/// What is not there yet: calls wait for it, as nodes, and some for ever.
#[test]
fn calls_that_wait() {
    let book = net! {
        @main = ((x r) ((y s) (a d))) & @sum ~ (x (3 r)) & @sum ~ (4 (5 a)) & @swap ~ (y (2 s)) & @swap ~ ((3 1) (2 d))
        @sum = (?((@zero @succ) (y r)) (y r))
        @zero = (y y)
        @succ = (n (y r)) & @sum ~ (n (y $([+1] r)))
        @swap = ((a b) (c (c (b a))))
    };
    // Expanded, what waits in a λ has no end.
    same_everywhere(&book.into(), false);
}

/// Agents in definitions: built, called and waited for; and rules that call definitions.
#[test]
fn agents_in_definitions() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), +Ask(-question, +rest), -Length(-out), -Each(+f, -out), -Both(-a, -b, +c);
        rule Length(out) ~ Nil => out ~ 0;
        rule Length(out) ~ Cons(*, t) => Length(n) ~ t & @inc ~ (n out);
        rule Each(*, out) ~ Nil => out ~ Nil;
        rule Each(f, out) ~ Cons(x, t) => f ~ {g h} & g ~ (x y) & Each(h, s) ~ t & out ~ Cons(y, s);
        rule Both(a, b, c) ~ Nil => a ~ c & b ~ Nil;
        @main = (a (b (c (d e))))
            & @list ~ (5 l) & @len ~ (l a)
            & @list ~ (3 m) & Each(@inc, b) ~ m
            & @ask ~ c
            & Both(d, e, 7) ~ @nil
        @inc = ($([+1] r) r)
        @nil = Nil
        @list = (?((Nil @more) l) l)
        @more = ({m n} Cons(m, l)) & @list ~ (n l)
        @len = (Length(n) n)
        @ask = Ask(x, Cons(x, Nil))
    };
    compiled(book);
}

/// Agents that are built for only one of the definitions that an unknown function may be, and which the other throws away: with
/// numbers that they hold, and where the book says what erases them.
#[test]
fn agents_that_a_choice_erases() {
    let book = net! {
        agent +Seen, +Leaf, +Box(+x), +Pair(+x, #n: u32), +Own(+x), -Take(-out);
        rule Leaf ~ * => {* *} ~ Seen;
        rule Own(x) ~ * => {* {* *}} ~ x;
        rule Take(out) ~ Box(x) => out ~ x;
        @main = (a (b (c (d (e (f (g h)))))))
            & @plain ~ (@first a) & @plain ~ (@second b) & @held ~ (@first c) & @held ~ (@second d)
            & @own ~ (@first e) & @own ~ (@second f) & @leaf ~ (@first g) & @leaf ~ (@second h)
        @first = (a (* a))
        @second = (* (b b))
        @plain = ((Box(1) (Box(Box(2)) r)) r)
        @held = ((Pair(1, 2) (Box(Pair(3, 4)) r)) r)
        @own = ((Own(1) (Box(Own(2)) r)) r)
        @leaf = ((Leaf (Box(Leaf) r)) r)
    };
    compiled(book);
}

/// Calls that are deeper than any stack; on threads that have hardly any. Their sum would be a loop (`tests/folds.rs`).
#[test]
fn depth_is_no_limit() {
    let size = if cfg!(debug_assertions) { 200_000_u32 } else { 1_000_000 };
    let book = net! {
        @main = r & @down ~ (200000 r)
        @deep = r & @down ~ (1000000 r)
        @down = (?((0 @below) r) r)
        @below = (n r) & @down ~ (n $([:-1] r))
    };
    let main = book.find(if cfg!(debug_assertions) { "main" } else { "deep" }).unwrap();
    let expected = runtime(EngineKind::Bag, 1).max_memory(1 << 30).call(&book, main, &[]).unwrap();
    for threads in THREADS {
        let run = || runtime(EngineKind::Compiled, threads).max_memory(1 << 30).call(&book, main, &[]).unwrap();
        let done = std::thread::scope(|scope| {
            std::thread::Builder::new().stack_size(1 << 17).spawn_scoped(scope, run).unwrap().join().unwrap()
        });
        let found = (done.value::<u32>().unwrap().wrapping_neg(), done.stats.interactions());
        assert_eq!(found, (size, expected.stats.interactions()));
    }
}

#[test]
fn limits_stop_it() {
    let workload = workloads::find("net/queens").unwrap();
    let run = |runtime: &Runtime| workload.call(runtime, 5);
    let needed = run(&runtime(EngineKind::Oracle, 1)).unwrap().stats.interactions();
    for threads in THREADS {
        let runtime = runtime(EngineKind::Compiled, threads);
        for limit in [0, 1, 2, 100, needed / 2, needed - 1, needed] {
            match run(&runtime.clone().max_interactions(limit)) {
                Ok(done) => assert_eq!(done.stats.interactions(), needed, "limit {limit}"),
                Err(Error { kind: ErrorKind::Interactions(found), stats, .. }) => {
                    // Each thread may be in the middle of a function.
                    let most = limit + 70 * threads as u64;
                    assert!(found == limit && limit < needed && stats.interactions() < most, "{limit}: {stats}");
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
    for (name, size) in [("net/sum_tree", 6), ("net/sort_bitonic", 4), ("net/sort_radix", 4), ("net/queens", 5)] {
        let workload = workloads::find(name).unwrap();
        let expected = workload.call(&runtime(EngineKind::Oracle, 1), size).unwrap();
        let mut results = [0, 0];
        for threads in THREADS {
            for memory in (0..3_000).step_by(56).chain((3_000..60_000).step_by(3_000)).chain([1 << 20]) {
                match workload.call(&runtime(EngineKind::Compiled, threads).max_memory(memory), size) {
                    Err(error) => {
                        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
                        results[0] += 1;
                    }
                    Ok(done) => {
                        let of = |done: &Done| (done.to_string(), done.stats.interactions());
                        assert_eq!(of(&done), of(&expected), "{name} {memory} {threads}");
                        results[1] += 1;
                    }
                }
            }
        }
        assert!(results.iter().all(|&count| count > 2), "{name} {results:?}");
    }
}

#[test]
fn what_has_no_end_is_stopped() {
    let grows = net! { @main = r & @f ~ (0 r) @f = (x (x r)) & @f ~ (1 r) };
    let circle = net! { @main = r & @a ~ (1 r) @a = ($([+1] x) r) & @b ~ (x r) @b = (x r) & @a ~ (x r) };
    for threads in THREADS {
        let runtime = runtime(EngineKind::Compiled, threads).max_memory(1 << 24);
        let error = runtime.clone().max_memory(1 << 20).run(&grows).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}");
        for limited in [runtime.clone().timeout(Duration::from_millis(20)), runtime.clone().max_interactions(1 << 20)] {
            let error = limited.run(&circle).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::Timeout(_) | ErrorKind::Interactions(_)), "{error}");
        }
        let token = CancelToken::new();
        let error = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(5));
                token.cancel();
            });
            runtime.clone().cancel_with(token.clone()).run(&circle).unwrap_err()
        });
        assert!(matches!(error.kind, ErrorKind::Cancelled), "{error}");
    }
}

/// What a macro puts in is not known when functions are made: such books are interpreted.
#[test]
fn rust_values() {
    let book = |n: u32| net! { @main = r & @add ~ (#n r) @add = ($([+1] r) r) };
    for n in [1, 41] {
        assert_eq!(same_everywhere(&book(n).into(), false).to_string(), (n + 1).to_string());
    }
}

/// Names of the user's are not those of what is emitted.
#[test]
#[allow(non_upper_case_globals, dead_code)]
fn constants_of_the_same_names() {
    const w: u32 = 1;
    const p0: u32 = 3;
    const r0: u32 = 4;
    const x0: u32 = 4;
    static n0: u32 = 5;
    let book = net! {
        @main = (a b) & @sum ~ (3 a) & @f ~ (4 b)
        @sum = (?((1 @more) r) r)
        @more = (n r) & @sum ~ (n $([+1] r))
        @f = (x ((x y) y))
    };
    compiled(book);
}

/// Books of the generator that `tests/random.rs` has, in `net!`.
#[test]
fn random_books() {
    let books = random_nets::books();
    for (text, book) in &books {
        let text = format!("#![numbers(native)]\n{text}");
        let read = Source::new("the book", text.clone()).parse().book.unwrap_or_else(|| panic!("{text}"));
        for expand in [false, true] {
            let run = |book: &AnyBook| {
                let limited = runtime(EngineKind::Oracle, 1).expand(expand).max_interactions(100_000);
                book.with(|book| limited.run(book)).is_ok().then(|| same_everywhere(book, expand))
            };
            let [text, compiled] = [&read, book].map(run);
            let of = |done: Option<Done>| done.map(|done| (done.normal, done.stats.by_rule.total()));
            assert_eq!(of(text), of(compiled));
        }
    }
    assert_eq!(books.len(), BOOKS);
}

const BOOKS: usize = 60;

/// `tests/standard/random_nets.rs` is what this makes. `BLESS=1` makes it anew.
#[test]
fn random_books_are_those_of_the_generator() {
    let texts = generated::texts(BOOKS, 600, 41..=20_000, |choices| {
        let book = programs::book(choices);
        (book.native && !book.unpolarized).then(|| book.to_string())
    });
    generated::compare("random_nets", "compiled_definitions", &texts);
}
