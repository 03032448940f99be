//! Passes on a device, which is one of threads here: without the feature `cuda` it compiles all the same.

use polarnet::{
    columns::{Builder, Node, Payload, space},
    device::{Device, Error},
    schedule,
};

#[derive(Payload, Clone, Copy, Debug)]
enum Function {
    Sin,
    Exp,
}

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Call(Function, I),
    Add(I, I),
}

schedule! {
    space expr: Batch<Math>;
    const LEAST: f64 = 0.5;
    val cost(n: Math, weight: f64) -> f64 approx(3ulp) {
        returns match n {
            Num(x) => x * weight,
            Call(Function::Sin, x) => sin(cost[x]),
            Call(_, x) => exp(cost[x]) + LEAST,
            Add(a, b) => cost[a] + cost[b],
        }
    }
    val parts(n: Math) -> (u32, [bool; 2]) {
        returns match n { Num => (1, [true, false]), _(args..) => (1 + sum(parts[x].0 for x in args), [false, any(parts[x].1[0] for x in args)]) }
    }
    val uses(n: Math) -> u32 default 0 join add { match n { Num => {} _(args..) => uses[args] <- 1 } }
    val scaled(x: f64, by: f64) -> f64 { returns x * by }
    fn costs(b: &Batch<expr>, weight: &Data<expr, f64>, gpu: &Device)
        -> Result<(Data<expr, f64>, Data<expr, (u32, [bool; 2])>), Error> impls cost, parts { bottom_up(b).fuse().on(gpu) }
    fn used(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, u32>, Box<dyn std::error::Error>> impls uses { top_down(b).on(gpu) }
    fn scales(x: &Data<expr, f64>, by: f64, gpu: &Device) -> Result<Data<expr, f64>, Error> impls scaled { map(x).on(gpu) }
    fn without(b: &Batch<expr>, weight: &Data<expr, f64>) -> Data<expr, f64> impls cost { bottom_up(b) }
}

fn main() {
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let one = b.add(Math::Num(1.0));
    let sine = b.add(Math::Call(Function::Sin, one));
    let exp = b.add(Math::Call(Function::Exp, sine));
    let sum = b.add(Math::Add(exp, one));
    let b = b.freeze();
    let (gpu, weight) = (Device::threads(), b.data(|_| 2.0));
    let (cost, parts) = costs(&b, &weight, &gpu).unwrap();
    assert!(cost == without(&b, &weight));
    assert_eq!(parts[sum], (5, [false, true]));
    assert_eq!(used(&b, &gpu).unwrap()[one], 2);
    assert_eq!(scales(&weight, 0.5, &gpu).unwrap()[sum], 1.0);
}
