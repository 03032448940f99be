// Which types there are, rustc alone knows: a type that the block does not know may be any of Rust's.
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
    val form(n: Math, leaf: Shape) -> Shape { returns match n { Num | Neg => leaf, Add(a, b) => form[a] } }
    fn forms(b: &Batch<expr>, leaf: Shape) -> Data<expr, Shape> impls form { bottom_up(b) }
}

fn main() {}
