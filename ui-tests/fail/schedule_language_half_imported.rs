use ast::Math;
use polarnet::schedule;

mod ast {
    #[derive(polarnet::columns::Node, Clone, Copy)]
    pub enum Math<I> {
        Num(f64),
        Neg(I),
    }
}

schedule! {
    space expr: Batch<Math>;
    val depth(n: Math) -> u32 { returns match n { Num => 0, Neg(x) => 1 + depth[x] } }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }
}

fn main() {}
