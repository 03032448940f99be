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
    val cost(n: Math) -> f64 {
        returns match n { Num | Var => 1.0, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
    val uses(n: Math) -> u32 default 0 join add {
        match n { Num | Var => {} Neg(args..) | Add(args..) => uses[args] <- 1 }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { top_down(b) }
    fn all(b: &Batch<expr>) -> Data<expr, u32> impls uses { bottom_up(b) }
    fn mapped(b: &Batch<expr>) -> Data<expr, f64> impls cost { map(b) }
}

fn main() {}
