use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    space dims;
    val count(x: f64) -> f64 { returns x * sum(1.0 for i in dims) }
    val cost(n: Math) -> f64 { returns match n { Num(x) => count(x), Add(a, b) => cost[a] + cost[b] } }
    val width(n: Math) -> f64 { returns sum(1.0 for i in dims) }
    fn costs(b: &Batch<expr>, rows: Rows<dims>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn widths(b: &Batch<expr>) -> Data<expr, f64> impls width { bottom_up(b) }
}

fn main() {}
