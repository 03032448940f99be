//! Automatic differentiation with columns, in both modes.
//!
//! Forward mode is a bottom-up pass (numbers become numbers with a derivative); reverse mode is a top-down pass in which every
//! read of a value becomes an update of its cotangent, in an accumulator. Each checks the other.
//!
//! `cargo run --release --example autodiff` checks; with `-- FILE_OR_FOLDER …` the gradients of the FPCore functions there,
//! otherwise of those in `examples/data`; with `-- --bench [points [dimensions [components]]]` it measures.

mod bench;
mod cores;
mod expr;
mod gather;
mod gmm;
mod lanes;
mod problem;
mod real;
mod rules;
mod tape;

use gmm::{Component, Gmm};
use polarnet::columns::{Builder, Data, Space, space};
use problem::Problem;
use std::{path::Path, process::ExitCode};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.split_first() {
        Some((flag, rest)) if flag.starts_with("--bench") => match bench::main(flag, rest) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("autodiff: {error}");
                ExitCode::from(2)
            }
        },
        Some((other, _)) if other.starts_with('-') => {
            eprintln!("autodiff: `{other}` is no option; there is `--bench [points [dimensions [components]]]`");
            ExitCode::from(2)
        }
        Some(_) => gradients(&args),
        None => {
            expressions();
            walks();
            mixtures();
            gradients(&[concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data").into()])
        }
    }
}

/// Fails where a file cannot be read, or the modes differ.
fn gradients(paths: &[String]) -> ExitCode {
    for path in paths {
        match cores::gradients(Path::new(path)) {
            Ok(counts) if counts.different == 0 => {}
            Ok(counts) => {
                eprintln!("autodiff: {} derivatives differ", counts.different);
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Relative to the larger one, or absolute where both are small.
fn difference(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.abs().max(b.abs()).max(1.0)
}

/// The largest difference of two gradients' components.
fn largest(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(&a, &b)| difference(a, b)).fold(0.0, f64::max)
}

/// `within` and the bound, or what it was.
fn verdict(error: f64, bound: f64) -> String {
    if error <= bound { format!("within {bound:e}") } else { format!("OFF BY {error:e}") }
}

fn expressions() {
    println!("expressions: reverse mode, against forward mode");
    space!(Vars, guard);
    let vars = guard.column(vec![0.75, 2.5, -1.25]);
    let [x, y, z] = vars.indices().collect::<Vec<_>>()[..] else { unreachable!("three variables") };
    space!(Exprs, guard);
    let mut batch = Builder::new(guard);
    let examples = expr::examples(&mut batch, [x, y, z]);
    let batch = batch.freeze();
    let values = batch.fold(|node| expr::value(&vars, node));
    for (name, root) in examples {
        let reverse = expr::reverse(&batch, &values, root, vars.rows());
        let forward = vars.rows().data(|by| expr::forward(&batch, &vars, root, by));
        println!(
            "  {name} = {:.6}: [{:.6}, {:.6}, {:.6}], {}",
            values[root],
            reverse[x],
            reverse[y],
            reverse[z],
            verdict(largest(reverse.as_slice(), forward.as_slice()), 1e-12)
        );
    }
}

fn walks() {
    let outcome = gather::run(1000, 2000, 10);
    println!("walks through 1000 values, where each step depends on the last: reverse mode, against forward mode");
    let bounded = outcome.reads > 10_000 && outcome.cells <= 5 * 1000;
    println!("  {}", verdict(outcome.error, 1e-12));
    println!("  more than 10000 reads, cotangents in at most 5 x 1000 cells: {bounded}");
    eprintln!("  {} reads, {} cells, {:e}", outcome.reads, outcome.cells, outcome.error);
}

fn mixtures() {
    println!("Gaussian mixtures: gradients with columns, against one by hand");
    for (n, d, k) in [(1, 1, 1), (13, 3, 2), (1000, 10, 25), (1001, 20, 30)] {
        let problem = Problem::random(n, d, k);
        let (value, by_hand) = problem.gradient();
        let (same, gradient) = with_gmm(&problem);
        let error = largest(&gradient, &by_hand).max(difference(value, same)).max(difference(value, problem.value()));
        println!("  n = {n}, d = {d}, K = {k}: {value:.4}, {} derivatives {}", by_hand.len(), verdict(error, 1e-9));
    }
    let problem = Problem::random(100, 4, 5);
    let (value, by_hand) = problem.gradient();
    let (rows, same, gradient) = tape::gradient(&problem);
    let error = largest(&gradient, &by_hand).max(difference(value, same));
    println!("  n = 100, d = 4, K = 5, as an expression of {rows} rows: {value:.4}, {}", verdict(error, 1e-9));
    let bits = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (value, gradient) = pool.install(|| with_gmm(&Problem::random(1000, 10, 25)));
        [vec![value], gradient].concat().into_iter().map(f64::to_bits).collect::<Vec<_>>()
    };
    let one = bits(1);
    println!("  the same bits with 1, 2 and 7 threads: {}", [2, 7].into_iter().all(|threads| bits(threads) == one));
}

/// Value and gradient with columns, the gradient in the order of [`Problem::gradient`].
fn with_gmm(problem: &Problem) -> (f64, Vec<f64>) {
    space!(Blocks, blocks);
    space!(Components, components);
    space!(Dims, dims);
    space!(Lower, lower);
    let gmm = Gmm::new(problem, (blocks, components, dims, lower));
    let (value, gradient) = gmm.gradient();
    assert!(difference(value, gmm.value()) <= 1e-12);
    (value, flat(&gradient))
}

fn flat<K: Space, D: Space, L: Space>(gradient: &Data<K, Component<D, L>>) -> Vec<f64> {
    let alphas = gradient.iter().map(|c| c.alpha);
    let means = gradient.iter().flat_map(|c| c.mean.iter().copied());
    let icf = gradient.iter().flat_map(|c| c.log_diagonal.iter().chain(&c.lower).copied());
    alphas.chain(means).chain(icf).collect()
}
