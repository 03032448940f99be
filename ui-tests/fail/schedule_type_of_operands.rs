use polarnet::schedule;

schedule! {
    val f(a: f64, b: u32, c: bool) -> f64 { returns a * b }
    val g(a: f64, b: u32, c: bool) -> bool { returns a < b }
    val h(a: f64, b: u32, c: bool) -> bool { returns c && a }
    val i(a: f64, b: u32, c: bool) -> bool { returns c + c }
    val j(a: f64, b: u32, c: bool) -> f64 { returns a | a }
    val k(a: f64, b: u32, c: bool) -> u32 { returns b << a }
    val l(a: f64, b: u32, c: bool) -> u32 { returns -b }
    val m(a: f64, b: u32, c: bool) -> f64 { returns !a }
    val o(a: f64, b: u32, c: bool) -> bool { returns c as f64 }
}

fn main() {}
