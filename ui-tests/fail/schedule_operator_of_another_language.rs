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

#[derive(Node, Clone, Copy)]
enum Logic<I: Child> {
    True,
    Not(I),
}

schedule! {
    space expr: Batch<Math>;
    space logic: Batch<Logic>;
    val cost(n: Math) -> f64 {
        returns match n { Num | Var => 1.0, Not(x) => cost[x], Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
    val depth(n: Logic) -> u32 { returns match n { True => 0, Not(x) => 1 + depth[x] } }
}

fn main() {}
