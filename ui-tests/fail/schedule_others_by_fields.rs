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
    val depth(n: Math) -> u32 { returns match n { Num => 0, _(a, b) => 1 + max(depth[a], depth[b]) } }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }
}

fn main() {}
