//! A net is reduced by a runtime, which the function gets.

use polarnet::{Error, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

schedule! {
    val double(n: u32) -> u32 { returns reduce(Nets::double(n)) }
    val quadruple(n: u32) -> u32 { returns 2 * double(n) }
    fn doubled(n: u32) -> Result<u32, Error> impls double { eval(n) }
    fn quadrupled(n: u32) -> Result<u32, Error> impls quadruple { eval(n) }
}

fn main() {
    let _ = (doubled(1), quadrupled(1));
}
