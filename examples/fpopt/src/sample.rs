//! Points of a core, and what its value is there: exactly, but for one rounding.

use crate::{
    bounds::bounds,
    flop::{ARGUMENTS, Point},
    problem::{Problem, Unsupported},
};
use polarnet::columns::{Idx, Space};
use polarnet_fpcore::{Fault, Outcome, Symbol, evaluate};
use rand_pcg::{
    Pcg64Mcg,
    rand_core::{Rng, SeedableRng},
};

/// Bits of precision, tried one after the other until one is enough.
const PRECISIONS: [usize; 6] = [96, 192, 448, 1216, 2560, 8192];

/// How many points are tried for each that is wanted.
const TRIES: usize = 400;

/// Points, and the values there.
#[derive(Clone, PartialEq, Debug)]
pub struct Samples {
    /// The arguments.
    pub points: Vec<Point>,
    /// The nearest floats to the real values.
    pub truth: Vec<f64>,
}

impl<S: Space> Problem<S> {
    /// Samples `count` points: floats with equal chances, where the precondition holds and the expression has a real value that
    /// is not beyond the largest float. The same seed gives the same points.
    ///
    /// # Errors
    ///
    /// There are too few such points, or an operation is not known.
    pub fn sample(&self, seed: u64, count: usize) -> Result<Samples, Unsupported> {
        let bounds = bounds(self);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut samples = Samples { points: Vec::with_capacity(count), truth: Vec::with_capacity(count) };
        for _ in 0..count * TRIES {
            if samples.points.len() == count {
                break;
            }
            let mut point = [0.0; ARGUMENTS];
            for (x, range) in point.iter_mut().zip(&bounds) {
                *x = range.pick(random.next_u64(), self.format);
            }
            if let Some(truth) = self.truth(&point)? {
                samples.points.push(point);
                samples.truth.push(truth);
            }
        }
        if samples.points.len() < count {
            let (found, tried) = (samples.points.len(), count * TRIES);
            return Err(Unsupported(format!("of {tried} points, only {found} have a value and meet its precondition")));
        }
        Ok(samples)
    }

    /// The nearest float to the value at a point. None if there is no value, or the point is not one of the core's.
    fn truth(&self, point: &Point) -> Result<Option<f64>, Unsupported> {
        if let Some(test) = self.precondition
            && !matches!(
                self.at(test, point, |outcome| match outcome {
                    Outcome::Truth(truth) => Some(*truth),
                    Outcome::Number(_) => None,
                }),
                Ok(Some(true))
            )
        {
            return Ok(None);
        }
        let value = self.at(self.root, point, |outcome| match outcome {
            Outcome::Number(value) => value.nearest(self.format),
            Outcome::Truth(_) => None,
        });
        match value {
            Ok(value) => Ok(value.filter(|value| value.is_finite())),
            Err(Fault::Unsupported) => Err(Unsupported("it has an operation without exact values".into())),
            Err(_) => Ok(None),
        }
    }

    /// What a row is at a point, with as much precision as it takes.
    fn at<T>(&self, row: Idx<S>, point: &Point, known: impl Fn(&Outcome) -> Option<T>) -> Result<Option<T>, Fault> {
        let value = |symbol: Symbol, _| {
            let at = self.arguments.iter().position(|known| *known == symbol);
            at.map_or(f64::NAN, |at| point[at])
        };
        for bits in PRECISIONS {
            match evaluate(&self.batch, row, &self.names, bits, &value) {
                Ok(outcome) => {
                    if let Some(known) = known(&outcome) {
                        return Ok(Some(known));
                    }
                }
                Err(Fault::Unsure) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(None)
    }
}
