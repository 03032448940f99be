// Which operators a type of Rust's has, rustc alone knows. It says so at the operator, with both types, and the trait that is missing.
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

#[derive(Clone)]
struct Shape(u32);

schedule! {
    space expr: Batch<Math>;
    val form(n: Math, leaf: Shape) -> Shape { returns match n { Num | Neg => leaf, Add(a, b) => form[a] + form[b] } }
    fn forms(b: &Batch<expr>, leaf: Shape) -> Data<expr, Shape> impls form { bottom_up(b) }
}

fn main() {}
