use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    If { test: I, then: I, other: I },
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 { returns match n { Num => 1.0, If { test, els, .. } => cost[test] } }
    val depth(n: Math) -> u32 { returns match n { Num => 0, If { test, then } => 1 + depth[test] } }
}

fn main() {}
