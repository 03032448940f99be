//! The search: rules are tried where rounding errors come from, and what is good is kept.

use crate::{
    candidates::Candidates,
    flop::slopes,
    lower::lower,
    measure::Setting,
    reducer::{reduce, tidy},
    rules::{Rules, children},
    sample::Samples,
    simplify::simplified,
};
use polarnet::{
    columns::{Batch, Brand, Builder, Idx, Space},
    device::Error,
};
use polarnet_fpcore::{Real, RealLang};
use rustc_hash::FxHashSet;

/// How long the search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How often rules are tried on what the last ones gave.
    pub rounds: usize,
    /// On how many expressions each time.
    pub expressions: usize,
    /// In how many places of each.
    pub places: usize,
    /// How many ways to write each place.
    pub variants: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { rounds: 5, expressions: 8, places: 12, variants: 80 }
    }
}

/// Of how many of the worst points slopes are taken.
const WORST: usize = 12;

/// Finds expressions for the first one of `all`.
///
/// # Errors
///
/// Of the device.
pub fn search<S: Space, R: Space>(
    all: &mut Candidates<S>,
    rules: &Rules<R>,
    setting: &Setting<'_>,
    samples: &Samples,
    effort: Effort,
) -> Result<(), Error> {
    let core: Vec<_> = all.kept.iter().map(|each| each.root).collect();
    let first = reduced(all, &core);
    all.measure(first, setting, samples)?;
    for _ in 0..effort.rounds {
        let mut chosen: Vec<usize> = (0..all.kept.len()).filter(|&at| !all.kept[at].expanded).collect();
        chosen.sort_by(|&a, &b| all.kept[a].measured.mean.total_cmp(&all.kept[b].measured.mean));
        chosen.truncate(effort.expressions);
        let mut found = Vec::new();
        for at in chosen {
            all.kept[at].expanded = true;
            found.extend(rewritten(all, at, rules, setting, samples, effort));
        }
        if found.is_empty() {
            break;
        }
        let found = simple(all, &found);
        let gathered = reduced(all, &found);
        all.measure(found, setting, samples)?;
        all.measure(gathered, setting, samples)?;
        all.prune();
    }
    Ok(())
}

/// An expression with one place written otherwise, in all ways.
fn rewritten<S: Space, R: Space>(
    all: &mut Candidates<S>,
    at: usize,
    rules: &Rules<R>,
    setting: &Setting<'_>,
    samples: &Samples,
    effort: Effort,
) -> Vec<Idx<S>> {
    Brand::with(|guard| {
        let (batch, roots) = all.extract(&[all.kept[at].root], guard);
        let errors = all.kept[at].measured.errors.clone();
        let places = places(all, &batch, roots[0], &errors, setting, samples);
        let home = all.insert(&batch);
        let mut found = Vec::new();
        for place in places.into_iter().take(effort.places) {
            for new in variants(all, home[place], rules, effort.variants) {
                let to = batch.fill_up(|row| match row.idx() == place {
                    true => new,
                    false => all.builder.add_with(row.values(), |&child| child),
                });
                found.push(to[roots[0]]);
            }
        }
        found
    })
}

