//! Rules that compute in Rust: each block is called once for each interaction, in every engine, and its panics end the run.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Done, EngineKind, Error, ErrorKind, Rule, Runtime, net};
use std::{
    ops::ControlFlow,
    sync::{
        Mutex, Once,
        atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    },
};
use support::everywhere::{run_rust as run, runtimes};

/// Panics of these tests are not told.
fn quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let payload = panic.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
            if !text.is_some_and(|text| text.contains("unlucky")) {
                told(panic);
            }
        }));
    });
}

#[test]
fn several_results() {
    let book = net! {
        agent -DivMod(#b: u32, -q, -r), -Root(-out);
        rule DivMod(#b, q, r) ~ #a where (#d, #m) = { (a / b, a % b) } => q ~ #d & r ~ #(m + 100);
        rule Root(out) ~ #x: f32 where #y: f32 = { x.sqrt() } => out ~ #y;
        @main = (q (r s)) & DivMod(7, q, r) ~ 45 & Root(s) ~ 2.25
    };
    assert_eq!(run(book).to_string(), "(6 (103 1.5))");
}

/// Whatever the order in which the rule names them.
#[test]
fn numbers_by_their_names() {
    let book = net! {
        agent +Nil, +Cons(#head: i32, +tail), -Fold(#acc: f32, #by: u32, -out);
        rule Nil ~ Fold(#acc, *, out) where () = { assert!(acc > 0.0) } => out ~ #(acc as i32);
        rule Cons(#x, xs) ~ Fold(#acc, #by, out) if x < +0 => Fold(#acc, #by, out) ~ xs;
        rule Cons(#x, xs) ~ Fold(#acc, #by, out)
            where (#sum: f32, #_unused, #next) = { (acc + x as f32 * 10.0, 0, by + u32::try_from(x).unwrap()) }
            => Fold(#(sum + (by as f32)), #next, out) ~ xs;
        @main = r & Fold(0.5, 1, r) ~ Cons(+3, Cons(-7, Cons(+2, Nil)))
    };
    assert_eq!(run(book).to_string(), "+55");
}

/// Also where those are words of Rust.
#[test]
fn numbers_called_as_words_of_rust() {
    let book = net! {
        agent -F(#type: u32, #self: u32, -out);
        rule F(#type, #self, out) ~ #loop where #move = { r#type + 10 * r#loop + _self } => out ~ #(move + self);
        @main = r & F(1, 100, r) ~ 2
    };
    assert_eq!(run(book).to_string(), "221");
}

/// What Rust gives has the book's arithmetic.
#[test]
fn arithmetic_of_24_bits() {
    let book = net! {
        #![numbers(hvm24)]
        agent -F(#a: i24, -out, -signed, -float);
        rule F(#a, out, signed, float) ~ #n
            where (#x: u24, #y: i24, #z: f24) = { (n + 0x100_0003, a - 0x80_0000, 1.0 / n as f32) }
            => out ~ #(x + 1) & signed ~ #y & float ~ #z;
        @main = (a (b c)) & F(-1, a, b, c) ~ 3
    };
    assert_eq!(run(book).to_string(), "(7 (+8388607 0.33333588))");
}

#[test]
fn as_many_results_as_there_may_be() {
    let book = net! {
        agent -Many(-out);
        rule Many(out) ~ #n where (#a, #b, #c, #d, #e, #f, #g, #h, #i, #j, #k, #l, #m, #o, #p, #q) = {
            let at = |k| n + k;
            (at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(11), at(12), at(13), at(14), at(15), at(16))
        } => out ~ (#(a + b + c + d) (#(e + f + g + h) (#(i + j + k + l) (#(m + o) (#p #q)))));
        @main = r & Many(r) ~ 100
    };
    assert_eq!(run(book).to_string(), "(410 (426 (442 (227 (115 116)))))");
}

/// Blocks see the items of the module, return early, and have a name for each number only.
#[test]
fn blocks_are_functions() {
    const OFFSET: u32 = 1000;
    fn half(n: u32) -> Option<u32> {
        n.is_multiple_of(2).then_some(n / 2)
    }
    let book = net! {
        agent -Half(-out);
        rule Half(out) ~ #n where #h = {
            let Some(h) = half(n) else { return OFFSET };
            h
        } => out ~ #h;
        @main = (a b) & Half(a) ~ 14 & Half(b) ~ 15
    };
    assert_eq!(run(book).to_string(), "(7 1000)");
}

/// A tree of 2^depth leaves; `Visit` calls Rust at each of them.
macro_rules! tree {
    ($(#![passes($($pass:ident),*)])? $depth:literal, $n:ident: $visit:block) => {
        net! {
            $(#![passes($($pass),*)])?
            agent +Leaf(#value: u32), +Node(+left, +right), -Visit(-out) ~ Tree, -Grow(#value: u32, -out), -Add(+b, -out), -AddTo(#a: u32, -out);
            group Tree = Leaf Node;
            rule Grow(#value, out) ~ #depth if depth == 0 => out ~ Leaf(#value);
            rule Grow(#value, out) ~ #depth =>
                out ~ Node(l, r) & Grow(#(2 * value), l) ~ #(depth - 1) & Grow(#(2 * value + 1), r) ~ #(depth - 1);
            rule Visit(out) ~ Leaf(#$n) where #seen = $visit => out ~ #seen;
            rule Visit(out) ~ Node(l, r) => Visit(a) ~ l & Visit(b) ~ r & Add(b, out) ~ a;
            rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
            rule AddTo(#a, out) ~ #b => out ~ #(a + b);
            @main = r & Grow(0, t) ~ $depth & Visit(r) ~ t
        }
    };
}

#[test]
fn called_once_for_each_interaction() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let book = tree!(9, n: { CALLS.fetch_add(1, Relaxed); n });
    for runtime in runtimes() {
        CALLS.store(0, Relaxed);
        let done = runtime.run(&book).unwrap();
        assert_eq!(done.value::<u32>().unwrap(), (0..512).sum::<u32>());
        assert_eq!(CALLS.load(Relaxed), 512, "{runtime:?}");
    }
    run(book);
}

/// What the passes reduce is what they can; Rust is for the run.
#[test]
fn passes_call_no_rust() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let plain = tree!(3, n: { CALLS.fetch_add(1, Relaxed); n + 1 });
    let passed = tree!(#![passes(default)] 3, n: { CALLS.fetch_add(1, Relaxed); n + 1 });
    let all = tree!(#![passes(prune, inline, eta, pre_reduce, prune)] 3, n: { CALLS.fetch_add(1, Relaxed); n + 1 });
    assert_eq!(CALLS.load(Relaxed), 0);
    let run = |book: AnyBook| {
        CALLS.store(0, Relaxed);
        let done = book.with(|book| Runtime::new().threads(1).run(book)).unwrap();
        assert_eq!((done.value::<u32>().unwrap(), CALLS.load(Relaxed)), (36, 8));
        done.stats.interactions()
    };
    let [plain, passed, all] = [plain.into(), passed.into(), all.into()].map(run);
    assert!(all < plain && passed <= plain, "{all} {passed} {plain}");
    // Values of Rust's are not known before the run either.
    let (a, b) = (20_u32, 22_u32);
    let book = net! {
        #![passes(pre_reduce)]
        agent -AddTo(#a: u32, -out), -Sub(#a: u32, -out);
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        rule Sub(#a, out) ~ #b where #c = { a - b } => out ~ #c;
        @main = (r s) & AddTo(#a, r) ~ 5 & Sub(#b, s) ~ 2
    };
    assert_eq!(Runtime::new().run(&book).unwrap().to_string(), "(25 20)");
}

/// Passes at run time, too.
#[test]
fn natives_survive_passes() {
    use polarnet::passes::{Entries, Pass, Passes};
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let book = tree!(3, n: { CALLS.fetch_add(1, Relaxed); n + 1 });
    let expected = run(book.clone()).to_string();
    CALLS.store(0, Relaxed);
    let passes = Passes::from(Pass::ALL.to_vec());
    let passed = passes.run(&book, &Entries::new(["main"]));
    assert_eq!(CALLS.load(Relaxed), 0);
    assert_eq!(run(passed).to_string(), expected);
}

#[test]
fn printed_as_what_they_are() {
    let book = net! {
        agent -DivMod(#b: u32, -q, -r);
        rule DivMod(#b, q, r) ~ #a if b > 0 where (#d, #m: i32) = { (a / b, -1) } => q ~ #d & r ~ #m;
        rule DivMod(*, q, r) ~ #a => q ~ #a & r ~ 0;
        @main = (q r) & DivMod(7, q, r) ~ 45
    };
    let text = book.to_string();
    let rule = "rule DivMod(#n0, x0, x1) ~ #n1: u32 if n0 > 0 where (#n2: u32, #n3: i32) = { Rust } => x0 ~ #(n2)\n  & x1 ~ #(n3);\n";
    assert!(text.contains(rule), "{text}");
}

#[test]
fn watched() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let book = tree!(1, n: { CALLS.fetch_add(1, Relaxed); n + 1 });
    let mut seen = 0;
    let done = Runtime::new().watch(&book, |interaction| {
        seen += u64::from(interaction.rule == Rule::User);
        ControlFlow::Continue(())
    });
    let done = done.unwrap();
    assert_eq!((seen, done.value::<u32>().unwrap()), (done.stats.by_rule.of(Rule::User), 3));
    assert_eq!(CALLS.load(Relaxed), 2);
}

/// A value whose owners are counted.
struct Held;

static HELD: AtomicI64 = AtomicI64::new(0);

impl Held {
    fn new() -> Self {
        HELD.fetch_add(1, Relaxed);
        Held
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Relaxed);
    }
}

fn panicked(result: Result<Done, Error>) -> (String, String, u64) {
    let error = result.expect_err("a panic");
    let told = error.to_string();
    match error.kind {
        ErrorKind::Panic { rule, message } => {
            assert_eq!(told, format!("the rule `{rule}` panicked: {message}"));
            (rule, message, error.stats.interactions())
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_panic_ends_the_run() {
    quiet();
    net! {
        book Division {
            agent -DivMod(#b: u32, -q, -r), -DivOf(+b, -q), -By(#a: u32, -q);
            rule DivMod(#b, q, r) ~ #a where (#d, #m) = {
                assert!(b != 0, "unlucky: {a} / {b}");
                (a / b, a % b)
            } => q ~ #d & r ~ #m;
            rule DivOf(b, q) ~ #a => By(#a, q) ~ b;
            rule By(#a, q) ~ #b => DivMod(#b, q, r) ~ #a & r ~ *;
            @div(a: u32, b: u32) -> u32 = (a (b q)) & DivOf(b, q) ~ a
        }
    }
    for runtime in runtimes() {
        for _ in 0..5 {
            assert_eq!(Division::div(&runtime, 45, 7).unwrap(), 6);
            let error = Division::div(&runtime, 45, 0).unwrap_err();
            assert_eq!(error.to_string(), "the rule `DivMod(#b, q, r) ~ #a` panicked: unlucky: 45 / 0");
            // What was done before; the interaction that panicked is none.
            assert_eq!(error.stats.by_rule.of(Rule::User), 2, "{runtime:?}");
        }
    }
}

/// What a panic is made of need not be text, nor be dropped without another one.
#[test]
fn panics_of_any_value() {
    struct Again;
    impl Drop for Again {
        fn drop(&mut self) {
            if !std::thread::panicking() {
                std::panic::panic_any("unlucky again");
            }
        }
    }
    quiet();
    let book = net! {
        agent -F(-out);
        rule F(out) ~ #n where () = { std::panic::resume_unwind(if n == 0 { Box::new(Again) } else { Box::new(n) }) } => out ~ #n;
        @main = (a b) & F(a) ~ 0 & F(b) ~ 1
    };
    for runtime in runtimes() {
        let (rule, message, _) = panicked(runtime.run(&book));
        assert_eq!((rule.as_str(), message.as_str()), ("F(out) ~ #n", "with a value that is no text"));
    }
}

#[test]
fn a_panic_on_any_thread_leaks_nothing() {
    quiet();
    let book = tree!(10, n: {
        let _held = Held::new();
        let more: Vec<Held> = (0..3).map(|_| Held::new()).collect();
        assert!(n != 777, "unlucky {n}");
        n + more.len() as u32
    });
    let fine = tree!(8, n: { n + 1 });
    for runtime in runtimes() {
        for _ in 0..100 {
            let (rule, message, interactions) = panicked(runtime.run(&book));
            assert_eq!((rule.as_str(), message.as_str()), ("Visit(out) ~ Leaf(#n)", "unlucky 777"));
            assert!(interactions < 8000, "{interactions}");
            assert_eq!(HELD.load(Relaxed), 0, "{runtime:?}");
        }
        assert_eq!(runtime.run(&fine).unwrap().value::<u32>().unwrap(), (1..=256).sum::<u32>());
    }
}

/// On a thread that is not the caller's.
#[test]
fn a_panic_on_another_thread() {
    static MAIN: Mutex<Option<std::thread::ThreadId>> = Mutex::new(None);
    quiet();
    *MAIN.lock().unwrap() = Some(std::thread::current().id());
    let book = tree!(8, n: {
        let main = *MAIN.lock().unwrap();
        assert!(main == Some(std::thread::current().id()), "unlucky thread");
        std::thread::sleep(std::time::Duration::from_micros(200)); // the others take the rest
        n
    });
    for threads in [2, 4] {
        let runtime = Runtime::new().threads(threads);
        let run = |_| runtime.run(&book);
        let other = (0..200).map(run).find_map(Result::err).expect("work for the other thread");
        assert!(other.to_string().ends_with("panicked: unlucky thread"), "{other}");
    }
    assert_eq!(Runtime::new().threads(1).run(&book).unwrap().value::<u32>().unwrap(), (0..256).sum::<u32>());
}

/// Limits and cancellation are looked at between the calls.
#[test]
fn limits_hold() {
    let book = net! {
        agent -Loop(-out);
        rule Loop(out) ~ #n where #m = { n.wrapping_add(1) } => Loop(out) ~ #m;
        @main = r & Loop(r) ~ 0
    };
    for runtime in runtimes() {
        let error = runtime.clone().max_interactions(10_000).run(&book).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Interactions(10_000)), "{error}");
    }
}

/// Lazy reduction may give up what is needed after all, and begin again, with everything. What was done in Rust is not done twice.
#[test]
fn once_where_lazy_reduction_would_begin_again() {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let book = net! {
        agent -Seen(-out);
        rule Seen(out) ~ #n where () = { CALLS.fetch_add(1, Relaxed); } => out ~ #n;
        @main = (r v) & {a b} ~ (v 1) & a ~ * & b ~ * & Seen(r) ~ 5
    };
    let without = net! { @main = (5 v) & {a b} ~ (v 1) & a ~ * & b ~ * };
    let lazy = Runtime::new().engine(EngineKind::Lazy);
    let eager = run(book.clone()).to_string();
    let done = lazy.run(&without).unwrap();
    assert_eq!(done.to_string(), eager);
    assert_eq!(lazy.progress().interactions(), done.stats.interactions());
    CALLS.store(0, Relaxed);
    let error = lazy.run(&book).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Dropped), "{error}");
    assert_eq!(CALLS.load(Relaxed), 1);
}
