use polarnet::schedule;

schedule! {
    #[inline]
    val f(a: f64) -> f64 { returns a }
}

fn main() {}
