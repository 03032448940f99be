#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings)]

#[derive(::polarnet::columns::Node, ::core::clone::Clone, ::core::marker::Copy)]
pub enum Math<I: ::polarnet::columns::Child> {
    Num(f64),
    Neg(I),
    Add(I, I),
}

::polarnet::schedule! {
    space expr: Batch<Math>;
    space bins;
    val cost(n: Math) -> f64 { returns match n { Num => 1.0, Neg(args..) | Add(args..) => 1.0 + sum(cost[args]) } }
    val uses(n: Math) -> u32 default 0 join add { match n { Num => {} Neg(args..) | Add(args..) => uses[args] <- 1 } }
    pub fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    pub fn used(b: &Batch<expr>) -> Data<expr, u32> impls uses { top_down(b) }
}

fn main() {}
