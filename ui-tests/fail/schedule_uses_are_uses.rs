// One error, and no warning that what the block names is unused.
use ast::{Function, Math, MathLang};
use polarnet::{
    device::{Device, Error},
    schedule,
};

mod ast {
    use polarnet::columns::{Node, Payload};

    #[derive(Payload, Clone, Copy, Debug)]
    pub enum Function {
        Sin,
        Cos,
    }

    #[derive(Node, Clone, Copy)]
    pub enum Math<I> {
        Num(f64),
        Call(Function, I),
    }
}

fn price(_: Function) -> f64 {
    1.0
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure price(Function) -> f64;
    val cost(n: Math) -> f64 { returns match n { Num => 1.0, Call(f, x) => price(f) + cost(x) } }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
}

fn main() {}
