//! Wide numbers: `i64` and `f64`, in `net!` and as text, in every engine.

#[allow(dead_code, reason = "tests/random.rs uses the rest")]
mod support;

use polarnet::{Runtime, net};
use support::everywhere::run;

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
