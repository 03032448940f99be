//! How long the Rust of rules may take before others are looked at.
//!
//! Rules of nets take nanoseconds, and are counted. One that computes in Rust may take a second: where there are such, work is shared and
//! limits are looked at by the clock. It is read after one call, after two more, after four more, and so on: so hardly ever
//! where calls are quick, and at once where one is slow.

use core::time::Duration;
use std::time::Instant;

/// What a worker knows of the time that the Rust of its rules takes.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    /// When the slice of time began.
    since: Option<Instant>,
    /// Calls until the clock is read, and how many they were.
    left: u32,
    of: u32,
    /// A slice is over, and nothing followed from that yet.
    over: bool,
}

impl Pace {
    /// Much longer than it takes to hand over work, and much shorter than anybody notices.
    const SLICE: Duration = Duration::from_micros(500);

    /// The most calls between two looks at the clock.
    const MOST: u32 = 64;

    /// A call begins.
    #[inline(always)]
    pub fn begin(&mut self) {
        if self.left == 0 {
            self.of = if self.since.is_some() { (2 * self.of).min(Self::MOST) } else { 1 };
            self.left = self.of;
            // Schedules that are explored have no time.
            #[cfg(not(any(loom, shuttle)))]
            self.since.get_or_insert_with(Instant::now);
        }
    }

    /// It has ended. Was it the last one of its slice?
    #[inline(always)]
    pub fn ends(&mut self) -> bool {
        self.left -= 1;
        self.left == 0 && self.look()
    }

    #[inline(never)]
    fn look(&mut self) -> bool {
        let over = self.since.is_some_and(|since| since.elapsed() >= Self::SLICE);
        if over {
            (self.since, self.over) = (None, true);
        }
        over
    }

    /// Of the slice that is over: were its calls so slow that nothing else is to be saved?
    pub fn is_slow(&self) -> bool {
        self.of < Self::MOST
    }

    /// Was a slice over since this was asked last? The next one begins with the next call.
    pub fn was_over(&mut self) -> bool {
        core::mem::take(&mut self.over)
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
        assert!(pace.is_slow());
        assert!(pace.was_over() && !pace.was_over());
    }

    #[test]
    fn quick_calls_are_many_a_slice() {
        let (mut pace, start) = (Pace::default(), Instant::now());
        let ended = ended(&mut pace, if cfg!(miri) { 200 } else { 100_000 }, || {});
        assert!(ended <= (start.elapsed().as_nanos() / Pace::SLICE.as_nanos()) as u32);
        assert_eq!(pace.was_over(), ended > 0);
    }

    /// Where they get slow all of a sudden, that is seen after 64 of them at most.
    #[test]
    fn calls_that_become_slow() {
        let mut pace = Pace::default();
        ended(&mut pace, 1000, || {});
        let mut calls = 1;
        while ended(&mut pace, 1, || std::thread::sleep(Pace::SLICE)) == 0 {
            calls += 1;
        }
        assert!(calls <= Pace::MOST, "{calls}");
        assert_eq!(ended(&mut pace, 3, || std::thread::sleep(Pace::SLICE)), 3);
    }
}
