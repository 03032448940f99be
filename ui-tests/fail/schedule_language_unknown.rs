// Which languages there are, rustc alone knows: `derive(Node)` makes a macro of the enum's name, which `schedule!` calls, and no
// macro can ask whether another one is there, or stand in for one that is not. docs/book/src/schedule.md says what the message means.
use polarnet::schedule;

schedule! {
    space expr: Batch<Maths>;
    val cost(n: Maths) -> f64 { returns match n { Num => 1.0, Neg(x) => cost[x] } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
