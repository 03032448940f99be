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
    val twice(x: f64) -> f64 { returns x + x }
    fn doubled(x: f64, gpu: &Device) -> Result<f64, Error> impls twice { eval(x).on(gpu) }
}

fn main() {}
