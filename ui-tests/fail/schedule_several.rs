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
    val cost(n: Math) -> f64 { returns match n { Num => 1, Neg(x) => cots[x], _ => sqr(2.0) } }
    val depth(n: Math) -> u32 { returns match n { Num => 0, Neg(x) => depth[n] + 1.0, Ad(a, b) => 1 } }
    val height(n: Math) u32 { returns 1 }
    val top(n: Math) -> u32 default 1 join add { match n { Neg(x) => top[x] <- } }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { botom_up(b) }
    fn depths(b: &Batch<expr>) -> Data<expr, f64> impls depth { bottom_up(b).parallel() }
}

fn main() {}
