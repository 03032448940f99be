use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { x, y :- a; returns x }
    val g(a: f64) -> f64 { x, y :- (a, a, a); returns x }
}

fn main() {}
