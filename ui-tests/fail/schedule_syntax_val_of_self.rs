use polarnet::schedule;

schedule! {
    val f(self) -> f64 { returns 1.0 }
    val g(&a: f64) -> f64 { returns 1.0 }
    val fn(a: f64) -> f64 { returns 1.0 }
}

fn main() {}
