use polarnet::{
    columns::{Batch, Child, Data, Node, Space},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n { Num | Var => 1.0, Neg(x) => cost[n], Add(a, b) => cost[a] + cost[b] }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    val twice(x: f64) -> f64 { returns 2.0 * }
    pub fn double(x: f64) -> f64 impls twice { eval(x) }
    fn more(b: &Batch<expr>) -> Data<expr, f64> impls cost { botom_up(b) }
}

/// No more errors for what is used all the same.
fn sum<S: Space>(b: &Batch<S, MathLang>) -> f64 {
    let all: Data<S, f64> = costs(b);
    all.as_slice().iter().sum::<f64>() + double(1.0) + more(b).as_slice()[0]
}

fn main() {}
