use polarnet::schedule;

schedule! {
    space tests;
    space bins;
    val counts(x: f64) -> Data<bins, u32> default 0 join add { i :- x as u32; counts[i] <- counts[i] }
}

fn main() {}
