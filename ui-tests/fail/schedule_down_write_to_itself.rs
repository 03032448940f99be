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
    val depth(n: Math) -> u32 default 0 join max {
        match n {
            Num | Var => {}
            Neg(x) => depth[n] <- 1,
            Add(args..) => depth[args] <- depth[n] + 1,
        }
    }
}

fn main() {}
