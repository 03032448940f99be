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
    val cost(n: Mth) -> f64 { returns match n { Num => 1.0, Neg(x) => cost[x] } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

schedule! {
    space expr: Batch<Math>;
    val height(n: exp) -> f46 { returns match n { Num => 0.0, Neg(x) => 1.0 + height[x] } }
    fn heights(b: &Btach<expr>) -> Data<expr, f64> impls height { bottom_up(b) }
}

fn main() {}
