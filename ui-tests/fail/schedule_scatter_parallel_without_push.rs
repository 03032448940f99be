use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val counts(x: f64) -> Data<bins, u32> default 0 join add { counts[x as u32] <- 1 }
    fn all(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls counts { scatter(x).parallel() }
}

fn main() {}
