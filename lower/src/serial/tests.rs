//! Who has one thing to do at a time.

use super::is_serial;
use crate::{actors, definitions};
use polarnet_syntax::{
    book::AnyBook,
    infer::infer,
    number::Numbers,
    table::{Place, Table},
    text::parse_text,
};

#[track_caller]
fn check(text: &str, expected: bool) {
    let net = parse_text(text, Numbers::Native).0.expect(text);
    let any = AnyBook::new(&Table::assemble(&net, &infer(&net), |_| Place::default()));
    any.with(|book| {
        let definitions = definitions(book).expect("it is polarized");
        assert_eq!(is_serial(book, &definitions, &actors(book).unwrap_or_default()), expected, "{text}");
    });
}

/// Definitions, and `f` and `g` that do more than one can say.
fn book(text: &str) -> String {
    format!(
        "@main = r & @f ~ (9 r)
         @f = (?((0 @f) r) r)
         @g = (n (?((0 @g) (n r)) r))
         {text}"
    )
}

#[test]
fn one_at_a_time() {
    for text in [
        "@t = (n r) & @f ~ (n r)",
        "@t = (n r) & @f ~ (n m) & @f ~ (m r)",
        // Something is computed in between, or chosen.
        "@t = (n r) & @f ~ (n $([*2] m)) & @f ~ (m r)",
        "@t = (n r) & @f ~ (n ?((1 (* 2)) m)) & @f ~ (m r)",
        "@t = (?((1 @s) r) r)  @s = (n r) & @f ~ (n $([-1] r))",
        // It waits for the second argument, too.
        "@t = (n r) & @f ~ (n m) & @g ~ (1 (m r))",
        // A node that is whole when it is made.
        "@t = (n (n 1))",
    ] {
        check(&book(text), true);
    }
}

#[test]
fn several_at_once() {
    for text in [
        // As in Fibonacci numbers.
        "@t = ({a b} r) & @f ~ (a $([+] $(s r))) & @f ~ (b s)",
        // Only one is awaited.
        "@t = ({a b} r) & @f ~ (a m) & @f ~ (b k) & @g ~ (m (k r))",
        // A pair of what may be going on still.
        "@t = (n (a b)) & @f ~ (n a) & @f ~ (1 b)",
        "@t = (n (1 b)) & @f ~ (n b)",
        // One that is not awaited at all.
        "@t = ({a b} r) & @f ~ (a *) & @f ~ (b r)",
        // `h` does some work before it looks at its first argument.
        "@t = (n r) & @f ~ (n m) & @h ~ (m (2 r))  @h = (m (k r)) & @f ~ (k s) & @g ~ (s (m r))",
        // Nor is it enough that it is a number that is tested.
        "@t = (n r) & @f ~ (n m) & @h ~ (m (2 r))  @h = ($([+] $(s r)) (n r)) & @f ~ (n s)",
        // It hands its argument on for a long time before it looks at it.
        "@t = (n r) & @f ~ (n m) & @h ~ (9 (1 (m r)))  @h = (?((@z @s) (x (m r))) (x (m r)))
         @z = (x ($([+] $(x r)) r))  @s = (n ($([*3] x) (m r))) & @h ~ (n (x (m r)))",
        // Two values that are not computed yet.
        "@w = r & @f ~ (9 r)  @t = r & @h ~ (@w (@w r))  @h = ($([+] $(b r)) (b r))",
    ] {
        check(&book(text), false);
    }
}

#[test]
fn ackermann_and_others() {
    let ackermann = "@main = r & @ack ~ (3 (9 r))
        @ack = (?((@none @some) (n r)) (n r))
        @none = ($([+1] r) r)
        @some = (m (?((@zero @both) (m r)) r))
        @zero = (m r) & @ack ~ (m (1 r))
        @both = (n ({$([+1] l) m} r)) & @ack ~ (l (n k)) & @ack ~ (m (k r))";
    check(ackermann, true);
    let agents = "agent +Nil, +Cons(#head: u32, +tail), -Ack(#m: u32, -out), -Map(-out);";
    let ack = "rule Ack(#m, out) ~ #n if m == 0 => out ~ #(n + 1);
        rule Ack(#m, out) ~ #n if n == 0 => Ack(#(m - 1), out) ~ 1;
        rule Ack(#m, out) ~ #n           => Ack(#m, t) ~ #(n - 1) & Ack(#(m - 1), out) ~ t;";
    let map = |rest: &str| format!("rule Map(out) ~ Nil => out ~ Nil; rule Map(out) ~ Cons(#x, xs) => {rest};");
    let main = "@main = r & Ack(3, r) ~ 9";
    check(&format!("{agents}{ack}{}{main}", map("Map(out) ~ xs")), true);
    // A list whose rest is still to come.
    check(&format!("{agents}{ack}{}{main}", map("out ~ Cons(#x, t) & Map(t) ~ xs")), false);
    // What is not known is not serial: an agent without rules, and a rule that is interpreted.
    check(&format!("{agents}{ack}{main}"), false);
    check(&format!("{agents}{ack}{} rule Map(out) ~ * => out ~ Nil; {main}", map("Map(out) ~ xs")), false);
}

/// What a rule gives before its work ends, or does without giving anything, is beside what comes next.
#[test]
fn rules_that_give_early() {
    let work = "agent -Two(-a, -b), -Work(-out), -Go(-out), -Sink;
        rule Work(out) ~ #n if n == 0 => out ~ 1;  rule Work(out) ~ #n => Work(out) ~ #(n - 1);
        @main = r & Go(r) ~ 9";
    let both = "rule Go(out) ~ #n => Two(a, b) ~ #n & Work(c) ~ a & c ~ $([+] $(b out));";
    let late = "rule Two(a, b) ~ #n if n == 0 => a ~ 1 & b ~ 2;  rule Two(a, b) ~ #n => Two(a, b) ~ #(n - 1);";
    let early = "rule Two(a, b) ~ #n => a ~ #n & Work(b) ~ #n;";
    let sink = |rest: &str| format!("rule Sink ~ #n if n == 0 => ;  rule Sink ~ #n => {rest};");
    for (two, rest, expected) in [(late, "", true), (early, "", false), (late, "Sink ~ #(n - 1)", false)] {
        check(&format!("{work} {both} {two} {}", sink(rest)), expected);
    }
}
