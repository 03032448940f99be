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
enum Shape {
    Round,
}

schedule! {
    space expr: Batch<Math>;
    val form(n: Math) -> Shape { returns match n { Num => Shape::Rond, Neg(x) => form[x], Add(a, b) => Shape::Round } }
    fn forms(b: &Batch<expr>) -> Data<expr, Shape> impls form { bottom_up(b) }
}

fn main() {}
