//! Rules that were compiled to Rust give what interpreted ones give, in as many interactions, whatever the threads.

#[allow(dead_code, reason = "the example shows more of them")]
#[path = "../examples/standard/books.rs"]
mod books;
#[path = "standard/random.rs"]
mod random;
#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use books::PROGRAMS;
use polarnet::{AnyBook, Done, EngineKind, ErrorKind, Rule, net, reader::Source};
use support::{
    agents::{self, Kind},
    agree::runtime,
    generated,
};

const THREADS: [usize; 3] = [1, 2, 4];

/// The normal form and the number of interactions, on which all agree. (Where a `DUP` waits for the result of a rule, its
/// slot is a term if the rule is interpreted, and a cell if it is compiled: so that it annihilates has two names. Where rules
/// are not compiled, they are bytecode, and what they do has one name for all.)
#[track_caller]
fn same_everywhere(book: &AnyBook) -> Done {
    let run = |engine, threads| book.with(|book| runtime(engine, threads).run(book)).unwrap();
    let (oracle, expected) = (run(EngineKind::Oracle, 1), run(EngineKind::Bag, 1));
    assert_eq!((&expected.normal, expected.stats.interactions()), (&oracle.normal, oracle.stats.interactions()));
    for threads in THREADS {
        for _ in 0..if threads == 1 { 1 } else { 3 } {
            let found = run(EngineKind::Compiled, threads);
            let of = |done: &Done| (done.normal.clone(), done.stats.interactions());
            assert_eq!(of(&found), of(&expected), "{threads} threads");
            let [by_rules, all] = [&found, &expected].map(|done| done.stats.by_rule.of(Rule::User));
            let fused = found.stats.by_rule.of(Rule::Fused);
            assert!(by_rules == all || by_rules + fused >= all && fused > 0, "{by_rules} of {all}, {threads} threads");
        }
    }
    expected
}

#[test]
fn the_usual_programs() {
    for program in &PROGRAMS {
        // In debug builds it is the oracle that takes long.
        let size = program.small - program.small / 4;
        let run = |engine, threads| {
            let done = (program.run)(&runtime(engine, threads), size).unwrap();
            (done.value::<u32>().unwrap(), done.stats.by_rule)
        };
        let expected = run(EngineKind::Bag, 1);
        assert_eq!(run(EngineKind::Oracle, 1).1.total(), expected.1.total(), "{}", program.name);
        assert_eq!(program.expected.map_or(expected.0, |result| result(size)), expected.0, "{}", program.name);
        for threads in THREADS {
            // What definitions do has another name if they are functions.
            let of = |(value, counts): (u32, polarnet::Counts)| (value, counts.total(), counts.of(Rule::User));
            let (found, expected) = (of(run(EngineKind::Compiled, threads)), of(expected.clone()));
            assert_eq!(found, expected, "{} on {threads} threads", program.name);
        }
    }
}

/// The agents of the core on right sides: all of them, in every place.
#[test]
fn everything_on_a_right_side() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), +Ask(-question, +rest), +Two(+a, +b);
        agent -Functions(-out), -Apply2(+x, -out), -Operators(+x, -out), -Switch(+x, -out), -Copies(+x, -out), -Pairs(+x, -out);
        agent -Answer(-out), -Knot(-out), -Loose(+x, +y, -out), -Many(+a, -b, +c, -d, -e), -All(-out);
        rule Functions(out) ~ Nil => out ~ Two((x $([+1] x)), f) & @twice ~ (g f) & g ~ (y $([*3] y));
        rule Functions(out) ~ Cons(x, xs) => Functions(f) ~ xs & f ~ Apply2(x, out);
        rule Apply2(x, out) ~ Two(f, g) => f ~ (x y) & g ~ (y out);
        rule Operators(x, out) ~ Nil => x ~ $([+] $(3 r)) & r ~ {a b} & a ~ $([*] $(b out));
        rule Operators(x, out) ~ Cons(y, ys) => x ~ $([-] $(y z)) & Operators(z, out) ~ ys;
        rule Switch(x, out) ~ Nil => x ~ ?((10 (n m)) out) & n ~ $([+20] m);
        rule Copies(x, out) ~ Nil => x ~ &3{a &4{b c}} & out ~ Cons(a, Cons(b, Cons(&5{c 7}, Nil)));
        rule Pairs(x, out) ~ Nil => x ~ (a b) & out ~ (b a);
        // A value that asks: its port takes a consumer.
        rule Answer(out) ~ Ask(question, rest) => question ~ 5 & Answer(out) ~ rest;
        rule Answer(out) ~ Nil => out ~ Nil;
        // The result is an argument on the way to itself.
        rule Knot(out) ~ Nil => Many(a, b, Nil, d, e) ~ Nil & a ~ b & out ~ Two(d, e);
        rule Many(a, b, c, d, e) ~ Nil => b ~ Nil & d ~ a & e ~ c;
        rule Loose(x, *, out) ~ Nil => out ~ x;
        rule All(out) ~ Nil
            => Functions(f) ~ Cons(1, Nil)
            & Operators(9, o) ~ Cons(4, Nil)
            & Switch(0, s) ~ Nil & Switch(7, t) ~ Nil
            & Copies(Two(1, Nil), c) ~ Nil
            & Pairs(@pair, p) ~ Nil
            & Answer(q) ~ Ask(asked, Ask(more, Nil)) & asked ~ $([+1] five) & more ~ *
            & Knot(k) ~ Nil
            & Loose(@list, Two((l l), *), loose) ~ Nil
            & out ~ (f (o (s (t (c (p (q (five (k loose)))))))));
        @twice = ({f g} (x r)) & f ~ (x y) & g ~ (y r)
        @pair = (1 (2 3))
        @list = Cons(@pair, Nil)
        @main = r & All(r) ~ Nil
    };
    let result = "($([*3] $([*3] $([+1] 1))) (64 (10 (26 (Cons(Two(1, Nil), Cons(Two(1, Nil), Cons(&5{Two(1, Nil) 7}, Nil))) \
                  (((2 3) 1) (Nil (6 (Two(Nil, Nil) @list)))))))))";
    assert_eq!(same_everywhere(&book.into()).to_string(), result);
}

