//! The expressions that were found for a core, and which of them are kept.

use crate::{measure::Measured, measure::Setting, sample::Samples};
use polarnet::{
    columns::{Batch, Brand, Builder, Guard, Idx, Mapping, Space},
    device::Error,
};
use polarnet_fpcore::{Names, RealLang};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many are kept at most.
const KEPT: usize = 40;

/// The most accurate ones among them, on average.
const BEST: usize = 10;

/// An expression, and how good it is at the points of the search.
pub struct Candidate<S: Space> {
    /// Where it is.
    pub root: Idx<S>,
    /// How good it is.
    pub measured: Measured,
    /// Were the rules tried on it?
    pub expanded: bool,
}

/// The expressions of a core. The first one is the core itself.
pub struct Candidates<S: Space> {
    /// All rows that there ever were.
    pub builder: Builder<S, RealLang>,
    /// The names in them.
    pub names: Names,
    /// Those that are kept.
    pub kept: Vec<Candidate<S>>,
    /// Those that were measured.
    known: FxHashSet<Idx<S>>,
}

impl<S: Space> Candidates<S> {
    /// None yet.
    pub fn new(guard: Guard<S>, names: Names) -> Self {
        Candidates { builder: Builder::new(guard), names, kept: Vec::new(), known: FxHashSet::default() }
    }

    /// How many there were.
    pub fn tried(&self) -> usize {
        self.known.len()
    }

    /// Adds a batch's rows.
    pub fn insert<A: Space>(&mut self, batch: &Batch<A, RealLang>) -> Mapping<A, S> {
        batch.fill_up(|row| self.builder.add_with(row.values(), |&child| child))
    }

    /// The rows of some expressions alone.
    pub fn extract<T: Space>(&self, roots: &[Idx<S>], guard: Guard<T>) -> (Batch<T, RealLang>, Vec<Idx<T>>) {
        let (mut open, mut reached) = (roots.to_vec(), FxHashSet::default());
        while let Some(row) = open.pop() {
            if reached.insert(row) {
                open.extend(crate::rules::children(self.builder.node(row)));
            }
        }
        // Rows come after those that they are made of.
        let mut rows: Vec<_> = reached.into_iter().collect();
        rows.sort_unstable();
        let (mut builder, mut to) = (Builder::new(guard), FxHashMap::default());
        for row in rows {
            let copy = builder.add_with(self.builder.node(row), |child| to[&child]);
            to.insert(row, copy);
        }
        (builder.freeze(), roots.iter().map(|root| to[root]).collect())
    }

    /// Measures those of `roots` that are new.
    ///
    /// # Errors
    ///
    /// Of the device.
    pub fn measure(&mut self, roots: Vec<Idx<S>>, setting: &Setting<'_>, samples: &Samples) -> Result<(), Error> {
        let new: Vec<_> = roots.into_iter().filter(|&root| self.known.insert(root)).collect();
        let measured = self.measured(&new, setting, samples)?;
        let all = new.into_iter().zip(measured);
        self.kept.extend(all.map(|(root, measured)| Candidate { root, measured, expanded: false }));
        Ok(())
    }

    /// How good some expressions are at some points.
    ///
    /// # Errors
    ///
    /// Of the device.
    pub fn measured(&self, roots: &[Idx<S>], setting: &Setting<'_>, samples: &Samples) -> Result<Vec<Measured>, Error> {
        Brand::with(|guard| {
            let (batch, roots) = self.extract(roots, guard);
            setting.measure(&batch, &roots, &self.names, samples)
        })
    }

    /// Keeps the core itself, the cheapest, those that are best on average, and of each point one that is best there: those
    /// that are so at many points first.
    pub fn prune(&mut self) {
        let Some(points) = self.kept.first().map(|first| first.measured.errors.len()) else { return };
        let mut keep = vec![0];
        let mut order: Vec<usize> = (0..self.kept.len()).collect();
        let of = |at: usize| &self.kept[at].measured;
        order.sort_by(|&a, &b| of(a).mean.total_cmp(&of(b).mean).then(of(a).cost.total_cmp(&of(b).cost)));
        keep.extend(order.iter().copied().take(BEST));
        keep.extend(order.iter().copied().min_by(|&a, &b| of(a).cost.total_cmp(&of(b).cost)));
        let least: Vec<f64> = (0..points)
            .map(|point| self.kept.iter().map(|each| each.measured.errors[point]).fold(f64::INFINITY, f64::min))
            .collect();
        let mut open: Vec<usize> = (0..points).collect();
        while !open.is_empty() && keep.len() < KEPT {
            let best_at = |at: usize| open.iter().filter(|&&p| of(at).errors[p] <= least[p] + 0.5).count();
            let Some(next) = order
                .iter()
                .copied()
                .max_by(|&a, &b| best_at(a).cmp(&best_at(b)).then(of(b).cost.total_cmp(&of(a).cost)).then(b.cmp(&a)))
            else {
                break;
            };
            keep.push(next);
            open.retain(|&p| of(next).errors[p] > least[p] + 0.5);
        }
        keep.sort_unstable();
        keep.dedup();
        let mut keep = keep.into_iter().peekable();
        let mut at = 0;
        self.kept.retain(|_| {
            at += 1;
            keep.next_if_eq(&(at - 1)).is_some()
        });
    }
}
