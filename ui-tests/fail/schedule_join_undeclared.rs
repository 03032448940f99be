use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val mixed(x: u32) -> Data<bins, u32> default 0 join combine { mixed[x] <- 1 }
    fn all(x: &Data<tests, u32>, rows: Rows<bins>) -> Data<bins, u32> impls mixed { scatter(x) }
}

fn main() {}
