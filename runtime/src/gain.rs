//! What is gained by sharing.
//!
//! Where others may see a cell, each meeting is by a locked instruction, which takes as long as all else that an interaction does. So workers that
//! do in turn what waits for each other, as in a chain of calls, may together do less than one of them alone. It is measured: times in which
//! one worker has all there is, and times in which others have some of it, follow each other. If these are hardly faster, nothing is shared for a
//! while, and for twice that if the next one is not, either. If they are, the rate of one alone is believed for a while, and for twice that.

use core::time::Duration;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// How fast the workers of a run are, alone and together. Who is the only one that has anything tells of it, and asks. Nothing is ordered by that,
/// so nothing about it is to be explored.
#[derive(Default)]
pub(crate) struct Gain(Mutex<Measured>);

#[derive(Default)]
struct Measured {
    phase: Option<Phase>,
    alone: Option<Alone>,
    /// Until when nothing is shared, and how long that was.
    until: Option<Instant>,
    rest: Duration,
    /// So long that rate is believed.
    trust: Duration,
}

/// Interactions a second of the last one who was alone, how long that was, and when it ended.
#[derive(Clone, Copy)]
struct Alone {
    rate: f64,
    time: Duration,
    end: Instant,
}

/// A time in which one worker is alone, or in which it is not.
#[derive(Clone, Copy)]
struct Phase {
    is_alone: bool,
    since: Instant,
    /// Interactions of all before it.
    done: u64,
}

impl Phase {
    /// Interactions a second.
    fn rate(self, now: Instant, done: u64) -> f64 {
        done.saturating_sub(self.done) as f64 / (now - self.since).as_secs_f64().max(1e-9)
    }
}

impl Gain {
    /// Less than that, of what one does alone, does not pay: it may well be what is faster as memory is used for the second time.
    const LEAST: f64 = 1.2;
    /// And more than that surely does.
    const SURE: f64 = 1.5;

    /// How long together is long enough to be judged, when it is over; and while it goes on, when some of what was done is not known yet.
    const LONG: Duration = Self::at_most(1);
    pub const TRIAL: Duration = Self::at_most(8);
    /// So much of what was before counts with what comes next.
    const PAST: Duration = Self::at_most(2);
    /// How long alone is long enough to be sure. What others had was in their caches, at first.
    const ENOUGH: Duration = Self::at_most(4);

    /// How long nothing is shared at first, and at most; and how long it is at first believed that it should be.
    const FIRST: Duration = Self::at_most(16);
    const MOST: Duration = Self::at_most(64);

