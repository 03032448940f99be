use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    extern(cpu) pure mix(u32, u32) -> u32;
    val mixed(x: u32) -> Data<bins, u32> default 0 join mix { mixed[x] <- 1 }
    fn all(x: &Data<tests, u32>, rows: Rows<bins>) -> Data<bins, u32> impls mixed { scatter(x).push(privatize).parallel() }
}

fn main() {}
