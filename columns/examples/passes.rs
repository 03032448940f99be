//! What passes take on a million random rows: `cargo run --release -p polarnet-columns --example passes -- together`.
//!
//! * `together`: two columns by two folds, and by one.
//! * `down`: shares of a flow from the roots, by all ways down.
//! * `levels`: a fold by two threads, against two processes that do the same on one thread each.

use polarnet_columns::{Batch, Brand, Builder, Down, Idx, Lang, Node, Sink, Space, ops};
use std::{
    hint::black_box,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Real expressions.
#[derive(Node, Clone, Copy)]
enum Math<I> {
    Var(u32),
    Num(f64),
    Neg(I),
    Sqrt(I),
    Add(I, I),
    Sub(I, I),
    Mul(I, I),
    Div(I, I),
    Less(I, I),
    Call(u32, I),
    If(I, I, I),
}

const ROWS: u64 = 1_000_000;

/// A generator of numbers (xorshift, Marsaglia 2003).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

/// Nodes over any earlier ones, or over near ones.
fn build<S: Space>(mut exprs: Builder<S, MathLang>, reach: u64) -> Batch<S, MathLang> {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let mut rows: Vec<Idx<S>> = Vec::new();
    for row in 0..ROWS {
        let kind = if row == 0 { 0 } else { random(&mut state) % 62 };
        let number = random(&mut state) % 1000;
        let mut child = || rows[(row - 1 - random(&mut state) % row.min(reach)) as usize];
        rows.push(exprs.push(match kind {
            0..4 => Math::Var(number as u32),
            4..6 => Math::Num(number as f64),
            6..10 => Math::Neg(child()),
            10..14 => Math::Sqrt(child()),
            14..18 => Math::Call(number as u32, child()),
            18..32 => Math::Add(child(), child()),
            32..38 => Math::Sub(child(), child()),
            38..52 => Math::Mul(child(), child()),
            52..57 => Math::Div(child(), child()),
            57..59 => Math::Less(child(), child()),
            _ => Math::If(child(), child(), child()),
        }));
    }
    exprs.freeze()
}

fn cost(node: Math<&f64>) -> f64 {
    match node {
        Math::Var(_) | Math::Num(_) => 1.0,
        Math::Neg(a) => 1.0 + 0.5 * a,
        Math::Sqrt(a) => 20.0 + 0.5 * a,
        Math::Call(_, a) => 40.0 + 0.5 * a,
        Math::Add(a, b) | Math::Sub(a, b) => 2.0 + 0.5 * (a + b),
        Math::Mul(a, b) => 3.0 + 0.5 * (a + b),
        Math::Div(a, b) => 10.0 + 0.5 * (a + b),
        Math::Less(a, b) => 1.0 + 0.5 * (a + b),
        Math::If(test, then, other) => 4.0 + 0.5 * (test + then.max(*other)),
    }
}

fn depth(node: Math<&u32>) -> u32 {
    match node {
        Math::Var(_) | Math::Num(_) => 0,
        Math::Neg(a) | Math::Sqrt(a) | Math::Call(_, a) => 1 + a,
        Math::Add(a, b) | Math::Sub(a, b) | Math::Mul(a, b) | Math::Div(a, b) | Math::Less(a, b) => 1 + a.max(b),
        Math::If(test, then, other) => 1 + test.max(then).max(other),
    }
}

fn both(node: Math<(&f64, &u32)>) -> (f64, u32) {
    match node {
        Math::Var(_) | Math::Num(_) => (1.0, 0),
        Math::Neg((a, x)) => (1.0 + 0.5 * a, 1 + x),
        Math::Sqrt((a, x)) => (20.0 + 0.5 * a, 1 + x),
        Math::Call(_, (a, x)) => (40.0 + 0.5 * a, 1 + x),
        Math::Add((a, x), (b, y)) | Math::Sub((a, x), (b, y)) => (2.0 + 0.5 * (a + b), 1 + x.max(y)),
        Math::Mul((a, x), (b, y)) => (3.0 + 0.5 * (a + b), 1 + x.max(y)),
        Math::Div((a, x), (b, y)) => (10.0 + 0.5 * (a + b), 1 + x.max(y)),
        Math::Less((a, x), (b, y)) => (1.0 + 0.5 * (a + b), 1 + x.max(y)),
        Math::If((test, x), (then, y), (other, z)) => (4.0 + 0.5 * (test + then.max(*other)), 1 + x.max(y).max(z)),
    }
}

/// The least time of some, in nanoseconds a row.
fn time<R>(name: &str, mut pass: impl FnMut() -> R) -> f64 {
    let mut least = Duration::MAX;
    for _ in 0..15 {
        let start = Instant::now();
        drop(black_box(pass()));
        least = least.min(start.elapsed());
    }
    let each = least.as_nanos() as f64 / ROWS as f64;
    println!("{name:<40}{each:>8.2} ns a row");
    each
}

fn together<S: Space>(exprs: &Batch<S, MathLang>) {
    let one = time("fold: cost", || exprs.fold(cost));
    let (other, tuple) = (
        time("fold: depth", || exprs.fold(depth)),
        time("fold_together: cost", || exprs.fold_together(|node: Math<(&f64,)>| (cost(node.map(|(a,)| a)),))),
    );
    let two = time("fold_together: cost, depth", || exprs.fold_together(both));
    println!("together {:.2} of two folds; a tuple of one {:.2} of a fold\n", two / (one + other), tuple / one);
    let plan = exprs.plan();
    let one = time("Plan::fold: cost", || plan.fold(cost));
    let other = time("Plan::fold: depth", || plan.fold(depth));
    let two = time("Plan::fold_together: cost, depth", || plan.fold_together(both));
    println!("together {:.2} of two folds\n", two / (one + other));
    let (costs, depths) = exprs.fold_together(both);
    assert!(costs == exprs.fold(cost) && depths == exprs.fold(depth));
    assert!((costs, depths) == plan.fold_together(both));
}

fn share<S: Space, J, W: Sink<f64, J>>(mut row: Down<'_, '_, S, MathLang, f64, J, W>) {
    let flow = row.value() + 1.0;
    MathLang::each_child(row.node(), |child| row.join(child, 0.5 * flow));
}

fn add(into: &mut f64, value: f64) {
    *into += value;
}

fn count<S: Space, J, W: Sink<u32, J>>(mut row: Down<'_, '_, S, MathLang, u32, J, W>) {
    let paths = row.value() + 1;
    MathLang::each_child(row.node(), |child| row.join(child, paths));
}

fn down<S: Space>(exprs: &Batch<S, MathLang>) {
    let (users, levels) = (exprs.users(), exprs.levels());
    time("users", || exprs.users());
    time("levels", || exprs.levels());
    time("fill_down", || exprs.fill_down(0.0, add, share));
    time("fill_down_pull", || exprs.fill_down_pull(&users, 0.0, add, share));
    for threads in [1, 2] {
        println!("by {threads} threads");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| {
            time("par_fill_down_pull", || exprs.par_fill_down_pull(&users, &levels, 0.0, add, share));
            time("par_fill_down", || exprs.par_fill_down(&levels, 0.0, add, share));
            time("par_fill_down_atomic", || exprs.par_fill_down_atomic(&levels, ops::Max, count));
        });
    }
    time("fill_down, as par_fill_down_atomic", || {
        exprs.fill_down(0, |into, value| *into = u32::max(*into, value), count)
    });
}

