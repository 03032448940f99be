use polarnet::{columns::space, schedule};

schedule! {
    space tests;
    val twice(x: f64) -> f64 { returns 2.0 * x }
    val half(x: f64) -> f64 { returns 0.5 * x }
    fn doubles(x: &Data<tests, f64>) -> Data<tests, f64> impls twice { map(x) }
    fn halves(x: &Data<tests, f64>) -> Data<tests, f64> impls half { map(x) }
    pipeline main { doubles, halves }
}

fn main() {
    space!(Tests, guard);
    let x = guard.column(vec![0.5, 1.5]);
    assert_eq!(halves(&doubles(&x)).as_slice(), x.as_slice());
}
