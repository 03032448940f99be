use polarnet::schedule;

schedule! {
    val f(a) -> f64 { returns 1.0 }
}

fn main() {}
