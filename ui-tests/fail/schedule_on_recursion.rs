use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val fib(n: u32) -> f64 { returns if n < 2 { 1.0 } else { fib(n - 1) + fib(n - 2) } }
    val cost(n: Math) -> f64 {
        returns match n { Num => 1.0, Var(n) => fib(n), Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
