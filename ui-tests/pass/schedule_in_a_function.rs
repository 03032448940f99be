use polarnet::schedule;

fn doubled(x: f64) -> f64 {
    schedule! {
        val twice(x: f64) -> f64 { returns 2.0 * x }
        fn double(x: f64) -> f64 impls twice { eval(x) }
    }
    double(x)
}

fn main() {
    assert_eq!(doubled(1.5), 3.0);
}
