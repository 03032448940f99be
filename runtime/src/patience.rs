//! How long a worker goes on though others are hungry.
//!
//! To look for something to give away all functions have to return, and what waits for them becomes nodes. Where there was nothing, as
//! in one long chain of calls that wait for each other, or no more than crumbs, it is looked for after twice the time, and twice that
//! again. In a pipeline who takes the list apart goes ahead instead: `share` in `engine.rs`.

use core::time::Duration;
use std::time::Instant;

/// What a worker has learned of giving.
#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// Until when it goes on.
    until: Option<Instant>,
    /// So long it was the last time.
    last: Duration,
    /// What had been [eaten](crate::pool::Pool::eaten) then.
    eaten: [usize; 2],
}

impl Patience {
    /// As long as it may take to do what there would be to look for.
    const LEAST: Duration = Duration::from_micros(30);

    /// Much longer than all functions need to return, and be called again, and not long for a person. Debug builds share more eagerly, so that small
    /// nets test it; and schedules that are explored have no time.
    const MOST: Duration = match (cfg!(any(loom, shuttle)), cfg!(any(test, debug_assertions))) {
        (true, _) => Duration::ZERO,
        (false, true) => Self::LEAST,
        (false, false) => Duration::from_millis(8),
    };

    /// Is it too early to look?
    pub fn goes_on(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() < until)
    }

    /// There was nothing to give.
    pub fn grow(&mut self) {
        self.last = (2 * self.last).max(Self::LEAST).min(Self::MOST);
        self.until = (!self.last.is_zero()).then(|| Instant::now() + self.last);
    }

    /// It does not pay to give anything before then.
    pub fn wait(&mut self, until: Instant) {
        self.until = Some(until);
    }

    /// There is.
    pub fn end(&mut self) {
        (self.until, self.last) = (None, Duration::ZERO);
    }

    /// Were all that was given since the last time crumbs?
    pub fn sees_crumbs(&mut self, eaten: [usize; 2]) -> bool {
        let [all, crumbs] = [0, 1].map(|at| eaten[at].wrapping_sub(self.eaten[at]));
        self.eaten = eaten;
        all > 0 && all == crumbs
    }
}
