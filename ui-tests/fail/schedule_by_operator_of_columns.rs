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

schedule! {
    space expr: Batch<Math>;
    val size(n: Math) -> u32 { returns match n { _(args..) => 1 + sum(size[args]) } }
    val share(n: Math, whole: u32) -> f64 { returns size[n] as f64 / whole as f64 }
    fn shares(b: &Batch<expr>, whole: u32) -> Data<expr, f64> impls share { bottom_up(b).by_operator() }
}

fn main() {}
