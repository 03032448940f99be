//! The objective of ADBench's Gaussian mixtures as vals, and its gradient by `vjp`.
//!
//! `cargo run --release --example schedule_gmm` compares it with a gradient by hand, and with the one that
//! `examples/autodiff` writes with columns; `-- POINTS DIMENSIONS COMPONENTS` chooses the size, and
//! `-- --csv` prints rows of a record (`ci/schedule.sh`).

#[path = "../autodiff/gmm.rs"]
#[allow(dead_code)]
mod gmm;
#[path = "../autodiff/lanes.rs"]
#[allow(dead_code)]
mod lanes;
#[path = "../autodiff/problem.rs"]
#[allow(dead_code)]
mod problem;

use polarnet::{
    columns::{Data, Mapping, Rows, Space, space},
    schedule,
};
use problem::{Problem, ln_multigamma};
use std::{
    f64::consts::{LN_2, PI},
    hint::black_box,
    time::Instant,
};

schedule! {
    space points;
    space components;
    space dims;
    space entries;

    val log_sum_exp(terms: Data<components, f64>) -> f64 {
        most :- max(terms);
        returns ln(sum(exp(term - most) for term in terms)) + most
    }

    // The logarithm of a component's density at a point, but for a constant: Q is lower triangular, and the inverse of the
    // covariance is QᵀQ. `lower` has Q's entries below its diagonal, which stand in `row` and `column`.
    val main_term(
        k: Idx<components>, here: Data<dims, f64>, alpha: Data<components, f64>,
        mean: Data<components, Data<dims, f64>>, diagonal: Data<components, Data<dims, f64>>, ln_det: Data<components, f64>,
        lower: Data<components, Data<entries, f64>>, row: Mapping<entries, dims>, column: Mapping<entries, dims>
    ) -> f64 {
        x :- [here[i] - mean[k][i] for i in dims];
        q :- [diagonal[k][i] * x[i] + sum(lower[k][l] * x[column[l]] for l in entries if row[l] == i) for i in dims];
        returns alpha[k] + ln_det[k] - 0.5 * sum(q[i] * q[i] for i in dims)
    }

    // Wishart's prior of a component.
    val prior(
        k: Idx<components>, diagonal: Data<components, Data<dims, f64>>, ln_det: Data<components, f64>,
        lower: Data<components, Data<entries, f64>>, row: Mapping<entries, dims>, rows: Rows<dims>, gamma: f64, m: f64
    ) -> f64 {
        norm :- sum(diagonal[k][i] * diagonal[k][i] for i in dims) + sum(lower[k][l] * lower[k][l] for l in entries);
        returns 0.5 * gamma * gamma * norm - m * ln_det[k]
    }

    val objective(
        alpha: Data<components, f64>, mean: Data<components, Data<dims, f64>>, log_diagonal: Data<components, Data<dims, f64>>,
        lower: Data<components, Data<entries, f64>>, x: Data<points, Data<dims, f64>>,
        row: Mapping<entries, dims>, column: Mapping<entries, dims>, rows: Rows<dims>, gamma: f64, m: f64, constant: f64
    ) -> f64 reassoc {
        diagonal :- [[exp(log_diagonal[k][i]) for i in dims] for k in components];
        ln_det :- [sum(log_diagonal[k][i] for i in dims) for k in components];
        returns sum(at_point(x[p], alpha, mean, diagonal, ln_det, lower, row, column, rows) for p in points)
            - len(points) as f64 * log_sum_exp(alpha)
            + sum(prior(k, diagonal, ln_det, lower, row, rows, gamma, m) for k in components)
            + constant
    }

    val at_point(
        x: Data<dims, f64>, alpha: Data<components, f64>, mean: Data<components, Data<dims, f64>>,
        diagonal: Data<components, Data<dims, f64>>, ln_det: Data<components, f64>, lower: Data<components, Data<entries, f64>>,
        row: Mapping<entries, dims>, column: Mapping<entries, dims>, rows: Rows<dims>
    ) -> f64 {
        here :- [x[i] for i in dims];
        terms :- [main_term(k, here, alpha, mean, diagonal, ln_det, lower, row, column) for k in components];
        returns log_sum_exp(terms)
    }

    fn value(
        alpha: &Data<components, f64>, mean: &Data<components, Data<dims, f64>>, log_diagonal: &Data<components, Data<dims, f64>>,
        lower: &Data<components, Data<entries, f64>>, x: &Data<points, Data<dims, f64>>,
        row: &Mapping<entries, dims>, column: &Mapping<entries, dims>, rows: Rows<dims>, gamma: f64, m: f64, constant: f64
    ) -> f64 impls objective { eval(alpha, mean, log_diagonal, lower, x) }

    fn gradient(
        alpha: &Data<components, f64>, mean: &Data<components, Data<dims, f64>>, log_diagonal: &Data<components, Data<dims, f64>>,
        lower: &Data<components, Data<entries, f64>>, x: &Data<points, Data<dims, f64>>,
        row: &Mapping<entries, dims>, column: &Mapping<entries, dims>, rows: Rows<dims>, gamma: f64, m: f64, constant: f64
    ) -> (f64, (Data<components, f64>, Data<components, Data<dims, f64>>, Data<components, Data<dims, f64>>,
        Data<components, Data<entries, f64>>))
        impls vjp(objective, alpha, mean, log_diagonal, lower)
    {
        eval(alpha, mean, log_diagonal, lower, x).over(points).vectorize(8).parallel()
    }
}

