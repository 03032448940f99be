//! How much a worker does between two looks at whether others are hungry, and at the limits.

use core::time::Duration;
use std::time::Instant;

/// So many interactions as take some [`TIME`](Self::TIME), going by how long the last ones took: of an interaction's time they say little. A rule of a
/// book takes 7 ns; a function does in the same time what are 50 interactions of the net.
///
/// A worker that [goes on](crate::patience) though others are hungry does several at once: of a deep recursion, as Ackermann's function is, looks
/// each 20 µs take a fifth of the time. It is the returns after a look that take longer, as if the processor had forgotten where they go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quantum {
    interactions: u64,
    /// When it was begun, and how many of [`TIME`](Self::TIME).
    since: Option<(Instant, u32)>,
    /// When the limits were looked at, where functions go on.
    looked: Option<Instant>,
}

impl Default for Quantum {
    fn default() -> Self {
        Quantum { interactions: Self::FIRST, since: None, looked: None }
    }
}

impl Quantum {
    /// A look at whether others are hungry takes less than a hundredth of it. Debug builds take a hundred times as long for interactions.
    const TIME: Duration = Duration::from_micros(if cfg!(any(test, debug_assertions)) { 2000 } else { 20 });

    /// Functions that go on look at the limits no more often than that, nor do they tell others what was done: as all write there, that takes longer.
    const LIMITS: Duration = Duration::from_micros(100);

    /// As long as nothing is known. Debug builds look, and so share, more often, so that small nets test it.
    const FIRST: u64 = if cfg!(any(test, debug_assertions)) { 1 } else { 1 << 12 };

    /// Not less, as a thread that was interrupted seems slow.
    const LEAST: u64 = if cfg!(any(test, debug_assertions)) { 1 } else { 1 << 10 };

    /// The next one, `most` at most; several, if others are not looked at before `until`.
    pub fn next(&mut self, most: u64, until: Option<Instant>) -> u64 {
        // Schedules that are explored have no time.
        if cfg!(any(loom, shuttle)) {
            return most;
        }
        let now = Instant::now();
        let is_known = self.since.is_some_and(|(since, times)| self.learn((now - since) / times));
        self.interactions = self.interactions.min(most.max(Self::LEAST));
        let times = until
            .filter(|&until| is_known && until > now)
            .map_or(1, |until| Self::times(until - now).min(u128::from(most / self.interactions)).max(1) as u32);
        self.since = Some((now, times));
        (self.interactions * u64::from(times)).min(most)
    }

    /// Functions go on with the [`next`](Self::next), which was begun just now. Are the limits to be looked at, too?
    pub fn looks_at_limits(&mut self) -> bool {
        // None: there is one worker, or schedules are explored.
        let Some((now, _)) = self.since else { return true };
        let looks = self.looked.is_none_or(|looked| now - looked >= Self::LIMITS);
        if looks {
            self.looked = Some(now);
        }
        looks
    }

    /// How many of [`TIME`](Self::TIME) are half of what is left: the last interactions say little of the next.
    fn times(left: Duration) -> u128 {
        ((left / 2).as_nanos() / Self::TIME.as_nanos()).min(u32::MAX.into())
    }

    /// One took so long. Will the next not take much longer than it should?
    fn learn(&mut self, time: Duration) -> bool {
        let is_slow = time > 2 * Self::TIME;
        if time < Self::TIME / 2 {
            self.interactions *= 2;
        } else if is_slow {
            self.interactions = (self.interactions / 2).max(Self::LEAST);
        }
        !is_slow
    }

    /// The worker has waited, or done less than the last one was: nobody knows how long that took.
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
                quantum.learn(time(quantum));
            }
            let range = Quantum::TIME / 2..=2 * Quantum::TIME;
            assert!(range.contains(&time(quantum)), "{quantum:?} of {picoseconds} ps each");
        }
        for _ in 0..40 {
            quantum.learn(Duration::from_secs(1));
        }
        assert_eq!(quantum.interactions, Quantum::LEAST);
    }

    /// Who goes on for a while looks in half of that time, and still knows how long one takes.
    #[test]
    fn who_goes_on_does_several_at_once() {
        assert_eq!([0, 3, 8, 100].map(|times| Quantum::times(Quantum::TIME * times)), [0, 1, 4, 50]);
        let later = Some(Instant::now() + Quantum::TIME * 10_000);
        let mut quantum = Quantum { interactions: Quantum::LEAST, since: None, looked: None };
        assert_eq!(quantum.next(u64::MAX, later), Quantum::LEAST, "nobody knows how long it takes");
        // No more than may be done, and of that many it is known how long one took.
        quantum.since = Some((Instant::now(), u32::MAX));
        quantum.interactions = Quantum::LEAST;
        assert_eq!(quantum.next(6 * Quantum::LEAST, later), 6 * Quantum::LEAST);
        assert_eq!(quantum.since.map(|(_, times)| times), Some(3));
        // Where the last took too long it is one; and others may be looked at.
        quantum.since = Some((Instant::now() - 9 * Quantum::TIME, 1));
        assert_eq!(quantum.next(u64::MAX, later), Quantum::LEAST);
        quantum.since = Some((Instant::now(), u32::MAX));
        assert_eq!(quantum.next(u64::MAX, None), 2 * Quantum::LEAST);
    }

    #[test]
    fn limits_are_looked_at_seldom() {
        let mut quantum = Quantum::default();
        assert!(quantum.looks_at_limits() && quantum.looks_at_limits(), "one worker looks each time");
        let begin = Instant::now();
        let looks = [0, 1, 4, 5, 6, 9, 10].map(|times| {
            quantum.since = Some((begin + Quantum::LIMITS / 5 * times, 1));
            quantum.looks_at_limits()
        });
        assert_eq!(looks, [true, false, false, true, false, false, true]);
    }

    #[test]
    fn there_is_a_most() {
        let mut quantum = Quantum { interactions: 1 << 40, since: None, looked: None };
        assert_eq!((quantum.next(100, None), quantum.interactions), (100, 100));
        quantum.rest();
        assert!(quantum.since.is_none());
        assert_eq!((quantum.next(100, None), quantum.interactions), (100, 100), "nobody knows how long it was");
    }
}
