use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space vars;
    space expr: Batch<Math>;
    val cost(n: Math, w: f64) -> f64 { returns match n { Num | Var => w, Add(args..) => w * sum(cost[args]) } }
    fn without(b: &Batch<expr>, w: f64) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
    fn another(b: &Batch<expr>, w: f64, seed: &Data<vars, f64>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
    fn elsewhere(b: &Batch<expr>, w: f64, root: Idx<vars>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
    fn number(b: &Batch<expr>, w: f64, seed: f64) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
    fn two(b: &Batch<expr>, w: f64, seed: &Data<expr, f64>, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(cost) { bottom_up(b) }
}

fn main() {}
