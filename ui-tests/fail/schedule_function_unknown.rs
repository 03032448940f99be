use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns sqr(a) + cosinus(a) }
}

fn main() {}
