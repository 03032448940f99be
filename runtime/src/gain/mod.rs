//! What is gained by sharing.
//!
//! Where others may see a cell, each meeting is by a locked instruction, which takes as long as all else that an interaction does. So workers that
//! do in turn what waits for each other, as in a chain of calls, may together do less than one of them alone. It is measured: times in which
//! one worker has all there is, and times in which others have some of it, follow each other. If these are hardly faster, nothing is shared for a
//! while, and for four times that if the next one is not, either, or if one alone turns out to be faster than they were. If they are, the rate of one alone is believed for a while, and for twice that.
//!
//! With three workers and more that is so where all but one are idle: others who are busy share as ever.
//!
//! Interactions differ: where those of one alone were cheap, and those that are shared are not, it is found out as one alone does some of them. So
//! where sharing does not surely pay it is seen first whether one alone, for a moment, does less of what comes now.
//!
//! It is who waits that does nothing. As long as hardly anybody did, one alone is measured seldom: it would leave them idle.

use core::time::Duration;
use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// How fast the workers of a run are, alone and together. Nothing is ordered by that, so nothing about it is to be explored.
#[derive(Default)]
pub(crate) struct Gain(Mutex<Measured>);

/// When something is asked, and what workers have done until then.
#[derive(Clone, Copy)]
pub(crate) struct At {
    pub now: Instant,
    /// Interactions of all.
    pub done: u64,
    /// How long others than one had nothing to do; where they are several, on average. Who has not come yet has nothing.
    pub idle: Duration,
}

#[derive(Default)]
struct Measured {
    /// What goes on; none before [`Gain::begins_alone`].
    phase: Option<Phase>,
    /// The last time in which one was alone.
    alone: Option<Alone>,
    /// The rate of the time that was judged last, until it is compared with what one does alone after it, or some is shared again.
    last: Option<f64>,
    /// When it was judged last what others do, or what one alone does was measured.
    judged: Option<Instant>,
    /// What does not seem to pay surely, until one alone has done some of what comes after it.
    doubt: Option<Doubt>,
    /// For so long `alone` is believed.
    trust: Duration,
    /// Until when nothing is shared, and how long that was as it did not pay.
    until: Option<Instant>,
    rest: Duration,
}

/// The rate of all, which was hardly more than that of one alone, if it was more at all.
#[derive(Clone, Copy)]
struct Doubt {
    rate: f64,
    /// It is [something](Gain::LEAST) more, or what one alone did is long ago.
    may_pay: bool,
}

/// A time in which one worker is alone, or in which it is not.
#[derive(Clone, Copy)]
struct Phase {
    is_alone: bool,
    since: At,
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
    /// How long one alone is looked at before sharing is given up, unless it may pay: much longer than it is slow at first.
    const MOMENT: Duration = Self::microseconds(500);
    /// How long together is long enough to be judged, when it is over; and while it goes on, when some of what was done is not known yet.
    const LONG: Duration = Self::microseconds(1000);
    const TRIAL: Duration = Self::microseconds(4000);
    /// The same where it did not pay the last time.
    pub const AGAIN: Duration = Self::microseconds(2000);
    /// How long it is not judged, where others had nothing to do for less than one of so many parts of it.
    const VERY_LONG: Duration = Self::microseconds(32_000);
    const IDLE_PART: u32 = 4;
    /// Then all but its last part is forgotten at the first look after so long.
    const RECENT: Duration = Self::microseconds(8000);
    /// So much of what was before counts with what comes next.
    const PAST: Duration = Self::microseconds(2000);
    /// How long nothing is shared, the first time and at most. Nobody notices that.
    const FIRST: Duration = Self::microseconds(4000);
    const LONGEST: Duration = Self::microseconds(128_000);
    /// How long it is believed what one alone does, if sharing pays: from the second time on, and then for twice as long each time.
    const TRUST: Duration = Self::microseconds(64_000);
    /// After that interactions may be others.
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
    pub fn begins_alone(&self, at: At) {
        self.measured().phase = Some(Phase { is_alone: true, since: at });
    }

    /// Less says nothing of one alone, where it took so long until its functions had returned, as it takes twice that to call them again.
    pub fn least(took: Duration) -> Duration {
        (8 * took).min(Self::FIRST)
    }

    /// The caller has all there is, and gives away some of it.
    pub fn shares(&self, at: At) {
        let mut measured = self.measured();
        let Some(phase) = measured.phase.filter(|phase| phase.is_alone) else { return };
        let time = phase.time(at);
        if time >= Self::SHORT {
            measured.alone = Some(Alone { rate: phase.rate(at), time, end: at.now });
            measured.judged = Some(at.now);
        }
        measured.judged.get_or_insert(at.now);
        measured.phase = Some(Phase { is_alone: false, since: at });
        measured.last = None;
    }

