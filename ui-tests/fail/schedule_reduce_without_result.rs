//! A reduction may fail.

use polarnet::{Error, Runtime, columns::Node, net, schedule};

net! {
    book Nets {
        @double(n: u32) -> u32 = ($([*2] x) x)
    }
}

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(u32),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val value(n: Math) -> u32 {
        returns match n {
            Num(x) => reduce(Nets::double(x)),
            Add(a, b) => value[a] + value[b],
        }
    }
    val large(n: Math) -> bool { returns value[n] > 9 }
    fn values(b: &Batch<expr>, runtime: &Runtime) -> Data<expr, u32> impls value { bottom_up(b) }
    fn larges(b: &Batch<expr>, runtime: &Runtime) -> Data<expr, bool> impls large { bottom_up(b) }
    fn others(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, bool>, Error> impls value { bottom_up(b) }
}

fn main() {}
