//! Passes that `schedule!` puts on a device, on the emulated one: as on threads, bit for bit.
#![cfg(all(target_os = "linux", target_env = "gnu", not(emulator_tsan)))]

#[path = "common/nets.rs"]
mod nets;

use polarnet::{
    columns::{Builder, Data, Idx, Node, Payload, space},
    device::{Device, Error},
    schedule,
};

#[derive(Payload, Clone, Copy, Debug, PartialEq)]
enum Function {
    Sin,
    Exp,
}
#[derive(Node, Clone, Copy, Debug)]
enum Math<'b, I: polarnet::columns::Child> {
    Num(f64),
    Var(u32),
    If(I, I, I),
    Neg(I),
    Add(I, I),
    Op(Function, polarnet::columns::List<'b, I>),
}

schedule! {
    space expr: Batch<Math>;
    const LEAST: f64 = 0.1;
    val scaled(x: f64, by: i32) -> f64 { returns if by > 1 { x * by as f64 } else { x } }
    val leaf(n: Math) -> bool { returns match n { Num | Var => true, _ => false } }
    val cost(n: Math, weight: f64, by: i32) -> f64 {
        own :- scaled(weight, by);
        returns match n {
            Num(v) if v > 1.0 => own,
            Num(0.0 | 1.0) => LEAST,
            Num => 1.0,
            Var(0..=3) => -own,
            Var(k) => k as f64,
            If(c, t, e) => cost[c] * 0.7 + max(cost[t], cost[e]),
            Op(Function::Sin, args..) => own + max(cost[args]) / 3.0,
            Neg(args..) | Add(args..) | Op(_, args..) => LEAST + sum(cost[args]),
        }
    }
    val height(n: Math) -> (u32, bool) {
        returns match n {
            Num | Var => (0, leaf[n]),
            Op(_, args..) => (1 + max(height[x].0 for x in args if !leaf[x]), any(height[x].1 for x in args)),
            Neg(args..) | Add(args..) | If(args..) => (1 + max(height[x].0 for x in args), all(leaf[args])),
        }
    }
    val size(n: Math) -> i32 { returns match n { Num | Var => 0, _(args..) => 1 + sum(size[args]) } }
    val ratio(n: Math) -> i32 { returns match n { Num | Var => 7, _(args..) => 100 / (size[n] - 3) + sum(ratio[args]) } }
    val depth(n: Math) -> f64 default f64::NEG_INFINITY join max {
        match n {
            Num | Var => {}
            Op(_, args..) => depth[args] <- 0.25,
            If(c, t, e) => { depth[c] <- max(depth[n], 0.0) + 1.0; depth[t] <- 3.5; depth[e] <- 3.5 }
            Neg(args..) | Add(args..) => depth[args] <- max(depth[n], 0.0) + 0.5,
        }
    }
    val weighed(n: Math) -> f64 default 0 join add {
        match n {
            Num | Var => {}
            _(args..) => weighed[args] <- weighed[n] * 0.3 + 0.1,
        }
    }
    space tests;
    space bins;
    space points;
    space outs;
    val histogram(x: f64) -> Data<bins, u32> default 0 join add { histogram[(x / 0.25) as u32] <- 1 }
    val seen(x: f64, at: Idx<bins>) -> Data<bins, bool> default false join any { seen[at] <- x > 2.5 }
    val largest(x: f64, at: Idx<bins>) -> Data<bins, f64> default f64::NEG_INFINITY join max { largest[at] <- x * 2.0 }
    val total(x: f64, at: Idx<bins>) -> Data<bins, f64> default 0 join add reassoc { total[at] <- x }
    fn scattered(x: &Data<tests, f64>, at: &Mapping<tests, bins>, rows: Rows<bins>, gpu: &Device)
        -> Result<(Data<bins, u32>, Data<bins, bool>, Data<bins, f64>, Data<bins, f64>), Error>
        impls histogram, seen, largest, total { scatter(x).on(gpu) }
    val value(n: Math, x: f64, by: f64) -> f64 {
        returns match n {
            Num(v) => v * by,
            Var => x,
            If(c, t, e) => value[t] if value[c] > 0.0 else value[e],
            Neg(a) => -value[a],
            Add(a, b) => value[a] + value[b],
            Op(_, args..) => sum(value[args]) * 0.3,
        }
    }
    fn values(b: &Batch<expr>, roots: &Mapping<outs, expr>, x: &Data<points, f64>, by: f64, gpu: &Device)
        -> Result<Data<outs, Data<points, f64>>, Error> impls value { bottom_up(b).vectorize(8).on(gpu) }
    fn costs(b: &Batch<expr>, weight: &Data<expr, f64>, by: i32, gpu: &Device)
        -> Result<(Data<expr, f64>, Data<expr, (u32, bool)>), Error> impls cost, height { bottom_up(b).fuse().on(gpu) }
    fn ratios(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, i32>, Error> impls ratio { bottom_up(b).on(gpu) }
    fn depths(b: &Batch<expr>, gpu: &Device) -> Result<(Data<expr, f64>, Data<expr, f64>), Error> impls depth, weighed {
        top_down(b).on(gpu)
    }
    fn scales(x: &Data<expr, f64>, by: i32, gpu: &Device) -> Result<Data<expr, f64>, Error> impls scaled { map(x).on(gpu) }
}

/// Of floats the bits.
fn bits<S: polarnet::columns::Space>(column: &Data<S, f64>) -> Vec<u64> {
    column.as_slice().iter().map(|x| x.to_bits()).collect()
}

/// Some rows.
fn all_roots<S: polarnet::columns::Space>(b: &polarnet::columns::Batch<S, MathLang>) -> Vec<Idx<S>> {
    b.indices().filter(|row| row.raw() % 500 == 499).collect()
}

#[test]
fn as_on_threads() {
    let _emulator = nets::emulator();
    let (threads, gpu) = (Device::threads(), Device::cuda(0).expect("a device"));
    space!(Exprs, guard);
    let mut b = Builder::<Exprs, MathLang>::new(guard);
    let mut rows: Vec<Idx<_>> = Vec::new();
    let mut seed = 7_u64;
    let mut next = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    for row in 0..3000 {
        let list: Vec<Idx<_>> = (0..next(5)).filter_map(|_| rows.get(next(rows.len())).copied()).collect();
        let mut child = || rows[next(rows.len())];
        let node = match if row < 20 { row % 2 } else { row % 7 } {
            0 => Math::Num([0.0, -0.0, 1.0, 1.5, f64::NAN][row % 5]),
            1 => Math::Var(row as u32 % 9),
            2 => Math::If(child(), child(), child()),
            3 => Math::Neg(child()),
            4 => Math::Add(child(), child()),
            5 => Math::Op(Function::Sin, polarnet::columns::List::new(&list)),
            _ => Math::Op(Function::Exp, polarnet::columns::List::new(&list)),
        };
        rows.push(b.add(node));
    }
    let b = b.freeze();
    let weight = b.data(|row| f64::from(row.raw() % 13) * 0.37);
    let (here, there) = (costs(&b, &weight, 3, &threads).unwrap(), costs(&b, &weight, 3, &gpu).unwrap());
    assert_eq!(bits(&here.0), bits(&there.0));
    assert_eq!(here.1.as_slice(), there.1.as_slice());
    let (here, there) = (depths(&b, &threads).unwrap(), depths(&b, &gpu).unwrap());
    assert_eq!(bits(&here.0), bits(&there.0));
    assert_eq!(bits(&here.1), bits(&there.1));
    let (here, there) = (scales(&weight, 3, &threads).unwrap(), scales(&weight, 3, &gpu).unwrap());
    assert_eq!(bits(&here), bits(&there));
    space!(Tests, guard);
    let x = guard.column((0..5000).map(|at| f64::from(at % 97) * 0.11).collect());
    space!(Bins, guard);
    let bins = guard.rows(40);
    let first = bins.indices().next().expect("a row");
    let at = x.rows().data(|row| bins.check(row.raw() % 39).unwrap_or(first));
    let (here, there) = (scattered(&x, &at, bins, &threads).unwrap(), scattered(&x, &at, bins, &gpu).unwrap());
    assert_eq!(here.0.as_slice(), there.0.as_slice());
    assert_eq!(here.1.as_slice(), there.1.as_slice());
    assert_eq!(bits(&here.2), bits(&there.2));
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-12 * a.abs();
    assert!(here.3.as_slice().iter().zip(there.3.as_slice()).all(near));
    assert_eq!(bits(&there.3), bits(&scattered(&x, &at, bins, &gpu).unwrap().3));
    space!(Points, guard);
    let x = guard.column((0..37).map(|at| f64::from(at) * 0.21 - 3.0).collect());
    space!(Outs, guard);
    let roots = guard.column(all_roots(&b));
    let (here, there) = (values(&b, &roots, &x, 0.7, &threads).unwrap(), values(&b, &roots, &x, 0.7, &gpu).unwrap());
    for (here, there) in here.as_slice().iter().zip(there.as_slice()) {
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        assert!(here.as_slice().iter().zip(there.as_slice()).all(same));
    }
    let error = ratios(&b, &gpu).unwrap_err().to_string();
    assert!(error.contains("attempt to divide by zero"), "{error}");
}
