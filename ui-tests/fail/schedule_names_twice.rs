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
    const cost: f64 = 1.0;
    val cost(n: Math) -> f64 { returns match n { Num => 1.0, _ => 2.0 } }
    val expr(n: Math, n: f64) -> f64 { returns match n { Num => 1.0, _ => 2.0 } }
    fn cost(b: &Batch<expr>, b: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
