use polarnet::schedule;

schedule! {
    space expr: Batch<Maths>;
    val cost(n: Maths) -> f64 { returns match n { Num => 1.0, Neg(x) => cost[x] } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
