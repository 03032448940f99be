use polarnet::{
    columns::{Builder, Child, Node, space},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    If { test: I, then: I, other: I },
    Tri(u8, [I; 3]),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n {
            Num(v) => v,
            If { test, then: t, .. } => cost[test] + cost[t],
            Tri(k, args) => k as f64 * sum(cost[args]),
        }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let tri = b.add(Math::Tri(2, [two, two, two]));
    let root = b.add(Math::If { test: two, then: tri, other: two });
    assert_eq!(costs(&b.freeze())[root], 14.0);
}
