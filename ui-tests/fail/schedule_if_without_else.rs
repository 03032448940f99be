use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns if a < 1.0 { 1.0 } }
}

fn main() {}
