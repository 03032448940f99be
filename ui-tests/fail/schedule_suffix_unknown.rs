use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns a + 1.0f46 }
}

fn main() {}
