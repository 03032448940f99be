use polarnet::schedule;

schedule! {
    val f(a: f64) -> f64 { returns a + }
    val g(a: f64) -> f64 { returns }
    val h(a: f64) -> f64 { returns a b }
    val i(a: f64) -> f64 { return a }
    val j(a: f64) -> f64 { let x = a; x }
    val k(a: f64) -> f64 { x = a * a; returns x }
    val l(a: f64) -> f64 { returns (a 1.0) }
    val m(a: f64) -> f64 { returns max(a; a) }
    val o(a: f64) -> f64 { returns a ** 2.0 }
    val p(a: f64) -> f64 { returns a = 2.0 }
}

fn main() {}
