use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, w: f64) -> f64 { returns match n { Num | Var => w, Add(args..) => w * sum(cost[args]) } }
    val square(x: f64) -> f64 { returns x * x }
    fn parallel(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b).wavefront().parallel() }
    fn grouped(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b).by_operator() }
    fn planned(b: &Plan<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
    fn down(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost) { top_down(b) }
    fn mapped(x: &Data<expr, f64>) -> (Data<expr, f64>, Data<expr, f64>) impls vjp(square) { map(x).parallel() }
}

fn main() {}
