//! `reduce` is of a call of a net's function.

use polarnet::{Error, Runtime, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

schedule! {
    const TWO: u32 = reduce(Nets::double(1));
    val half(n: u32) -> u32 { returns n / 2 }
    val a(n: u32) -> u32 { returns reduce(n) }
    val b(n: u32) -> u32 { returns reduce(Nets::double) }
    val c(n: u32) -> u32 { returns reduce(half(n)) }
    val d(n: u32) -> u32 { returns reduce(double(n)) }
    val e(n: u32) -> u32 { returns reduce(Nets::double(n), Nets::double(n)) }
    val f(n: u32) -> u32 { returns reduce + n }
    fn all(n: u32, runtime: &Runtime) -> Result<(u32, u32, u32, u32, u32, u32, u32), Error> impls a, b, c, d, e, f, half { eval(n) }
}

fn main() {}
