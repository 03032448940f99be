use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val peaks(x: f64) -> Data<bins, i32> default 0 join max { peaks[x as u32] <- 1 }
    fn all_peaks(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, i32> impls peaks { scatter(x) }
}

fn main() {}
