use polarnet::schedule;

schedule! {
    val f(a: f64) -> u32 { returns a * 2.0 }
}

fn main() {}
