use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, weight: f64) -> f64 { returns match n { Num | Var => weight, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] } }
    fn computed(b: &Batch<expr>, weight: u32) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
