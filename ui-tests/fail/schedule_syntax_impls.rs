use polarnet::schedule;

schedule! {
    space tests;
    val twice(x: f64) -> f64 { returns 2.0 * x }
    fn all(x: &Data<tests, f64>) -> Data<tests, f64> { map(x) }
}

fn main() {}
