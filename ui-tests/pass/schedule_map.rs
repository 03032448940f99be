use polarnet::{columns::space, schedule};

schedule! {
    space tests;
    const SCALE: f64 = 2.0;
    val twice(x: f64) -> f64 { returns SCALE * x }
    val close(x: f64, to: f64) -> bool { d :- abs(twice(x) - to); returns d < 0.5 && !is_nan(d) }
    fn all(x: &Data<tests, f64>, to: f64) -> Data<tests, bool> impls close { map(x) }
    fn many(x: &Data<tests, f64>, to: f64) -> Data<tests, bool> impls close { map(x).chunk(2).parallel() }
    fn one(x: f64) -> f64 impls twice { eval(x) }
}

fn main() {
    space!(Tests, guard);
    let x = guard.column(vec![0.5, 1.5, f64::NAN]);
    assert_eq!(all(&x, 1.0).as_slice(), [true, false, false]);
    assert_eq!(many(&x, 3.0).as_slice(), [false, true, false]);
    assert_eq!(one(4.0), 8.0);
}
