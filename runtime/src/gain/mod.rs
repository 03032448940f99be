//! What is gained by sharing.
//!
//! Where others may see a cell, each meeting is by a locked instruction, which takes as long as all else that an interaction does. So workers that
//! do in turn what waits for each other, as in a chain of calls, may together do less than one of them alone. It is measured: times in which
//! one worker has all there is, and times in which others have some of it, follow each other. If these are hardly faster, nothing is shared for a
//! while, and for four times that if the next one is not, either, or if one alone turns out to be faster than they were. If they are, the rate of one alone is believed for a while, and for twice that.
//!
//! With three workers and more that is so where all but one are idle: others who are busy share as ever.
//!
//! Interactions differ: where those of one alone were cheap, and those that are shared are not, it is found out as one alone does some of them.

use core::time::Duration;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// How fast the workers of a run are, alone and together. Nothing is ordered by that, so nothing about it is to be explored. All that is asked takes
/// the time, and how many interactions all workers have `done`.
#[derive(Default)]
pub(crate) struct Gain(Mutex<Measured>);

#[derive(Default)]
struct Measured {
    /// What goes on; none before [`Gain::begins_alone`].
    phase: Option<Phase>,
    /// The last time in which one was alone.
    alone: Option<Alone>,
    /// The rate of the time that was judged last, until it is compared with what one does alone after it, or some is shared again.
    last: Option<f64>,
    /// For so long `alone` is believed.
    trust: Duration,
    /// Until when nothing is shared, and how long that was as it did not pay.
    until: Option<Instant>,
    rest: Duration,
}

/// A time in which one worker is alone, or in which it is not.
#[derive(Clone, Copy)]
struct Phase {
    is_alone: bool,
    since: Instant,
    /// Interactions of all before it.
    done: u64,
}

/// Interactions a second, in so long a time, until then.
#[derive(Clone, Copy)]
struct Alone {
    rate: f64,
    time: Duration,
    end: Instant,
}

impl Gain {
    /// Less than that, of what one does alone, does not pay: it may well be what is faster as memory is used for the second time.
    const LEAST: f64 = 1.2;
    /// And more than that surely does.
    const SURE: f64 = 1.4;

    /// How long alone is long enough to be measured; and to be sure, as what others had was in their caches at first.
    const SHORT: Duration = Self::microseconds(125);
    const ENOUGH: Duration = Self::microseconds(2000);
    /// How long together is long enough to be judged, when it is over; and while it goes on, when some of what was done is not known yet.
    const LONG: Duration = Self::microseconds(1000);
    pub const TRIAL: Duration = Self::microseconds(4000);
    /// So much of what was before counts with what comes next.
    const PAST: Duration = Self::microseconds(2000);
    /// How long nothing is shared, the first time and at most. Nobody notices that.
    const FIRST: Duration = Self::microseconds(4000);
    const LONGEST: Duration = Self::microseconds(64_000);
    /// How long it is believed what one alone does, if sharing pays: from the second time on, and then for twice as long each time.
    const TRUST: Duration = Self::microseconds(64_000);
    /// And if it does not: after that, interactions may be others.
    const FRESH: Duration = Self::microseconds(8000);

    /// Debug builds share more eagerly, so that small nets test it; and schedules that are explored have no time.
    const fn microseconds(count: u64) -> Duration {
        match (cfg!(any(loom, shuttle)), cfg!(any(test, debug_assertions))) {
            (true, _) => Duration::MAX,
            (false, true) => Duration::from_nanos(2 * count),
            (false, false) => Duration::from_micros(count),
        }
    }

    fn measured(&self) -> MutexGuard<'_, Measured> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The caller has all there is.
    pub fn begins_alone(&self, now: Instant, done: u64) {
        self.measured().phase = Some(Phase { is_alone: true, since: now, done });
    }

    /// The caller has all there is, and gives away some of it.
    pub fn shares(&self, now: Instant, done: u64) {
        let mut measured = self.measured();
        let Some(phase) = measured.phase.filter(|phase| phase.is_alone) else { return };
        let time = now.saturating_duration_since(phase.since);
        if time >= Self::SHORT {
            measured.alone = Some(Alone { rate: phase.rate(now, done), time, end: now });
        }
        measured.phase = Some(Phase { is_alone: false, since: now, done });
        measured.last = None;
    }

