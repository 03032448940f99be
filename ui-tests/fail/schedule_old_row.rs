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
    val simplify(n: Math) -> Idx<expr> {
        returns match n {
            Num => n,
            Neg(x) => match simplify[x] { Neg(y) => y, _ => n },
            _ => n,
        }
    }
    fn simplified(b: &Batch<expr>) -> Data<expr, Idx<expr>> impls simplify { bottom_up(b) }
}

fn main() {}
