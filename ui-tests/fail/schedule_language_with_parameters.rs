use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<T: Copy, I: Child> {
    Num(T),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    val depth(n: Math) -> u32 { returns match n { Num => 0, Neg(x) => depth[x] } }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }
}

fn main() {}
