//! Orders that end in `.on(gpu)`, on the emulated device: bit for bit what the same functions give on the CPU.
#![cfg(not(emulator_tsan))]

#[path = "common/batches.rs"]
mod batches;
#[path = "common/nets.rs"]
mod nets;

use batches::{Math, MathLang, Random, batch, same, shapes};
use polarnet::{
    columns::{Data, space},
    device::{Device, Error},
    schedule,
};
use polarnet_emulator::{Emulator, Setting};

schedule! {
    space expr: Batch<Math>;
    space points;
    const SCALE: f64 = 0.75;

    val half(k: u8) -> f64 { returns powi(0.5, k as i32) }
    // All that floats do in the same way everywhere.
    val value(n: Math, weight: f64, by: f64) -> f64 {
        returns match n {
            Num(x) => x,
            Small(x) => x as f64,
            Int(k) => k as f64 * weight,
            Flag(true, k) => k as f64,
            Flag => by,
            Neg(a) => -value[a],
            Add(a, b) => value[a] + value[b],
            Sub(a, b) => sqrt(abs(value[a])) - value[b],
            Mul(a, b) => value[a] * value[b] + weight,
            Div(a, b) => value[a] / value[b],
            Least(a, b) => min(value[a], value[b]) + SCALE,
            Fma(a, b, c) => mul_add(value[a], value[b], value[c]),
            If { test, then, other } => if value[test] > 0.0 && !is_nan(value[then]) { value[then] } else { round(value[other]) + trunc(value[then]) },
            Pair(k, args) => copysign(floor(sum(value[args])), k as f64 - by) + signum(min(value[args])) * ceil(max(value[args])),
            Sum(k, args..) => sum(value[args]) * half(k),
            Most(args..) => if len(args) == 0 { weight } else { max(value[args]) },
        }
    }
    // Integers of several widths. None overflows: on a device they would wrap, and here it is a debug build that panics.
    val code(n: Math) -> (u32, i64) {
        returns match n {
            Num(x) => (x as u32 & 0xffff, x as i64 & 0xffff_ffff),
            Small(x) => (x as u8 as u32, x as i16 as i64),
            Int(k) => (k as u32 & 0xffff, k & 0xffff_ffff),
            Flag(b, k) => (b as u32, k as i64),
            Pair(k, args) => (k as u32 ^ sum(code[a].0 & 0xff for a in args), product(code[a].1 >> 3 & 0xffff for a in args)),
            Div(a, b) => (code[a].0 / (code[b].0 | 1), code[a].1 % (code[b].1 | 1)),
            Least(a, b) => ((min(code[a].0, code[b].0) & 0x7fff) << 1, max(code[a].1, code[b].1) & 0xffff_ffff),
            Sum(k, args..) => (k as u32 + sum(code[a].0 & 0xffff for a in args), sum(code[a].1 & 0xff for a in args)),
            _(args..) => (1 + max(code[a].0 >> 1 for a in args), sum(code[a].1 >> 8 for a in args)),
        }
    }
    val height(n: Math) -> u32 { returns match n { Num | Small | Int | Flag => 0, Most(args..) | Sum(_, args..) => max(height[args]) + 1, _(args..) => 1 + max(height[args]) } }
    val deep(n: Math) -> bool { returns match n { Num | Small | Int | Flag => false, _(args..) => height[n] > 7 || any(deep[args]) } }

    // From above, with each join.
    val uses(n: Math) -> u32 default 0 join add { match n { _(args..) => uses[args] <- 1 } }
    val far(n: Math) -> u32 default 0 join max { match n { _(args..) => far[args] <- far[n] + 1 } }
    val share(n: Math) -> f64 default 0.0 join add {
        part :- share[n] * 0.25 + 1.0;
        match n { Add(a, b) => { share[a] <- part; share[b] <- -part } Most(args..) => share[args] <- part, _(args..) => share[args] <- part * 0.5 }
    }
    val least(n: Math) -> f64 default f64::INFINITY join min { match n { Num | Small | Int | Flag => {} Neg(a) => least[a] <- -1.0, _(args..) => least[args] <- min(least[n], 3.0) - 0.5 } }
    val both(a: u32, b: u32) -> u32 { returns a & b }
    val facts(n: Math) -> u32 default 0xff join both commutative { match n { Mul(args..) => facts[args] <- facts[n] & 0xfe, Neg(a) => facts[a] <- facts[n] & 0xfd, _(args..) => facts[args] <- facts[n] } }

    // Of values alone.
    val score(x: f64, k: i32, on: bool, by: f32) -> (f64, i32) {
        y :- clamp(x * x - by as f64, -8.0, 8.0);
        returns if on && y > 1.0 { (powi(y, k % 7), k / 3) } else { (hash(k) as f64 + y, k - y as i32) }
    }
    val hash(k: i32) -> i32 { returns ((k & 0xffff) ^ (k >> 13 & 0xff)) * 0x5bd1 }

    fn values(b: &Batch<expr>, weight: &Data<expr, f64>, by: f64, gpu: &Device) -> Result<Data<expr, f64>, Error> impls value { bottom_up(b).on(gpu) }
    fn codes(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, (u32, i64)>, Error> impls code { bottom_up(b).on(gpu) }
    fn deeps(b: &Batch<expr>, gpu: &Device) -> Result<(Data<expr, bool>, Data<expr, u32>), Error> impls deep, height { bottom_up(b).fuse().on(gpu) }
    fn deeps_after_heights(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, bool>, Error> impls deep { bottom_up(b).on(gpu) }
    fn all_uses(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, u32>, Error> impls uses { top_down(b).on(gpu) }
    fn fars(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, u32>, Error> impls far { top_down(b).on(gpu) }
    fn shares(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls share { top_down(b).on(gpu) }
    fn leasts(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls least { top_down(b).on(gpu) }
    fn all_facts(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, u32>, Error> impls facts { top_down(b).on(gpu) }
    fn scores(x: &Data<points, f64>, k: &Data<points, i32>, on: &Data<points, bool>, by: f32, gpu: &Device) -> Result<Data<points, (f64, i32)>, Error> impls score {
        map(x).on(gpu)
    }
}

/// The emulated device, and the one of threads.
fn devices(seed: u64) -> (std::sync::MutexGuard<'static, Emulator>, Device, Device) {
    let emulator = nets::emulator();
    emulator.set(Setting::Seed, seed);
    (emulator, Device::cuda(0).unwrap(), Device::threads())
}

#[test]
fn from_the_leaves_up() {
    for (seed, shape) in shapes().into_iter().enumerate() {
        let seed = seed as u64;
        let (_emulator, gpu, cpu) = devices(seed);
        space!(Exprs, guard);
        let b = batch::<Exprs>(guard, shape, seed);
        let mut random = Random(seed + 100);
        let weight = b.data(|_| random.float());
        let by = random.float();
        let what = |name: &str| format!("{name} of {shape:?}");
        same(&what("values"), &values(&b, &weight, by, &gpu).unwrap(), &values(&b, &weight, by, &cpu).unwrap());
        same(&what("codes"), &codes(&b, &gpu).unwrap(), &codes(&b, &cpu).unwrap());
        let (there, here) = (deeps(&b, &gpu).unwrap(), deeps(&b, &cpu).unwrap());
        same(&what("deeps, fused"), &there, &here);
        same(&what("deeps"), &deeps_after_heights(&b, &gpu).unwrap(), &here.0);
    }
}

#[test]
fn from_the_roots_down() {
    for (seed, shape) in shapes().into_iter().enumerate() {
        let seed = seed as u64;
        let (_emulator, gpu, cpu) = devices(seed);
        space!(Exprs, guard);
        let b = batch::<Exprs>(guard, shape, seed);
        let what = |name: &str| format!("{name} of {shape:?}");
        same(&what("uses"), &all_uses(&b, &gpu).unwrap(), &all_uses(&b, &cpu).unwrap());
        same(&what("far"), &fars(&b, &gpu).unwrap(), &fars(&b, &cpu).unwrap());
        same(&what("shares"), &shares(&b, &gpu).unwrap(), &shares(&b, &cpu).unwrap());
        same(&what("least"), &leasts(&b, &gpu).unwrap(), &leasts(&b, &cpu).unwrap());
        same(&what("facts"), &all_facts(&b, &gpu).unwrap(), &all_facts(&b, &cpu).unwrap());
    }
}

#[test]
fn maps() {
    for rows in [1, 31, 1_000, 30_000] {
        let (_emulator, gpu, cpu) = devices(rows as u64);
        space!(Points, guard);
        let mut random = Random(rows as u64);
        let x: Data<Points, f64> = guard.column((0..rows).map(|_| random.float()).collect());
        let k = x.map(|_| random.below(1 << 31) as i32 - (1 << 30));
        let on = x.map(|_| random.below(2) == 0);
        same("scores", &scores(&x, &k, &on, 0.5, &gpu).unwrap(), &scores(&x, &k, &on, 0.5, &cpu).unwrap());
    }
}