/// A problem in columns.
struct Columns<P: Space, K: Space, D: Space, L: Space> {
    alpha: Data<K, f64>,
    mean: Data<K, Data<D, f64>>,
    log_diagonal: Data<K, Data<D, f64>>,
    lower: Data<K, Data<L, f64>>,
    x: Data<P, Data<D, f64>>,
    row: Mapping<L, D>,
    column: Mapping<L, D>,
    gamma: f64,
    m: f64,
    constant: f64,
}

impl<P: Space, K: Space, D: Space, L: Space> Columns<P, K, D, L> {
    fn new(problem: &Problem, points: Rows<P>, components: Rows<K>, dims: Rows<D>, entries: Rows<L>) -> Self {
        let (d, size) = (problem.d, problem.d * (problem.d + 1) / 2);
        let below: Vec<_> = (0..d).flat_map(|column| (column + 1..d).map(move |row| (row, column))).collect();
        let dim = |at: usize| dims.check(at as u32).expect("below d");
        let (n, freedom) = (problem.n as f64, problem.d as u32 + problem.wishart.m + 1);
        let gamma = problem.wishart.gamma;
        let of_prior = f64::from(freedom) * d as f64 * (gamma.ln() - 0.5 * LN_2) - ln_multigamma(freedom, d as u32);
        Columns {
            alpha: components.data(|k| problem.alphas[k.raw() as usize]),
            mean: components.data(|k| dims.data(|i| problem.means[k.raw() as usize * d + i.raw() as usize])),
            log_diagonal: components.data(|k| dims.data(|i| problem.icf[k.raw() as usize * size + i.raw() as usize])),
            lower: components.data(|k| entries.data(|l| problem.icf[k.raw() as usize * size + d + l.raw() as usize])),
            x: points.data(|p| dims.data(|i| problem.x[p.raw() as usize * d + i.raw() as usize])),
            row: entries.data(|l| dim(below[l.raw() as usize].0)),
            column: entries.data(|l| dim(below[l.raw() as usize].1)),
            gamma,
            m: f64::from(problem.wishart.m),
            constant: -n * d as f64 * 0.5 * (2.0 * PI).ln() - problem.k as f64 * of_prior,
        }
    }

    fn value(&self, dims: Rows<D>) -> f64 {
        let Columns { alpha, mean, log_diagonal, lower, x, row, column, .. } = self;
        value(alpha, mean, log_diagonal, lower, x, row, column, dims, self.gamma, self.m, self.constant)
    }

    #[allow(clippy::type_complexity)]
    fn gradient(
        &self,
        dims: Rows<D>,
    ) -> (f64, (Data<K, f64>, Data<K, Data<D, f64>>, Data<K, Data<D, f64>>, Data<K, Data<L, f64>>)) {
        let Columns { alpha, mean, log_diagonal, lower, x, row, column, .. } = self;
        gradient(alpha, mean, log_diagonal, lower, x, row, column, dims, self.gamma, self.m, self.constant)
    }

    /// The gradient in the order of [`Problem::gradient`].
    fn flat(&self, dims: Rows<D>) -> (f64, Vec<f64>) {
        let (value, (alpha, mean, log_diagonal, lower)) = self.gradient(dims);
        let icf = log_diagonal.iter().zip(&lower).flat_map(|(diagonal, lower)| diagonal.iter().chain(lower).copied());
        (value, alpha.iter().copied().chain(mean.iter().flat_map(|mean| mean.iter().copied())).chain(icf).collect())
    }
}

/// Relative to the larger one, or absolute where both are small.
fn difference(a: f64, b: f64) -> f64 {
    (a - b).abs() / a.abs().max(b.abs()).max(1.0)
}

