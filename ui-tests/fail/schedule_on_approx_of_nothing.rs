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
    val cost(n: Math) -> f64 approx {
        returns match n { Num | Var => 1.0, Neg(x) => cost[x], Add(a, b) => cost[a] + cost[b] }
    }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
