use polarnet::schedule;

schedule! {
    val power(x: f64, n: u32) -> f64 { returns if n == 0 { 1.0 } else if n % 2 == 0 { power(x * x, n / 2) } else { x * power(x, n - 1) } }
    val kind(n: i64) -> i64 { returns match n { 0 => 1, -1 | 1 => 2, 2..=9 => 3, k if k < 0 => 4, _ => 5 } }
    fn of(x: f64, n: u32) -> f64 impls power { eval(x, n) }
    fn kinds(n: i64) -> i64 impls kind { eval(n) }
}

fn main() {
    assert_eq!(of(2.0, 10), 1024.0);
    assert_eq!([0, -1, 7, -5, 50].map(kinds), [1, 2, 3, 4, 5]);
}
