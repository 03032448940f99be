use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns a + loop }
    val g(a: f64) -> f64 { returns while a { 1.0 } }
}

fn main() {}
