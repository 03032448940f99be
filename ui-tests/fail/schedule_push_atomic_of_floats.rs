use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val mass(x: f64) -> Data<bins, f64> default 0.0 join add { mass[x as u32] <- x }
    fn masses(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, f64> impls mass { scatter(x).push(atomic).parallel() }
}

fn main() {}
