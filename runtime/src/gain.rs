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
    /// Interactions a second of the last one who was alone, and when that ended.
    alone: Option<(f64, Instant)>,
    /// So long nothing was shared the last time.
    rest: Duration,
    /// So long that rate is believed.
    trust: Duration,
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
    /// Less than that, of what one does alone, does not pay: it may well be what was faster as memory is used for the second time. And what surely does.
    const LEAST: f64 = 1.2;
    const SURE: f64 = 1.5;

    /// How long together is long enough to be judged.
    const LONG: Duration = Self::at_most(1);

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
            measured.alone = Some((phase.rate(now, done), now));
            measured.phase = Some(Phase { is_alone: false, since: now, done });
        }
    }

    /// The caller has all there is, and others had some of it. So long it should not give away anything again, as that does not pay, or as it is to be
    /// measured what it does alone.
    pub fn rests(&self, now: Instant, done: u64) -> Option<Duration> {
        let mut measured = self.measured();
        let phase = measured.phase.filter(|phase| !phase.is_alone)?;
        let ((alone, when), time) = (measured.alone?, now - phase.since);
        if time < Self::LONG {
            return None;
        }
        let gain = phase.rate(now, done) / alone;
        if gain < Self::LEAST {
            measured.rest = (2 * measured.rest).max((4 * time).min(Self::FIRST)).min(Self::MOST);
            measured.trust = Duration::ZERO;
            return Some(measured.rest);
        }
        measured.rest = Duration::ZERO;
        // What comes next counts together with one half of this.
        measured.phase = Some(Phase { since: phase.since + time / 2, done: phase.done.midpoint(done), ..phase });
        let trust = if gain < Self::SURE { measured.trust } else { measured.trust.max(Self::FIRST) };
        (now - when > trust).then(|| {
            measured.trust = (2 * measured.trust).max(Self::FIRST);
            Duration::ZERO
        })
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
            assert_eq!(self.gain.rests(self.now, self.done), None, "nobody else had anything");
            self.gain.shares(self.now, self.done);
        }

        fn together(&mut self, times: u32, interactions: u64) -> Option<Duration> {
            self.goes_on(times, interactions);
            self.gain.rests(self.now, self.done)
        }
    }

    #[test]
    fn what_does_not_pay_is_tried_ever_less_often() {
        let mut run = Run::new();
        let mut rests = Vec::new();
        for _ in 0..5 {
            run.alone(1, 100);
            rests.push(run.together(1, 119).expect("that does not pay"));
        }
        assert_eq!(rests, [4, 8, 16, 32, 64].map(|times| times * Gain::LONG));
        run.alone(1, 100);
        assert_eq!(run.together(1, 119), Some(Gain::MOST));
        // After one that did, as at first.
        run.alone(1, 100);
        assert_eq!(run.together(1, 150), None);
        assert_eq!(run.together(20, 50), Some(Gain::FIRST));
    }

    #[test]
    fn what_pays_is_measured_now_and_then() {
        let mut run = Run::new();
        run.alone(1, 100);
        let measured: Vec<u32> = (1..300)
            .filter(|_| {
                let rests = run.together(1, 200);
                if rests.is_some() {
                    assert_eq!(rests, Some(Duration::ZERO));
                    run.alone(1, 100);
                }
                rests.is_some()
            })
            .collect();
        assert_eq!(measured, [17, 34, 67, 132, 261]);
    }

    /// Where memory was used for the first time, one alone seemed slower than it is.
    #[test]
    fn what_may_pay_is_measured_at_once() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(1, 130), Some(Duration::ZERO));
        run.alone(1, 200);
        assert_eq!(run.together(1, 130), Some(4 * Gain::LONG));
    }

    /// A short time in which others had nothing to do is no reason, nor is one that is too short to say.
    #[test]
    fn a_moment_does_not_count() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(0, 0), None);
        assert_eq!(run.together(10, 190), None);
        assert_eq!(run.together(1, 60), None);
        assert!(run.together(100, 60).is_some());
    }
}
