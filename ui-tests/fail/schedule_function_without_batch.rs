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
    space other: Batch<Math>;
    val sign(a: Idx<other>) -> i32 { returns match a { Neg(x) => -sign(x), _ => 1 } }
    val signs(n: expr, at: Idx<other>) -> i32 { returns match n { Neg(x) => -signs[x], _ => sign(at) } }
    fn all(b: &Batch<expr>, at: Idx<other>) -> Data<expr, i32> impls signs { bottom_up(b) }
}

fn main() {}
