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
    space other: Batch<Math>;
    val cost(n: expr, weight: Data<other, f64>) -> f64 {
        returns match n { Num | Var => weight[n], Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
}

fn main() {}
