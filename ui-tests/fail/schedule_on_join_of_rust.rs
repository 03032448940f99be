use polarnet::{
    columns::Node,
    device::{Device, Error},
    schedule,
};

fn larger(a: u32, b: u32) -> u32 {
    a.max(b)
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
    extern(cpu) pure larger(u32, u32) -> u32;
    val uses(n: Math) -> u32 default 0 join larger commutative {
        match n { Num | Var => {} _(args..) => uses[args] <- 1 }
    }
    fn used(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, u32>, Error> impls uses { top_down(b).on(gpu) }
}

fn main() {}
