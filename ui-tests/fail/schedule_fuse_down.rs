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
    val uses(n: Math) -> u32 default 0 join add {
        match n { Num | Var => {} Neg(args..) | Add(args..) => uses[args] <- 1 }
    }
    val seen(n: Math) -> bool default false join any { match n { Neg(x) => seen[x] <- true, _ => {} } }
    fn both(b: &Batch<expr>) -> (Data<expr, u32>, Data<expr, bool>) impls uses, seen { top_down(b).fuse() }
}

fn main() {}
