use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val sums(x: f64) -> Data<bins, u32> default 1 join add { sums[x as u32] <- 1 }
    fn all_sums(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls sums { scatter(x) }
}

fn main() {}
