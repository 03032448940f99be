use polarnet::schedule;

schedule! {
    space tests;
    val one(x: f64) -> f64 { returns x }
    fn ones(b: &Batch<tests>, x: &Data<tests, f64>) -> Data<tests, f64> impls one { map(x) }
}

fn main() {}
