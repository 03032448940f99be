use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

fn price(x: f64) -> f64 {
    x
}

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Neg(I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure price(f64) -> f64;
    val cost(n: Math) -> f64 {
        returns match n { Num | Var => 1.0, Neg(x) => price(cost[x]), Add(a, b) => cost[a] + cost[b] }
    }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
