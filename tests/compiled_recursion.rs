//! Rules that call themselves on numbers stand in each other when they are compiled: with the same results, in as many
//! interactions, wherever a limit ends them.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, EngineKind, Error, ErrorKind, net};
use support::{agree::runtime, everywhere::run};

const THREADS: [usize; 3] = [1, 2, 4];

/// As rules that are interpreted; then under each limit of interactions, and with little memory.
#[track_caller]
fn same_everywhere(book: &AnyBook) -> String {
    let expected = book.with(|book| runtime(EngineKind::Bag, 1).run(book)).unwrap();
    let needed = expected.stats.interactions();
    for threads in THREADS {
        let runtime = runtime(EngineKind::Compiled, threads);
        let limits = (0..needed).step_by(needed as usize / 61 + 1).chain([needed - 1, needed]);
        for runtime in limits.map(|limit| runtime.clone().max_interactions(limit)).chain([runtime.clone()]) {
            match book.with(|book| runtime.run(book)) {
                Ok(done) => {
                    assert_eq!(
                        (&done.normal, done.stats.interactions()),
                        (&expected.normal, needed),
                        "{threads} threads"
                    );
                }
                Err(Error { kind: ErrorKind::Interactions(limit), stats, .. }) => {
                    assert!(limit < needed && stats.interactions() < limit + 200, "{limit}: {stats}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        for memory in (0..6_000).step_by(248) {
            match book.with(|book| runtime.clone().max_memory(memory).run(book)) {
                Ok(done) => assert_eq!((&done.normal, done.stats.interactions()), (&expected.normal, needed)),
                Err(error) => assert!(matches!(error.kind, ErrorKind::Memory(_)), "{error}"),
            }
        }
    }
    expected.to_string()
}

#[test]
fn of_each_type() {
    let book = net! {
        agent -Fib(-out), -Add(+b, -out), -AddTo(#a: i32, -out);
        rule Fib(out) ~ #n: i32 if n < +2 => out ~ #n;
        rule Fib(out) ~ #n: i32 => Fib(a) ~ #(n - +1) & Fib(b) ~ #(n - +2) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a: i32 => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b: i32 => out ~ #(a + b);
        // What it takes and what it gives are of two types.
        agent -Power(#x: f32, -out), -Times(#x: f32, -out);
        rule Power(#x, out) ~ #n if n == 0 => out ~ 1.0;
        rule Power(#x, out) ~ #n => Power(#x, y) ~ #(n - 1) & Times(#x, out) ~ y;
        rule Times(#x, out) ~ #y: f32 => out ~ #(x * y);
        @main = (a b) & Fib(a) ~ +11 & Power(-1.5, b) ~ 9
    };
    assert_eq!(same_everywhere(&book.into()), "(+89 -38.44336)");
}

/// Where it ends a node is built, or one of several rules is taken.
#[test]
fn leaves_that_build() {
    let book = net! {
        agent +Nil, +Leaf(#x: u32, +more), -Pick(#x: u32, -out), -Sum(-out), -Add(+b, -out), -AddTo(#a: u32, -out), -Keep(-out);
        rule Pick(#x, out) ~ #n if n == 0 => out ~ Leaf(#x, Nil);
        rule Pick(#x, out) ~ #n if n == 1 => out ~ Nil;
        rule Pick(#x, out) ~ #n =>
            Pick(#(x * 2), a) ~ #(n - 1) & Pick(#(x * 2 + 1), b) ~ #(n - 2) & Sum(s) ~ a & Sum(t) ~ b & Add(t, u) ~ s & Keep(out) ~ u;
        rule Keep(out) ~ #x => out ~ Leaf(#x, Nil);
        rule Sum(out) ~ Nil => out ~ 7;
        rule Sum(out) ~ Leaf(#x, more) => Sum(rest) ~ more & AddTo(#x, out) ~ rest;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Pick(1, t) ~ 9 & Sum(r) ~ t
    };
    let result = same_everywhere(&book.into());
    assert!(result.parse::<u32>().is_ok_and(|sum| sum > 100), "{result}");
}

/// Calls of calls, so the last of a copy is a loop in the function.
#[test]
fn loops_inside() {
    let book = net! {
        agent -Ack(#m: u32, -out), -Twice(#n: u32, -out), -Less(#m: u32, -out);
        rule Ack(#m, out) ~ #n if m == 0 => out ~ #(n + 1);
        rule Ack(#m, out) ~ #n if n == 0 => Ack(#(m - 1), out) ~ 1;
        rule Ack(#m, out) ~ #n           => Ack(#m, t) ~ #(n - 1) & Ack(#(m - 1), out) ~ t;
        // By way of another.
        rule Twice(#n, out) ~ #m if m == 0 => out ~ #n;
        rule Twice(#n, out) ~ #m => Twice(#(n + 1), a) ~ #(m - 1) & Less(#m, out) ~ a;
        rule Less(#m, out) ~ #n if n % 2 == 0 => Twice(#(n / 2), out) ~ #(m - 1);
        rule Less(#m, out) ~ #n => out ~ #(n + m);
        @main = (a b) & Ack(2, a) ~ 7 & Twice(3, b) ~ 8
    };
    same_everywhere(&book.into());
}

/// Results that are numbers of several types, or none.
#[test]
fn mixed_results() {
    let book = net! {
        agent +Nil, +Leaf(#x: u32), +Node(+left, +right);
        agent -Mixed(-out), -Grow(+x, -out), -Pair(+b, -out);
        rule Mixed(out) ~ #n if n == 0 => out ~ 7;
        rule Mixed(out) ~ #n if n % 3 == 1 => out ~ #(n as i32);
        rule Mixed(out) ~ #n if n % 3 == 2 => Mixed(a) ~ #(n - 1) & Mixed(b) ~ #(n - 2) & out ~ Node(a, b);
        rule Mixed(out) ~ #n => Mixed(a) ~ #(n - 1) & Mixed(b) ~ #(n - 3) & out ~ (b a);
        // What stands at its port is no number, and is copied.
        rule Grow(x, out) ~ #n if n == 0 => out ~ x;
        rule Grow(x, out) ~ #n => x ~ {a b} & Grow(a, l) ~ #(n - 1) & Grow(Leaf(#n), r) ~ #(n / 2) & Pair(r, s) ~ l & out ~ Node(s, b);
        rule Pair(b, out) ~ Leaf(#x) => out ~ Node(b, Leaf(#x));
        rule Pair(b, out) ~ Node(x, y) => out ~ Node(b, Node(y, x));
        rule Pair(b, out) ~ Nil => out ~ b;
        rule Pair(b, out) ~ #n => out ~ (b #n);
        @main = (a (b c)) & Mixed(a) ~ 8 & Grow(Nil, b) ~ 6 & Grow(3, c) ~ 5
    };
    same_everywhere(&book.into());
}

/// The values of some calls come later, or never.
#[test]
fn values_that_are_not_there() {
    let book = net! {
        agent -Sum(+x, -out), -Add(+b, -out), -AddTo(#a: u32, -out), -Both(-out, -copy);
        rule Sum(x, out) ~ #n if n == 0 => out ~ x;
        rule Sum(x, out) ~ #n => x ~ {a b} & Sum(a, s) ~ #(n - 1) & Sum(b, t) ~ #(n - 1) & Add(t, out) ~ s;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        rule Both(out, copy) ~ #n if n == 0 => out ~ 1 & copy ~ 2;
        rule Both(out, copy) ~ #n => Both(a, b) ~ #(n - 1) & Add(a, out) ~ b & Both(copy, *) ~ #(n / 2);
        @main = ((x a) (b c)) & Sum(x, a) ~ 4 & Sum(5, b) ~ 5 & Both(c, *) ~ 9
    };
    same_everywhere(&book.into());
}

#[test]
fn faults() {
    let book = net! {
        agent -Divide(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Divide(out) ~ #n if n > 1000 => out ~ #n;
        rule Divide(out) ~ #n if 10 / n > 4 => out ~ #(n % (n - 1));
        rule Divide(out) ~ #n => Divide(a) ~ #(n - 1) & Divide(b) ~ #(n - 2) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Divide(r) ~ 7
    };
    let strict = |engine| runtime(engine, 1).strict(true).run(&book).unwrap_err().kind;
    let (found, expected) = (strict(EngineKind::Compiled), strict(EngineKind::Bag));
    assert!(matches!(expected, ErrorKind::Arithmetic(_)) && format!("{found}") == format!("{expected}"), "{found}");
    same_everywhere(&book.into());
}

/// Another agent's rules lead back to a copy, but not to where the function begins.
#[test]
fn copies_below_others() {
    let book = net! {
        agent +S(+p), -A(-out), -B(-out), -Less(-out);
        rule A(out) ~ #n if n < 2    => out ~ 0;
        rule A(out) ~ #n if n > 1000 => out ~ S(t) & B(t) ~ #(n - 1);
        rule A(out) ~ #n             => A(a) ~ #(n - 1) & A(out) ~ a;
        rule B(out) ~ #n             => A(a) ~ #(n / 200) & Less(out) ~ a;
        rule Less(out) ~ #x          => out ~ #(x - 1);
        @main = (a b) & A(a) ~ 9 & A(b) ~ 2000
    };
    same_everywhere(&book.into());
}

/// The rest of a list is a node in a pair that is built before the rest is there.
#[test]
fn a_hole_inside_of_a_node_of_the_core() {
    let inside = net! {
        agent +Nil, +C(#x: u32, +xs), -M(-out), -Two(-a, -b);
        rule M(out) ~ Nil => out ~ Nil;
        rule M(out) ~ C(#x, xs) => out ~ (Nil C(#x, t)) & M(t) ~ xs;
        rule Two(a, b) ~ Nil => a ~ Nil & b ~ 7;
        rule Two(a, b) ~ C(#x, xs) => a ~ {C(#x, C(9, t)) u} & b ~ (1 C(#x, s)) & Two(t, s) ~ xs & u ~ *;
        @main = (r (a b)) & M(r) ~ C(1, C(2, Nil)) & Two(a, b) ~ C(3, C(4, Nil))
    };
    let expected = "((Nil C(1, (Nil C(2, Nil)))) ({C(3, C(9, {C(4, C(9, Nil)) *})) *} (1 C(3, (1 C(4, 7))))))";
    assert_eq!(run(inside), expected);
}

/// It is the last call, and may lead back, but not all results are its own.
#[test]
fn a_last_call_of_an_agent_with_fewer_results() {
    let fewer = net! {
        agent +Nil, +C(#x: u32, +xs), -M(#n: u32, -a, -b), -W(#n: u32, -out);
        rule M(#n, a, b) ~ Nil => W(#n, a) ~ Nil & b ~ 5;
        rule M(#n, a, b) ~ C(#x, xs) => a ~ C(#x, s) & b ~ C(#(x + 1), t) & M(#n, s, t) ~ xs;
        rule W(#n, out) ~ Nil if n == 0 => out ~ Nil;
        rule W(#n, out) ~ Nil => out ~ (s t) & M(#(n - 1), s, t) ~ C(#n, Nil);
        rule W(#n, out) ~ C(#x, xs) => out ~ #n & xs ~ *;
        @main = (a b) & M(2, a, b) ~ C(1, C(2, Nil))
    };
    assert_eq!(run(fewer), "(C(1, C(2, (C(2, (C(1, Nil) C(2, 5))) C(3, 5)))) C(2, C(3, 5)))");
}
