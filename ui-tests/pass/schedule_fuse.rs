use polarnet::{
    columns::{Builder, Child, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 { returns match n { Num(v) => v, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] } }
    val height(n: Math) -> u32 { returns match n { Num => 0, Neg(args..) | Add(args..) => 1 + max(height[args]) } }
    fn both(b: &Batch<expr>) -> (Data<expr, f64>, Data<expr, u32>) impls cost, height { bottom_up(b).fuse() }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let minus = b.add(Math::Neg(two));
    let root = b.add(Math::Add(two, minus));
    let (costs, heights) = both(&b.freeze());
    assert_eq!((costs[root], heights[root]), (4.0, 2));
}
