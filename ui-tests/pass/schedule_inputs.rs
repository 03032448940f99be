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
    val cost(n: Math, weight: f64, scale: f64) -> f64 {
        returns match n { Num(v) => v * weight, Neg(x) => cost[x] * scale, Add(a, b) => cost[a] + cost[b] + weight }
    }
    fn costs(b: &Batch<expr>, weight: &Data<expr, f64>, scale: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn same(b: &Batch<expr>, w: f64, s: f64) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let two = b.add(Math::Num(2.0));
    let root = b.add(Math::Neg(two));
    let b = b.freeze();
    let weight = b.fill_up(|_| 3.0);
    assert_eq!(costs(&b, &weight, 2.0)[root], 12.0);
    assert_eq!(same(&b, 3.0, 2.0)[root], 12.0);
}
