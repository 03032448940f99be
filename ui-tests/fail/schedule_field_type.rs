//! Functions of fields that are of no fitting type, which Rust alone knows.

use polarnet::schedule;

#[derive(Clone, Copy)]
struct Range {
    low: f64,
    steps: i64,
    count: u32,
    name: &'static str,
}

schedule! {
    val a(r: Range) -> bool { returns is_nan(r.steps) && r.low < 1.0 }
    val b(r: Range) -> bool { returns abs(r.count) > r.count }
    val c(r: Range) -> bool { returns max(r.name, r.name) == r.name }
    val d(r: Range) -> bool { returns sum(x.name for x in [r, r]) == r.name }
    fn fa(r: Range) -> bool impls a { eval(r) }
    fn fb(r: Range) -> bool impls b { eval(r) }
    fn fc(r: Range) -> bool impls c { eval(r) }
    fn fd(r: Range) -> bool impls d { eval(r) }
}

fn main() {}