/// Folds for a while on so many threads; nanoseconds a row, of the median.
fn wave<S: Space>(exprs: &Batch<S, MathLang>, threads: usize) -> f64 {
    let levels = exprs.levels();
    let mut times = Vec::new();
    let begin = Instant::now();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    while begin.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        drop(black_box(pool.install(|| exprs.par_fold(&levels, cost))));
        times.push(start.elapsed());
    }
    times.sort();
    times[times.len() / 2].as_nanos() as f64 / ROWS as f64
}

fn levels<S: Space>(exprs: &Batch<S, MathLang>, reach: u64) {
    let levels = exprs.levels();
    println!(
        "{} levels; {} rows in the widest",
        levels.len(),
        levels.iter().map(|level| level.len()).max().unwrap_or(0)
    );
    time("fold", || exprs.fold(cost));
    let alone = wave(exprs, 1);
    let this = std::env::current_exe().expect("this program");
    let start =
        || Command::new(&this).args(["one", &reach.to_string()]).stdout(Stdio::piped()).spawn().expect("a process");
    let mut each = [start(), start()].map(|process| {
        let output = process.wait_with_output().expect("its output").stdout;
        String::from_utf8_lossy(&output).trim().parse::<f64>().expect("a time")
    });
    each.sort_by(f64::total_cmp);
    let both = 1.0 / (1.0 / each[0] + 1.0 / each[1]);
    let two = wave(exprs, 2);
    println!("one thread alone {alone:.2} ns a row; two processes {each:.2?}, together {both:.2}");
    println!("two threads {two:.2}: {:.2} of two processes, {:.2} times one thread\n", both / two, alone / two);
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_default();
    let reaches = args.next().map_or_else(|| vec![u64::MAX, 1000], |reach| vec![reach.parse().expect("a number")]);
    for reach in reaches {
        if mode != "one" {
            println!("children among the last {reach} rows");
        }
        Brand::with(|guard| {
            let exprs = build(Builder::new(guard), reach);
            match mode.as_str() {
                "together" => together(&exprs),
                "down" => down(&exprs),
                "levels" => levels(&exprs, reach),
                "one" => println!("{}", wave(&exprs, 1)),
                _ => println!("together | down | levels"),
            }
        });
    }
}
