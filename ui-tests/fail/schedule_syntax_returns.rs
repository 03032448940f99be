use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { x :- a * a; }
    val g(a: f64) -> f64 {}
}

fn main() {}
