//! Compiled rules that go deep, or on for long: as in the interpreter, whatever the threads.

use polarnet::{EngineKind, ErrorKind, Rule, Runtime, net};

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

/// Operators that wait for calls which were put off, with operands on either side and of all types: they compute the same, and count
/// the same, as nodes that meet.
#[test]
fn operators_wait() {
    let book = net! {
        @main = ((a b) ((c d) ((e f) ((g h) i))))
            & @minus ~ (30000 i) & @literal ~ (30000 a) & @left ~ (30000 b) & @right ~ (30000 c) & @flipped ~ (30000 d)
            & @signed ~ (30000 e) & @float ~ (30000 f) & @faults ~ (30000 g) & @symbol ~ (30000 h)
        @literal = (?((@zero @literal_on) r) r)
        @literal_on = (n r) & @literal ~ (n $([+1] r))
        // Of what is no unsigned number as far as anybody knows, so that they wait.
        @minus = (?((0 @minus_on) r) r)
        @minus_on = (n r) & @minus ~ (n $([:-1] r))
        @zero = r & 0 ~ $([+0] r)
        @left = (?((@zero @left_on) r) r)
        @left_on = ({m n} r) & @left ~ (m $([+] $(n r)))
        @right = (?((0 @right_on) r) r)
        @right_on = ({m n} r) & @right ~ (m s) & n ~ $([-] $(s r))
        @flipped = (?((1 @flipped_on) r) r)
        @flipped_on = ({m n} r) & @flipped ~ (m s) & n ~ $([:-] $(s $([:-7] r)))
        @signed = (?((+0 @signed_on) r) r)
        @signed_on = ({m n} r) & n ~ $([i32] k) & @signed ~ (m s) & k ~ $([-] $(s $([:-+3] r)))
        @float = (?((0.0 @float_on) r) r)
        @float_on = ({m n} r) & n ~ $([f32] k) & @float ~ (m $([+0.5] $([+] $(k r))))
        @faults = (?((9 @faults_on) r) r)
        @faults_on = ({m n} r) & @faults ~ (m $([:/0] $([+] $(n r))))
        @symbol = (?((5 @symbol_on) r) r)
        @symbol_on = ({m n} r) & @symbol ~ (m s) & [+] ~ $(n $(s r))
    };
    let expected = Runtime::new().engine(EngineKind::Bag).threads(1).run(&book).unwrap();
    for engine in [EngineKind::Compiled, EngineKind::Direct] {
        for threads in [1, 3] {
            let done = Runtime::new().engine(engine).threads(threads).run(&book).unwrap();
            assert_eq!(done.to_string(), expected.to_string(), "{engine:?}");
            assert_eq!(done.stats.interactions(), expected.stats.interactions(), "{engine:?}");
        }
    }
}

/// What waits is counted against the limit of memory, wherever it does: a run that is too deep ends near the limit.
#[test]
fn a_limit_of_memory_holds_however_deep() {
    const LIMIT: u64 = 16 << 20;
    let book = net! {
        @main = r & @slow ~ (100000000 (7 x)) & @slow ~ (100000000 (9 y)) & x ~ $([+] $(y r))
        @slow = (?((@end @more) (x r)) (x r))
        @end = (x x)
        @more = (m ({$([*3] y) $([-] $(s r))} r)) & @slow ~ (m (y s))
    };
    for engine in [EngineKind::Compiled, EngineKind::Direct, EngineKind::Bag] {
        for threads in [1, 2] {
            let stopped = Runtime::new().engine(engine).threads(threads).max_memory(LIMIT).run(&book).unwrap_err();
            assert!(matches!(stopped.kind, ErrorKind::Memory(LIMIT)), "{engine:?}: {stopped}");
            let peak = stopped.stats.peak_bytes;
            assert!(peak < LIMIT + LIMIT / 4, "{engine:?} on {threads} threads: {peak} bytes");
        }
    }
}
