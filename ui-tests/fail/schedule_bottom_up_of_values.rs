use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
}

schedule! {
    space expr: Batch<Math>;
    val double(x: f64) -> f64 { returns x + x }
    fn doubles(b: &Batch<expr>) -> Data<expr, f64> impls double { bottom_up(b) }
}

fn main() {}
