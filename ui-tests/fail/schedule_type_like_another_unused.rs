//! A type that may be misspelt does not hide what is wrong elsewhere.

use polarnet::{
    columns::{Child, Node},
    schedule,
};

#[derive(Node, Clone, Copy)]
enum Math<I: Child> {
    Num(f64),
    Neg(I),
}

#[derive(Clone, Copy)]
struct Maths(f64);

fn by(of: Maths, x: f64) -> f64 {
    of.0 * x
}

schedule! {
    space expr: Batch<Math>;
    extern(cpu) pure by(Maths, f64) -> f64;
    val cost(n: Math, of: Maths) -> f64 { returns match n { Num(x) => by(of, x), Neg(x) => -cost[x] } }
}

schedule! {
    space expr: Batch<Math>;
    val exp(n: exp) -> f64 { returns match n { Num(x) => x, Neg(x) => -exp[x] } }
    fn exps(b: &Batch<expr>) -> Data<expr, f64> impls exp { bottom_up(b) }
}

fn main() {}
