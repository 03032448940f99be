use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns if a < 0.0 { a } else { 0u32 } }
    val g(a: f64) -> f64 { returns a if a < 0.0 else true }
}

fn main() {}
