use polarnet::schedule;

schedule! {
    val series(x: f64, n: u32) -> f64 { returns if n == 0 { x } else { series(x + 0.1, n - 1) / x } }
    val power(x: f64, n: u32) -> f64 { returns if n == 0 { 1.0 } else { x * power(x, n - 1) } }
    fn sum(x: f64, n: u32) -> f64 impls series { eval(x, n).memoize() }
    // It never changes, so it is no key.
    fn powers(x: f64, n: u32) -> f64 impls power { eval(x, n).memoize() }
}

fn main() {}
