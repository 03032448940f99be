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
    space out: Batch<Math>;
    val simplify(n: expr) -> Idx<out> {
        returns match n { Add(a, b) => simplify[Neg(simplify[a])], Neg(x) => x, _ => n }
    }
}

fn main() {}
