//! Random choices, all from one seed.

use rand_pcg::{
    Pcg64Mcg,
    rand_core::{Rng, SeedableRng},
};
use std::time::Duration;

pub struct Chance(Pcg64Mcg);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Chance(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number below `limit`; 0 if that is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0.next_u64() % limit.max(1)
    }

    /// True once in `of` times.
    pub fn once_in(&mut self, of: u64) -> bool {
        self.below(of) == 0
    }

    /// One of these.
    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len() as u64) as usize]
    }

    /// From `low` up to `high` binary digits, all counts of digits with equal chances.
    pub fn digits(&mut self, low: u32, high: u32) -> u64 {
        let top = 1 << (u64::from(low) + self.below(u64::from(high - low)));
        top + self.below(top)
    }

    /// Up to that time.
    pub fn within(&mut self, time: Duration) -> Duration {
        Duration::from_nanos(self.below(time.as_nanos() as u64))
    }

    /// Two most often; one, and up to `most`, now and then.
    pub fn threads(&mut self, most: usize) -> usize {
        if self.once_in(2) { most.min(2) } else { 1 + self.below(most as u64) as usize }
    }
}
