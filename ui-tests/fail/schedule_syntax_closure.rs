use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns max(|x| x) }
}

fn main() {}
