use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val peaks(x: f64) -> Data<bins, f64> default 0.0 join max { peaks[x as u32] <- x }
    fn all_peaks(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, f64> impls peaks { scatter(x) }
}

fn main() {}
