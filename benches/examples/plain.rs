//! The same tasks as plain Rust functions, on one thread and with rayon: what nets are measured against last.
//!
//! `cargo run --release -p benches --example plain sum_tree 21 rayon` prints the seconds, as `workload` does.

use std::{hint::black_box, process::ExitCode, time::Instant};

const USAGE: &str = "\
A task as a plain Rust function, once.

    plain TASK SIZE [rayon]

TASK is fib, ack, sum_rec, sum_tree, msort, deep (of 1000 n calls); with `rayon`, halves that do not need each other are on all threads (not of ack and deep).
";

/// Parts that are smaller are not worth a task of rayon's.
const SMALL: u32 = 10;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let task = match &arguments[..] {
        [task, size] => (task.as_str(), size.parse(), false),
        [task, size, rayon] if rayon == "rayon" => (task.as_str(), size.parse(), true),
        _ => ("", Ok(0), false),
    };
    let (name, Ok(size), parallel) = task else {
        eprint!("{USAGE}");
        return ExitCode::from(2);
    };
    // As deep as Ackermann's function and `deep` go.
    let job = move || run(name, black_box(size), parallel);
    let done = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(1 << 32).spawn_scoped(scope, job);
        thread.expect("address space for its stack").join().expect("a task that ends")
    });
    match done {
        Some((result, seconds)) => {
            println!("{name} {size}: {result}\nseconds {seconds:.6}");
            ExitCode::SUCCESS
        }
        None => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// The result, and how long it took.
fn run(name: &str, size: u32, parallel: bool) -> Option<(u32, f64)> {
    let begin = Instant::now();
    let result = match (name, parallel) {
        ("fib", false) => fib(size),
        ("fib", true) => fib_on_all(size),
        ("ack", false) => ack(3, size),
        ("sum_rec", false) => sum(0, size),
        ("sum_rec", true) => sum_on_all(0, size),
        ("deep", false) => deep(1000 * size),
        ("sum_tree", false) => grow(size).leaves(),
        ("sum_tree", true) => grow_on_all(size).leaves_on_all(size),
        ("msort", _) => msort(size, parallel),
        _ => return None,
    };
    Some((result, begin.elapsed().as_secs_f64()))
}

#[inline(never)]
fn fib(n: u32) -> u32 {
    if n < 2 { n } else { fib(n - 1).wrapping_add(fib(n - 2)) }
}

fn fib_on_all(n: u32) -> u32 {
    if n < 2 * SMALL {
        return fib(n);
    }
    let (a, b) = rayon::join(|| fib_on_all(n - 1), || fib_on_all(n - 2));
    a.wrapping_add(b)
}

#[inline(never)]
fn ack(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, n) => n + 1,
        (m, 0) => ack(m - 1, 1),
        (m, n) => ack(m - 1, ack(m, n - 1)),
    }
}

#[inline(never)]
fn sum(x: u32, depth: u32) -> u32 {
    if depth == 0 { x } else { sum(2 * x, depth - 1).wrapping_add(sum(2 * x + 1, depth - 1)) }
}

#[inline(never)]
fn deep(n: u32) -> u32 {
    // Compiled, it would be a loop otherwise, as `net/deep` and `net/deeper` are.
    if n == 0 { 0 } else { black_box(deep(n - 1)).wrapping_add(n) }
}

fn sum_on_all(x: u32, depth: u32) -> u32 {
    if depth < SMALL {
        return sum(x, depth);
    }
    let (a, b) = rayon::join(|| sum_on_all(2 * x, depth - 1), || sum_on_all(2 * x + 1, depth - 1));
    a.wrapping_add(b)
}

enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

fn grow(depth: u32) -> Tree {
    if depth == 0 { Tree::Leaf } else { Tree::Node(Box::new(grow(depth - 1)), Box::new(grow(depth - 1))) }
}

fn grow_on_all(depth: u32) -> Tree {
    if depth < SMALL {
        return grow(depth);
    }
    let (a, b) = rayon::join(|| grow_on_all(depth - 1), || grow_on_all(depth - 1));
    Tree::Node(Box::new(a), Box::new(b))
}

impl Tree {
    /// The tree is consumed, as by a net.
    fn leaves(self) -> u32 {
        match self {
            Tree::Leaf => 1,
            Tree::Node(a, b) => a.leaves() + b.leaves(),
        }
    }

    fn leaves_on_all(self, depth: u32) -> u32 {
        match self {
            Tree::Node(a, b) if depth >= SMALL => {
                let (a, b) = rayon::join(|| a.leaves_on_all(depth - 1), || b.leaves_on_all(depth - 1));
                a + b
            }
            tree => tree.leaves(),
        }
    }
}

/// Of a vector, by the library: how well it can be done.
fn msort(count: u32, parallel: bool) -> u32 {
    use rayon::slice::ParallelSliceMut;
    let mut state = 1_u32;
    let mut numbers: Vec<u32> = (0..count)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 8
        })
        .collect();
    if parallel {
        numbers.par_sort()
    } else {
        numbers.sort()
    }
    u32::from(numbers.is_sorted())
}
