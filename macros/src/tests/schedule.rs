//! `schedule!` in process, with languages given as their digests.

mod bodies;
mod depth;
mod devices;
mod fills;
mod fuzz;
mod size;
mod slips;
mod snapshots;
mod sound;
mod spans;
mod tags;
mod vals;

use crate::schedule::understood;
use proc_macro2::TokenStream;

/// What `derive(Node)` says of two languages.
const LANGUAGES: &str = "
    [Math] { Math MathLang []
        Num { 0 payload { f64 } } Var { 0 payload { u32 } }
        If { 0 child {} 1 child {} 2 child {} } Neg { 0 child {} } Add { 0 child {} 1 child {} }
        Op { 0 payload { Function } 1 list {} }
    }
    [Impl] { Impl ImplLang []
        Leaf { 0 payload { Repr } } Cast { to payload { Repr } of child {} } Tri { 0 children { 3 } } Nil {}
    }";

/// What a block expands to.
fn expansion(block: &str) -> TokenStream {
    let [languages, block] = [LANGUAGES, block].map(|text| text.parse::<TokenStream>().expect("tokens"));
    understood(languages, block)
}

/// What is wrong with it.
fn messages(block: &str) -> Vec<String> {
    super::errors(expansion(block)).into_iter().map(|(_, _, message)| message).collect()
}

/// Blocks without a mistake, with all there is in them.
const BLOCKS: [&str; 11] = [UP, DOWN, REWRITE, SCATTER, MAP, FUSED, IMPL, GRADIENT, RECURSION, NETS, BODIES];

const UP: &str = "
space expr: Batch<Math>;
val cost(n: Math) -> f64 {
    returns match n {
        Num | Var => 1.0,
        If(c, t, e) => 1.0 + cost[c] + max(cost[t], cost[e]),
        Neg(x) => cost[x],
        Add(args..) | Op(_, args..) => 1.0 + sum(cost[args]),
    }
}
fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
";

const BODIES: &str = "
feq rec_sum {
    extern(cpu) pure sum_to(i32, i32) -> i32
    extern(gpu) rec_sum_gpu(a: i32, b: i32) -> out: i32 { path: \"rec_sum.cu\", dimensions: 3 }
}
val select_sum(a: i32, b: i32, c: i32) -> i32 {
    x :- rec_sum::<1, 1, 1>(a, b)
    returns rec_sum::<1, 1, 1>(b, c) if x < 0 else x
}
fn select_sum_local(a: i32, b: i32, c: i32) -> i32 impls select_sum {
    let x = sum_to(a, b);
    if x < 0 { sum_to(b, c) } else { x }
}
tmln double_sync(e: Event) -> Event {
    loc1, rem1 :- encode_event(e)
    sub :- submit_event(rem1)
    loc2, rem2 :- encode_event(loc1, sub)
    sub2 :- submit_event(rem2)
    f1 :- sync_event(loc2, sub)
    f2 :- sync_event(f1, sub2)
    returns f2
}
fn select_sum_gpu(a: i32, b: i32, c: i32) -> i32 impls select_sum, double_sync {
    let e = encode_begin(gpu);
    encode e.copy[a_gpu <- a];
    encode e.copy[b_gpu <- b];
    encode e.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(a_gpu, b_gpu)];
    let f1 = submit e;
    let e2 = encode_begin(gpu);
    encode e2.copy[b_gpu <- b];
    encode e2.copy[c_gpu <- c];
    encode e2.call[x_gpu <- rec_sum_gpu::<1, 1, 1>(b_gpu, c_gpu)];
    let f2 = submit e2;
    let x = (await f1).x_gpu;
    let r = (await f2).x_gpu;
    if x < 0 { r } else { x }
}
val both(a: i32, b: i32) -> i32 { returns select_sum(a, b, a) + select_sum(b, a, b) }
fn both_impl(a: i32, b: i32) -> i32 impls both {
    var sum = select_sum(a, b, a);
    sum = sum + select_sum(b, a, b);
    sum
}
";

const NETS: &str = "
space expr: Batch<Math>;
val price(by: u32, x: f64) -> f64 { returns reduce(Prices::of(by)) as f64 * x }
val cost(n: Math) -> f64 {
    returns match n {
        Num | Var => 1.0,
        Op(_, args..) => sum(price(3, cost[x]) for x in args),
        If(args..) | Neg(args..) | Add(args..) => reduce(Prices::known()) + sum(cost[args]),
    }
}
val uses(n: Math) -> u32 default 0 join add {
    more :- reduce(Prices::of(uses[n]));
    match n { Num | Var => {}, If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => uses[args] <- more }
}
fn costs(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).wavefront().parallel() }
fn used(b: &Batch<expr>, runtime: &Runtime) -> Result<Data<expr, u32>, Error> impls uses { top_down(b) }
fn prices(by: &Data<expr, u32>, x: &Data<expr, f64>, with: &Runtime) -> Result<Data<expr, f64>, Error> impls price { map(by) }
";

const DOWN: &str = "
space expr: Batch<Math>;
val depth(n: Math) -> u32 default 0 join max {
    match n {
        Num | Var => {}
        If(c, t, e) => { d :- depth[n] + 1; depth[c] <- d; depth[t] <- d; depth[e] <- d }
        Neg(args..) | Add(args..) | Op(_, args..) => depth[args] <- depth[n] + 1,
    }
}
pub fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { top_down(b) }
";