    /// Debug builds share more eagerly, so that small nets test it; and schedules that are explored have no time.
    const fn at_most(milliseconds: u64) -> Duration {
        match (cfg!(any(loom, shuttle)), cfg!(any(test, debug_assertions))) {
            (true, _) => Duration::MAX,
            (false, true) => Duration::from_micros(2 * milliseconds),
            (false, false) => Duration::from_millis(milliseconds),
        }
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The caller has all there is. Interactions that are `done` are those of all workers.
    pub fn is_alone(&self, now: Instant, done: u64) {
        self.measured().phase = Some(Phase { is_alone: true, since: now, done });
    }

    /// The caller has all there is, and gives away some of it.
    pub fn shares(&self, now: Instant, done: u64) {
        let mut measured = self.measured();
        if let Some(phase) = measured.phase
            && phase.is_alone
        {
            measured.alone = Some(Alone { rate: phase.rate(now, done), time: now - phase.since, end: now });
            measured.phase = Some(Phase { is_alone: false, since: now, done });
        }
    }

    /// The caller has all there is. Until then it should not give away anything: others had some of it, and that did not pay, or it is to be measured
    /// what one does alone.
    pub fn rests(&self, now: Instant, done: u64) -> Option<Instant> {
        let mut measured = self.measured();
        if measured.until.is_some_and(|until| now < until) {
            return measured.until;
        }
        let phase = measured.phase.filter(|phase| !phase.is_alone)?;
        let (alone, time, rate) = (measured.alone?, now - phase.since, phase.rate(now, done));
        if time < Self::LONG {
            return None;
        }
        let gain = rate / alone.rate;
        if gain < Self::LEAST {
            measured.rest(now, time);
            return measured.until;
        }
        measured.rest = Duration::ZERO;
        let past = Self::PAST.min(time / 2);
        let done_then = done - (rate * past.as_secs_f64()) as u64;
        measured.phase = Some(Phase { since: now - past, done: done_then, ..phase });
        let doubtful = gain < Self::SURE;
        if doubtful && alone.time < Self::ENOUGH || now - alone.end > measured.trust {
            measured.trust = (2 * measured.trust).max(Self::MOST);
            measured.until = Some(if doubtful { now + Self::ENOUGH } else { now });
            return measured.until;
        }
        None
    }

    /// Others have some, and so has the caller. Did all of them do less than one would alone? Then it should leave what it has to them.
    pub fn retreats(&self, now: Instant, done: u64) -> bool {
        let mut measured = self.measured();
        let (Some(alone), Some(phase)) = (measured.alone, measured.phase.filter(|phase| !phase.is_alone)) else {
            return false;
        };
        let time = now - phase.since;
        let loses = time >= Self::TRIAL && phase.rate(now, done) < alone.rate;
        if loses {
            measured.rest(now, time);
            measured.phase = Some(Phase { since: now, done, ..phase });
        }
        loses
    }
}

impl Measured {
    /// Nothing is shared for a while, after so long a time in which it did not pay.
    fn rest(&mut self, now: Instant, time: Duration) {
        self.rest = (2 * self.rest).max((4 * time).min(Gain::FIRST)).min(Gain::MOST);
        self.until = Some(now + self.rest);
        self.trust = Duration::ZERO;
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    /// A clock, and who has done what until then.
    struct Run {
        gain: Gain,
        now: Instant,
        done: u64,
    }

    impl Run {
        fn new() -> Self {
            Run { gain: Gain::default(), now: Instant::now(), done: 0 }
        }

        /// So many times the shortest time that is judged, with so many interactions in each.
        fn goes_on(&mut self, times: u32, interactions: u64) {
            self.now += times * Gain::LONG;
            self.done += u64::from(times) * interactions;
        }

        fn alone(&mut self, times: u32, interactions: u64) {
            self.gain.is_alone(self.now, self.done);
            self.goes_on(times, interactions);
            self.gain.shares(self.now, self.done);
        }

        /// How long nothing is shared then.
        fn rests(&self) -> Option<Duration> {
            self.gain.rests(self.now, self.done).map(|until| until - self.now)
        }

        fn together(&mut self, times: u32, interactions: u64) -> Option<Duration> {
            self.goes_on(times, interactions);
            self.rests()
        }
    }

    #[test]
    fn what_does_not_pay_is_tried_ever_less_often() {
        let mut run = Run::new();
        for times in [4, 8, 16, 32, 64, 64] {
            run.alone(1, 100);
            assert_eq!(run.together(1, 119), Some(times * Gain::LONG));
            run.gain.is_alone(run.now, run.done);
            run.goes_on(times - 1, 100);
            assert_eq!(run.rests(), Some(Gain::LONG), "{times}");
            run.goes_on(1, 100);
            assert_eq!(run.rests(), None, "{times}");
        }
        // After one that did pay, as at first.
        run.alone(1, 100);
        assert_eq!(run.together(1, 150), Some(Duration::ZERO));
        run.alone(1, 100);
        assert_eq!(run.together(20, 50), Some(Gain::FIRST));
    }

    /// At once, as one alone seems slower than it is where memory is used for the first time, and then ever less often.
    #[test]
    fn what_pays_is_measured() {
        let mut run = Run::new();
        run.alone(1, 100);
        let measured: Vec<u32> = (1..600)
            .filter(|_| {
                let rests = run.together(1, 200);
                if rests.is_some() {
                    assert_eq!(rests, Some(Duration::ZERO));
                    run.alone(1, 100);
                }
                rests.is_some()
            })
            .collect();
        assert_eq!(measured, [1, 66, 195, 452]);
    }

    #[test]
    fn one_alone_was_faster_than_it_seemed() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(1, 200), Some(Duration::ZERO));
        run.alone(1, 200);
        assert_eq!(run.together(1, 200), Some(4 * Gain::LONG));
    }

    /// Who has just got all of it back is slow at first.
    #[test]
    fn what_is_doubtful_is_measured_for_long() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(1, 140), Some(Gain::ENOUGH));
        run.alone(4, 110);
        assert_eq!(run.together(1, 140), None, "that was long enough");
        run.alone(4, 130);
        assert_eq!(run.together(1, 140), Some(4 * Gain::LONG), "it does not pay");
    }

    /// A short time in which others had nothing to do is no reason, nor is one that is too short to say.
    #[test]
    fn a_moment_does_not_count() {
        let mut run = Run::new();
        for _ in 0..2 {
            run.alone(1, 100);
            assert_eq!(run.together(0, 0), None);
            run.together(10, 190);
        }
        assert_eq!(run.together(1, 100), None);
        assert!(run.together(100, 60).is_some());
    }

    #[test]
    fn who_does_harm_retreats() {
        let mut run = Run::new();
        run.goes_on(100, 0);
        assert!(!run.gain.retreats(run.now, run.done), "nothing is known");
        run.alone(1, 100);
        run.goes_on(7, 90);
        assert!(!run.gain.retreats(run.now, run.done), "too early to say");
        run.goes_on(1, 90);
        assert!(run.gain.retreats(run.now, run.done));
        assert!(!run.gain.retreats(run.now, run.done), "one is enough");
        // Who has all of it now keeps it for a while.
        run.gain.is_alone(run.now, run.done);
        assert_eq!(run.rests(), Some(Gain::FIRST));
        run.goes_on(16, 100);
        assert!(!run.gain.retreats(run.now, run.done), "it is alone");
        run.gain.shares(run.now, run.done);
        run.goes_on(8, 110);
        assert!(!run.gain.retreats(run.now, run.done), "it is little, and no harm");
    }
}
