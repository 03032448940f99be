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
    val cost(n: Math) -> f64 {
        returns match n { Num(v) => v, Neg(x) => cost[x], Add(a, b) => 1.0 + max(cost[a], cost[b]) }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn in_parallel(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).wavefront().chunk(64).parallel() }
    fn by_operator(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).by_operator() }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let minus = b.add(Math::Neg(two));
    let root = b.add(Math::Add(two, minus));
    let b = b.freeze();
    assert_eq!(costs(&b)[root], 3.0);
    assert_eq!(in_parallel(&b)[root], 3.0);
    assert_eq!(by_operator(&b)[root], 3.0);
}
