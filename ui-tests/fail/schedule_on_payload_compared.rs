use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

#[derive(polarnet::columns::Payload, Clone, Copy, Debug, PartialEq)]
enum Function {
    Sin,
    Exp,
}

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Leaf,
    Call(Function, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n { Leaf => 1.0, Call(f, x) => cost[x] + (1.0 if f == Function::Sin else 0.0) }
    }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
