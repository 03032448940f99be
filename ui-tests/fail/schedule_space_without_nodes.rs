use polarnet::schedule;

schedule! {
    space tests;
    val cost(n: tests) -> f64 { returns 1.0 }
}

fn main() {}
