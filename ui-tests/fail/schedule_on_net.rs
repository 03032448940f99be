use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

polarnet::net! {
    book Prices {
        @main = 0
        @of(n: u32) -> u32 = ($([+1] a) a)
    }
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
    val cost(n: Math) -> f64 {
        returns match n { Num | Var => 1.0, Neg(x) => cost[x] + reduce(Prices::of(1)) as f64, Add(a, b) => cost[a] + cost[b] }
    }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
