use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math, w: f64, v: f64) -> f64 { returns match n { Num => w, Var => v, Add(args..) => w * sum(cost[args]) } }
    fn reverse(b: &Batch<expr>, w: &Data<expr, f64>, v: f64, root: Idx<expr>) -> (f64, Data<expr, f64>) impls vjp(cost) { bottom_up(b) }
    fn forward(b: &Batch<expr>, w: &Data<expr, f64>, v: f64, dw: &Data<expr, f64>, dv: f64) -> Data<expr, f64> impls jvp(cost) { bottom_up(b) }
    fn tangent(b: &Batch<expr>, w: &Data<expr, f64>, v: f64, dw: f64, dv: f64) -> (Data<expr, f64>, Data<expr, f64>) impls jvp(cost) { bottom_up(b) }
    fn missing(b: &Batch<expr>, w: &Data<expr, f64>, v: f64, dw: &Data<expr, f64>) -> (Data<expr, f64>, Data<expr, f64>) impls jvp(cost) { bottom_up(b) }
}

fn main() {}
