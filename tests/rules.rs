//! Rules that match numbers, compare them and compute with them: the standard programs, in `net!` and as text, in every
//! engine.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{EngineKind, Runtime, net};
use support::everywhere::{read, run};

#[test]
fn numbers() {
    let fib = net! {
        agent -Fib(-out), -Add(+b, -out), -AddTo(#a: u32, -out);
        rule Fib(out) ~ #n if n < 2 => out ~ #n;
        rule Fib(out) ~ #n => Fib(a) ~ #(n - 1) & Fib(b) ~ #(n - 2) & Add(b, out) ~ a;
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Fib(r) ~ 17
    };
    assert_eq!(run(fib), "1597");
    let ackermann = net! {
        agent -Ack(+n, -out), -AckOf(#m: u32, -out);
        rule Ack(n, out) ~ #m => AckOf(#m, out) ~ n;
        rule AckOf(#m, out) ~ #n if m == 0 => out ~ #(n + 1);
        rule AckOf(#m, out) ~ #n if n == 0 => AckOf(#(m - 1), out) ~ 1;
        rule AckOf(#m, out) ~ #n => AckOf(#m, r) ~ #(n - 1) & AckOf(#(m - 1), out) ~ r;
        @main = r & Ack(2, r) ~ 3
    };
    assert_eq!(run(ackermann), "29");
    let gcd = net! {
        agent -Gcd(#b: u32, -out), -Collatz(#steps: u32, -out);
        rule Gcd(#b, out) ~ #a if b == 0 => out ~ #a;
        rule Gcd(#b, out) ~ #a => Gcd(#(a % b), out) ~ #b;
        rule Collatz(#steps, out) ~ #n if n == 1 => out ~ #steps;
        rule Collatz(#steps, out) ~ #n if n & 1 == 0 => Collatz(#(steps + 1), out) ~ #(n / 2);
        rule Collatz(#steps, out) ~ #n => Collatz(#(steps + 1), out) ~ #(3 * n + 1);
        @main = (r s) & Gcd(462, r) ~ 1071 & Collatz(0, s) ~ 27
    };
    assert_eq!(run(gcd), "(21 111)");
}

#[test]
fn operators_bind_as_in_rust() {
    let book = net! {
        agent -F(-a, -b, -c, -d, -e, -f), -G(-a, -b), -H(-a);
        rule F(a, b, c, d, e, f) ~ #n =>
            a ~ #(n - 2 - 1) & b ~ #(1 + n * 2 << 1 & 15 | 64 ^ 3) & c ~ #((n as i32) - +12)
            & d ~ #(-(n as i32) * +2) & e ~ #(n as f32 / 4.0) & f ~ #(!(n <= 9) && (n != 3 || n >= 100));
        rule G(a, b) ~ #x: i32 if x < +0 => a ~ #(-x) & b ~ #(x % +3);
        rule G(a, b) ~ #x: i32 => a ~ #x & b ~ 0;
        rule H(a) ~ #x: f32 => a ~ #((x * x) as u32);
        @main = (a (b (c (d (e (f (g (h (i (j k)))))))))) & F(a, b, c, d, e, f) ~ 10 & G(g, h) ~ -7 & G(i, j) ~ +5 & H(k) ~ 2.5
    };
    let n = 10_u32;
    let b = ((1 + n * 2) << 1) & 15 | (64 ^ 3);
    assert_eq!(run(book), format!("(7 ({b} (-2 (-20 (2.5 (1 (+7 (-1 (+5 (0 6))))))))))"));
}

/// A list of `count` numbers, made by `Random`, and as Rust has it.
fn random(count: u32) -> Vec<u32> {
    let next = |state: &u32| Some(state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
    std::iter::successors(Some(7), next).take(count as usize).map(|state| state >> 20).collect()
}

fn list(numbers: &[u32]) -> String {
    let open: String = numbers.iter().map(|number| format!("Cons({number}, ")).collect();
    format!("{open}Nil{}", ")".repeat(numbers.len()))
}

macro_rules! lists {
    ($($rest:tt)*) => {
        net! {
            agent +Nil, +Cons(#head: u32, +tail), -Random(#state: u32, -out);
            rule Random(#s, out) ~ #n if n == 0 => out ~ Nil;
            rule Random(#s, out) ~ #n => out ~ Cons(#(s >> 20), t) & Random(#(s * 1664525 + 1013904223), t) ~ #(n - 1);
            $($rest)*
        }
    };
}

#[test]
fn sorting() {
    let mut sorted = random(60);
    sorted.sort_unstable();
    let sorted = list(&sorted);
    let insertion = lists! {
        agent -Sort(-out), -Insert(#x: u32, -out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs) => Sort(s) ~ xs & Insert(#x, out) ~ s;
        rule Insert(#x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Insert(#x, out) ~ Cons(#y, ys) if x <= y => out ~ Cons(#x, Cons(#y, ys));
        rule Insert(#x, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & Insert(#x, t) ~ ys;
        @main = r & Random(7, l) ~ 60 & Sort(r) ~ l
    };
    assert_eq!(run(insertion), sorted);
    let quick = lists! {
        agent -Sort(-out), -Part(#pivot: u32, -low, -high), -Append(+ys, -out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs) => Part(#x, l, h) ~ xs & Sort(sl) ~ l & Sort(sh) ~ h & Append(Cons(#x, sh), out) ~ sl;
        rule Part(#p, l, h) ~ Nil => l ~ Nil & h ~ Nil;
        rule Part(#p, l, h) ~ Cons(#x, xs) if x < p => l ~ Cons(#x, t) & Part(#p, t, h) ~ xs;
        rule Part(#p, l, h) ~ Cons(#x, xs) => h ~ Cons(#x, t) & Part(#p, l, t) ~ xs;
        rule Append(ys, out) ~ Nil => out ~ ys;
        rule Append(ys, out) ~ Cons(#x, xs) => out ~ Cons(#x, t) & Append(ys, t) ~ xs;
        @main = r & Random(7, l) ~ 60 & Sort(r) ~ l
    };
    assert_eq!(run(quick), sorted);
    let merge = lists! {
        agent -Sort(-out), -Sort2(#x: u32, -out), -Split(-a, -b), -Merge(+ys, -out), -With(#x: u32, +xs, -out);
        rule Sort(out) ~ Nil => out ~ Nil;
        rule Sort(out) ~ Cons(#x, xs) => Sort2(#x, out) ~ xs;
        rule Sort2(#x, out) ~ Nil => out ~ Cons(#x, Nil);
        rule Sort2(#x, out) ~ Cons(#y, ys) =>
            Split(a, b) ~ ys & Sort(sa) ~ Cons(#x, a) & Sort(sb) ~ Cons(#y, b) & Merge(sb, out) ~ sa;
        rule Split(a, b) ~ Nil => a ~ Nil & b ~ Nil;
        rule Split(a, b) ~ Cons(#x, xs) => a ~ Cons(#x, t) & Split(b, t) ~ xs;
        rule Merge(ys, out) ~ Nil => out ~ ys;
        rule Merge(ys, out) ~ Cons(#x, xs) => With(#x, xs, out) ~ ys;
        rule With(#x, xs, out) ~ Nil => out ~ Cons(#x, xs);
        rule With(#x, xs, out) ~ Cons(#y, ys) if x <= y => out ~ Cons(#x, t) & With(#y, ys, t) ~ xs;
        rule With(#x, xs, out) ~ Cons(#y, ys) => out ~ Cons(#y, t) & With(#x, xs, t) ~ ys;
        @main = r & Random(7, l) ~ 60 & Sort(r) ~ l
    };
    assert_eq!(run(merge), sorted);
    let bubble = lists! {
        agent -Sort(+sorted, -out), -Pass(#x: u32, -most, -rest), -Push(+sorted, -out);
        rule Sort(sorted, out) ~ Nil => out ~ sorted;
        rule Sort(sorted, out) ~ Cons(#x, xs) => Pass(#x, most, rest) ~ xs & Push(sorted, more) ~ most & Sort(more, out) ~ rest;
        rule Pass(#x, most, rest) ~ Nil => most ~ #x & rest ~ Nil;
        rule Pass(#x, most, rest) ~ Cons(#y, ys) if x <= y => rest ~ Cons(#x, t) & Pass(#y, most, t) ~ ys;
        rule Pass(#x, most, rest) ~ Cons(#y, ys) => rest ~ Cons(#y, t) & Pass(#x, most, t) ~ ys;
        rule Push(sorted, out) ~ #x => out ~ Cons(#x, sorted);
        @main = r & Random(7, l) ~ 60 & Sort(Nil, r) ~ l
    };
    assert_eq!(run(bubble), sorted);
}

#[test]
fn queens() {
    let book = |n: u32| {
        net! {
            agent +Nil, +Cons(#head: u32, +tail);
            agent -Queens(#n: u32, +placed, -count), -Columns(#n: u32, #row: u32, +placed, -count);
            agent -Place(#n: u32, #row: u32, #column: u32, +placed, -count), -Safe(#column: u32, #away: u32, -ok);
            agent -Add(+b, -out), -AddTo(#a: u32, -out);
            rule Queens(#n, placed, count) ~ #row if row == 0 => count ~ 1 & * ~ placed;
            rule Queens(#n, placed, count) ~ #row => Columns(#n, #row, placed, count) ~ #n;
            rule Columns(#n, #row, placed, count) ~ #column if column == 0 => count ~ 0 & * ~ placed;
            rule Columns(#n, #row, placed, count) ~ #column =>
                {one others} ~ placed & {two three} ~ others & Safe(#column, 1, ok) ~ one
                & Place(#n, #row, #column, two, here) ~ ok & Columns(#n, #row, three, rest) ~ #(column - 1)
                & Add(rest, count) ~ here;
            rule Safe(#column, #away, ok) ~ Nil => ok ~ 1;
            rule Safe(#c, #away, ok) ~ Cons(#q, qs) if q == c || q == c + away || c == q + away => ok ~ 0 & * ~ qs;
            rule Safe(#c, #away, ok) ~ Cons(#q, qs) => Safe(#c, #(away + 1), ok) ~ qs;
            rule Place(#n, #row, #column, placed, count) ~ #ok if ok == 0 => count ~ 0 & * ~ placed;
            rule Place(#n, #row, #column, placed, count) ~ #ok =>
                Queens(#n, Cons(#column, placed), count) ~ #(row - 1);
            rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
            rule AddTo(#a, out) ~ #b => out ~ #(a + b);
            @main = r & Queens(#n, Nil, r) ~ #n
        }
    };
    assert_eq!(run(book(5)), "10");
    assert_eq!(run(book(6)), "4");
}

/// Numbers that ports hold go through `DUP` and `*` with their agents; guards compare those of both agents.
#[test]
fn levels() {
    let book = net! {
        agent +Leaf(#value: u32), +Pair(#level: u32, +a, +b), -Fan(#level: u32, -a, -b);
        rule Fan(#l, a, b) ~ Leaf(#value) => a ~ Leaf(#value) & b ~ Leaf(#value);
        rule Pair(#m, x, y) ~ Fan(#l, a, b) if l == m => a ~ x & b ~ y;
        rule Pair(#m, x, y) ~ Fan(#l, a, b) =>
            Fan(#l, x1, x2) ~ x & Fan(#(l + 1), y1, y2) ~ y & a ~ Pair(#m, x1, y1) & b ~ Pair(#(m * 2), x2, y2);
        @main = (p (q (s (t u))))
            & Fan(3, p, q) ~ Pair(4, Leaf(1), Leaf(2)) & Fan(3, s, v) ~ Pair(3, Leaf(5), Leaf(6))
            & {w x} ~ v & * ~ w & {t u} ~ x
    };
    assert_eq!(run(book), "(Pair(4, Leaf(1), Leaf(2)) (Pair(8, Leaf(1), Leaf(2)) (Leaf(5) (Leaf(6) Leaf(6)))))");
}

#[test]
fn a_number_without_a_rule_is_an_error() {
    let book = read("agent -F(-out); rule F(out) ~ #n: u32 => out ~ #n;  @main = r & F(r) ~ x & $([-3] x) ~ +1");
    for runtime in [Runtime::new().engine(EngineKind::Oracle), Runtime::new(), Runtime::new().threads(2)] {
        let error = book.with(|book| runtime.run(book)).unwrap_err().to_string();
        assert!(error.starts_with("no rule for `F` and a number"), "{error}");
        let good = read("agent -F(-out); rule F(out) ~ #n: i32 => out ~ #n;  @main = r & F(r) ~ x & $([-3] x) ~ +1");
        assert!(good.with(|book| runtime.run(book)).is_ok());
    }
}

/// An agent that meets numbers has rules for all that it meets.
#[test]
fn numbers_in_groups() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), +Neg(+x), -Sum(-out) ~ Value #i32, -Add(+b, -out) ~ #u32 #i32, -AddTo(#a: u32, -out) ~ #u32;
        group List = Nil Cons;
        group Value = List Neg #u32;
        rule Sum(out) ~ Nil => out ~ 0;
        rule Sum(out) ~ Cons(x, xs) => Sum(a) ~ x & Sum(b) ~ xs & Add(b, out) ~ a;
        rule Sum(out) ~ Neg(x) => Sum($([*4294967295] out)) ~ x;
        rule Sum(out) ~ #n => out ~ #n;
        rule Sum(out) ~ #n: i32 if n < +0 => out ~ 0;
        rule Sum(out) ~ #n: i32 => out ~ #(n as u32);
        rule Add(b, out) ~ #a => AddTo(#a, out) ~ b;
        rule Add(b, out) ~ #a: i32 => AddTo(#(a as u32), out) ~ b;
        rule AddTo(#a, out) ~ #b => out ~ #(a + b);
        @main = r & Sum(r) ~ Cons(Cons(1, Cons(Neg(2), Nil)), Cons(+7, Cons(-9, Cons(40, Nil))))
    };
    assert_eq!(run(book), "46");
}

/// Rules stand among the definitions, but nobody can call them.
#[test]
fn a_rule_is_no_definition() {
    let book = read("agent +Nil, -F(+a, -out); rule F(a, out) ~ Nil => out ~ a;  @main = *");
    book.with(|book| {
        let (_, rule) = book.rules()[0];
        for runtime in [Runtime::new().engine(EngineKind::Oracle), Runtime::new(), Runtime::new().threads(2)] {
            assert_eq!(runtime.call(book, rule, &[]).unwrap().to_string(), "*");
        }
    });
}

/// A value of Rust meets an agent by the rule of its type, which the macro does not know.
#[test]
fn a_value_of_rust_has_its_own_type() {
    let (x, n) = (2.5f32, -3);
    let book = net! {
        agent -F(-out), -G(-out);
        rule F(out) ~ #n: f32 => out ~ #(n * 2.0);
        rule G(out) ~ #n: i32 => out ~ #(n - +1);
        @main = (a b) & F(a) ~ #x & #n ~ G(b)
    };
    assert_eq!(run(book), "(5.0 -4)");
}

/// What begins an item may be an agent's name, among the members of a group, too.
#[test]
fn agents_called_as_what_begins_an_item() {
    let book = read(
        "agent +A, +term, +rule, +B, -F(-out) ~ All A; group All = A term rule B;
         rule F(out) ~ A => out ~ 1; rule F(out) ~ term => out ~ 2; rule F(out) ~ rule => out ~ 3; rule F(out) ~ B => out ~ 4;
         @main = (a (b c)) & F(a) ~ term & F(b) ~ rule & F(c) ~ B",
    );
    assert_eq!(book.with(|book| Runtime::new().run(book)).unwrap().to_string(), "(2 (3 4))");
}
