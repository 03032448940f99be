// Which functions there are, rustc alone knows: a macro sees the tokens of its block. It says so where the function is called.
use polarnet::schedule;

schedule! {
    extern(cpu) pure price(u32) -> f64;
    val f(a: u32) -> f64 { returns price(a) }
    fn one(a: u32) -> f64 impls f { eval(a) }
}

fn main() {}
