//! What `schedule!` makes, beside the same by hand: `cargo run --release -p benches --example schedule`; with `-- --csv` as rows of
//! a record, which `ci/schedule.sh` makes of them.
//!
//! Medians of turns that alternate, on a million rows whose children are anywhere. The last lines compare two threads with
//! two processes of one thread each, which run at the same time.

use polarnet::{
    columns::{Batch, Brand, Builder, Data, Node, Plan, Space},
    schedule,
};
use std::{
    env,
    hint::black_box,
    process::{Command, Stdio},
    time::Instant,
};

const ROWS: u32 = 1 << 20;
const TURNS: usize = 15;

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Neg(I),
    Sqrt(I),
    Add(I, I),
    Mul(I, I),
    If(I, I, I),
}

schedule! {
    space expr: Batch<Math>;
    val cost(n: Math) -> f64 {
        returns match n {
            Num | Var => 1.0,
            If(c, t, e) => 1.0 + cost[c] + max(cost[t], cost[e]),
            Neg(x) => 0.5 + cost[x],
            Sqrt(x) => 4.0 + cost[x],
            Add(a, b) => 1.0 + cost[a] + cost[b],
            Mul(a, b) => 2.0 + cost[a] + cost[b],
        }
    }
    val depth(n: Math) -> u32 {
        returns match n {
            Num | Var => 0,
            If(args..) | Neg(args..) | Sqrt(args..) | Add(args..) | Mul(args..) => 1 + max(depth[args]),
        }
    }
    fn costs(b: &Batch<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn planned_costs(b: &Plan<expr>) -> Data<expr, f64> impls cost { bottom_up(b) }
    fn depths(b: &Batch<expr>) -> Data<expr, u32> impls depth { bottom_up(b) }
    fn apart(b: &Batch<expr>) -> (Data<expr, f64>, Data<expr, u32>) impls cost, depth { bottom_up(b) }
    fn fused(b: &Batch<expr>) -> (Data<expr, f64>, Data<expr, u32>) impls cost, depth { bottom_up(b).fuse() }
    fn waves(b: &Batch<expr>, levels: &Levels<expr>) -> Data<expr, f64> impls cost { bottom_up(b).wavefront(levels).parallel() }
}

fn step(node: Math<&f64>) -> f64 {
    match node {
        Math::Num(_) | Math::Var(_) => 1.0,
        Math::If(c, t, e) => 1.0 + c + f64::max(*t, *e),
        Math::Neg(x) => 0.5 + x,
        Math::Sqrt(x) => 4.0 + x,
        Math::Add(a, b) => 1.0 + a + b,
        Math::Mul(a, b) => 2.0 + a + b,
    }
}

fn costs_by_hand<S: Space>(b: &Batch<S, MathLang>) -> Data<S, f64> {
    b.fold(|node: Math<&f64>| step(node))
}

fn planned_by_hand<S: Space>(b: &Plan<S, MathLang>) -> Data<S, f64> {
    b.fold(|node: Math<&f64>| step(node))
}

fn build<S: Space>(b: &mut Builder<S, MathLang>) {
    let mut state = 7_u64;
    let mut rows = vec![b.push(Math::Num(1.0))];
    while rows.len() < ROWS as usize {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = state >> 16;
        let child = |shift: u32| rows[(word >> shift) as usize % rows.len()];
        let (x, y, z) = (child(3), child(11), child(19));
        rows.push(b.push(match word % 8 {
            0 => Math::Num(2.0),
            1 => Math::Var(word as u32),
            2 => Math::Neg(x),
            3 => Math::Sqrt(x),
            4 | 5 => Math::Add(x, y),
            6 => Math::Mul(x, y),
            _ => Math::If(x, y, z),
        }));
    }
}

/// What is timed, and beside what.
struct Line {
    what: &'static str,
    beside: &'static str,
    threads: u32,
    runs: usize,
}

/// Medians of the seconds that two take, in turns.
fn beside(mut one: impl FnMut(), mut other: impl FnMut()) -> (f64, f64) {
    let time = |f: &mut dyn FnMut()| {
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64()
    };
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        a.push(time(&mut one));
        b.push(time(&mut other));
    }
    (median(a), median(b))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn line(csv: bool, line: &Line, (ours, theirs): (f64, f64)) {
    let (Line { what, beside, threads, runs }, ratio) = (line, ours / theirs);
    if csv {
        println!("{what},{ROWS},{threads},{ours:.6},{runs},{beside},{theirs:.6},{ratio:.3}");
        return;
    }
    let [a, b] = [ours, theirs].map(|time| time * 1e9 / f64::from(ROWS));
    println!("{:44} {a:7.2} {b:7.2}   {ratio:.3}", format!("{what}, beside {beside}"));
}

/// Waves for a while; the seconds that one takes.
fn wave() -> f64 {
    Brand::with(|guard| {
        let mut b = Builder::new(guard);
        build(&mut b);
        let b = b.freeze();
        let levels = b.levels();
        let mut times = Vec::new();
        for _ in 0..3 * TURNS {
            let start = Instant::now();
            black_box(waves(&b, &levels));
            times.push(start.elapsed().as_secs_f64());
        }
        median(times)
    })
}

/// The same in processes of their own, all at once.
fn processes(count: usize, threads: &str) -> f64 {
    let start = || {
        let program = env::current_exe().expect("this program");
        let mut command = Command::new(program);
        command.arg("wave").env("RAYON_NUM_THREADS", threads).stdout(Stdio::piped());
        command.spawn().expect("a process")
    };
    let children: Vec<_> = (0..count).map(|_| start()).collect();
    let seconds = children.into_iter().map(|child| {
        let output = child.wait_with_output().expect("its output").stdout;
        String::from_utf8_lossy(&output).trim().parse::<f64>().expect("seconds")
    });
    seconds.fold(0.0, f64::max)
}

fn main() {
    if env::args().nth(1).as_deref() == Some("wave") {
        println!("{}", wave());
        return;
    }
    let csv = env::args().nth(1).as_deref() == Some("--csv");
    if !csv {
        println!("{:44} {:>7} {:>7}   ratio", "ns a row", "ours", "beside");
    }
    let one = |what, beside| Line { what, beside, threads: 1, runs: TURNS };
    Brand::with(|guard| {
        let mut b = Builder::new(guard);
        build(&mut b);
        let b = b.freeze();
        let plan = b.plan();
        assert!(costs(&b) == costs_by_hand(&b) && planned_costs(&plan) == costs(&b) && fused(&b).1 == depths(&b));
        line(
            csv,
            &one("bottom_up", "a fold by hand"),
            beside(|| drop(black_box(costs(&b))), || drop(black_box(costs_by_hand(&b)))),
        );
        line(
            csv,
            &one("bottom_up of a plan", "a fold by hand"),
            beside(|| drop(black_box(planned_costs(&plan))), || drop(black_box(planned_by_hand(&plan)))),
        );
        line(
            csv,
            &one("fuse of two", "two passes"),
            beside(|| drop(black_box(fused(&b))), || drop(black_box(apart(&b)))),
        );
    });
    let runs = 5;
    let turns = (0..runs).map(|_| (processes(1, "2"), processes(2, "1"))).collect::<Vec<_>>();
    let (threads, both): (Vec<f64>, Vec<f64>) = turns.into_iter().unzip();
    // Two processes do twice the work.
    let (threads, half) = (median(threads), median(both) / 2.0);
    let waves = Line { what: "wavefront by 2 threads", beside: "2 processes", threads: 2, runs };
    line(csv, &waves, (threads, half));
    if !csv {
        println!("two threads do {:.2} of what two processes do", half / threads);
    }
}
