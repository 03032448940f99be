use polarnet::schedule;

schedule! {
    val f(x: f64, weight: f64, n: i32) -> f64 { returns weight * powi(x, n) }
    fn one(x: f64, weight: f64, n: i32) -> (f64, f64) impls vjp(f, wieght) { eval(x, weight, n) }
    fn two(x: f64, weight: f64, n: i32) -> (f64, f64) impls vjp(f, n) { eval(x, weight, n) }
}

fn main() {}
