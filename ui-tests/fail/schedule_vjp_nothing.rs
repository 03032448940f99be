use polarnet::schedule;

schedule! {
    val f(n: u32) -> f64 { returns n as f64 }
    val g(x: f64) -> i64 { returns x as i64 }
    fn df(n: u32) -> (f64, f64) impls vjp(f) { eval(n) }
    fn dg(x: f64) -> (i64, f64) impls vjp(g) { eval(x) }
}

fn main() {}
