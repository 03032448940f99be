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
    val square(x: f64) -> f64 { returns x * x }
    fn slope(x: f64, gpu: &Device) -> Result<(f64, f64), Error> impls vjp(square) { eval(x).on(gpu) }
}

fn main() {}
