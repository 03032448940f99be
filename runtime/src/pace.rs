//! How long the Rust of rules may take before others are looked at.
//!
//! Rules of nets take nanoseconds, and are counted. One that computes in Rust may take a second: where there are such, work is shared and
//! limits are looked at by the clock. To read it takes longer than a short call, so not all calls are timed: as long as nothing is
//! found, of two one, of four one, and so on. Where calls are slow from the first on, each is timed; where they
//! get slow, that is seen after 32 of them at the latest. And before a call that may be slow, others are given what else there is to do.

use core::time::Duration;
use std::time::Instant;

/// What a worker knows of the time that the Rust of its rules takes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    /// When the slice of time began, and the call that is timed.
    since: Option<Instant>,
    call: Option<Instant>,
    /// Calls until the next one that is timed, and how many there were before this one.
    left: u32,
    skipped: u32,
    /// The call that ended the last slice was slow.
    slow: bool,
    /// The last call that was timed was quick.
    quick: bool,
    /// A slice has ended since somebody asked.
    over: bool,
    /// Was any call made?
    called: bool,
}

impl Pace {
    /// Much longer than it takes to hand over work, and much shorter than anybody notices.
    const SLICE: Duration = Duration::from_micros(500);

    /// Of a call: beside that much, nothing else is to be saved.
    const SLOW: Duration = Duration::from_micros(8);

    /// The most calls in a row that are not timed.
    const MOST: u32 = 31;

    /// A call begins.
    #[inline(always)]
    pub fn begin(&mut self) {
        if self.left == 0 {
            self.time();
        }
    }

    fn time(&mut self) {
        // Schedules that are explored have no time: there, each call ends a slice.
        #[cfg(not(any(loom, shuttle)))]
        {
            let now = Instant::now();
            self.since.get_or_insert(now);
            self.call = Some(now);
        }
        self.called = true;
    }

    /// It has ended. Was it the last one of its slice?
    #[inline(always)]
    pub fn ends(&mut self) -> bool {
        match self.left {
            0 => self.look(),
            left => {
                self.left = left - 1;
                false
            }
        }
    }

    #[inline(never)]
    fn look(&mut self) -> bool {
        let took = |since: Option<Instant>| since.map_or(Duration::MAX, |since| since.elapsed());
        let slow = took(self.call) >= Self::SLOW;
        let over = took(self.since) >= Self::SLICE;
        self.quick = !slow;
        if over {
            *self = Pace { slow, over, called: true, quick: self.quick, ..Pace::default() };
        } else {
            self.skipped = (2 * self.skipped + 1).min(Self::MOST);
            self.left = self.skipped;
        }
        over
    }

    /// Was the call slow that ended the last slice?
    pub fn is_slow(&self) -> bool {
        self.slow
    }

    /// May the next call be slow? So it is as long as nothing is known.
    #[inline(always)]
    pub fn may_be_slow(&self) -> bool {
        !self.quick
    }

    /// Was a slice over since this was asked last? The next one begins with the next call.
    pub fn was_over(&mut self) -> bool {
        core::mem::take(&mut self.over)
    }

    /// The worker has waited: the next slice begins with the next call.
    pub fn rest(&mut self) {
        *self = Pace { called: self.called, quick: self.quick, ..Pace::default() };
    }

    /// Was Rust called at all?
    pub fn was_called(&self) -> bool {
        self.called
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    /// So many calls, and how many of them ended a slice.
    fn ended(pace: &mut Pace, calls: u32, call: impl Fn()) -> u32 {
        let mut ended = 0;
        for _ in 0..calls {
            pace.begin();
            call();
            ended += u32::from(pace.ends());
        }
        ended
    }

    #[test]
    fn a_slow_call_is_a_slice() {
        let mut pace = Pace::default();
        let slow = || std::thread::sleep(Pace::SLICE);
        assert!(!pace.was_over());
        assert_eq!(ended(&mut pace, 3, slow), 3);
        assert!(pace.is_slow() && pace.may_be_slow());
        assert!(pace.was_over() && !pace.was_over());
    }

    #[test]
    fn quick_calls_are_many_a_slice() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let ended = ended(&mut pace, if cfg!(miri) { 200 } else { 100_000 }, || {});
        assert!(ended <= (start.elapsed().as_nanos() / Pace::SLICE.as_nanos()) as u32);
        assert_eq!(pace.was_over(), ended > 0);
    }

    /// Nothing is known before the first one; what is known then stays so while the worker waits.
    #[test]
    #[cfg_attr(miri, ignore = "no call is quick there")]
    fn the_first_call_may_be_slow() {
        let mut pace = Pace::default();
        assert!(pace.may_be_slow());
        // A call may be interrupted.
        assert!((0..1000).any(|_| {
            ended(&mut pace, 1, || {});
            !pace.may_be_slow()
        }));
        pace.rest();
        assert!(!pace.may_be_slow());
        ended(&mut pace, 1, || std::thread::sleep(Pace::SLICE));
        pace.rest();
        assert!(pace.may_be_slow());
    }

    /// It is the call that was slow, not what came before it.
    #[test]
    #[cfg_attr(miri, ignore = "no call is quick there")]
    fn few_quick_calls_are_not_slow() {
        let mut pace = Pace::default();
        let (mut slices, mut slow) = (0, 0);
        for _ in 0..60 {
            std::thread::sleep(Pace::SLICE);
            if ended(&mut pace, 1, || {}) > 0 {
                slices += 1;
                slow += u32::from(pace.is_slow());
            }
        }
        // A call may be interrupted.
        assert!(slices >= 15 && 2 * slow < slices, "{slow} of {slices}");
        pace.rest();
        assert!(pace.was_called() && !pace.was_over());
    }

    /// Where they get slow all of a sudden, that is seen after 32 of them at most.
    #[test]
    fn calls_that_become_slow() {
        let mut pace = Pace::default();
        ended(&mut pace, 1000, || {});
        let mut calls = 1;
        while ended(&mut pace, 1, || std::thread::sleep(Pace::SLICE)) == 0 {
            calls += 1;
        }
        assert!(calls <= Pace::MOST + 1, "{calls}");
        assert_eq!(ended(&mut pace, 3, || std::thread::sleep(Pace::SLICE)), 3);
    }
}
