use polarnet::schedule;

schedule! {
    val f(a: f64) { returns a }
}

fn main() {}
