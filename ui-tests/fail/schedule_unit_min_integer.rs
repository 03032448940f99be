use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val lows(x: f64) -> Data<bins, u32> default 0 join min { lows[x as u32] <- 1 }
    fn all_lows(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls lows { scatter(x) }
}

fn main() {}