/// The rows of an expression, those first whose operands' rounding errors count most in the result where it is worst.
fn places<A: Space, S: Space>(
    all: &Candidates<S>,
    batch: &Batch<A, RealLang>,
    root: Idx<A>,
    errors: &[f64],
    setting: &Setting<'_>,
    samples: &Samples,
) -> Vec<Idx<A>> {
    let mut worst: Vec<usize> = (0..errors.len()).collect();
    worst.sort_by(|&a, &b| errors[b].total_cmp(&errors[a]).then(a.cmp(&b)));
    let mut scores = batch.rows().fill(0.0);
    Brand::with(|guard| {
        let (flops, to) = lower(batch, guard, &all.names, setting.arguments, setting.format);
        let Some(result) = to[root] else { return };
        for &point in worst.iter().take(WORST) {
            let (value, slope) = slopes(&flops, samples.points[point], setting.single(), result);
            // By how much a relative error of a row grows on its way to the result: in bits.
            let grows = |row: Idx<A>| {
                let Some(row) = to[row] else { return 0.0 };
                let condition = (slope[row] * value[row] / value[result]).abs();
                if condition.is_nan() { 64.0 } else { (1.0 + condition).log2().min(64.0) }
            };
            for row in batch.indices() {
                let most = children(batch.node(row)).into_iter().map(grows).fold(0.0, f64::max);
                scores.update(row, |score| *score += most);
            }
        }
    });
    let mut places: Vec<_> = batch.indices().filter(|&row| !children(batch.node(row)).is_empty()).collect();
    places.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(b.cmp(&a)));
    places
}

/// A row by one rule, and what that gives by another, at the row or at one of its operands.
fn variants<S: Space, R: Space>(all: &mut Candidates<S>, row: Idx<S>, rules: &Rules<R>, most: usize) -> Vec<Idx<S>> {
    let mut known = FxHashSet::from_iter([row]);
    let mut found = by_rules(all, row, rules);
    found.retain(|&new| known.insert(new));
    for at in 0..found.len() {
        let first = found[at];
        let mut more = by_rules(all, first, rules);
        let operands = children(all.builder.node(first));
        for (nth, &operand) in operands.iter().enumerate() {
            for new in by_rules(all, operand, rules) {
                let mut replaced = operands.clone();
                replaced[nth] = new;
                more.push(with_operands(all, first, &replaced));
            }
        }
        more.retain(|&new| known.insert(new));
        found.extend(more);
        if found.len() >= most {
            break;
        }
    }
    found.truncate(most);
    found
}

fn by_rules<S: Space, R: Space>(all: &mut Candidates<S>, row: Idx<S>, rules: &Rules<R>) -> Vec<Idx<S>> {
    rules.iter().filter_map(|rule| rules.apply(rule, &mut all.builder, &mut all.names, row)).collect()
}

/// The node of a row with other operands.
fn with_operands<S: Space>(all: &mut Candidates<S>, row: Idx<S>, operands: &[Idx<S>]) -> Idx<S> {
    Brand::with(|guard| {
        // A copy, as the batch that the node is in grows.
        let mut copy = Builder::<_, RealLang>::new(guard);
        let operand = copy.add(Real::Local(0));
        let node = copy.add_with(all.builder.node(row), |_| operand);
        let mut operands = operands.iter();
        all.builder.add_with(copy.node(node), |_| operands.next().copied().unwrap_or(row))
    })
}

/// The same without what does nothing.
fn simple<S: Space>(all: &mut Candidates<S>, roots: &[Idx<S>]) -> Vec<Idx<S>> {
    Brand::with(|guard| {
        let (batch, roots) = all.extract(roots, guard);
        Brand::with(|guard| {
            let (simple, to) = simplified(&batch, &all.names, guard);
            let home = all.insert(&simple);
            roots.iter().map(|&root| home[to[root]]).collect()
        })
    })
}

/// The same with like terms gathered.
fn reduced<S: Space>(all: &mut Candidates<S>, roots: &[Idx<S>]) -> Vec<Idx<S>> {
    let reduced = Brand::with(|guard| {
        let (batch, roots) = all.extract(roots, guard);
        Brand::with(|guard| {
            // Rules that lead in a circle would be a fault of the reducer's: then there is nothing new.
            let Ok((reduced, to)) = reduce(&batch, guard, &mut all.names) else { return Vec::new() };
            Brand::with(|guard| {
                let (tidied, tidy) = tidy(&reduced, guard, &mut all.names);
                let home = all.insert(&tidied);
                roots.iter().map(|&root| home[tidy[to[root]]]).collect()
            })
        })
    });
    simple(all, &reduced)
}