    /// The caller has all there is. Until then it should not give away anything: others had some of it, and that did not pay, or it is to be measured
    /// what one does alone.
    pub fn rests(&self, now: Instant, done: u64) -> Option<Instant> {
        let mut measured = self.measured();
        if measured.until.is_some_and(|until| now < until) {
            return measured.until;
        }
        if measured.loses_after_all(now, done) {
            return measured.rest(now);
        }
        let phase = measured
            .phase
            .filter(|phase| !phase.is_alone && now.saturating_duration_since(phase.since) >= Self::LONG)?;
        let Some(alone) = measured.alone else { return measured.wait(now, Self::SHORT) };
        let rate = phase.rate(now, done);
        let (gain, age) = (rate / alone.rate, now.saturating_duration_since(alone.end));
        measured.last = (gain < Self::SURE).then_some(rate);
        if gain < Self::LEAST {
            return if age > Self::FRESH { measured.wait(now, Self::SHORT) } else { measured.rest(now) };
        }
        measured.rest = Duration::ZERO;
        measured.phase = Some(phase.forgets(now, done));
        let is_sure = gain >= Self::SURE;
        if !is_sure && alone.time < Self::ENOUGH || age > measured.trust.max(Self::FIRST) {
            measured.trust = (2 * measured.trust).max(Self::TRUST);
            return measured.wait(now, if is_sure { Self::SHORT } else { Self::ENOUGH });
        }
        None
    }

    /// Others have some, and so has the caller. Do all of them do less than one would alone? Then it should leave what it has to them.
    pub fn retreats(&self, now: Instant, done: u64) -> bool {
        let mut measured = self.measured();
        let is_long = |phase: &Phase| !phase.is_alone && now.saturating_duration_since(phase.since) >= Self::TRIAL;
        let (Some(alone), Some(phase)) = (measured.alone, measured.phase.filter(is_long)) else { return false };
        let loses = phase.rate(now, done) < alone.rate && now.saturating_duration_since(alone.end) <= 2 * Self::FRESH;
        if loses {
            measured.rest(now);
            // Of those who are left.
            measured.phase = Some(Phase { since: now, done, ..phase });
        } else {
            measured.phase = Some(phase.forgets(now, done));
        }
        loses
    }
}

impl Measured {
    fn wait(&mut self, now: Instant, time: Duration) -> Option<Instant> {
        self.until = Some(now + time);
        self.until
    }

    /// Does one alone do more now than all did just before, where that was not surely more? As one is slow where memory is used for the first time. So
    /// it need not be tried again.
    fn loses_after_all(&mut self, now: Instant, done: u64) -> bool {
        let time = |phase: &Phase| now.saturating_duration_since(phase.since);
        let is_enough = |phase: &Phase| phase.is_alone && (Gain::ENOUGH..=Gain::FRESH).contains(&time(phase));
        let Some(phase) = self.phase.filter(is_enough) else { return false };
        self.last.take().is_some_and(|last| last < phase.rate(now, done))
    }

    /// Nothing is shared for a while, as it did not pay; for longer, if it did not before.
    fn rest(&mut self, now: Instant) -> Option<Instant> {
        self.rest = (4 * self.rest).clamp(Gain::FIRST, Gain::LONGEST);
        self.trust = Duration::ZERO;
        self.wait(now, self.rest)
    }
}

impl Phase {
    /// Interactions a second.
    fn rate(self, now: Instant, done: u64) -> f64 {
        done.saturating_sub(self.done) as f64 / now.saturating_duration_since(self.since).as_secs_f64().max(1e-9)
    }

    /// The same goes on, of which only the last part counts.
    fn forgets(self, now: Instant, done: u64) -> Phase {
        let past = Gain::PAST.min(now.saturating_duration_since(self.since) / 2);
        let done = done.saturating_sub((self.rate(now, done) * past.as_secs_f64()) as u64);
        Phase { since: now - past, done, ..self }
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
            self.gain.begins_alone(self.now, self.done);
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
        for times in [4, 16, 64, 64] {
            run.alone(1, 100);
            assert_eq!(run.together(1, 119), Some(times * Gain::LONG));
            run.gain.begins_alone(run.now, run.done);
            run.goes_on(times - 1, 100);
            assert_eq!(run.rests(), Some(Gain::LONG), "{times}");
            run.goes_on(1, 100);
            assert_eq!(run.rests(), None, "{times}");
        }
        // After one that did pay, as at first.
        run.alone(1, 100);
        assert_eq!(run.together(1, 150), None);
        assert_eq!(run.together(7, 50), Some(Gain::FIRST));
    }

