use polarnet::schedule;

schedule! {
    val f(x: f64, y: f64) -> f64 { returns x * y }
    fn df(x: f64, y: f64, dx: f64) -> (f64, f64) impls jvp(f) { eval(x, y) }
    fn dg(x: f64, y: f64, dx: f64, dy: f64, dz: f64) -> (f64, f64) impls jvp(f) { eval(x, y) }
}

fn main() {}
