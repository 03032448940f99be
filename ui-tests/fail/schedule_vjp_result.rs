use polarnet::schedule;

schedule! {
    space s;
    val f(x: f64, ys: Data<s, f64>) -> f64 { returns x * sum(ys) }
    fn df(x: f64, ys: &Data<s, f64>) -> (f64, f64) impls vjp(f) { eval(x, ys) }
}

fn main() {}
