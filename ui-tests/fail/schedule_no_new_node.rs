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
    val constant(n: Math) -> Idx<expr> { returns match n { Neg(x) => Num(0.0), _ => n } }
    fn constants(b: &Batch<expr>) -> Data<expr, Idx<expr>> impls constant { bottom_up(b) }
}

fn main() {}