    /// The caller has all there is. Until then it should not give away anything: others had some of it, and that did not pay, or it is to be measured
    /// what one does alone.
    pub fn rests(&self, at: At) -> Option<Instant> {
        let (mut measured, now) = (self.measured(), at.now);
        if measured.until.is_some_and(|until| now < until) {
            return measured.until;
        }
        if measured.loses_after_all(at) {
            return measured.rest(now);
        }
        let is_moment = |phase: &Phase| phase.is_alone && (Self::SHORT / 2..=Self::FRESH).contains(&phase.time(at));
        if let (Some(doubt), Some(phase)) = (measured.doubt.take(), measured.phase.filter(is_moment)) {
            return measured.decide(doubt, phase.rate(at), now);
        }
        let phase = measured.phase.filter(|phase| !phase.is_alone && phase.time(at) >= Self::LONG)?;
        let is_due = |judged| now.saturating_duration_since(judged) >= Self::VERY_LONG;
        if !phase.has_waited(at) && !measured.judged.is_some_and(is_due) {
            measured.goes_on(phase, at);
            return None;
        }
        measured.judged = Some(now);
        let Some(alone) = measured.alone else { return measured.wait(now, Self::SHORT) };
        let rate = phase.rate(at);
        let (gain, age) = (rate / alone.rate, now.saturating_duration_since(alone.end));
        let is_sure = gain >= Self::SURE;
        measured.last = (!is_sure).then_some(rate);
        if gain < Self::LEAST || !is_sure && alone.time < Self::ENOUGH {
            let may_pay = gain >= Self::LEAST || age > Self::FRESH;
            measured.doubt = Some(Doubt { rate, may_pay });
            return measured.wait(now, if may_pay { Self::SHORT } else { Self::MOMENT });
        }
        measured.rest = Duration::ZERO;
        measured.phase = Some(phase.forgets(at));
        if age > measured.trust.max(Self::FIRST) {
            measured.trust = (2 * measured.trust).max(Self::TRUST);
            return measured.wait(now, if is_sure { Self::SHORT } else { Self::ENOUGH });
        }
        None
    }

    /// Others have some, and so has the caller. Do all of them do less than one would alone? Then it should leave what it has to them.
    pub fn retreats(&self, at: At) -> bool {
        let (mut measured, now) = (self.measured(), at.now);
        let Some((phase, alone)) = measured.together(at) else { return false };
        if phase.rate(at) >= alone.rate {
            measured.phase = Some(phase.forgets(at));
            return false;
        }
        if now.saturating_duration_since(alone.end) <= 2 * Self::FRESH {
            // Of many workers several may leave, one after the other: it did not pay once.
            if measured.rest.is_zero() || measured.until.is_none_or(|until| until <= now) {
                measured.rest(now);
            }
        } else {
            // Interactions may be others now: what one alone does of these is measured first.
            measured.alone = None;
            measured.until = measured.until.max(Some(now + Self::MOMENT));
        }
        measured.last = None;
        // Of those who are left.
        measured.phase = Some(Phase { since: at, ..phase });
        true
    }

    /// Would it now? For who does not get there, as functions go on.
    pub fn may_retreat(&self, at: At) -> bool {
        self.measured().together(at).is_some_and(|(phase, alone)| phase.rate(at) < alone.rate)
    }
}

impl Measured {
    fn wait(&mut self, now: Instant, time: Duration) -> Option<Instant> {
        self.until = Some(now + time);
        self.until
    }

    /// A long time in which one is not alone, and what one did before it.
    fn together(&self, at: At) -> Option<(Phase, Alone)> {
        let enough = if self.rest.is_zero() { Gain::TRIAL } else { Gain::AGAIN };
        self.phase.filter(|phase| !phase.is_alone && phase.time(at) >= enough).zip(self.alone)
    }

    /// Others have hardly waited: they go on, and are not judged. If they were it would be by what was lately.
    fn goes_on(&mut self, phase: Phase, at: At) {
        self.last = None;
        if self.alone.is_some_and(|alone| phase.rate(at) >= Gain::SURE * alone.rate) {
            self.rest = Duration::ZERO;
        }
        if phase.time(at) >= Gain::RECENT {
            self.phase = Some(phase.forgets(at));
        }
    }

    /// Does one alone do more now than all did just before, where that was not surely more? As one is slow where memory is used for the first time. So
    /// it need not be tried again.
    fn loses_after_all(&mut self, at: At) -> bool {
        let is_enough = |phase: &Phase| phase.is_alone && (Gain::ENOUGH..=Gain::FRESH).contains(&phase.time(at));
        let Some(phase) = self.phase.filter(is_enough) else { return false };
        self.last.take().is_some_and(|last| last < phase.rate(at))
    }

    /// One alone has done some of what comes next, at that rate. As it is slow at first, it may have to be looked at for longer.
    fn decide(&mut self, doubt: Doubt, alone: f64, now: Instant) -> Option<Instant> {
        let gain = doubt.rate / alone;
        if gain >= Gain::SURE {
            // That was short: it is not believed for long.
            self.trust = Duration::ZERO;
            return None;
        }
        if !doubt.may_pay || gain < Gain::LEAST {
            return self.rest(now);
        }
        self.trust = self.trust.max(Gain::TRUST);
        self.wait(now, Gain::ENOUGH)
    }

    /// Nothing is shared for a while, as it did not pay; for longer, if it did not before.
    fn rest(&mut self, now: Instant) -> Option<Instant> {
        self.rest = (4 * self.rest).clamp(Gain::FIRST, Gain::LONGEST);
        (self.trust, self.doubt) = (Duration::ZERO, None);
        self.wait(now, self.rest)
    }
}

impl Phase {
    fn time(&self, at: At) -> Duration {
        at.now.saturating_duration_since(self.since.now)
    }

    /// Have others waited in it?
    fn has_waited(&self, at: At) -> bool {
        at.idle.saturating_sub(self.since.idle) >= self.time(at) / Gain::IDLE_PART
    }

    /// Interactions a second.
    fn rate(self, at: At) -> f64 {
        at.done.saturating_sub(self.since.done) as f64 / self.time(at).as_secs_f64().max(1e-9)
    }

    /// The same goes on, of which only the last part counts.
    fn forgets(self, at: At) -> Phase {
        let past = Gain::PAST.min(self.time(at) / 2);
        let part = past.as_secs_f64() / self.time(at).as_secs_f64().max(1e-9);
        let idle = at.idle.saturating_sub(self.since.idle).mul_f64(part);
        let done = at.done.saturating_sub((self.rate(at) * past.as_secs_f64()) as u64);
        Phase { since: At { now: at.now - past, done, idle: at.idle.saturating_sub(idle) }, ..self }
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests;
