use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, weight: f64, k: u32) -> f64 { returns match n { Num | Var => weight, Add(args..) => k as f64 * sum(cost[args]) } }
    val size(n: Math) -> f64 { returns match n { Num | Var => 1.0, Add(args..) => 1.0 + sum(size[args]) } }
    fn one(b: &Batch<expr>, weight: f64, k: u32, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost, wieght) { bottom_up(b) }
    fn two(b: &Batch<expr>, weight: f64, k: u32, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost, k) { bottom_up(b) }
    fn three(b: &Batch<expr>, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(size) { bottom_up(b) }
    fn four(b: &Batch<expr>, weight: f64, k: u32, dot: f64) -> (Data<expr, f64>, Data<expr, f64>) impls jvp(cost, n) { bottom_up(b) }
}

fn main() {}
