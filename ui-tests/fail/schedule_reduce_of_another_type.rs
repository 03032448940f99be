//! The types of one net are known to rustc.

use polarnet::{Error, Runtime, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

schedule! {
    val double(x: f32) -> u32 { returns reduce(Nets::double(x)) }
    val signed(n: u32) -> i32 { returns reduce(Nets::double(n)) }
    val unknown(n: u32) -> u32 { returns reduce(Nets::halve(n)) }
    val two(n: u32) -> u32 { returns reduce(Nets::double(n, n)) }
    fn doubled(x: f32, runtime: &Runtime) -> Result<u32, Error> impls double { eval(x) }
    fn doubled_signed(n: u32, runtime: &Runtime) -> Result<i32, Error> impls signed { eval(n) }
    fn halved(n: u32, runtime: &Runtime) -> Result<u32, Error> impls unknown { eval(n) }
    fn of_two(n: u32, runtime: &Runtime) -> Result<u32, Error> impls two { eval(n) }
}

fn main() {}
