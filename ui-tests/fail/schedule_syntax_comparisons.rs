use polarnet::schedule;

schedule! {
    val f(a: f64) -> bool { returns 0.0 < a < 1.0 }
}

fn main() {}
