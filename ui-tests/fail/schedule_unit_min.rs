use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val lows(x: f64) -> Data<bins, f64> default 0.0 join min { lows[x as u32] <- x }
    fn all_lows(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, f64> impls lows { scatter(x) }
}

fn main() {}
