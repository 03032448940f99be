use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val counts(x: f64, to: Idx<tests>) -> Data<bins, u32> default 0 join add { counts[to] <- 1 }
}

fn main() {}
