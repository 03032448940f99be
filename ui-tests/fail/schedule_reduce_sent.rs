//! Where values are sent and joined, no net is reduced.

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
    space bins;
    val meet(a: u32, b: u32) -> u32 { returns reduce(Nets::double(a + b)) }
    val counts(n: Math) -> Data<bins, u32> default 0 join add {
        match n { Num(x) => counts[reduce(Nets::double(x))] <- 1, Add => {} }
    }
    val uses(n: Math) -> u32 default 0 join meet { match n { Num => {}, Add(args..) => uses[args] <- 1 } }
    val doubles(n: Math) -> u32 default reduce(Nets::double(0)) join add { match n { Num => {}, Add(args..) => doubles[args] <- 1 } }
    fn count(b: &Batch<expr>, bins: Rows<bins>, runtime: &Runtime) -> Result<Data<bins, u32>, Error> impls counts { scatter(b) }
    fn usage(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls uses { top_down(b) }
    fn doubled(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls doubles { top_down(b) }
}

fn main() {}
