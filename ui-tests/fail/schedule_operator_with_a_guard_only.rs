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
    val cost(n: Math, low: f64) -> f64 {
        returns match n { Num(v) if v < low => 0.0, Var => 1.0, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
}

fn main() {}
