//! How long a worker goes on though others are hungry.
//!
//! To look for something to give away all functions have to return, and what waits for them becomes nodes. Where there was nothing, as
//! in one long chain of calls that wait for each other, or no more than crumbs, it is looked for after twice the time, and twice that
//! again, and after many times what it took to look; at last after a quarter more. In a pipeline who takes the list apart goes ahead instead: `share.rs`.
//!
//! What was given is given again after a while, as it may be more by then. But grains, as each turn of a loop may be that calls a small function and itself,
//! are as small the next time: what there is is given after twice the time of before, until something else is seen.
//!
//! Calls one of whose arguments is still to come are given in doubt: they may do all their work without it, or none, as in Ackermann's function. There
//! who took them has nothing to do, and who gave them soon waits for him. Nobody knows before; so it is tried, one batch at a time, but much less often.

use core::time::Duration;
use std::time::Instant;

/// What a worker has learned of giving.
#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// Until when it goes on.
    until: Option<Instant>,
    /// So long it was the last time.
    last: Duration,
    /// There was nothing once.
    has_waited: bool,
    /// So long it was after crumbs, if all was grains since then.
    grains: Duration,
    /// Since when functions return.
    since: Option<Instant>,
    /// How long it took to give what may have been nothing, until it is known whether it was.
    doubt: Option<Duration>,
    /// What had been [eaten](crate::pool::Pool::eaten) then.
    eaten: [usize; 3],
}

impl Patience {
    /// As long as it may take to do what there would be to look for.
    const LEAST: Duration = Duration::from_micros(30);

    /// So many times what it took to return: to go on from there takes twice as long again.
    const OFTEN: u32 = 32;

    /// The same the first time, when all returned that a worker had called since it began: that tells little of the next time.
    const FIRST: u32 = 8;

    /// So many times what it took to give what was nothing: who got it was woken, and is waited for, and goes on with caches that are cold.
    const COST: u32 = 8;

    /// Much longer than all functions need to return, and be called again, and not long for a person. Debug builds share more eagerly, so that small
    /// nets test it; and schedules that are explored have no time.
    const MOST: Duration = match (cfg!(any(loom, shuttle)), cfg!(any(test, debug_assertions))) {
        (true, _) => Duration::ZERO,
        (false, true) => Self::LEAST,
        (false, false) => Duration::from_millis(8),
    };

    /// So many times the most, where there was nothing many times, or what was given was doubtful, and nothing.
    const OF_MANY: u32 = 8;

