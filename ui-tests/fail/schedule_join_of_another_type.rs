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
    val longer(a: f64, b: f64) -> f64 { returns max(a, b) }
    val depth(n: Math) -> u32 default 0 join longer { match n { Neg(x) => depth[x] <- 1, _ => {} } }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { top_down(b) }
}

fn main() {}
