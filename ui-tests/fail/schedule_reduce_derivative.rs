//! A net has no derivative.

use polarnet::{Error, Runtime, columns::Node, net, schedule};

net! {
    book Nets {
        @half(x: f32) -> f32 = ($([*0.5] x) x)
    }
}

#[derive(Node, Clone, Copy)]
enum Sum<I> {
    Number(f32),
    Add(I, I),
}

schedule! {
    space sums: Batch<Sum>;
    val half(x: f32) -> f32 { returns reduce(Nets::half(x)) }
    val square(x: f32) -> f32 { returns half(x) * half(x) }
    val halves(n: Sum) -> f32 {
        returns match n {
            Number(x) => half(x),
            Add(a, b) => halves[a] + halves[b],
        }
    }
    val scaled(n: Sum, by: f32) -> f32 {
        returns match n {
            Number(x) => by * x,
            Add(a, b) => scaled[a] + halves[b],
        }
    }
    fn slopes(b: &Batch<sums>, by: f32, root: Idx<sums>) -> (Data<sums, f32>, f32) impls vjp(scaled) { bottom_up(b) }
    fn slope(x: f32, runtime: &Runtime) -> Result<(f32, f32), Error> impls vjp(square) { eval(x) }
    fn tangent(x: f32, dx: f32, runtime: &Runtime) -> Result<(f32, f32), Error> impls jvp(half) { eval(x, dx) }
}

fn main() {}
