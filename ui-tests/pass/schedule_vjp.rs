//! Derivatives of a function of numbers and columns, in both modes.

use polarnet::{columns::space, schedule};

schedule! {
    space s;
    val error(scale: f64, xs: Data<s, f64>, ys: Data<s, f64>) -> f64 {
        returns sum((scale * xs[i] - ys[i]) * (scale * xs[i] - ys[i]) for i in s)
    }
    fn slope(scale: f64, xs: &Data<s, f64>, ys: &Data<s, f64>) -> (f64, f64) impls vjp(error, scale) { eval(scale, xs, ys) }
    fn along(scale: f64, xs: &Data<s, f64>, ys: &Data<s, f64>, dscale: f64, dxs: &Data<s, f64>, dys: &Data<s, f64>)
        -> (f64, f64) impls jvp(error) { eval(scale, xs, ys) }
}

fn main() {
    space!(Samples, guard);
    let xs = guard.column(vec![1.0, 2.0]);
    let (ys, zeros) = (xs.map(|x| 3.0 * x), xs.map(|_| 0.0));
    assert_eq!(slope(3.0, &xs, &ys), (0.0, 0.0));
    assert_eq!(slope(2.0, &xs, &ys), (5.0, -10.0));
    assert_eq!(along(2.0, &xs, &ys, 1.0, &zeros, &zeros), (5.0, -10.0));
}
