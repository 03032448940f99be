use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure gamma(f64) -> f64;
    val pair(n: Math, w: f64) -> (f64, f64) { returns match n { Num | Var => (w, 1.0), Add(a, _) => pair[a] } }
    val first(n: Math, w: f64) -> f64 { returns pair[n].0 + w }
    val share(n: Math, w: f64) -> f64 default 0.0 join add { match n { Num | Var => {} Add(args..) => share[args] <- w } }
    val second(n: Math, w: f64) -> f64 { returns share[n] * w }
    val third(n: Math, w: f64) -> f64 { returns match n { Num | Var => gamma(w), Add(args..) => sum(third[args]) } }
    fn one(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(first) { bottom_up(b) }
    fn two(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(second) { bottom_up(b) }
    fn three(b: &Batch<expr>, w: f64, dw: f64) -> (Data<expr, f64>, Data<expr, f64>) impls jvp(third) { bottom_up(b) }
    fn four(b: &Batch<expr>, w: f64, root: Idx<expr>) -> (Data<expr, f64>, f64) impls vjp(share) { top_down(b) }
}

fn main() {}
