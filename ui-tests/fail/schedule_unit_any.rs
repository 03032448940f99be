use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val some(x: f64) -> Data<bins, bool> default true join any { some[x as u32] <- true }
    fn all_some(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, bool> impls some { scatter(x) }
}

fn main() {}