const REWRITE: &str = "
space expr: Batch<Math>;
space out: Batch<Math>;
val simplify(n: expr) -> Idx<out> {
    returns match n {
        Neg(x) => match simplify[x] { Num(a) => Num(-a), Neg(inner) => inner, _ => Neg(simplify[x]) },
        Add(a, b) => match simplify[a] {
            Num(x) => match simplify[b] { Num(y) => Num(x + y), _ => n },
            _ => n,
        },
        _ => n,
    }
}
fn simplified(b: &Batch<expr>, guard: Guard<out>) -> (Batch<out>, Mapping<expr, out>) impls simplify {
    bottom_up(b).dedup()
}
";

const SCATTER: &str = "
space tests;
space bins;
const WIDTH: f64 = 0.25;
val bin(x: f64) -> u32 { returns (x / WIDTH) as u32 }
val histogram(x: f64) -> Data<bins, u32> default 0 join add { histogram[bin(x)] <- 1 }
fn counts(x: &Data<tests, f64>, rows: Rows<bins>) -> Data<bins, u32> impls histogram {
    scatter(x).push(privatize).parallel()
}
";

const MAP: &str = "
space tests;
extern(cpu) pure price(u32) -> f64;
const SCALE: f64 = 2.0;
val square(x: f64) -> f64 { returns x * x }
val score(x: f64, of: u32, pair: (f64, bool), by: f64) -> f64 {
    y :- square(x) + square(x + 1.0) * SCALE;
    a, b :- pair;
    returns if b && y > a { -(y - (a - by)) / price(of) } else if !b || is_nan(a) { hypot(y, by) } else { y if y < 2.0 else pair.0 }
}
fn scores(x: &Data<tests, f64>, of: &Data<tests, u32>, pair: (f64, bool), by: f64) -> Data<tests, f64> impls score {
    map(x).chunk(64).parallel()
}
pipeline main { scores }
";

const FUSED: &str = "
space expr: Batch<Math>;
val cost(n: Math, weight: f64) -> f64 {
    returns match n {
        Num(v) if v > 1.0 => weight,
        Num(0.0 | 1.0) => 0.0,
        Num | Var => 1.0,
        If(c, t, e) => cost[c] + max(cost[t], cost[e]),
        Neg(args..) | Add(args..) | Op(_, args..) => 1.0 + sum(cost[args]),
    }
}
val height(n: Math) -> u32 {
    returns match n {
        Num | Var => 0,
        If(args..) | Neg(args..) | Add(args..) | Op(_, args..) => 1 + max(height[args]),
    }
}
fn both(b: &Batch<expr>, weight: f64) -> (Data<expr, f64>, Data<expr, u32>) impls cost, height {
    bottom_up(b).wavefront().chunk(4096).parallel().fuse()
}
";

const IMPL: &str = "
space expr: Batch<Impl>;
extern(cpu) pure meet(Repr, Repr) -> Repr;
val repr(n: Impl) -> Repr default Repr::Top join meet {
    match n {
        Leaf | Nil => {}
        Cast { to, of } => repr[of] <- to,
        Tri(args) => repr[args] <- repr[n],
    }
}
fn reprs(b: &Batch<expr>) -> Data<expr, Repr> impls repr { top_down(b) }
";

const GRADIENT: &str = "
space expr: Batch<Math>;
val cost(n: Math, weight: f64) -> f64 {
    returns match n {
        Num | Var => weight,
        If(c, t, e) => cost[c] * max(cost[t], cost[e]),
        Neg(x) => exp(-cost[x]),
        Add(a, b) => cost[a] + weight * cost[b],
        Op(_, args..) => sum(cost[args]),
    }
}
fn gradient(b: &Batch<expr>, weight: &Data<expr, f64>, root: Idx<expr>) -> (Data<expr, f64>, Data<expr, f64>)
    impls vjp(cost) { bottom_up(b) }
fn along(b: &Batch<expr>, weight: &Data<expr, f64>, turn: &Data<expr, f64>) -> (Data<expr, f64>, Data<expr, f64>)
    impls jvp(cost) { bottom_up(b) }
";

const RECURSION: &str = "
val fib(n: u64) -> u64 { returns if n < 2 { n } else { fib(n - 1) + fib(n - 2) } }
val kind(n: i64) -> bool { returns match n { 0 => true, -1 | 1 => false, 2..=9 => true, k if k < 0 => n == 3, _ => false } }
fn fibonacci(n: u64) -> u64 impls fib { eval(n) }
fn kinds(n: i64) -> bool impls kind { eval(n) }
";

/// Nothing of what is written has the crate elsewhere than where it is said to be.
#[test]
fn the_crate_is_where_it_is_said_to_be() {
    let mut found = 0;
    for block in BLOCKS {
        let there = expansion(&format!("#![crate(crate::own::reduced)] {block}")).to_string();
        let expected = expansion(block).to_string().replace(":: polarnet ::", "crate :: own :: reduced ::");
        assert_eq!(there, expected);
        found += there.matches("crate :: own :: reduced ::").count();
    }
    assert!(found > 50, "{found}");
    for wrong in ["#![crate()]", "#![crate = own]", "#![crate(42)]", "#![crate(own) of]", "#![allow(unused)]"] {
        let messages = messages(&format!("{wrong} {UP}"));
        assert!(matches!(&messages[..], [one] if one.starts_with("`schedule!` has no such attribute")), "{messages:?}");
    }
}

#[test]
fn the_blocks_have_no_mistake() {
    for block in BLOCKS {
        assert_eq!(messages(block), [""; 0], "{block}");
    }
}