#[test]
fn arithmetic_of_each_type() {
    let book = net! {
        agent +Go, -U(#a: u32, -out), -I(#a: i32, -out), -F(#a: f32, -out), -Casts(#a: f32, -out);
        rule U(#a, out) ~ #b => out ~ (#(a + b) (#(a - b) (#(a * b) (#(a / b) (#(a % b) (#(a & b)
            (#(a | b) (#(a ^ b) (#(a << b) (#(a >> b) (#(a == b) (#(a < b || a > b) (#(!(a == b)) #(a != b && b != 0))))))))))))));
        rule I(#a, out) ~ #b: i32 => out ~ (#(a + b) (#(a - b) (#(a * b) (#(a / b) (#(a % b) (#(a >> b) (#(a < b) #(a > b))))))));
        rule F(#a, out) ~ #b: f32 => out ~ (#(a + b) (#(a - b) (#(a * b) (#(a / b) (#(a % b) (#(a < b) #(a == b)))))));
        rule Casts(#a, out) ~ #b: i32 => out ~ (#(a as u32) (#(a as i32) (#(b as u32) (#(b as f32) #((b as f32) * a)))));
        @main = (a (b (c (d (e (f (g (h (i j)))))))))
            & U(7, a) ~ 3 & U(3, b) ~ 0 & U(4000000000, c) ~ 2000000000
            & I(+7, d) ~ -3 & I(-2147483648, e) ~ -1 & I(+5, f) ~ +0
            & F(7.5, g) ~ -2.0 & F(0.0, h) ~ 0.0
            & Casts(-1.5, i) ~ -7 & Casts(1e20, j) ~ +9
    };
    same_everywhere(&book.into());
    let faults = net! {
        agent -Divide(#a: u32, -out);
        rule Divide(#a, out) ~ #b => out ~ #(a / b);
        @main = r & Divide(7, r) ~ 0
    };
    assert_eq!(runtime(EngineKind::Compiled, 1).run(&faults).unwrap().to_string(), "0");
    let error = runtime(EngineKind::Compiled, 1).strict(true).run(&faults).unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Arithmetic(_)), "{error}");
}

#[test]
fn numbers_without_a_rule() {
    let book = net! {
        agent +Nil, -F(-out), -G(+x, -out);
        rule F(out) ~ #n: i32 => out ~ #n;
        rule G(x, out) ~ Nil => F(out) ~ x;
        @main = r & G(@x, r) ~ Nil
        @x = 7
    };
    for threads in THREADS {
        let error = runtime(EngineKind::Compiled, threads).run(&book).unwrap_err();
        assert!(matches!(&error.kind, ErrorKind::NoRule([a, b]) if a.name == "`F`" && b.name == "a number"), "{error}");
    }
}

/// A pass gives a book whose rules are interpreted.
#[test]
fn a_pass_leaves_compiled_rules_behind() {
    let book = net! {
        agent +Z, +S(+n), -Add(+b, -out);
        rule Add(b, out) ~ Z => out ~ b;
        rule Add(b, out) ~ S(a) => out ~ S(r) & Add(b, r) ~ a;
        @main = r & Add(S(Z), r) ~ S(S(Z))
    };
    let passed = book.pass(|book| polarnet::passes::Passes::default().run(book, &Default::default()));
    for book in [passed, (&book).into()] {
        let done = book.with(|book| runtime(EngineKind::Compiled, 1).run(book)).unwrap();
        assert_eq!(done.to_string(), "S(S(S(Z)))");
    }
}

/// Books of the generator that `tests/agent_nets.rs` has, in `net!`.
#[test]
fn random_books() {
    let books = random::books();
    let mut interactions = 0;
    for (text, book) in &books {
        let source = Source::new("the book", format!("#![numbers(native)]\n{text}"));
        let read = source.parse().book.unwrap_or_else(|| panic!("{text}"));
        let [text, compiled] = [&read, book].map(same_everywhere);
        assert_eq!((&text.normal, text.stats.interactions()), (&compiled.normal, compiled.stats.interactions()));
        interactions += text.stats.interactions();
    }
    assert!(books.len() == 40 && interactions > 40 * 100, "{} {interactions}", books.len());
}

/// `tests/standard/random.rs` is what this makes. `BLESS=1` makes it anew.
#[test]
fn random_books_are_those_of_the_generator() {
    let texts = generated::texts(40, 2_000, 41..=3_000, |choices| Some(agents::book(choices, Kind::Whole)));
    generated::compare("random", "compiled", &texts);
}

/// What a macro puts into a rule is no constant: such books are interpreted. What it puts into a port is of the port's type.
#[test]
fn rust_values_in_rules_and_ports() {
    macro_rules! add {
        ($add:expr, $port:expr) => {
            net! {
                agent +Nil, -F(-out), -G(#a: u32, -out);
                rule F(out) ~ Nil => out ~ #$add;
                rule G(#a, out) ~ Nil => out ~ #a;
                @main = (r s) & F(r) ~ Nil & G(#$port, s) ~ Nil
            }
        };
    }
    assert_eq!(same_everywhere(&add!(40_u32 + 2, 7_u32).into()).to_string(), "(42 7)");
    let port = 1.5_f32;
    let book = net! { agent +Nil, -G(#a: u32, -out); rule G(#a, out) ~ Nil => out ~ #a; @main = r & G(#port, r) ~ Nil };
    assert_eq!(same_everywhere(&book.into()).to_string(), "1");
}

/// A guard's division by zero is no fault of the run.
#[test]
fn faults_of_guards() {
    let book = net! {
        agent -F(#b: u32, -out);
        rule F(#b, out) ~ #a if a / b == 0 => out ~ #a;
        rule F(#_b, out) ~ #a => out ~ 7;
        @main = r & F(0, r) ~ 1
    };
    for engine in [EngineKind::Oracle, EngineKind::Bag, EngineKind::Compiled] {
        assert_eq!(runtime(engine, 1).strict(true).run(&book).unwrap().to_string(), "1", "{engine:?}");
    }
}

/// Names of the user's are not those of what is emitted.
#[test]
#[allow(non_upper_case_globals, non_camel_case_types, dead_code)]
fn constants_of_the_same_names() {
    const w: u32 = 1;
    const value: u32 = 2;
    const p0: u32 = 3;
    const first: u32 = 4;
    static node: u32 = 5;
    const left: u32 = 6;
    const results: u32 = 7;
    const holes: u32 = 8;
    const places: u32 = 9;
    const spare: u32 = 10;
    struct u16;
    let book = net! {
        agent +Nil, +Cons(#head: u32, +tail), -Add(#a: u32, -out), -More(+ys, -out);
        rule Add(#a, out) ~ #b => out ~ #(a + b);
        rule More(ys, out) ~ Nil => out ~ ys;
        rule More(ys, out) ~ Cons(#x, xs) => out ~ Cons(#(x + 1), t) & More(ys, t) ~ xs;
        @main = (r s) & Add(#w, r) ~ #value & More(Nil, s) ~ Cons(#first, Nil)
    };
    assert_eq!(same_everywhere(&book.into()).to_string(), "(3 Cons(5, Nil))");
}

/// An expression into which compilers would descend too deep, and a function whose frame would be too large, are interpreted.
#[test]
fn large_functions() {
    macro_rules! fold {
        ($($x:tt)*) => { net! {
            agent -F(-out);
            rule F(out) ~ #n if n < 1 => out ~ #n;
            rule F(out) ~ #n => F(out) ~ #(n - 1) & * ~ #(n $(+ $x + $x + $x + $x + $x + $x + $x + $x)*);
            @main = r & F(r) ~ 300
        } };
    }
    let book = fold!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
        41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80
        81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110);
    assert_eq!(same_everywhere(&book.into()).to_string(), "0");
}
