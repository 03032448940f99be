use polarnet::schedule;

schedule! {
    extern(cpu) pure price(u32) -> f64;
    val twice(x: f64) -> f64 { returns x * 2.0 }
    val f(a: f64, b: u32, c: bool) -> f64 { returns twice(b) }
    val g(a: f64, b: u32, c: bool) -> f64 { returns price(a) }
    val h(a: f64, b: u32, c: bool) -> f64 { returns sqrt(b) }
    val i(a: f64, b: u32, c: bool) -> f64 { returns max(a, c) }
    val j(a: f64, b: u32, c: bool) -> f64 { returns powi(a, a) }
    val k(a: f64, b: u32, c: bool) -> f64 { returns sum(a) }
}

fn main() {}
