//! A type of Rust's that has nearly the name of a language.

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
    extern(cpu) pure by(self::Maths, f64) -> f64;
    val cost(n: Math, of: self::Maths) -> f64 { returns match n { Num(x) => by(of, x), Neg(x) => -cost[x] } }
    fn costs(b: &Batch<expr>, of: self::Maths) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {}
