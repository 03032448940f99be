use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy)]
enum Math<I> { Num(f64), Var(u32), Add(I, I) }

schedule! {
    space expr: Batch<Math>;
    val depth(n: Math, w: f64) -> u32 { returns match n { Num | Var => w as u32, Add(args..) => 1 + max(depth[args]) } }
    fn slope(b: &Batch<expr>, w: f64, seed: &Data<expr, u32>) -> (Data<expr, u32>, f64) impls vjp(depth) { bottom_up(b) }
}

fn main() {}
