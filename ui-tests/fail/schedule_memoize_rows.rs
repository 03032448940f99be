use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n {
            Num => 1.0,
            Add(a, b) => cost[a] + cost[b],
        }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b).memoize() }
}

fn main() {}
