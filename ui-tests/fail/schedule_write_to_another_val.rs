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
    val seen(n: Math) -> bool default false join any { match n { Neg(x) => seen[x] <- true, _ => {} } }
    val depth(n: Math) -> u32 default 0 join max { match n { Neg(x) => seen[x] <- true, _ => {} } }
}

fn main() {}
