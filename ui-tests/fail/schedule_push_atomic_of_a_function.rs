use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val larger(a: u32, b: u32) -> u32 { returns if a < b { b } else { a } }
    val peak(x: f64) -> Data<bins, u32> default 0 join larger commutative { peak[x as u32] <- 1 }
    fn peaks(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls peak { scatter(x).push(atomic).parallel() }
}

fn main() {}
