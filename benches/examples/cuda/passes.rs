//! Column passes on the device, beside one thread of the CPU: what they come to, how long a call takes, and how fast the device
//! goes through its memory while kernels run.

use super::{
    There,
    options::Options,
    record::{about, append, place},
};
use polarnet::{
    columns::{Brand, Builder, Data, Idx, Node, Space},
    device::{Device, Error},
    schedule,
};
use std::{fmt::Write as _, time::Instant};

const HEADER: &str = "pass,rows,seconds_median,kernel_seconds,gigabytes_per_second,cpu_seconds,runs,ratio";
const WHAT: &str = "Seconds from the call to the column, with what is copied to and fro; of a batch that an encoder has copied \
     before; medians after one call to warm up. Gigabytes that the kernels have to move, at least, over their time. Ratio: seconds \
     of one thread of the CPU over these.";

#[derive(Node, Clone, Copy)]
enum Math<I> {
    Num(f64),
    Var(u32),
    Exp(I),
    Ln(I),
    Add(I, I),
    Mul(I, I),
}

schedule! {
    space expr: Batch<Math>;
    val copy(x: f64) -> f64 { returns x }
    val cost(n: Math) -> f64 {
        returns match n {
            Num | Var => 1.0,
            Exp(x) | Ln(x) => 4.0 + cost[x],
            Add(a, b) => 1.0 + cost[a] + cost[b],
            Mul(a, b) => 2.0 + max(cost[a], cost[b]),
        }
    }
    val value(n: Math, var: f64) -> f64 approx(3 ulp) {
        returns match n {
            Num(x) => x,
            Var => var,
            Exp(x) => exp(value[x]),
            Ln(x) => ln(value[x]),
            Add(a, b) => value[a] + value[b],
            Mul(a, b) => value[a] * value[b],
        }
    }
    // By how much what has a seed changes with each row.
    val adjoint(n: Math, seed: f64) -> f64 default 0 join add {
        match n {
            Num | Var => {}
            Exp(x) => adjoint[x] <- (adjoint[n] + seed) * value[n],
            Ln(x) => adjoint[x] <- (adjoint[n] + seed) / value[x],
            Add(args..) => adjoint[args] <- adjoint[n] + seed,
            Mul(a, b) => {
                adjoint[a] <- (adjoint[n] + seed) * value[b];
                adjoint[b] <- (adjoint[n] + seed) * value[a]
            }
        }
    }
    fn copied(x: &Data<expr, f64>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls copy { map(x).on(gpu) }
    fn costs(b: &Batch<expr>, gpu: &Device) -> Result<Data<expr, f64>, Error> impls cost { bottom_up(b).on(gpu) }
    fn gradient(b: &Batch<expr>, var: &Data<expr, f64>, seed: &Data<expr, f64>, gpu: &Device)
        -> Result<Data<expr, f64>, Error> impls adjoint { top_down(b).on(gpu) }
}

/// What is timed: on the device that it is given.
struct Pass<'b> {
    name: &'static str,
    rows: usize,
    /// What its kernels read and write, at least.
    bytes: usize,
    run: &'b dyn Fn(&Device) -> Result<Vec<f64>, Error>,
    /// By how much values may differ, of their size.
    error: f64,
}

