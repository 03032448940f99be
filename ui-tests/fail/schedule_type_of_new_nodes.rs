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
    val same(n: expr) -> Idx<other> {
        returns match n { Neg(x) => Add(same[x]), Add(a, b) => Num(true), _ => Neg(1.0) }
    }
}

fn main() {}
