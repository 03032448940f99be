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
    space out: Batch<Math>;
    space dims;
    val cost(n: out) -> f64 { returns match n { Num(x) => x * sum(1.0 for i in dims), Neg(x) => cost[x] } }
    val cheap(n: expr) -> Idx<out> { returns match n { Neg(x) => if cost[cheap[x]] < 1.0 { cheap[x] } else { n }, _ => n } }
    fn cheapest(b: &Batch<expr>, guard: Guard<out>, dims: Rows<dims>) -> (Batch<out>, Mapping<expr, out>) impls cheap { bottom_up(b) }
}

fn main() {}
