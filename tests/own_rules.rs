//! Rules of a book with `*` and `{a b}`, in place of those that all agents have: in `net!` and as text, in every engine.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{AnyBook, Rule, Runtime, net, passes::Passes};
use support::everywhere::{read, run};

/// Files that say when they are closed, and know of which file they are copies.
macro_rules! files {
    ($($rest:tt)*) => {
        net! {
            agent +File(#id: u32, -log), +Closed(#id: u32);
            rule File(#id, log) ~ * => log ~ Closed(#id);
            rule File(#id, log) ~ {a b} => log ~ (l m) & a ~ File(#(2 * id), l) & File(#(2 * id + 1), m) ~ b;
            $($rest)*
        }
    };
}

#[test]
fn values_that_know_what_becomes_of_them() {
    assert_eq!(run(files!(@main = l & File(1, l) ~ *)), "Closed(1)");
    assert_eq!(run(files!(@main = (l y) & {* y} ~ File(1, l))), "((Closed(2) x0) File(3, x0))");
    let twice = files!(@main = l & {x y} ~ File(1, l) & {* *} ~ x & * ~ y);
    assert_eq!(run(twice), "((Closed(4) Closed(5)) Closed(3))");
    // Agents without such rules are copied and erased as ever, down to those that have them.
    let inside = files! {
        agent +Cons(+head, +tail), +Nil;
        @main = (l (m c)) & {* c} ~ Cons(File(1, l), Cons(7, Nil)) & * ~ (File(2, m) 3)
    };
    assert_eq!(run(inside), "((Closed(2) x0) (Closed(2) Cons(File(3, x0), Cons(7, Nil))))");
}

#[test]
fn consumers_that_know_what_becomes_of_them() {
    let timer = net! {
        agent -Timer(-out), +Off, +Both(+a, +b);
        rule -Timer(out) ~ * => out ~ Off;
        rule +{a b} ~ Timer(out) => Timer(x) ~ a & Timer(y) ~ b & out ~ Both(x, y);
        rule Timer(out) ~ #n => out ~ #(n + 1);
        @main = (r s) & Timer(r) ~ * & Timer(s) ~ {5 {* 7}}
    };
    assert_eq!(run(timer), "(Off Both(6, Both(Off, 8)))");
}

#[test]
fn labels() {
    let book = net! {
        agent +Box(+x), +Coin, +Heads, +Tails;
        rule Coin ~ &7{a b} => a ~ Heads & b ~ Tails;
        rule Box(x) ~ &7{a b} => a ~ Box(Box(x)) & b ~ *;
        rule Box(x) ~ {a b} => a ~ y & b ~ z & &3{y z} ~ x;
        @main = (a (b (c (d (e (f (g h)))))))
            & &7{a b} ~ Coin & {c d} ~ Coin & &7{e f} ~ Box(1) & &8{g h} ~ Box(2)
    };
    assert_eq!(run(book), "(Heads (Tails (Coin (Coin (Box(Box(1)) (* (2 2)))))))");
    // Label 0 is one of many, where it is written.
    let zero = read(
        "agent +Coin, +Heads; rule Coin ~ &0{a b} => a ~ Heads & b ~ Heads;
        @main = (a (b (c d))) & {a b} ~ Coin & &1{c d} ~ Coin",
    );
    assert_eq!(run(zero), "(Heads (Heads (Coin Coin)))");
}

#[test]
fn guards() {
    let book = net! {
        agent +Level(#n: u32), +Gone(#n: u32), -Note(+level, -out), +Kept(-out);
        rule Kept(out) ~ * => out ~ Gone(0);
        rule Level(#n) ~ {a b} if n == 0 => a ~ Gone(0) & b ~ Gone(0);
        rule Level(#n) ~ {a b} if n % 2 == 0 => a ~ Level(#(n / 2)) & b ~ *;
        rule Level(#n) ~ {a b} => a ~ Level(#n) & b ~ #n;
        @main = (a (b (c (d (e (f g)))))) & {a b} ~ Level(0) & {c d} ~ Level(8) & {e f} ~ Level(5) & Kept(g) ~ *
    };
    assert_eq!(run(book), "(Gone(0) (Gone(0) (Level(4) (* (Level(5) (5 Gone(0)))))))");
}

/// A reference is expanded where a `DUP` may come to what has a rule with it, and is then copied by that. It is erased as
/// it is: what it stands for was never made.
#[test]
fn references() {
    let book = files! {
        @main = (x (y c)) & {x y} ~ @pair & * ~ @pair & {(* c) *} ~ @made
        @pair = (l File(1, l))
        @made = @pair
    };
    let expected = run(book.clone());
    assert!(expected.contains("File(2,") && expected.contains("File(3,"), "{expected}");
    let book: AnyBook = book.into();
    let passed = book.with(|book| Passes::default().run(book, &Default::default()));
    assert_eq!(run(passed), expected);
}

/// Which arm is erased is known before the run, if the number is. What erases a file is its rule all the same.
#[test]
fn arms_that_are_not_chosen() {
    let book = files! {
        @main = (p q) & @pick ~ (0 p) & @pick ~ (1 q)
        @pick = (?((File(1, l) (* File(2, m))) r) (r (l m)))
    };
    assert_eq!(run(book), "((File(1, x0) (x0 Closed(2))) (File(2, x1) (Closed(1) x1)))");
}

/// The numbers that ports hold are erased with the agent, in arms that are not chosen too.
#[test]
fn numbers_in_arms_that_are_not_chosen() {
    let book = net! {
        agent +Pair(#n: u32, +x);
        @main = (a b) & @pick ~ (0 a) & @pick ~ (1 b)
        @pick = (?((Pair(1, 2) (* Pair(3, Pair(4, *)))) r) r)
    };
    assert_eq!(run(book), "(Pair(1, 2) Pair(3, Pair(4, *)))");
}

/// They count as rules of the book.
#[test]
fn counts() {
    let book = files!(@main = l & {x y} ~ File(1, l) & * ~ x & * ~ y);
    let stats = Runtime::new().run(&book).unwrap().stats;
    assert_eq!((stats.by_rule.of(Rule::User), stats.interactions()), (3, 3));
}

/// In `net!` too, `*` and `{a b}` may stand first in a rule for an agent that holds a number.
#[test]
fn either_side_may_stand_first() {
    let book = net! {
        agent +Box(#n: u32), +Log(+rest), -Wrap(-out);
        rule Wrap(out) ~ #n => out ~ Box(#n);
        rule {a b} ~ Box(#n) => a ~ Box(#(n + 1)) & b ~ Box(#(n + 2));
        rule &7{a b} ~ Box(#n) => a ~ Box(#(n * 10)) & b ~ 0;
        rule * ~ Box(#_n) => ;
        @main = (a (b (c d))) & {a b} ~ Box(3) & &7{c d} ~ Box(4) & * ~ Box(5)
    };
    assert_eq!(run(book), "(Box(4) (Box(5) (Box(40) 0)))");
}
