//! Two rules that do the same with other operands are compiled as one: in every engine the result and the interactions of two.
//! That they are is in `macros/src/tests/snapshots.rs`.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;
#[path = "standard/turns.rs"]
mod turns;

use polarnet::{EngineKind, ErrorKind, net};
use support::{agree::runtime, everywhere::run, generated};

/// Lists of numbers in no order, and what consumes them; `Make` with a few seeds, and sizes at the limits of blocks of the heap.
macro_rules! with_lists {
    ($($rest:tt)*) => {
        net! {
            agent +Nil, +Cons(#x: u32, +xs), -Make(#seed: u32, -out), -Digest(#sum: u32, -out), -Sorted(-out), -Past(#x: u32, -out);
            rule Make(#s, out) ~ #n if n == 0 => out ~ Nil;
            rule Make(#s, out) ~ #n => out ~ Cons(#(s >> 24), t) & Make(#(s * 1664525 + 1013904223), t) ~ #(n - 1);
            rule Digest(#s, out) ~ Nil => out ~ #s;
            rule Digest(#s, out) ~ Cons(#x, xs) => Digest(#(s * 31 + x), out) ~ xs;
            rule Sorted(out) ~ Nil => out ~ 1;
            rule Sorted(out) ~ Cons(#x, xs) => Past(#x, out) ~ xs;
            rule Past(#y, out) ~ Nil => out ~ 1;
            rule Past(#y, out) ~ Cons(#x, xs) if x < y => xs ~ * & out ~ 0;
            rule Past(#y, out) ~ Cons(#x, xs) => Past(#x, out) ~ xs;
            $($rest)*
        }
    };
}

/// The next list to be taken apart is one of two: equal numbers, and lists that end first, included.
#[test]
fn merge() {
    macro_rules! merged {
        ($n:literal, $m:literal) => {
            run(with_lists! {
                agent -Sort(-out), -Tail(#x: u32, -out), -Split(-a, -b), -Merge(+ys, -out), -With(#y: u32, +ys, -out), -Both(-a, -b);
                rule Sort(out) ~ Nil => out ~ Nil;
                rule Sort(out) ~ Cons(#x, xs) => Tail(#x, out) ~ xs;
                rule Tail(#x, out) ~ Nil => out ~ Cons(#x, Nil);
                rule Tail(#x, out) ~ Cons(#y, ys)
                    => Split(l, r) ~ Cons(#x, Cons(#y, ys)) & Sort(a) ~ l & Sort(b) ~ r & Merge(b, out) ~ a;
                rule Split(a, b) ~ Nil => a ~ Nil & b ~ Nil;
                rule Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, l) & b ~ r & Split(r, l) ~ xs;
                rule Merge(ys, out) ~ Nil => out ~ ys;
                rule Merge(ys, out) ~ Cons(#x, xs) => With(#x, xs, out) ~ ys;
                rule With(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
                rule With(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & With(#y, ys, t) ~ xs;
                rule With(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & With(#x, xs, t) ~ ys;
                @main = (s d) & Make(7, l) ~ $n & Sort(a) ~ l & Make(9, m) ~ $m & Sort(b) ~ m
                    & Merge(b, {c e}) ~ a & Sorted(s) ~ c & Digest(0, d) ~ e
            })
        };
    }
    let digests = [merged!(0, 3), merged!(1, 1), merged!(63, 64), merged!(65, 1), merged!(300, 200)];
    let all: Vec<_> = digests.iter().map(|text| text.strip_prefix("(1 ").unwrap_or_else(|| panic!("{text}"))).collect();
    assert!(all.iter().all(|digest| all.iter().filter(|other| *other == digest).count() == 1), "{all:?}");
}

/// The list goes on where it went on, and only numbers are chosen.
#[test]
fn bubble() {
    let text = run(with_lists! {
        agent -Round(-out), -Carry(#x: u32, -out), -Rounds(+xs, -out);
        rule Round(out) ~ Nil => out ~ Nil;
        rule Round(out) ~ Cons(#x, xs) => Carry(#x, out) ~ xs;
        rule Carry(#x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Carry(#x, out) ~ Cons(#y, ys) if x <= y => out ~ Cons(#x, t) & Carry(#y, t) ~ ys;
        rule Carry(#x, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & Carry(#x, t) ~ ys;
        rule Rounds(xs, out) ~ #n if n == 0 => out ~ xs;
        rule Rounds(xs, out) ~ #n => Round(ys) ~ xs & Rounds(ys, out) ~ #(n - 1);
        @main = (s d) & Make(5, l) ~ 70 & Rounds(l, {c e}) ~ 70 & Sorted(s) ~ c & Digest(0, d) ~ e
    });
    assert!(text.starts_with("(1 "), "{text}");
}

/// Of several rules the last two are such; a guard may have a fault.
#[test]
fn more_rules_and_faults() {
    assert_eq!(
        run(with_lists! {
            agent -Pick(#y: u32, +ys, -out);
            rule Pick(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
            rule Pick(#y, ys, out) ~ Cons(#x, xs) if x == 3 => xs ~ * & out ~ Cons(#x, ys);
            rule Pick(#y, ys, out) ~ Cons(#x, xs) if x > y => out ~ Cons(#x, t) & Pick(#y, ys, t) ~ xs;
            rule Pick(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & Pick(#x, xs, t) ~ ys;
            @main = r & Pick(4, Cons(3, Cons(9, Nil)), r) ~ Cons(5, Cons(1, Cons(8, Nil)))
        }),
        "Cons(5, Cons(4, Cons(3, Cons(8, Nil))))"
    );
    assert_eq!(
        run(with_lists! {
            agent -Pick(#y: u32, +ys, -out);
            rule Pick(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
            rule Pick(#y, ys, out) ~ Cons(#x, xs) if x / y > 0 => out ~ Cons(#x, t) & Pick(#y, ys, t) ~ xs;
            rule Pick(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & Pick(#x, xs, t) ~ ys;
            @main = r & Pick(4, Cons(0, Cons(9, Nil)), r) ~ Cons(5, Cons(1, Nil))
        }),
        "Cons(5, Cons(4, Cons(1, Cons(0, Cons(9, Nil)))))"
    );
}

/// Other types, results of two ports, terms for lists, and a literal in the place of a number, which is no such rule.
#[test]
fn other_shapes() {
    // -0.0 is not less than 0.0, and nothing is less than what is no number.
    let floats = net! {
        agent +Nil, +Cons(#x: f32, +xs), -Least(#y: f32, +ys, -out);
        rule Least(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
        rule Least(#y, ys, out) ~ Cons(#x, xs) if x < y => out ~ Cons(#x, t) & Least(#y, ys, t) ~ xs;
        rule Least(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & Least(#x, xs, t) ~ ys;
        @main = r & Least(0.0, Cons(#(f32::NAN), Cons(2.5, Nil)), r) ~ Cons(-0.0, Cons(1.5, Cons(-8.5, Nil)))
    };
    assert_eq!(run(floats), "Cons(0.0, Cons(-0.0, Cons(+NaN, Cons(1.5, Cons(-8.5, Cons(2.5, Nil))))))");
    let signed = net! {
        agent +Nil, +Cons(#x: i32, +xs), -Zero(+spare, #y: i32, -kept, -out);
        rule Zero(spare, #y, kept, out) ~ Nil => kept ~ spare & out ~ Cons(#y, Nil);
        rule Zero(spare, #y, kept, out) ~ Cons(#x, xs) if x < y => out ~ Cons(#x, t) & Zero(spare, #y, kept, t) ~ xs;
        rule Zero(spare, #y, kept, out) ~ Cons(#x, xs) => out ~ Cons(+0, t) & Zero(spare, #x, kept, t) ~ xs;
        @main = (a b) & Zero((1 2), +3, a, b) ~ Cons(-7, Cons(+5, Cons(+4, Nil)))
    };
    assert_eq!(run(signed), "((1 2) Cons(-7, Cons(+0, Cons(+4, Cons(+5, Nil)))))");
    // Whole terms change places.
    let terms = net! {
        agent +End, +Step(#left: u32, +rest), -Turn(+a, +b, -out), +Pair(+a, +b);
        rule Turn(a, b, out) ~ End => out ~ Pair(a, b);
        rule Turn(a, b, out) ~ Step(#left, rest) if left > 0 => out ~ Pair(a, t) & Turn(a2, b, t) ~ rest & a2 ~ 1;
        rule Turn(a, b, out) ~ Step(#left, rest) => out ~ Pair(b, t) & Turn(b2, a, t) ~ rest & b2 ~ 1;
        @main = r & Turn((2 3), * , r) ~ Step(0, Step(1, Step(0, End)))
    };
    assert_eq!(run(terms), "Pair(*, Pair(1, Pair((2 3), Pair(1, 1))))");
}

/// A limit stops it wherever it is.
#[test]
fn limits() {
    let book = with_lists! {
        agent -With(#y: u32, +ys, -out);
        rule With(#y, ys, out) ~ Nil => out ~ Cons(#y, ys);
        rule With(#y, ys, out) ~ Cons(#x, xs) if x <= y => out ~ Cons(#x, t) & With(#y, ys, t) ~ xs;
        rule With(#y, ys, out) ~ Cons(#x, xs) => out ~ Cons(#y, t) & With(#x, xs, t) ~ ys;
        @main = d & Make(7, a) ~ 40 & Make(9, b) ~ 40 & With(50, b, c) ~ a & Digest(0, d) ~ c
    };
    let needed = runtime(EngineKind::Oracle, 1).run(&book).unwrap().stats.interactions();
    for threads in [1, 2, 4] {
        for limit in 0..=needed {
            let result = runtime(EngineKind::Compiled, threads).max_interactions(limit).run(&book);
            match result {
                Ok(done) => assert_eq!((limit, done.stats.interactions()), (needed, needed)),
                Err(error) => {
                    assert!(matches!(error.kind, ErrorKind::Interactions(_)) && limit < needed, "{limit}: {error}");
                    assert_eq!(error.stats.interactions(), limit);
                }
            }
        }
    }
}

/// Numbers of all types and lists, in all places.
#[test]
fn random_books() {
    let books = turns::books();
    let found = books.into_iter().map(|(_, book)| run(book)).filter(|result| result.contains("Cons")).count();
    assert!(found > 30, "{found}");
}

/// `tests/standard/turns.rs` is what this makes. `BLESS=1` makes it anew.
#[test]
fn random_books_are_those_of_the_generator() {
    let texts = generated::texts(40, 2_000, 21..=3_000, |choices| Some(support::turns::book(choices)));
    generated::compare("turns", "if_conversion", &texts);
}
