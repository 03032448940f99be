//! How accurate expressions are, and what they cost.

use crate::{cost::costs, float::error_bits, flop::values_on, lower::lower, sample::Samples};
use polarnet::{
    columns::{Batch, Brand, Data, Idx, Mapping, Space},
    device::{Device, Error},
};
use polarnet_fpcore::{Format, Names, Platform, RealLang, Reprs, Symbol};

/// What a core's expressions are of, and what computes them.
pub struct Setting<'a> {
    /// The arguments, in order.
    pub arguments: &'a [Symbol],
    /// What they are computed in.
    pub format: Format,
    /// What operations cost.
    pub platform: &'a Platform,
    /// What computes them.
    pub device: &'a Device,
}

/// An expression at the points of some samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// The wrong bits at each point.
    pub errors: Vec<f64>,
    /// Their mean.
    pub mean: f64,
    /// What it costs, in additions.
    pub cost: f64,
}

impl Setting<'_> {
    /// Measures the expressions at `roots`, all of them in one pass: what they share is computed once.
    ///
    /// # Errors
    ///
    /// Of the device.
    pub fn measure<A: Space>(
        &self,
        batch: &Batch<A, RealLang>,
        roots: &[Idx<A>],
        names: &Names,
        samples: &Samples,
    ) -> Result<Vec<Measured>, Error> {
        let mut wanted = batch.rows().fill(Reprs::default());
        for &root in roots {
            wanted.update(root, |reprs| reprs.join(Reprs::only(self.format)));
        }
        let costs = costs(batch, &wanted, self.platform);
        let computed = self.values(batch, roots, names, samples)?;
        let measured = roots.iter().zip(computed).map(|(&root, computed)| {
            let pairs = computed.iter().zip(&samples.truth);
            let errors: Vec<f64> = pairs.map(|(&value, &truth)| error_bits(value, truth, self.format)).collect();
            let mean = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
            Measured { errors, mean, cost: costs[root][self.format as usize] }
        });
        Ok(measured.collect())
    }

    /// What the device makes of the expressions at the points.
    ///
    /// # Errors
    ///
    /// Of the device.
    pub fn values<A: Space>(
        &self,
        batch: &Batch<A, RealLang>,
        roots: &[Idx<A>],
        names: &Names,
        samples: &Samples,
    ) -> Result<Vec<Vec<f64>>, Error> {
        Brand::with(|guard| {
            let (flops, to) = lower(batch, guard, names, self.arguments, self.format);
            let lowered: Vec<_> = roots.iter().filter_map(|&root| to[root]).collect();
            assert_eq!(lowered.len(), roots.len(), "rules make what a machine can compute of what it can");
            Brand::with(|outs| {
                let outs: Mapping<_, _> = outs.column(lowered);
                Brand::with(|points| {
                    let points: Data<_, _> = points.column(samples.points.clone());
                    let values = values_on(&flops, &outs, &points, self.single(), self.device)?;
                    Ok(values.iter().map(|row| row.as_slice().to_vec()).collect())
                })
            })
        })
    }

    /// Is it `binary32`?
    pub fn single(&self) -> bool {
        self.format == Format::Binary32
    }
}
