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
    val cost(n: Math) -> f64 { returns match n {} }
}

fn main() {}
