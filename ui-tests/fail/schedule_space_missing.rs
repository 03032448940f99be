//! Vals over rows, and the space that they are of is not declared.

use polarnet::{columns::Node, schedule};

#[derive(Node, Clone, Copy, Debug, PartialEq)]
enum Math<I> {
    Num(u32),
    Add(I, I),
    Neg(I),
}

schedule! {
    val size(e: expr) -> u32 {
        returns match e {
            Num(_) => 1,
            Add(a, b) => size[a] + size[b],
            Neg(a) => size[a] + 1,
        }
    }
    fn sizes(b: &Batch<expr>) -> Data<expr, u32> impls size { bottom_up(b) }
    fn again(b: &Batch<expr>) -> Data<expr, u32> impls size { bottom_up(b) }
}

fn main() {}
