//! Words that say nothing of a net that is reduced.

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
    space out: Batch<Math>;
    space points;
    space outs;
    val total(n: u32) -> u32 { returns 0 if n == 0 else reduce(Nets::double(n)) + total(n - 1) }
    val own(n: expr) -> u32 { returns match n { Num(x) => reduce(Nets::double(x)), Add => 1 } }
    val value(n: expr) -> u32 { returns match n { Num => own[n], Add(a, b) => own[n] + value[a] + value[b] } }
    fn steps(n: u32, runtime: &Runtime) -> Steps<u32> impls total { eval(n).stepped() }
    fn by_operator(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls own { bottom_up(b).by_operator() }
    fn planned(b: &Plan<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls own { bottom_up(b) }
    fn inlined(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls value { bottom_up(b).inline(own) }

    val weight(n: out) -> u32 { returns match n { Num(x) => reduce(Nets::double(x)), Add(a, b) => weight[a] + weight[b] } }
    val light(n: expr) -> Idx<out> { returns match n { Add(a, _) if weight[light[a]] < 9 => light[a], _ => n } }
    fn lights(b: &Batch<expr>, guard: Guard<out>, runtime: &Runtime) -> Result<(Batch<out>, Mapping<expr, out>), Error> impls light {
        bottom_up(b)
    }
    val at(n: expr, x: u32) -> u32 { returns match n { Num => reduce(Nets::double(x)), Add(a, b) => at[a] + at[b] } }
    fn at_points(
        b: &Batch<expr>, x: &Data<points, u32>, roots: &Mapping<outs, expr>, runtime: &Runtime
    ) -> Result<Data<outs, Data<points, u32>>, Error> impls at { bottom_up(b) }
}

fn main() {}
