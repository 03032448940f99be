//! How much was given, and how much was kept.

use core::time::Duration;

/// How much a batch was, or what a worker kept when it gave one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Portion {
    /// Worth the way.
    Meal,
    /// So few interactions that it was not.
    Crumb,
    /// A crumb that was done sooner than a batch is given.
    Grain,
}

impl Portion {
    /// Less was not worth the way.
    const CRUMB: u64 = 1 << 14;

    /// What takes less time was less work than to give it, and to wake who takes it.
    const GRAIN: Duration = Duration::from_micros(10);

    /// So many interactions, in so much time.
    pub fn of(interactions: u64, time: Duration) -> Self {
        match interactions < Self::CRUMB {
            false => Portion::Meal,
            true if time < Self::GRAIN => Portion::Grain,
            true => Portion::Crumb,
        }
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn grains_are_small_and_quick() {
        let portion = |interactions, micros| Portion::of(interactions, Duration::from_micros(micros));
        assert_eq!([portion(16_383, 9), portion(16_383, 10)], [Portion::Grain, Portion::Crumb]);
        assert_eq!([portion(16_384, 9), portion(16_384, 1000)], [Portion::Meal, Portion::Meal]);
    }
}
