use polarnet::schedule;

schedule! {
    val twice(x: f64) -> f64 { returns 2.0 * x }
    fn one(x: f64) -> f64 impls twice { eval(x).parallel() }
}

fn main() {}
