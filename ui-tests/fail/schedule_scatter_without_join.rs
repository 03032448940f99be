use polarnet::schedule;

schedule! {
    space bins;
    val counts(x: f64) -> Data<bins, u32> { counts[x as u32] <- 1 }
}

fn main() {}
