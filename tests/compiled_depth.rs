//! Compiled rules that go deep, or on for long: as in the interpreter, whatever the threads.

use polarnet::{EngineKind, Rule, Runtime, net};

/// More calls wait for each other than have room on the stack that they may use, and the limits are looked at in between.
#[test]
fn deep_recursion() {
    let book = net! {
        agent -Count(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Count(out) ~ #n if n == 0 => out ~ 0;
        rule Count(out) ~ #n => Count(a) ~ #(n - 1) & Add(a, out) ~ 1;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Count(r) ~ 300000
    };
    for threads in [1, 3] {
        let done = Runtime::new().threads(threads).run(&book).unwrap();
        assert_eq!((done.value::<u32>().unwrap(), done.stats.interactions()), (300_000, 900_001));
    }
    let limited = Runtime::new().threads(1).max_interactions(1_000_000).run(&book).unwrap();
    assert_eq!(limited.stats.interactions(), 900_001);
    assert!(Runtime::new().threads(1).max_interactions(800_000).run(&book).is_err());
}

/// Lists are copied and erased at once, and trees as far as they are lists: with as many interactions.
#[test]
fn copies_and_erasing() {
    let book = net! {
        agent +Nil, +Cons(#head: u32, +tail), +Fork(+left, +right);
        agent -Make(-out), -Sum(#n: u32, -out), -Go(-out), -Left(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Make(out) ~ #n if n == 0 => out ~ Nil;
        rule Make(out) ~ #n if n % 1000 == 0 => out ~ Fork(a, b) & Make(a) ~ #(n - 1) & Make(b) ~ 7;
        rule Make(out) ~ #n => out ~ Cons(#n, t) & Make(t) ~ #(n - 1);
        rule Sum(#n, out) ~ Nil => out ~ #n;
        rule Sum(#n, out) ~ Cons(#x, xs) => Sum(#(n + x), out) ~ xs;
        rule Sum(#n, out) ~ Fork(a, b) => Sum(#n, s) ~ a & Sum(0, t) ~ b & Add(t, out) ~ s;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        rule Go(out) ~ #n
            => Make(xs) ~ #n & xs ~ {a bc} & bc ~ {b c} & Sum(0, s) ~ a & Sum(0, t) ~ b & Add(t, out) ~ s & * ~ c;
        @main = r & Go(r) ~ 5500
    };
    let run = |runtime: Runtime| runtime.run(&book).unwrap();
    let expected = run(Runtime::new().engine(EngineKind::Bag).threads(1));
    for threads in [1, 3] {
        let done = run(Runtime::new().threads(threads));
        assert_eq!(done.to_string(), expected.to_string());
        for rule in [Rule::User, Rule::Commute, Rule::Erase, Rule::Void, Rule::Copy] {
            assert_eq!(done.stats.by_rule.of(rule), expected.stats.by_rule.of(rule), "{rule:?}");
        }
        assert_eq!(done.stats.interactions(), expected.stats.interactions());
    }
}
