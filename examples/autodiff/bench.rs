//! Measures, in one run: the columns against the plain loops, gradients against values, two threads against two processes.
//!
//! Medians of alternating runs; other programs on the machine disturb both sides alike.

use crate::{gmm::Gmm, problem::Problem};
use polarnet::columns::space;
use std::{
    error::Error,
    hint::black_box,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Runs of each, of which the median counts.
const RUNS: usize = 11;
/// How long throughput is measured.
const SPAN: Duration = Duration::from_millis(1500);

pub fn main(flag: &str, args: &[String]) -> Result<(), Box<dyn Error>> {
    let number = |at: usize, default: usize| args.get(at).map_or(Ok(default), |arg| arg.parse::<usize>());
    let (n, d, k) = (number(0, 1000)?, number(1, 10)?, number(2, 25)?);
    if n.min(d).min(k) == 0 {
        return Err("points, dimensions and components are at least 1".into());
    }
    let problem = Problem::random(n, d, k);
    match flag {
        "--bench" => compare(&problem, args),
        // What `compare` runs twice, at the same time.
        "--bench-alone" => {
            println!("{}", gradients_a_second(&problem, 1)?);
            Ok(())
        }
        _ => Err(format!("`{flag}` is no option").into()),
    }
}

fn compare(problem: &Problem, args: &[String]) -> Result<(), Box<dyn Error>> {
    space!(Blocks, blocks);
    space!(Components, components);
    space!(Dims, dims);
    space!(Lower, lower);
    let gmm = Gmm::new(problem, (blocks, components, dims, lower));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut seconds: [Vec<f64>; 4] = Default::default();
    pool.install(|| {
        for _ in 0..=RUNS {
            seconds[0].push(time(|| problem.value()));
            seconds[1].push(time(|| gmm.value()));
            seconds[2].push(time(|| problem.gradient().0));
            seconds[3].push(time(|| gmm.gradient().0));
        }
    });
    // The first runs warm up.
    let [hand_value, value, hand_gradient, gradient] = seconds.map(|runs| median(runs[1..].to_vec()));
    println!(
        "n = {}, d = {}, K = {}; one thread, medians of {RUNS} alternating runs, ms",
        problem.n, problem.d, problem.k
    );
    println!(
        "value     by hand {:8.3}  columns {:8.3}  ratio {:.2}",
        hand_value * 1e3,
        value * 1e3,
        value / hand_value
    );
    println!(
        "gradient  by hand {:8.3}  columns {:8.3}  ratio {:.2}",
        hand_gradient * 1e3,
        gradient * 1e3,
        gradient / hand_gradient
    );
    println!("gradient / value: by hand {:.2}, columns {:.2}", hand_gradient / hand_value, gradient / value);

    let (mut threads, mut processes) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        threads.push(gradients_a_second(problem, 2)?);
        let pair = [alone(args)?, alone(args)?];
        let mut both = 0.0;
        for child in pair {
            let output = child.wait_with_output()?;
            both += String::from_utf8(output.stdout)?.trim().parse::<f64>()?;
        }
        processes.push(both);
    }
    let (threads, processes) = (median(threads), median(processes));
    println!(
        "gradients a second: two threads {threads:.1}, two processes {processes:.1} together, ratio {:.2}",
        threads / processes
    );
    Ok(())
}

/// A process that measures one thread.
fn alone(args: &[String]) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?).arg("--bench-alone").args(args).stdout(Stdio::piped()).spawn()
}

fn gradients_a_second(problem: &Problem, threads: usize) -> Result<f64, Box<dyn Error>> {
    space!(Blocks, blocks);
    space!(Components, components);
    space!(Dims, dims);
    space!(Lower, lower);
    let gmm = Gmm::new(problem, (blocks, components, dims, lower));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| {
        black_box(gmm.gradient());
        let (start, mut count) = (Instant::now(), 0);
        while start.elapsed() < SPAN {
            black_box(gmm.gradient());
            count += 1;
        }
        f64::from(count) / start.elapsed().as_secs_f64()
    }))
}

fn time(f: impl Fn() -> f64) -> f64 {
    let start = Instant::now();
    black_box(f());
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
