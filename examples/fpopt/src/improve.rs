//! One core: sampled, searched, and the best of what was found.

use crate::{
    candidates::Candidates,
    measure::{Measured, Setting},
    problem::{Problem, Unsupported},
    regimes::choices,
    rules::Rules,
    search::{Effort, search},
};
use polarnet::{
    columns::{Brand, Idx, Space},
    device::{self, Device},
};
use polarnet_fpcore::{Core, Format, Platform, tree_nodes};
use std::time::{Duration, Instant};

/// How it is done.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many points: so many to search with, so many to choose with, so many to judge with.
    pub points: usize,
    /// The seed of the points.
    pub seed: u64,
    /// How long the search goes on.
    pub effort: Effort,
}

/// Fewer wrong bits than this are not looked at.
const WORTH: f64 = 0.1;

/// Expressions with more nodes are shown with names for what is used several times.
const TREE: u64 = 60;

/// An expression in the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Version {
    /// As FPCore writes it, a body of a core.
    pub text: String,
    /// What it costs, in additions.
    pub cost: f64,
    /// How many bits are wrong, on average at the points that judge.
    pub bits: f64,
}

/// What became of a core.
#[derive(Clone, PartialEq, Debug)]
pub struct Improved {
    /// As it was.
    pub before: Version,
    /// The most accurate that was found; as it was, where nothing was clearly better.
    pub after: Version,
    /// Of those that were kept, the ones than which none is both cheaper and more accurate, by cost.
    pub frontier: Vec<Version>,
    /// How many expressions were measured.
    pub tried: usize,
    /// What it is computed in.
    pub format: Format,
    /// How long it took.
    pub time: Duration,
}

impl Improved {
    /// Is it another expression than it was?
    #[must_use]
    pub fn is_better(&self) -> bool {
        self.after != self.before
    }
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// It stays as it is.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// It is not FPCore.
    #[error(transparent)]
    Text(#[from] polarnet_fpcore::Error),
    /// The device.
    #[error(transparent)]
    Device(#[from] device::Error),
}

/// Improves a core.
///
/// # Errors
///
/// Why it stays as it is.
pub fn improve<R: Space>(
    core: &Core<'_>,
    rules: &Rules<R>,
    platform: &Platform,
    device: &Device,
    options: Options,
) -> Result<Improved, Failed> {
    Brand::with(|guard| {
        let problem = Problem::new(core, guard)??;
        let setting = Setting { arguments: &problem.arguments, format: problem.format, platform, device };
        Brand::with(|guard| improved(&problem, Candidates::new(guard, problem.names.clone()), rules, &setting, options))
    })
}

fn improved<A: Space, S: Space, R: Space>(
    problem: &Problem<A>,
    mut all: Candidates<S>,
    rules: &Rules<R>,
    setting: &Setting<'_>,
    options: Options,
) -> Result<Improved, Failed> {
    let start = Instant::now();
    let points = |nth: u64| problem.sample(options.seed.wrapping_add(nth), options.points);
    let searching = points(0)?;
    let core = all.insert(&problem.batch)[problem.root];
    all.measure(vec![core], setting, &searching)?;
    let worth = all.kept[0].measured.mean > WORTH;
    if worth {
        search(&mut all, rules, setting, &searching, options.effort)?;
        let choices = choices(&mut all, setting, &searching);
        all.measure(choices, setting, &searching)?;
    }
    let roots: Vec<_> = all.kept.iter().map(|each| each.root).collect();
    let best = if worth { chosen(&all, &all.measured(&roots, setting, &points(1)?)?) } else { 0 };
    let judged = all.measured(&roots, setting, &points(2)?)?;
    Ok(Improved {
        before: version(&mut all, core, &judged[0]),
        after: version(&mut all, roots[best], &judged[best]),
        frontier: frontier(&mut all, &roots, &judged),
        tried: all.tried(),
        format: problem.format,
        time: start.elapsed(),
    })
}

/// The most accurate one at both the points of the search and others, if it is more accurate than the core at those others
/// by more than chance would have it; else the core, number 0.
fn chosen<S: Space>(all: &Candidates<S>, others: &[Measured]) -> usize {
    let mut order: Vec<usize> = (1..others.len()).collect();
    let mean = |at: usize| all.kept[at].measured.mean + others[at].mean;
    order.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)).then(others[a].cost.total_cmp(&others[b].cost)));
    let clearly = |&at: &usize| {
        let gains: Vec<f64> = others[0].errors.iter().zip(&others[at].errors).map(|(old, new)| old - new).collect();
        let count = gains.len() as f64;
        let gain = gains.iter().sum::<f64>() / count;
        let variance = gains.iter().map(|each| (each - gain).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        gain > WORTH && gain > 3.0 * (variance / count).sqrt()
    };
    order.into_iter().find(clearly).unwrap_or(0)
}

fn version<S: Space>(all: &mut Candidates<S>, root: Idx<S>, judged: &Measured) -> Version {
    let text = Brand::with(|guard| {
        let (batch, roots) = all.extract(&[root], guard);
        match tree_nodes(&batch)[roots[0]] <= TREE {
            true => all.names.show(&batch, roots[0], TREE),
            false => all.names.program(&batch, roots[0]),
        }
    });
    Version { text, cost: judged.cost, bits: judged.mean }
}

/// Those than which none is both cheaper and more accurate.
fn frontier<S: Space>(all: &mut Candidates<S>, roots: &[Idx<S>], judged: &[Measured]) -> Vec<Version> {
    let mut order: Vec<usize> = (0..roots.len()).collect();
    order.sort_by(|&a, &b| judged[a].cost.total_cmp(&judged[b].cost).then(judged[a].mean.total_cmp(&judged[b].mean)));
    let mut least = f64::INFINITY;
    order.retain(|&at| {
        let better = judged[at].mean < least - 0.01;
        least = least.min(judged[at].mean);
        better
    });
    order.into_iter().map(|at| version(all, roots[at], &judged[at])).collect()
}
