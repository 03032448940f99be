// Rustc alone knows that the enum has no macro of its name, which `derive(Node)` would make: see schedule_language_unknown.rs.
use polarnet::schedule;

enum Math<I> {
    Num(f64),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 { returns match n { Num => 1.0, Neg(x) => cost[x] } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
