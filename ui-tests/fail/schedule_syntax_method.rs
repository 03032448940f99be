use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns a.sqrt() }
}

fn main() {}
