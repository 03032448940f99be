use polarnet::schedule;

schedule! {
    val power(x: f64, n: u32) -> f64 { returns 1.0 if n == 0 else x * power(x, n - 1) }
    fn slope(x: f64, n: u32) -> (f64, f64) impls vjp(power) { eval(x, n) }
}

fn main() {}
