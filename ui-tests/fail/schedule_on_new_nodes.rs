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
    space out: Batch<Math>;
    val simple(n: expr) -> Idx<out> { returns match n { Neg(x) => simple[x], _ => n } }
    fn simplified(b: &Batch<expr>, guard: Guard<out>, gpu: &Device) -> Result<(Batch<out>, Mapping<expr, out>), Error> impls simple { bottom_up(b).on(gpu) }
}

fn main() {}
