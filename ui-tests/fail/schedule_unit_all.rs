use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val every(x: f64) -> Data<bins, bool> default false join all { every[x as u32] <- true }
    fn all_every(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, bool> impls every { scatter(x) }
}

fn main() {}
