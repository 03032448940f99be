//! What a net takes and gives is known in part to the macro, and to rustc.

use polarnet::{Error, Runtime, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

schedule! {
    val of_wide(x: f64, n: u64) -> u32 { returns reduce(Nets::double(x)) + reduce(Nets::double(n)) }
    val to_wide(n: u32) -> u64 { returns reduce(Nets::double(n)) }
    fn wide(x: f64, n: u64, runtime: &Runtime) -> Result<u32, Error> impls of_wide { eval(x, n) }
    fn widened(n: u32, runtime: &Runtime) -> Result<u64, Error> impls to_wide { eval(n) }
}

fn main() {}
