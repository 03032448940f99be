//! The error of a function is one that a net's can become.

use polarnet::{Runtime, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

schedule! {
    val double(n: u32) -> u32 { returns reduce(Nets::double(n)) }
    fn doubled(n: u32, runtime: &Runtime) -> Result<u32, String> impls double { eval(n) }
}

fn main() {}