    /// It may be that interactions take longer, and would for one alone.
    #[test]
    fn what_one_alone_did_long_ago_is_measured_again() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(9, 50), Some(Gain::SHORT));
        run.alone(1, 40);
        assert_eq!(run.together(1, 50), Some(Gain::ENOUGH));
        run.alone(2, 40);
        assert_eq!(run.together(1, 50), None);
        run.goes_on(16, 30);
        assert!(!run.gain.retreats(run.now, run.done));
    }

    /// Soon, as one alone seems slower than it is where memory is used for the first time, and then ever less often.
    #[test]
    fn what_pays_is_measured() {
        let mut run = Run::new();
        run.alone(1, 100);
        let measured: Vec<u32> = (1..600)
            .filter(|_| {
                let rests = run.together(1, 200);
                if rests.is_some() {
                    assert_eq!(rests, Some(Gain::SHORT));
                    run.alone(1, 100);
                }
                rests.is_some()
            })
            .collect();
        assert_eq!(measured, [5, 70, 199, 456]);
    }

    #[test]
    fn one_alone_was_faster_than_it_seemed() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(5, 200), Some(Gain::SHORT));
        run.alone(1, 200);
        assert_eq!(run.together(1, 200), Some(Gain::FIRST));
    }

    /// What is too short to say leaves what is known, if anything is.
    #[test]
    fn one_alone_for_a_moment() {
        let mut run = Run::new();
        run.alone(0, 0);
        assert_eq!(run.together(1, 200), Some(Gain::SHORT));
        run.alone(1, 100);
        assert_eq!(run.together(0, 0), None);
        run.alone(0, 0);
        assert_eq!(run.together(1, 119), Some(Gain::FIRST), "a hundred is known");
    }

    /// Who has just got all of it back is slow at first.
    #[test]
    fn what_is_doubtful_is_measured_for_long() {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(1, 130), Some(Gain::ENOUGH));
        run.alone(2, 105);
        assert_eq!(run.together(1, 130), None, "that was long enough");
        run.alone(2, 120);
        assert_eq!(run.together(1, 130), Some(Gain::FIRST), "it does not pay");
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
    fn what_was_lost_is_known_later() {
        let mut run = Run::new();
        run.alone(1, 50);
        assert_eq!(run.together(1, 55), Some(Gain::FIRST));
        run.gain.begins_alone(run.now, run.done);
        run.goes_on(4, 100);
        assert_eq!(run.rests(), Some(4 * Gain::FIRST));
        run.goes_on(16, 100);
        assert_eq!(run.rests(), None, "once is enough");
        run.gain.shares(run.now, run.done);
        assert_eq!(run.together(1, 150), None);
    }

    /// What surely paid was of other interactions than what one alone does faster; so may be what is long ago.
    #[test]
    fn what_one_alone_does_later_may_be_cheaper() {
        for (interactions, rests, times) in [(100, None, 4), (55, Some(Gain::FIRST), 9)] {
            let mut run = Run::new();
            run.alone(1, 50);
            assert_eq!(run.together(1, interactions), rests);
            run.gain.begins_alone(run.now, run.done);
            run.goes_on(times, 200);
            assert_eq!(run.rests(), None, "{interactions}");
        }
    }

    #[test]
    fn who_does_harm_retreats() {
        let mut run = Run::new();
        run.goes_on(100, 0);
        assert!(!run.gain.retreats(run.now, run.done), "nothing is known");
        run.alone(1, 100);
        run.goes_on(3, 90);
        assert!(!run.gain.retreats(run.now, run.done), "too early to say");
        run.goes_on(1, 90);
        assert!(run.gain.retreats(run.now, run.done));
        assert!(!run.gain.retreats(run.now, run.done), "one is enough");
        // Who has all of it now keeps it for a while.
        run.gain.begins_alone(run.now, run.done);
        assert_eq!(run.rests(), Some(Gain::FIRST));
        run.goes_on(4, 100);
        assert!(!run.gain.retreats(run.now, run.done), "it is alone");
        run.gain.shares(run.now, run.done);
        run.goes_on(8, 110);
        assert!(!run.gain.retreats(run.now, run.done), "it is little, and no harm");
        // The first half of it does not count any more.
        run.goes_on(8, 80);
        assert!(run.gain.retreats(run.now, run.done));
    }
}