/// The value, the gradient, and how far they are from those by hand.
fn compare(problem: &Problem) -> (f64, Vec<f64>, f64) {
    space!(Points, points);
    space!(Components, components);
    space!(Dims, dims);
    space!(Lower, entries);
    let (points, components, dims) = (points.rows(problem.n), components.rows(problem.k), dims.rows(problem.d));
    let columns = Columns::new(problem, points, components, dims, entries.rows(problem.d * (problem.d - 1) / 2));
    let (by_hand, gradient_by_hand) = problem.gradient();
    let (value, gradient) = columns.flat(dims);
    let values = difference(value, by_hand).max(difference(columns.value(dims), problem.value()));
    let worst = gradient.iter().zip(&gradient_by_hand).map(|(&a, &b)| difference(a, b)).fold(values, f64::max);
    assert_eq!(gradient.len(), gradient_by_hand.len());
    (value, gradient, worst)
}

/// Medians of alternating runs, in seconds: generated, and with columns.
fn measure(problem: &Problem, runs: usize) -> [f64; 2] {
    space!(Points, points);
    space!(Components, components);
    space!(Dims, dims);
    space!(Lower, entries);
    let (points, components, dims) = (points.rows(problem.n), components.rows(problem.k), dims.rows(problem.d));
    let columns = Columns::new(problem, points, components, dims, entries.rows(problem.d * (problem.d - 1) / 2));
    space!(Blocks, blocks);
    space!(Components2, components2);
    space!(Dims2, dims2);
    space!(Lower2, lower2);
    let gmm = gmm::Gmm::new(problem, (blocks, components2, dims2, lower2));
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..=runs {
        let start = Instant::now();
        black_box(columns.gradient(dims));
        seconds[0].push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        black_box(gmm.gradient());
        seconds[1].push(start.elapsed().as_secs_f64());
    }
    seconds.map(|mut runs| {
        // The first run warms up.
        runs.remove(0);
        runs.sort_by(f64::total_cmp);
        runs[runs.len() / 2]
    })
}

/// Runs of each.
const RUNS: usize = 21;

fn main() {
    let csv = std::env::args().nth(1).as_deref() == Some("--csv");
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    let sizes = match numbers[..] {
        [n, d, k] if n.min(d).min(k) > 0 => vec![(n, d, k)],
        _ => vec![(1000, 10, 25), (1000, 20, 25), (2000, 2, 5)],
    };
    for (n, d, k) in sizes {
        let problem = Problem::random(n, d, k);
        let (value, gradient, worst) = compare(&problem);
        let norm = gradient.iter().map(|x| x * x).sum::<f64>().sqrt();
        if !csv {
            println!("n = {n}, d = {d}, K = {k}: value {value:.6}, |gradient| {norm:.6}, off by {worst:.1e}");
        }
        let report = |threads: usize, [generated, by_hand]: [f64; 2]| {
            if csv {
                let ratio = generated / by_hand;
                println!(
                    "gmm gradient,{n}/{d}/{k},{threads},{generated:.6},{RUNS},with columns,{by_hand:.6},{ratio:.3}"
                );
                return;
            }
            println!(
                "  {threads} threads: generated {:.3} ms, with columns {:.3} ms, ratio {:.2}",
                generated * 1e3,
                by_hand * 1e3,
                generated / by_hand
            );
        };
        match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(pool) => report(1, pool.install(|| measure(&problem, RUNS))),
            Err(error) => eprintln!("no threads: {error}"),
        }
        report(rayon::current_num_threads(), measure(&problem, RUNS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_and_gradient_are_those_by_hand() {
        for (n, d, k) in [(1, 1, 1), (13, 3, 2), (100, 10, 5), (41, 20, 3)] {
            let (_, _, worst) = compare(&Problem::random(n, d, k));
            assert!(worst < 1e-10, "n = {n}, d = {d}, K = {k}: off by {worst:e}");
        }
    }

    #[test]
    fn the_gradient_is_that_of_differences() {
        let problem = Problem::random(9, 3, 2);
        let (_, gradient, _) = compare(&problem);
        let counts = [problem.alphas.len(), problem.means.len(), problem.icf.len()];
        for (at, &derivative) in gradient.iter().enumerate() {
            let shifted = |by: f64| {
                let mut problem = Problem::random(9, 3, 2);
                match at {
                    at if at < counts[0] => problem.alphas[at] += by,
                    at if at < counts[0] + counts[1] => problem.means[at - counts[0]] += by,
                    at => problem.icf[at - counts[0] - counts[1]] += by,
                }
                problem.value()
            };
            let slope = (shifted(1e-6) - shifted(-1e-6)) / 2e-6;
            assert!(difference(slope, derivative) < 1e-5, "{at}: {slope} {derivative}");
        }
    }
}
