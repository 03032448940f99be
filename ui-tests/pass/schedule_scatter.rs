use polarnet::{columns::space, schedule};

schedule! {
    space tests;
    space bins;
    val counts(x: f64) -> Data<bins, u32> default 0 join add { counts[x as u32] <- 1 }
    val mass(x: f64) -> Data<bins, f64> default 0.0 join add reassoc { if x > 0.0 { mass[x as u32] <- x } }
    fn one(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls counts { scatter(x) }
    fn all(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls counts { scatter(x).push(atomic).parallel() }
    fn masses(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, f64> impls mass {
        scatter(x).push(privatize).parallel()
    }
}

fn main() {
    space!(Tests, guard);
    let x = guard.column(vec![0.5, 1.5, 1.25, -3.0]);
    space!(Bins, guard);
    let rows = guard.rows(2);
    assert_eq!(one(&x, rows).as_slice(), [2, 2]);
    assert_eq!(all(&x, rows).as_slice(), [2, 2]);
    assert_eq!(masses(&x, rows).as_slice(), [0.5, 2.75]);
}