    /// It goes on, whoever is hungry, until then.
    pub fn until(&self) -> Option<Instant> {
        self.until
    }

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
        let times = if core::mem::replace(&mut self.has_waited, true) { Self::OFTEN } else { Self::FIRST };
        self.rest(Self::after_nothing(self.last, times * took, Self::MOST));
    }

    /// After so long, where a look takes so long that the next is not before `least`.
    fn after_nothing(last: Duration, least: Duration, most: Duration) -> Duration {
        match last < most {
            true => (2 * last).max(least).max(Self::LEAST).min(most),
            // A quarter longer each time: what comes after a long chain waits for hardly more than a third of its time.
            false => (last + last / 4).min(Self::OF_MANY * most),
        }
    }

    /// It gets something else: what it knows of what it had says nothing of that for long.
    pub fn gets(&mut self) {
        self.last = self.last.min(Self::MOST);
        self.until = self.until.map(|until| until.min(Instant::now() + Self::MOST));
    }

    /// What would have been given was hardly anything. It may be more after a while.
    pub fn grow_after_small(&mut self) {
        self.rest(Self::after_small(self.last).min(Self::MOST));
    }

    fn after_small(last: Duration) -> Duration {
        (2 * last).max(3 * Self::LEAST)
    }

    /// What others were given was hardly anything, and the look took so long.
    pub fn grow_after_crumbs(&mut self, took: Duration) {
        self.grains = match self.doubt.take() {
            Some(doubt) => self.after_crumbs(took.max(Self::COST * doubt)).min(Self::OF_MANY * Self::MOST),
            None => self.after_crumbs(took).min(Self::MOST),
        };
        self.rest(self.grains);
    }

    fn after_crumbs(&self, took: Duration) -> Duration {
        Self::longer(self.last.max(self.grains), took)
    }

    fn rest(&mut self, time: Duration) {
        self.last = time;
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

    /// There is, and it is given.
    pub fn gives(&mut self) {
        (self.until, self.last, self.doubt) = (None, Duration::ZERO, None);
    }

    /// Nothing of what was is to say how long it goes on.
    pub fn end(&mut self) {
        (self.until, self.last, self.doubt, self.grains) = (None, Duration::ZERO, None, Duration::ZERO);
    }

    /// Was all that was given, the last time it was known, crumbs?
    pub fn remembers_crumbs(&self) -> bool {
        !self.grains.is_zero()
    }

    /// There is, but it may do nothing before something else has come; and to give it took so long. If `others` are hungry they wait until it is known.
    pub fn doubt(&mut self, took: Duration, others: bool) {
        self.doubt = Some(took);
        self.until = others.then(|| Instant::now() + (Self::OFTEN * took).min(Self::MOST));
    }

    /// Were all that was given since the last time crumbs?
    pub fn sees_crumbs(&mut self, eaten: [usize; 3]) -> bool {
        let [meals, crumbs, grains] = [0, 1, 2].map(|at| eaten[at].wrapping_sub(self.eaten[at]));
        self.eaten = eaten;
        if meals + crumbs > 0 {
            self.grains = Duration::ZERO;
        }
        meals == 0 && crumbs + grains > 0
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

    /// A long chain is looked at some fifteen times, whatever a look takes; and what comes after it is found in hardly more than a third of its time.
    #[test]
    fn the_longer_there_was_nothing_the_less_it_is_looked() {
        let most = Duration::from_millis(8);
        let next = |last, least| {
            let [last, least] = [last, least].map(Duration::from_micros);
            Patience::after_nothing(last, least, most).as_micros()
        };
        assert_eq!([next(0, 0), next(0, 800), next(0, 40_000)], [30, 800, 8_000]);
        assert_eq!([next(30, 0), next(30, 3_200), next(800, 160_000)], [60, 3_200, 8_000]);
        assert_eq!([next(8_000, 0), next(8_000, 160_000), next(60_000, 0)], [10_000, 10_000, 64_000]);
        for (chain, least) in [50, 150, 250].into_iter().flat_map(|chain| [0, 3, 8].map(|least| (chain, least))) {
            let [chain, least] = [chain, least].map(Duration::from_millis);
            let (mut looks, mut last, mut gone) = (0, Duration::ZERO, Duration::ZERO);
            while gone < chain {
                last = Patience::after_nothing(last, least, most);
                (looks, gone) = (looks + 1, gone + last);
            }
            assert!(looks <= 20 && gone - chain <= chain * 3 / 8, "{looks} looks, until {gone:?} of {chain:?}");
        }
    }

    #[test]
    fn who_gets_something_looks_soon() {
        let nine = Duration::from_secs(9);
        let mut patience = Patience { until: Some(Instant::now() + nine), last: nine, ..Patience::default() };
        patience.gets();
        assert_eq!(patience.last, Patience::MOST);
        assert!(patience.until.is_some_and(|until| until <= Instant::now() + Patience::MOST));
        patience.gives();
        patience.gets();
        assert!(patience.until.is_none());
    }

    #[test]
    fn what_was_nothing_is_given_seldom() {
        let mut patience = Patience::default();
        let took = Duration::from_nanos(200);
        patience.doubt(took, false);
        assert!(!patience.goes_on() && patience.sees_crumbs([0, 1, 0]));
        patience.grow_after_crumbs(Duration::ZERO);
        assert_eq!(patience.last, 256 * took);
        // That was known once, of what was given then.
        assert!(patience.sees_crumbs([0, 2, 0]));
        patience.grow_after_crumbs(Duration::ZERO);
        assert_eq!(patience.last, Patience::MOST);
        // Of what was something nothing is remembered.
        patience.doubt(took, false);
        assert!(!patience.sees_crumbs([1, 2, 0]));
        patience.end();
        patience.grow_after_crumbs(Duration::ZERO);
        assert_eq!(patience.last, Patience::LEAST);
    }

    #[test]
    fn after_small_calls_it_takes_twice_as_long() {
        let times = [0, 40, 90, 180].map(|last| Patience::after_small(Duration::from_micros(last)).as_micros());
        assert_eq!(times, [90, 90, 180, 360]);
        let mut patience = Patience::default();
        patience.grow_after_small();
        assert_eq!((patience.last, patience.until.is_some()), (Patience::MOST, true), "no more than the most");
    }

    /// As long as all was grains, it takes twice as long each time until something is given.
    #[test]
    fn grains_are_given_seldom() {
        let next = |eaten: &[[usize; 3]]| {
            let mut patience = Patience::default();
            eaten.iter().fold(0, |_, &eaten| {
                patience.gives();
                let sees = patience.sees_crumbs(eaten);
                let next = patience.after_crumbs(Duration::ZERO);
                if sees {
                    patience.grow_after_crumbs(Duration::ZERO);
                    // More than the most of a test.
                    patience.grains = next;
                }
                next.as_micros() / Patience::LEAST.as_micros()
            })
        };
        assert_eq!([1, 2, 3].map(|count| next(&[[0, 0, 1], [0, 0, 3], [0, 0, 4]][..count])), [1, 2, 4]);
        assert_eq!(next(&[[0, 0, 1], [0, 0, 3], [0, 0, 3], [0, 0, 4]]), 4, "nothing was known once");
        // A crumb, or a meal, in between.
        assert_eq!(next(&[[0, 0, 1], [0, 0, 2], [0, 1, 2]]), 1);
        assert_eq!(next(&[[0, 0, 1], [0, 0, 2], [1, 0, 3]]), 1);
        // What was nothing to give is no grain.
        let mut patience = Patience::default();
        patience.grow(Duration::from_secs(1));
        patience.gives();
        assert!(patience.sees_crumbs([0, 0, 1]));
        assert_eq!(patience.after_crumbs(Duration::ZERO), Patience::LEAST);
        patience.grow_after_crumbs(Duration::ZERO);
        assert_eq!(patience.grains, Patience::LEAST);
        patience.end();
        assert_eq!(patience.grains, Duration::ZERO);
    }

    #[test]
    fn who_else_is_hungry_waits() {
        let mut patience = Patience::default();
        patience.doubt(Duration::from_secs(1), true);
        assert!(patience.until.is_some_and(|until| until <= Instant::now() + Patience::MOST));
    }
}
