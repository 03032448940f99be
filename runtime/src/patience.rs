//! How long a worker goes on though others are hungry.
//!
//! To look for something to give away all functions have to return, and what waits for them becomes nodes. Where there was nothing, as
//! in one long chain of calls that wait for each other, or no more than crumbs, it is looked for after twice the time, and twice that
//! again, and after many times what it took to look. In a pipeline who takes the list apart goes ahead instead: `share` in `engine.rs`.
//!
//! Calls one of whose arguments is still to come are given in doubt: they may do all their work without it, or none, as in Ackermann's function. There
//! who took them has nothing to do, and who gave them soon waits for him. Nobody knows before; so it is tried, but much less often.

use core::time::Duration;
use std::time::Instant;

/// What a worker has learned of giving.
#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// Until when it goes on.
    until: Option<Instant>,
    /// So long it was the last time.
    last: Duration,
    /// Since when functions return.
    since: Option<Instant>,
    /// How long it took to give what was [doubtful](Self::doubt); zero if what was given last was not.
    doubt: Duration,
    /// What had been [eaten](crate::pool::Pool::eaten) then.
    eaten: [usize; 2],
}

impl Patience {
    /// As long as it may take to do what there would be to look for.
    const LEAST: Duration = Duration::from_micros(30);

    /// So many times what it took to return: to go on from there takes twice as long again.
    const OFTEN: u32 = 32;

    /// So many times what it took to give what was nothing: who got it was woken, and is waited for, and goes on with caches that are cold.
    const COST: u32 = 8;

    /// Much longer than all functions need to return, and be called again, and not long for a person. Debug builds share more eagerly, so that small
    /// nets test it; and schedules that are explored have no time.
    const MOST: Duration = match (cfg!(any(loom, shuttle)), cfg!(any(test, debug_assertions))) {
        (true, _) => Duration::ZERO,
        (false, true) => Self::LEAST,
        (false, false) => Duration::from_millis(8),
    };

    /// The same where what was given was doubtful, and nothing.
    const MOST_IN_DOUBT: Duration = Self::MOST.saturating_mul(8);

    /// Is it too early to look?
    pub fn goes_on(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() < until)
    }

    /// Functions return, to look for something to give.
    pub fn looks(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// They have returned, after so long.
    pub fn looked(&mut self) -> Duration {
        self.since.take().map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// There was nothing, and they took so long.
    pub fn grow(&mut self, took: Duration) {
        let most = if self.doubt.is_zero() { Self::MOST } else { Self::MOST_IN_DOUBT };
        self.last = Self::longer(self.last, took.max(Self::COST * self.doubt)).min(most);
        self.until = (!self.last.is_zero()).then(|| Instant::now() + self.last);
    }

    /// After so long, and a look that took so long.
    fn longer(last: Duration, took: Duration) -> Duration {
        (2 * last).max(Self::OFTEN * took).max(Self::LEAST)
    }

    /// It does not pay to give anything before then.
    pub fn wait(&mut self, until: Instant) {
        self.until = Some(until);
    }

    /// There is.
    pub fn end(&mut self) {
        *self = Patience { eaten: self.eaten, ..Patience::default() };
    }

    /// There is, but it may do nothing before it gets what is kept; and to give it took so long.
    pub fn doubt(&mut self, took: Duration) {
        (self.until, self.doubt) = (None, took);
    }

    /// Were all that was given since the last time crumbs?
    pub fn sees_crumbs(&mut self, eaten: [usize; 2]) -> bool {
        let [all, crumbs] = [0, 1].map(|at| eaten[at].wrapping_sub(self.eaten[at]));
        self.eaten = eaten;
        all > 0 && all == crumbs
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn what_took_long_is_done_seldom() {
        let times = [(0, 0), (30, 0), (60, 1), (60, 10), (60, 100)].map(|(last, took)| {
            let [last, took] = [last, took].map(Duration::from_micros);
            Patience::longer(last, took).as_micros()
        });
        assert_eq!(times, [30, 60, 120, 320, 3200]);
    }

    #[test]
    fn what_was_nothing_is_given_seldom() {
        let mut patience = Patience::default();
        let grown = |patience: &mut Patience, eaten| {
            assert_eq!(patience.sees_crumbs(eaten), eaten[0] == eaten[1]);
            patience.grow(Duration::ZERO);
            patience.last
        };
        // Debug builds share more eagerly.
        let most = |time: Duration| time.min(Patience::MOST_IN_DOUBT);
        patience.doubt(Duration::from_micros(60));
        assert_eq!(grown(&mut patience, [1, 1]), most(Duration::from_micros(256 * 60)));
        patience.doubt(Duration::from_micros(60));
        assert!(!patience.goes_on(), "it is tried again");
        assert_eq!(grown(&mut patience, [2, 2]), most(Duration::from_micros(2 * 256 * 60)));
        // What is surely something is given soon after.
        patience.end();
        assert_eq!(grown(&mut patience, [3, 3]), Patience::LEAST);
    }
}
