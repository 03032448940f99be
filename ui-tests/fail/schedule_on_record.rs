use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

#[derive(Clone, Copy)]
struct Range {
    low: f64,
    high: f64,
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
    val range(n: Math) -> Range {
        returns match n { Num(x) => Range { low: x, high: x }, Var => Range { low: 0.0, high: 1.0 }, Neg(x) => range[x], Add(a, _) => range[a] }
    }
    fn ranges(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, Range>, Error> impls range { bottom_up(b).on(gpu) }
}

fn main() {}
