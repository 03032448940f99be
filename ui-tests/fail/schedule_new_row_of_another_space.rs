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
        returns match n { Neg(x) => x, Add(a, b) => Add(same[a], same[b]), _ => n }
    }
}

fn main() {}