/// Times all passes. Are they right?
pub fn measure(options: &Options, there: &There) -> bool {
    let about = about(options, there, WHAT);
    about.iter().for_each(|line| there.line(line));
    there.line(&format!(
        "{:<12}{:>10}{:>12}{:>12}{:>9}{:>12}{:>9}",
        "seconds", "rows", "cuda", "its kernels", "GB/s", "1 thread", "ratio"
    ));
    let (mut right, mut record) = (true, String::new());
    let gpu = Device::from(there.device.clone().with_memory_limit(there.memory));
    let mut one = |pass: &Pass<'_>| right &= time(pass, &gpu, options, there, &mut record);
    let (rows, points) = if options.small { (20_000, 40) } else { (10_000_000, 20_000) };
    Brand::with(|guard| {
        let mut b = Builder::new(guard);
        random(&mut b, rows);
        let b = b.freeze();
        let x = b.data(|row| f64::from(row.raw()) * 0.5);
        let edges: usize = b.indices().map(|row| arity(b.node(row))).sum();
        let back = |column: Data<_, f64>| column.into_vec();
        one(&Pass { name: "copy", rows, bytes: 16 * rows, run: &|gpu| copied(&x, gpu).map(back), error: 0.0 });
        // An operator, two words, its place in the order, its value, and those of its children.
        let bytes = (1 + 8 + 4 + 8) * rows + 8 * edges;
        let resident = |gpu: &Device| {
            gpu.scope(|queue| {
                let mut encoder = queue.encode();
                let there = encoder.copy(&b);
                let made = encoder.pass(move || costs(there.get(), queue.device()));
                let synced = encoder.submit().try_wait()?;
                Ok(back(made.read(&synced)))
            })
        };
        one(&Pass { name: "cost", rows, bytes, run: &resident, error: 0.0 });
    });
    Brand::with(|guard| {
        let mut b = Builder::new(guard);
        let root = gaussian_mixture(&mut b, points);
        let b = b.freeze();
        let var = b.data(|row| (f64::from(row.raw() % 97) - 48.0) * 0.01);
        let seed = b.data(|row| f64::from(u8::from(row == root)));
        let edges: usize = b.indices().map(|row| arity(b.node(row))).sum();
        // Twice what a pass reads, and the values of children once more; users.
        let bytes = 2 * (1 + 8 + 4 + 8 + 8) * b.len() + (8 + 8 + 8 + 4) * edges;
        let run = |gpu: &Device| gradient(&b, &var, &seed, gpu).map(Data::into_vec);
        one(&Pass { name: "gmm gradient", rows: b.len(), bytes, run: &run, error: 1e-9 });
    });
    right &= append(options, there, HEADER, &about, &record);
    right
}

/// A line of the table. Is the device right?
fn time(pass: &Pass<'_>, gpu: &Device, options: &Options, there: &There, record: &mut String) -> bool {
    let runs = options.runs.unwrap_or(5);
    let threads = Device::threads();
    let (mut seconds, mut kernels, mut here) = (Vec::new(), Vec::new(), Vec::new());
    let mut right = true;
    for run in 0..=runs {
        let (before, begin) = (gpu.counts(), Instant::now());
        let found = match (pass.run)(gpu) {
            Ok(found) => found,
            Err(error) => {
                there.line(&format!("{:<12}WRONG: {error}", pass.name));
                return false;
            }
        };
        let took = begin.elapsed().as_secs_f64();
        let kernel = (gpu.counts() - before).kernel_time.as_secs_f64();
        // The CPU is slow, and compared once more often than timed.
        if run < 3 {
            let begin = Instant::now();
            let wanted = (pass.run)(&threads).unwrap_or_default();
            here.push(begin.elapsed().as_secs_f64());
            right &= agree(pass, &found, &wanted, there);
        }
        if run > 0 {
            seconds.push(took);
            kernels.push(kernel);
        }
    }
    let [seconds, kernels, here] = [seconds, kernels, here].map(median);
    let (speed, ratio) = (pass.bytes as f64 / kernels / 1e9, here / seconds);
    there.line(&format!(
        "{:<12}{:>10}{seconds:>12.6}{kernels:>12.6}{speed:>9.1}{here:>12.6}{ratio:>9.3}",
        pass.name, pass.rows
    ));
    let _ = writeln!(
        record,
        "{},{},{},{seconds:.6},{kernels:.6},{speed:.2},{here:.6},{runs},{ratio:.4}",
        place(options, there),
        pass.name,
        pass.rows
    );
    right
}

fn agree(pass: &Pass<'_>, found: &[f64], wanted: &[f64], there: &There) -> bool {
    let equal = |(a, b): (&f64, &f64)| {
        a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() || (a - b).abs() <= pass.error * a.abs().max(1.0)
    };
    let other = found.iter().zip(wanted).position(|both| !equal(both));
    match other {
        None if found.len() == wanted.len() => return true,
        None => there.line(&format!("{:<12}WRONG: {} rows, and on the CPU {}", pass.name, found.len(), wanted.len())),
        Some(row) => there
            .line(&format!("{:<12}WRONG: row {row} is {:e}, and on the CPU {:e}", pass.name, found[row], wanted[row])),
    }
    false
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}

fn arity<I>(node: Math<I>) -> usize {
    match node {
        Math::Num(_) | Math::Var(_) => 0,
        Math::Exp(_) | Math::Ln(_) => 1,
        Math::Add(..) | Math::Mul(..) => 2,
    }
}

