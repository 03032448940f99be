use polarnet::schedule;

schedule! {
    space bins;
    val counts(x: f64) -> Data<bins, u32> default 0 join add { counts[x as i32] <- 1 }
}

fn main() {}
