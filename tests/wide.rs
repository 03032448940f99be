//! Wide numbers: `i64` and `f64`, in `net!` and as text, in every engine.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{EngineKind, Runtime, net};
use support::everywhere::{read, run};

#[test]
fn factorials_beyond_32_bits() {
    let book = net! {
        agent -Factorial(-out), -Times(+n, -out), -Product(#n: u32, -out);
        rule Factorial(out) ~ #n if n == 0 => out ~ 1_i64;
        rule Factorial(out) ~ #n => Factorial(r) ~ #(n - 1) & Product(#n, out) ~ r;
        rule Product(#n, out) ~ #r: i64 => out ~ #(r * (n as i64));
        @main = r & Factorial(r) ~ 20
    };
    assert_eq!(Runtime::new().run(&book).unwrap().value::<i64>().unwrap(), 2_432_902_008_176_640_000);
    assert_eq!(run(book), "2432902008176640000_i64");
}

#[test]
fn casts_at_the_limits() {
    let book = net! {
        agent -I(-u, -i, -f, -d), -F(-u, -i, -f, -d), -U(-i, -f), -S(-i, -f), -T(-i, -f);
        rule I(u, i, f, d) ~ #n: i64 => u ~ #(n as u32) & i ~ #(n as i32) & f ~ #(n as f32) & d ~ #(n as f64);
        rule F(u, i, f, d) ~ #x: f64 => u ~ #(x as u32) & i ~ #(x as i32) & f ~ #(x as f32) & d ~ #(x as i64);
        rule U(i, f) ~ #n => i ~ #(n as i64) & f ~ #(n as f64);
        rule S(i, f) ~ #n: i32 => i ~ #(n as i64) & f ~ #(n as f64);
        rule T(i, f) ~ #n: f32 => i ~ #(n as i64) & f ~ #(n as f64);
        @i = (((a b) (c d)) (((e f) (g h)) (((i j) (k l)) ((m n) (o p)))))
            & I(a, b, c, d) ~ 9223372036854775807_i64 & I(e, f, g, h) ~ -9223372036854775808_i64
            & I(i, j, k, l) ~ 4294967295_i64 & I(m, n, o, p) ~ 0xFFFF_0000_8000_i64
        @f = (((a b) (c d)) (((e f) (g h)) (((i j) (k l)) ((m n) (o p)))))
            & F(a, b, c, d) ~ 1e300_f64 & F(e, f, g, h) ~ -inf_f64 & F(i, j, k, l) ~ +NaN_f64 & F(m, n, o, p) ~ -2.75_f64
        @small = ((a b) ((c d) (e f))) & U(a, b) ~ 4294967295 & S(c, d) ~ -2147483648 & T(e, f) ~ 0.1
        @main = (@i (@f @small))
    };
    let i = |n: i64| format!("(({} {:+}) ({:?} {:?}_f64))", n as u32, n as i32, n as f32, n as f64);
    let f = |x: f64, narrow: &str| format!("(({} {:+}) ({narrow} {}_i64))", x as u32, x as i32, x as i64);
    let nested = |a, b, c, d| format!("({a} ({b} ({c} {d})))");
    let integers = nested(i(i64::MAX), i(i64::MIN), i(u32::MAX.into()), i(0xFFFF_0000_8000));
    let floats = nested(f(1e300, "+inf"), f(f64::NEG_INFINITY, "-inf"), f(f64::NAN, "+NaN"), f(-2.75, "-2.75"));
    let small = format!(
        "((4294967295_i64 4294967295.0_f64) ((-2147483648_i64 -2147483648.0_f64) (0_i64 {:?}_f64)))",
        f64::from(0.1_f32)
    );
    let done = Runtime::new().expand(true).run(&book).unwrap();
    assert_eq!(done.to_string(), format!("({integers} ({floats} {small}))"));
    run(book);
}

/// A port that holds a wide number holds both halves.
#[test]
fn ports_hold_wide_numbers() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), -Sum(-out), -Add(+b, -out), -AddTo(#a: f64, -out);
        rule Sum(out) ~ [] => out ~ 0_f64;
        rule Sum(out) ~ [x | xs] => Sum(s) ~ xs & Add(s, out) ~ x;
        rule Add(b, out) ~ #a: f64 => AddTo(#a, out) ~ b;
        rule AddTo(#a, out) ~ #b: f64 => out ~ #(a + b);
        @main = r & Sum(r) ~ [0.1_f64, 0.2_f64, 0.3_f64, 1e16_f64]
    };
    let sum: f64 = [0.1, 0.2, 0.3, 1e16].iter().rev().fold(0.0, |sum, x| x + sum);
    assert_eq!(run(book), format!("{sum:?}_f64"));
    let fib = net! {
        agent -Fib(#a: i64, #b: i64, -out), +Pair(#x: f64, +y, #z: i64, #u: u32), -Loose(#n: i64, +x, -out);
        rule Fib(#a, #b, out) ~ #n if n == 0 => out ~ #a;
        rule Fib(#a, #b, out) ~ #n => Fib(#b, #(a + b), out) ~ #(n - 1);
        @main = (r (Pair(-2.5_f64, (x x), -9000000000_i64, 7) (y Loose(5_i64, y, z)))) & Fib(0_i64, 1_i64, r) ~ 90 & z ~ *
    };
    let expected = "(2880067194370816120_i64 (Pair(-2.5_f64, (x0 x0), -9000000000_i64, 7) (x1 Loose(5_i64, x1, *))))";
    assert_eq!(run(fib), expected);
}

/// All operators on all pairs of numbers that are at some limit, against Rust.
#[test]
fn integers_are_those_of_rust() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), -Rows(+ys, -out), -Row(+ys, -out), -Cells(#x: i64, -out);
        agent -First(#x: i64, -out), -Second(#x: i64, -out), -Third(#x: i64, -out);
        rule Rows(ys, out) ~ [] => out ~ [] & * ~ ys;
        rule Rows(ys, out) ~ [x | xs] => {y z} ~ ys & Row(y, row) ~ x & Rows(z, rows) ~ xs & out ~ [row | rows];
        rule Row(ys, out) ~ #x: i64 => Cells(#x, out) ~ ys;
        rule Cells(#x, out) ~ [] => out ~ [];
        rule Cells(#x, out) ~ [y | ys] => {a b} ~ y & {c d} ~ b & First(#x, r) ~ a & Second(#x, s) ~ c & Third(#x, t) ~ d
            & Cells(#x, rest) ~ ys & out ~ [(r, s, t) | rest];
        rule First(#x, out) ~ #y: i64 => out ~ (#(x + y), #(x - y), #(x * y), #(x / y), #(x % y), #(-x));
        rule Second(#x, out) ~ #y: i64 => out ~ (#(x & y), #(x | y), #(x ^ y), #(x << y), #(x >> y), #(x >> 3));
        rule Third(#x, out) ~ #y: i64 if x < y && !(x >= y) => out ~ (#((x == y) as u32), #((x != y) as i64), 1);
        rule Third(#x, out) ~ #y: i64 if x <= y => out ~ (#((x == y) as u32), #((x != y) as i64), 2);
        rule Third(#x, out) ~ #y: i64 => out ~ (#((x == y) as u32), #((x != y) as i64), #((x > y) as u32 + 3));
        @main = r & Rows([0_i64, 1_i64, -1_i64, 7_i64, -9223372036854775808_i64, 9223372036854775807_i64, 0x1_0000_0000_i64], r)
            ~ [0_i64, 1_i64, -1_i64, 63_i64, -64_i64, -9223372036854775808_i64, 9223372036854775807_i64, -5_000_000_000_i64]
    };
    let wide = |values: &[i64]| values.iter().map(|value| format!("{value}_i64")).collect::<Vec<_>>();
    let list =
        |items: Vec<String>| items.iter().rev().fold("Nil".to_owned(), |rest, item| format!("Cons({item}, {rest})"));
    let tuple = |items: Vec<String>| {
        let mut items = items.into_iter().rev();
        let last = items.next().unwrap();
        items.fold(last, |rest, item| format!("({item} {rest})"))
    };
    let cell = |x: i64, y: i64| {
        let by = |divide: fn(i64, i64) -> i64| if y == 0 { 0 } else { divide(x, y) };
        let (quotient, rest) = (by(i64::wrapping_div), by(i64::wrapping_rem));
        let first = [x.wrapping_add(y), x.wrapping_sub(y), x.wrapping_mul(y), quotient, rest, x.wrapping_neg()];
        let second = [x & y, x | y, x ^ y, x.wrapping_shl(y as u32), x.wrapping_shr(y as u32), x >> 3];
        let order = match x.cmp(&y) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => 2,
            std::cmp::Ordering::Greater => 4,
        };
        let third = format!("({} ({}_i64 {order}))", u32::from(x == y), u32::from(x != y));
        tuple(vec![tuple(wide(&first)), tuple(wide(&second)), third])
    };
    let ys = [0, 1, -1, 7, i64::MIN, i64::MAX, 1 << 32];
    let xs = [0, 1, -1, 63, -64, i64::MIN, i64::MAX, -5_000_000_000];
    let row = |x: i64| list(ys.iter().map(|&y| cell(x, y)).collect());
    assert_eq!(run(book), list(xs.iter().map(|&x| row(x)).collect()));
}

/// The same of floats; NaN is neither less nor equal nor greater.
#[test]
fn floats_are_those_of_rust() {
    let book = net! {
        agent +Nil, +Cons(+head, +tail), -Each(#x: f64, -out), -All(+ys, -out), -To(+ys, -out), -Op(#x: f64, -out);
        agent -Less(#x: f64, -out);
        rule All(ys, out) ~ [] => out ~ [] & * ~ ys;
        rule All(ys, out) ~ [x | xs] => {y z} ~ ys & To(y, row) ~ x & All(z, rows) ~ xs & out ~ [row | rows];
        rule To(ys, out) ~ #x: f64 => Each(#x, out) ~ ys;
        rule Each(#x, out) ~ [] => out ~ [];
        rule Each(#x, out) ~ [y | ys] => {a b} ~ y & Op(#x, r) ~ a & Less(#x, s) ~ b & Each(#x, rest) ~ ys & out ~ [(r s) | rest];
        rule Op(#x, out) ~ #y: f64 => out ~ (#(x + y), #(x - y), #(x * y), #(x / y), #(x % y), #(-x));
        rule Less(#x, out) ~ #y: f64 =>
            out ~ (#((x < y) as u32), #((x <= y) as u32), #((x == y) as u32), #((x != y) as u32), #((x >= y) as u32), #((x > y) as u32));
        @main = r & All([0.0_f64, -0.0_f64, 1.5_f64, +inf_f64, +NaN_f64, 1e-310_f64, 3_f64], r)
            ~ [0.0_f64, -2.5_f64, -inf_f64, +NaN_f64, 1.7976931348623157e308_f64, 0.1_f64]
    };
    let shown = |x: f64| match x {
        x if x.is_nan() => "+NaN_f64".to_owned(),
        x if x.is_infinite() => format!("{x:+}_f64"),
        x => format!("{x:?}_f64"),
    };
    let ys = [0.0, -0.0, 1.5, f64::INFINITY, f64::NAN, 1e-310, 3.0];
    let xs = [0.0, -2.5, f64::NEG_INFINITY, f64::NAN, f64::MAX, 0.1];
    let mut expected = String::new();
    for x in xs {
        expected += "Cons(";
        for y in ys {
            let [a, b, c, d, e, f] = [x + y, x - y, x * y, x / y, x % y, -x].map(shown);
            let [g, h, i, j, k, l] = [x < y, x <= y, x == y, x != y, x >= y, x > y].map(u32::from);
            expected += &format!("Cons((({a} ({b} ({c} ({d} ({e} {f}))))) ({g} ({h} ({i} ({j} ({k} {l})))))), ");
        }
        expected += &format!("Nil{}, ", ")".repeat(ys.len()));
    }
    expected += &format!("Nil{}", ")".repeat(xs.len()));
    assert_eq!(run(book), expected);
}

/// A literal without an end of its own takes the type of the other side, and is read as such: 0.1 has more digits in an `f64`.
#[test]
fn literals_take_the_type_of_the_other_side() {
    let book = net! {
        agent -I(-a, -b, -c), -F(-a, -b, -c, -d), -K(-a, -b);
        rule I(a, b, c) ~ #n: i64 if n != 0 && 5 < n => a ~ #(n * -3) & b ~ #(1 << n) & c ~ #(n - 0xFF);
        rule I(a, b, c) ~ #n: i64 => a ~ #n & b ~ #(-n) & c ~ 0_i64;
        rule F(a, b, c, d) ~ #x: f64 => a ~ #(x * 0.1) & b ~ #(x + 1) & c ~ #(0.1 as f64) & d ~ #(-7 as i64);
        rule K(a, b) ~ #n => a ~ #(5_i64) & b ~ #(0.1_f64 * (n as f64) / 2);
        @main = ((a (b c)) ((d (e f)) ((g (h (i j))) (k l)))) & I(a, b, c) ~ 40_i64 & I(d, e, f) ~ -5_i64 & F(g, h, i, j) ~ 3_f64
            & K(k, l) ~ 3
    };
    let (small, third) = (0.1 * 3.0, 0.1 * 3.0 / 2.0);
    let expected = format!(
        "((-120_i64 ({}_i64 -215_i64)) ((-5_i64 (5_i64 0_i64)) (({small:?}_f64 (4.0_f64 (0.1_f64 -7_i64))) (5_i64 {third:?}_f64))))",
        1_i64 << 40
    );
    assert_eq!(run(book), expected);
}

#[test]
fn divisions_by_zero_are_faults() {
    let book = net! {
        agent -Invert(-out), -Rest(#n: i64, -out), -Half(-out);
        rule Invert(out) ~ #n: i64 => out ~ #(1 / n);
        rule Rest(#n, out) ~ #m: i64 => out ~ #(n % m);
        rule Half(out) ~ #x: f64 => out ~ #(x / 0);
        @main = (q (r h)) & Invert(q) ~ 0_i64 & Rest(5_i64, r) ~ 0_i64 & Half(h) ~ 1_f64
        @floats = h & Half(h) ~ 0_f64
    };
    for engine in [EngineKind::Oracle, EngineKind::Bag, EngineKind::Shared, EngineKind::Compiled] {
        let runtime = Runtime::new().engine(engine);
        let error = runtime.clone().strict(true).run(&book).unwrap_err();
        assert_eq!(error.to_string(), "undefined arithmetic: an integer was divided by zero", "{engine:?}");
        assert_eq!(runtime.run(&book).unwrap().to_string(), "(0_i64 (0_i64 +inf_f64))", "{engine:?}");
    }
    run(book);
}

/// Wide numbers are agents: copied, erased, in lists, members of groups; and what is printed is read again.
#[test]
fn they_are_agents() {
    let book = net! {
        agent +Nil, +Cons(#head: i64, +tail);
        group Value = Nil #i64 #f64 #u32;
        agent -Sort(-out) ~ Nil Cons, -Insert(#x: i64, -out) ~ Nil Cons, -Kind(-out) ~ Value, -Twice(-out) ~ #i64;
        rule Sort(out) ~ [] => out ~ [];
        rule Sort(out) ~ [#x | xs] => Sort(sorted) ~ xs & Insert(#x, out) ~ sorted;
        rule Insert(#x, out) ~ [] => out ~ [#x];
        rule Insert(#x, out) ~ [#y | ys] if x <= y => out ~ [#x, #y | ys];
        rule Insert(#x, out) ~ [#y | ys] => out ~ [#y | t] & Insert(#x, t) ~ ys;
        rule Kind(out) ~ [] => out ~ 0;
        rule Kind(out) ~ #n: i64 => out ~ #(n as u32);
        rule #x: f64 ~ Kind(out) => out ~ #(x as u32 + 1);
        rule Kind(out) ~ #n => out ~ #(n + 2);
        rule Twice(out) ~ #n: i64 => out ~ (#n #n);
        @main = (r (a (k (l (m (n o)))))) & Sort(r) ~ [3_i64, -4000000000_i64, 5_i64, -1_i64]
            & {x y} ~ -7_i64 & x ~ *
            & Twice(a) ~ y & Kind(k) ~ 1_i64 & Kind(l) ~ 1_f64 & Kind(m) ~ 1 & Kind(n) ~ [] & {o *} ~ 2.5_f64
    };
    let expected = "(Cons(-4000000000_i64, Cons(-1_i64, Cons(3_i64, Cons(5_i64, Nil)))) \
                    ((-7_i64 -7_i64) (1 (2 (3 (0 2.5_f64))))))";
    let result = run(book);
    let again = format!("agent +Nil, +Cons(#head: i64, +tail); @main = {result}");
    assert_eq!((result.as_str(), run(read(&again))), (expected, expected.to_owned()));
}

/// Rust in rules takes them and gives them; an effect does, too.
#[test]
fn in_rust() {
    use std::sync::atomic::{AtomicI64, Ordering};
    static LAST: AtomicI64 = AtomicI64::new(0);
    let book = net! {
        extern -Keep(#n: i64, -before, -half) -> (i64, f64) { (LAST.swap(n, Ordering::Relaxed), n as f64 / 2.0) }
        agent -Root(#k: i64, -out), -Split(-out), -Ask(-out, -then);
        rule Root(#k, out) ~ #x: f64 if k > 0 where (#y: f64, #u, #z: i64) = { (x.sqrt(), k as u32, k.pow(3)) }
            => out ~ (#(y * 2), #u, #z);
        rule Root(#k, out) ~ #x: f64 => out ~ #(x + (k as f64));
        rule Split(out) ~ #n: i64 where (#low, #high) = { (n as u32, (n >> 32) as u32) } => out ~ (#low #high);
        rule Ask(out, then) ~ Token => Keep(5000000000_i64, a, x, t) ~ Token & Keep(-3_i64, b, y, then) ~ t & out ~ (a, b, x, y);
        @main = (r (s (p (q *)))) & Root(2000000_i64, r) ~ 2.25_f64 & Root(-1_i64, s) ~ 2.25_f64 & Split(p) ~ 8589934599_i64
            & Ask(q, t) ~ Token & t ~ *
    };
    for engine in [EngineKind::Oracle, EngineKind::Bag, EngineKind::Shared, EngineKind::Compiled] {
        LAST.store(7, Ordering::Relaxed);
        let done = Runtime::new().engine(engine).run(&book).unwrap();
        let expected = "((3.0_f64 (2000000 8000000000000000000_i64)) (1.25_f64 ((7 2) ((7_i64 (5000000000_i64 (2500000000.0_f64 -1.5_f64))) *))))";
        assert_eq!(done.to_string(), expected, "{engine:?}");
    }
}

net! {
    book Powers {
        agent -Power(#x: i64, -out), -Times(#x: i64, -out), -Root(-out);
        rule Power(#x, out) ~ #n if n == 0 => out ~ 1_i64;
        rule Power(#x, out) ~ #n => Power(#x, r) ~ #(n - 1) & Times(#x, out) ~ r;
        rule Times(#x, out) ~ #y: i64 => out ~ #(x * y);
        rule Root(out) ~ #n => out ~ #((n as f64) / 3);
        @power(n: u32) -> i64 = (n r) & Power(-7_i64, r) ~ n
        @third(n: u32) -> (f64, i64) = (n (r 5_i64)) & Root(r) ~ n
    }
}

#[test]
fn as_results() {
    let runtime = Runtime::new();
    assert_eq!(Powers::power(&runtime, 21).unwrap(), -558_545_864_083_284_007);
    assert_eq!(Powers::third(&runtime, 1).unwrap(), (1.0 / 3.0, 5));
    let help = "`10_i64` is an i64 and `10.0_f64` an f64; a rule casts with `#(n as u32)` and `#(n as i64)`";
    let wrong = runtime.run(&net! { @main = 5_i64 }).unwrap().value::<u32>().unwrap_err();
    assert_eq!(wrong.to_string(), format!("expected u32, found `5_i64`, an i64\nhelp: {help}"));
    let wrong = runtime.run(&net! { @main = 5 }).unwrap().value::<f64>().unwrap_err();
    assert_eq!(wrong.to_string(), format!("expected f64, found `5`, a u32\nhelp: {help}"));
}

/// Passes take them for agents as others, also where `net!` expands.
#[test]
fn through_passes() {
    let book = net! {
        #![passes(prune, inline, eta, share, pre_reduce, simplify_rules)]
        agent -Square(-out), -Both(#x: i64, -out);
        rule Square(out) ~ #n: i64 => out ~ #(n * n);
        rule Both(#x, out) ~ #y: i64 => Square(a) ~ #(x + 1) & Square(b) ~ #y & out ~ (a b);
        @main = (r (s @two)) & Square(r) ~ 3000000000_i64 & Both(4_i64, s) ~ @five
        @two = r & Square(r) ~ -2_i64
        @five = 5_i64
    };
    let done = Runtime::new().expand(true).run(&book).unwrap();
    assert_eq!(done.to_string(), "(9000000000000000000_i64 ((25_i64 25_i64) 4_i64))");
    run(book);
}
