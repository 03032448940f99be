use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Sub(I, I),
    If { test: I, then: I },
}

schedule! {
    space expr: Batch<Math>;
    space out: Batch<Math>;
    val cost(n: expr) -> f64 {
        returns match n {
            Sub(Num(x), b) => x + cost[b],
            Sub(a, If { test, .. }) => cost[a] + cost[test],
            If { test: Num | Math::Sub, then } => cost[then],
            If { then: Nun, .. } => 0.0,
            _ => 1.0,
        }
    }
    val simplify(n: expr) -> Idx<out> {
        returns match n {
            Sub(a, b) => match (simplify[a], simplify[b]) { (Sub(Num, x), Num(y)) if y == 0.0 => x, _ => n },
            _ => n,
        }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn simplified(b: &Batch<expr>, guard: Guard<out>) -> (Batch<out>, Mapping<expr, out>) impls simplify { bottom_up(b) }
}

fn main() {}