/// Rows whose children are anywhere before them.
fn random<S: Space>(b: &mut Builder<S, MathLang>, count: usize) {
    let mut state = 7_u64;
    let mut rows = vec![b.push(Math::Num(1.0))];
    while rows.len() < count {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = state >> 16;
        let child = |shift: u32| rows[(word >> shift) as usize % rows.len()];
        let (x, y) = (child(3), child(11));
        rows.push(b.push(match word % 8 {
            0 => Math::Num(2.0),
            1 => Math::Var(word as u32),
            2 => Math::Exp(x),
            3 => Math::Ln(x),
            4..6 => Math::Add(x, y),
            _ => Math::Mul(x, y),
        }));
    }
}

/// The logarithm of the likelihood of so many points by a mixture of four Gaussians in two dimensions, whose axes are those of
/// space; what is searched for are variables.
fn gaussian_mixture<S: Space>(b: &mut Builder<S, MathLang>, points: usize) -> Idx<S> {
    const COMPONENTS: u32 = 4;
    const DIMENSIONS: u32 = 2;
    let [alphas, means, scales] = [0, 1, 2].map(|of| {
        let each = 0..COMPONENTS * if of == 0 { 1 } else { DIMENSIONS };
        each.map(|nth| b.push(Math::Var(100 * of + nth))).collect::<Vec<_>>()
    });
    let half = b.push(Math::Num(-0.5));
    let minus = b.push(Math::Num(-1.0));
    let mut total = b.push(Math::Num(0.0));
    let mut open = Vec::new();
    for point in 0..points {
        let mut sum = None;
        for (k, &alpha) in alphas.iter().enumerate() {
            let mut exponent = alpha;
            for d in 0..DIMENSIONS as usize {
                let at = k * DIMENSIONS as usize + d;
                let x = b.push(Math::Num(((point * 37 + d * 11) % 101) as f64 * 0.02 - 1.0));
                let mean = b.push(Math::Mul(minus, means[at]));
                let from = b.push(Math::Add(x, mean));
                let scaled = b.push(Math::Mul(from, scales[at]));
                let square = b.push(Math::Mul(scaled, scaled));
                let term = b.push(Math::Mul(half, square));
                exponent = b.push(Math::Add(exponent, term));
            }
            let density = b.push(Math::Exp(exponent));
            sum = Some(sum.map_or(density, |sum| b.push(Math::Add(sum, density))));
        }
        open.extend(sum.map(|sum| b.push(Math::Ln(sum))));
    }
    // As a tree, so that there are few levels.
    while open.len() > 1 {
        open = open.chunks(2).map(|two| if let [x, y] = *two { b.push(Math::Add(x, y)) } else { two[0] }).collect();
    }
    if let Some(&sum) = open.first() {
        total = b.push(Math::Add(total, sum));
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;
    use polarnet::columns::Batch;

    fn likelihood<S: Space>(b: &Batch<S, MathLang>, var: &[f64], root: Idx<S>) -> f64 {
        let mut vars = var.iter();
        let values = b.fold(|node: Math<&f64>| {
            let var = *vars.next().expect("one for each row");
            match node {
                Math::Num(x) => x,
                Math::Var(_) => var,
                Math::Exp(x) => x.exp(),
                Math::Ln(x) => x.ln(),
                Math::Add(x, y) => x + y,
                Math::Mul(x, y) => x * y,
            }
        });
        values[root]
    }

    /// By differences of the likelihood itself.
    #[test]
    fn the_gradient_is_that_of_the_mixture() {
        Brand::with(|guard| {
            let mut b = Builder::new(guard);
            let root = gaussian_mixture(&mut b, 20);
            let b = b.freeze();
            let var = b.data(|row| (f64::from(row.raw() % 97) - 48.0) * 0.01);
            let seed = b.data(|row| f64::from(u8::from(row == root)));
            let found = gradient(&b, &var, &seed, &Device::threads()).unwrap();
            let vars: Vec<Idx<_>> = b.indices().filter(|&row| matches!(b.node(row), Math::Var(_))).collect();
            assert_eq!(vars.len(), 4 + 8 + 8);
            for row in vars {
                let moved = |by: f64| {
                    let mut var = var.as_slice().to_vec();
                    var[row.raw() as usize] += by;
                    likelihood(&b, &var, root)
                };
                let wanted = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                assert!((found[row] - wanted).abs() < 1e-6 * wanted.abs().max(1.0), "{} {wanted}", found[row]);
            }
        });
    }
}
