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
    Square,
}

schedule! {
    space expr: Batch<Math>;
    val size(n: Math, s: Shape) -> f64 { returns match n { Num | Neg => match s { Shape::Round => 1.0 }, Add(a, b) => 1.0 } }
    fn sizes(b: &Batch<expr>, s: Shape) -> Data<expr, f64> impls size { bottom_up(b) }
}

fn main() {}
