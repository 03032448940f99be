use polarnet::schedule;

schedule! {
    val f(a: (f64, u32), b: f64) -> f64 { returns a.2 }
    val g(a: (f64, u32), b: f64) -> f64 { returns b.x }
}

fn main() {}
