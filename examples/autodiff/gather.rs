//! The seed's own case: a map whose function reads `xs` in a loop, at places that depend on what it read.

use crate::problem::Random;
use polarnet::columns::{Data, Idx, Mapping, Monoid, Space, ops::Add, with_acc};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// From the row `start` on: adds up squares, with falling weights, and hops to the row that the value read says, until the
/// value says stop. Calls `read` for each row that it reads, with the weight.
fn walk<S: Space>(xs: &Data<S, f64>, next: &Mapping<S, S>, start: Idx<S>, mut read: impl FnMut(Idx<S>, f64)) -> f64 {
    let (mut row, mut weight, mut sum) = (start, 1.0, 0.0);
    loop {
        read(row, weight);
        sum += weight * xs[row] * xs[row];
        // Where to, and whether at all, depends on the value.
        if xs[row] < -0.9 || weight < 1e-3 {
            return sum;
        }
        row = next[if xs[row] > 0.0 { next[row] } else { row }];
        weight *= 0.9;
    }
}

/// Sums that count the cells made for them.
struct Counted(AtomicUsize);
impl Monoid<f64> for Counted {
    fn identity(&self) -> f64 {
        self.0.fetch_add(1, Relaxed);
        Add.identity()
    }
    fn combine(&self, into: &mut f64, value: f64) {
        *into += value;
    }
}

/// What the gradient of all walks' sum took.
pub struct Outcome {
    /// Steps of all walks: reads of `xs`.
    pub reads: usize,
    /// Cells for cotangents: the result's, and those of the tasks' shares.
    pub cells: usize,
    /// The largest difference to the forward mode, relative to the derivative.
    pub error: f64,
}

/// `n` values, `walks` starts, and the derivative of the sum of all walks by the values; `checked` of them by forward mode
/// too.
pub fn run(n: usize, walks: usize, checked: usize) -> Outcome {
    polarnet::columns::space!(Xs, guard);
    let mut random = Random(3);
    let xs = guard.column(random.numbers(n));
    let rows: Vec<_> = xs.indices().collect();
    let mut pick = || rows[random.bits() as usize % n];
    let next = xs.rows().data(|_| pick());
    let starts: Vec<_> = (0..walks).map(|_| pick()).collect();

    // Reverse: every read of a row is an update of its cotangent.
    let op = Counted(AtomicUsize::new(0));
    let cotangents = with_acc(&op, xs.map(|_| 0.0), |acc| {
        acc.par_chunks(walks.div_ceil(4), &starts, |mut acc, starts| {
            for &start in starts {
                let mut updates = Some(acc);
                walk(&xs, &next, start, |row, weight| {
                    updates = updates.take().map(|acc| acc.update(row, 2.0 * weight * xs[row]));
                });
                acc = updates.expect("it was put back");
            }
            acc
        })
    });

    // Forward: the tangent of one row, through all walks.
    let mut reads = 0;
    let mut tangents = xs.map(|_| 0.0);
    for &start in &starts {
        walk(&xs, &next, start, |_, _| reads += 1);
    }
    let mut error = 0.0f64;
    for &by in rows.iter().step_by((n / checked).max(1)) {
        for &start in &starts {
            walk(&xs, &next, start, |row, weight| {
                if row == by {
                    tangents.update(by, |sum| *sum += weight * 2.0 * xs[by]);
                }
            });
        }
        error = error.max((cotangents[by] - tangents[by]).abs() / tangents[by].abs().max(1.0));
    }
    Outcome { reads, cells: n + op.0.load(Relaxed), error }
}
