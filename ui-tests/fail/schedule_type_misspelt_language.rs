use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Mth) -> f64 { returns match n { Num(v) => v, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
