use polarnet::schedule;

schedule! {
    space s;
    val f(xs: Data<s, f64>) -> f64 { returns sum(x * x for x in xs) }
    val g(xs: Data<s, f64>) -> f64 { returns sum(xs) }
    fn one(xs: &Data<s, f64>) -> (f64, Data<s, f64>) impls vjp(f) { eval(xs).wavefront() }
    fn two(xs: &Data<s, f64>) -> (f64, Data<s, f64>) impls vjp(f) { scatter(xs) }
    fn three(xs: &Data<s, f64>, dxs: &Data<s, f64>) -> (f64, f64) impls jvp(f) { eval(xs).over(s).parallel() }
    fn four(xs: &Data<s, f64>) -> (f64, (f64, Data<s, f64>)) impls g, vjp(f) { eval(xs) }
}

fn main() {}
