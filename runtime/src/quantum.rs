//! How much a worker does between two looks at the limits, and at whether others are hungry.

use core::time::Duration;
use std::time::Instant;

/// So many interactions as take some [`TIME`](Self::TIME), going by how long the last ones took: of an interaction's time they say little. A rule of a
/// book takes 7 ns; a function does in the same time what are 50 interactions of the net.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantum {
    interactions: u64,
    since: Option<Instant>,
}

impl Default for Quantum {
    fn default() -> Self {
        Quantum { interactions: Self::FIRST, since: None }
    }
}

impl Quantum {
    /// A look takes a two hundredth of it, as others write what is looked at. Debug builds take a hundred times as long for interactions.
    const TIME: Duration = Duration::from_micros(if cfg!(any(test, debug_assertions)) { 2000 } else { 20 });

    /// As long as nothing is known. Debug builds look, and so share, more often, so that small nets test it.
    const FIRST: u64 = if cfg!(any(test, debug_assertions)) { 1 } else { 1 << 12 };

    /// Not less, as a thread that was interrupted seems slow.
    const LEAST: u64 = if cfg!(any(test, debug_assertions)) { 1 } else { 1 << 10 };

    /// The next one, `most` at most.
    pub fn next(&mut self, most: u64) -> u64 {
        // Schedules that are explored have no time.
        if cfg!(any(loom, shuttle)) {
            return most;
        }
        let now = Instant::now();
        if let Some(since) = self.since.replace(now) {
            self.took(now - since);
        }
        self.interactions = self.interactions.min(most.max(Self::LEAST));
        self.interactions.min(most)
    }

    fn took(&mut self, time: Duration) {
        if time < Self::TIME / 2 {
            self.interactions *= 2;
        } else if time > 2 * Self::TIME {
            self.interactions = (self.interactions / 2).max(Self::LEAST);
        }
    }

    /// The worker has waited: nobody knows how long the last one took.
    pub fn rest(&mut self) {
        self.since = None;
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn it_takes_so_long() {
        // Interactions that take a nanosecond, a hundredth of one, and ten.
        let mut quantum = Quantum::default();
        for picoseconds in [1000, 10, 10_000] {
            let time = |quantum: Quantum| Duration::from_nanos(quantum.interactions * picoseconds / 1000);
            for _ in 0..40 {
                quantum.took(time(quantum));
            }
            let range = Quantum::TIME / 2..=2 * Quantum::TIME;
            assert!(range.contains(&time(quantum)), "{quantum:?} of {picoseconds} ps each");
        }
        for _ in 0..40 {
            quantum.took(Duration::from_secs(1));
        }
        assert_eq!(quantum.interactions, Quantum::LEAST);
    }

    #[test]
    fn there_is_a_most() {
        let mut quantum = Quantum { interactions: 1 << 40, since: None };
        assert_eq!((quantum.next(100), quantum.interactions), (100, 100));
        quantum.rest();
        assert!(quantum.since.is_none());
        assert_eq!((quantum.next(100), quantum.interactions), (100, 100), "nobody knows how long it was");
    }
}
