use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    const START: f64 = 1.0;
    val sums(x: f64) -> Data<bins, f64> default START join add { sums[x as u32] <- x }
    fn all_sums(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, f64> impls sums { scatter(x) }
}

fn main() {}
