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
    val both(n: Math) -> [u32; 2] { returns match n { Num => [0, 1], _(args..) => [both[c][0] for c in args] } }
    fn all(b: &Batch<expr>) -> Data<expr, [u32; 2]> impls both { bottom_up(b) }
}

fn main() {}
