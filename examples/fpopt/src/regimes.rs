//! Choices between expressions by the size of an argument, where one is good here and another there: Herbie's regimes.

use crate::{candidates::Candidates, float::short_between, measure::Setting, sample::Samples};
use polarnet::columns::{Idx, Space};
use polarnet_fpcore::{Comparison, Real, Symbol};

/// The most expressions among which is chosen.
const SIDES: usize = 4;

/// Wrong bits, on average, that a choice must save for each test.
const PRICE: f64 = 0.25;

/// For each argument, the best choice by it among those that are kept.
pub fn choices<S: Space>(all: &mut Candidates<S>, setting: &Setting<'_>, samples: &Samples) -> Vec<Idx<S>> {
    let mut found = Vec::new();
    for (nth, &argument) in setting.arguments.iter().enumerate() {
        let sides = sides(all, nth, samples);
        if sides.len() > 1 {
            found.extend(written(all, argument, &sides));
        }
    }
    found
}

/// Up to which value of an argument which expression is best.
struct Side {
    kept: usize,
    /// The last side has no end.
    until: Option<String>,
}

/// A way to cut the points before some: its error, where the last part begins, and its expression.
struct Cut {
    error: f64,
    from: usize,
    kept: usize,
}

/// The cheapest way to cut the points, in the order of an argument, in up to [`SIDES`] parts with an expression each.
fn sides<S: Space>(all: &Candidates<S>, argument: usize, samples: &Samples) -> Vec<Side> {
    let mut order: Vec<usize> = (0..samples.points.len()).collect();
    order.sort_by(|&a, &b| samples.points[a][argument].total_cmp(&samples.points[b][argument]));
    let value = |at: usize| samples.points[order[at]][argument];
    let count = order.len();
    // Of each expression, the sums of errors from the first point on.
    let sums: Vec<Vec<f64>> = all
        .kept
        .iter()
        .map(|each| {
            let mut sums = vec![0.0];
            for &point in &order {
                sums.push(sums[sums.len() - 1] + each.measured.errors[point]);
            }
            sums
        })
        .collect();
    let best = |from: usize, to: usize| {
        let sums = sums.iter().map(|each| each[to] - each[from]).enumerate();
        sums.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
    };
    // `table[parts][to]`: the best way to cut the points before `to` so many times.
    let price = PRICE * count as f64;
    let whole = (0..=count).map(|to| {
        let (kept, error) = best(0, to);
        Cut { error, from: 0, kept }
    });
    let mut table: Vec<Vec<Cut>> = vec![whole.collect()];
    for parts in 1..SIDES {
        let next = (0..=count).map(|to| {
            let cuts = (1..to).filter(|&from| value(from - 1) < value(from)).map(|from| {
                let (kept, error) = best(from, to);
                Cut { error: table[parts - 1][from].error + error + price, from, kept }
            });
            let none = Cut { error: f64::INFINITY, from: 0, kept: 0 };
            cuts.min_by(|a, b| a.error.total_cmp(&b.error)).unwrap_or(none)
        });
        let next = next.collect();
        table.push(next);
    }
    let error = |parts: usize| table[parts][count].error;
    let parts = (0..SIDES).min_by(|&a, &b| error(a).total_cmp(&error(b))).unwrap_or(0);
    let (mut sides, mut to) = (Vec::new(), count);
    for parts in (0..=parts).rev() {
        let Cut { from, kept, .. } = table[parts][to];
        let until = (to < count).then(|| short_between(value(to - 1), value(to)));
        sides.push(Side { kept, until });
        to = from;
    }
    sides.reverse();
    sides
}

/// `(if (<= x until) first (if …))`
fn written<S: Space>(all: &mut Candidates<S>, argument: Symbol, sides: &[Side]) -> Option<Idx<S>> {
    let (last, others) = sides.split_last()?;
    let argument = all.builder.add(Real::Variable(argument));
    others.iter().rev().try_fold(all.kept[last.kept].root, |other, side| {
        let until = all.names.literal(side.until.as_ref()?)?.ok()?;
        let until = all.builder.add(Real::Number(until));
        let test = all.builder.add(Real::Compare(Comparison::Le, [argument, until]));
        Some(all.builder.add(Real::If { test, then: all.kept[side.kept].root, other }))
    })
}
