use polarnet::schedule;

schedule! {
    extern(cpu) pure price(u32) -> f64;
    val twice(x: f64) -> f64 { returns x * 2.0 }
    val f(a: f64, b: u32) -> f64 { returns twice(a, a) }
    val g(a: f64, b: u32) -> f64 { returns price() }
    val h(a: f64, b: u32) -> f64 { returns sqrt(a, a) }
    val i(a: f64, b: u32) -> f64 { returns sum() }
}

fn main() {}
