use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space points;
    space expr: Batch<Math>;
    val value(n: Math, x: f64) -> f64 { returns match n { Num(c) => c, Var => x, Add(args..) => sum(value[args]) } }
    fn slopes(b: &Batch<expr>, x: &Data<points, f64>, root: Idx<expr>) -> (Data<expr, f64>, Data<points, f64>) impls vjp(value) { bottom_up(b) }
}

fn main() {}
