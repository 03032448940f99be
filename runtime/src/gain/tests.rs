//! By a clock of the tests, and what has been done until then.

use super::*;

/// A clock, and who has done what until then.
struct Run {
    gain: Gain,
    now: Instant,
    done: u64,
    idle: Duration,
}

impl Run {
    fn new() -> Self {
        Run { gain: Gain::default(), now: Instant::now(), done: 0, idle: Duration::ZERO }
    }

    fn at(&self) -> At {
        At { now: self.now, done: self.done, idle: self.idle }
    }

    /// So many times the shortest time that is judged, with so many interactions in each.
    fn goes_on(&mut self, times: u32, interactions: u64) {
        self.now += times * Gain::LONG;
        self.idle += times * Gain::LONG / Gain::IDLE_PART;
        self.done += u64::from(times) * interactions;
    }

    fn alone(&mut self, times: u32, interactions: u64) {
        self.gain.begins_alone(self.at());
        self.goes_on(times, interactions);
        self.gain.shares(self.at());
    }

    /// How long nothing is shared then.
    fn rests(&self) -> Option<Duration> {
        self.gain.rests(self.at()).map(|until| until - self.now)
    }

    fn together(&mut self, times: u32, interactions: u64) -> Option<Duration> {
        self.goes_on(times, interactions);
        self.rests()
    }

    /// The same, where others had enough to do.
    fn busy(&mut self, times: u32, interactions: u64) -> Option<Duration> {
        let idle = self.idle;
        self.goes_on(times, interactions);
        self.idle = idle;
        self.rests()
    }

    /// The same, which does not surely pay; then one alone for a moment, with so many in each of the shortest times that are judged.
    fn doubtful(&mut self, times: u32, interactions: u64, alone: u64) -> Option<Duration> {
        let moment = self.together(times, interactions).expect("it does not surely pay");
        assert!([Gain::SHORT, Gain::MOMENT].contains(&moment), "{moment:?}");
        self.gain.begins_alone(self.at());
        self.now += moment;
        assert!(alone.is_multiple_of(8), "nothing is lost");
        self.done += alone / 8 * (moment.as_nanos() / Gain::SHORT.as_nanos()) as u64;
        self.rests()
    }
}

#[test]
fn what_does_not_pay_is_tried_ever_less_often() {
    let mut run = Run::new();
    for times in [4, 16, 64, 128, 128] {
        run.alone(1, 800);
        assert_eq!(run.doubtful(1, 959, 800), Some(times * Gain::LONG));
        run.goes_on(times - 1, 800);
        assert_eq!(run.rests(), Some(Gain::LONG), "{times}");
        run.goes_on(1, 800);
        assert_eq!(run.rests(), None, "{times}");
    }
    // After one that did pay, as at first.
    run.alone(1, 800);
    assert_eq!(run.together(1, 1200), None);
    assert_eq!(run.doubtful(7, 400, 800), Some(Gain::FIRST));
}

/// It may be that interactions take longer, and would for one alone: what it does now is compared, not what it did before.
#[test]
fn what_comes_now_may_be_slower() {
    for (interactions, alone, rests) in
        [(400, 280, None), (400, 288, Some(Gain::FIRST)), (960, 800, Some(Gain::ENOUGH)), (960, 808, Some(Gain::FIRST))]
    {
        let mut run = Run::new();
        run.alone(1, 800);
        assert_eq!(run.doubtful(1, interactions, alone), rests, "{interactions} {alone}");
    }
    // And then it is what it does now that is believed.
    let mut run = Run::new();
    run.alone(1, 800);
    assert_eq!(run.doubtful(1, 400, 240), None);
    run.gain.shares(run.at());
    assert_eq!(run.together(1, 400), None);
    run.goes_on(4, 250);
    assert!(!run.gain.retreats(run.at()));
}

/// It is looked at for longer where it does not seem to pay at all, unless that is what one alone did long ago.
#[test]
fn a_moment_alone_is_long_enough() {
    for (times, interactions, moment) in
        [(1, 100, Gain::MOMENT), (1, 119, Gain::MOMENT), (1, 121, Gain::SHORT), (9, 100, Gain::SHORT)]
    {
        let mut run = Run::new();
        run.alone(1, 100);
        assert_eq!(run.together(times, interactions), Some(moment), "{interactions}");
    }
}

/// What one alone did in no time, or in so long a time that it was something else, is no answer: then it is shared.
#[test]
fn only_a_moment_alone_decides() {
    for (time, rests) in [(Gain::SHORT / 4, None), (Gain::MOMENT, Some(Gain::FIRST)), (2 * Gain::FRESH, None)] {
        let mut run = Run::new();
        run.alone(1, 800);
        assert_eq!(run.together(1, 800), Some(Gain::MOMENT));
        run.now += Gain::MOMENT;
        run.gain.begins_alone(run.at());
        run.now += time;
        run.done += time.as_nanos() as u64 * 800 / Gain::LONG.as_nanos() as u64;
        assert_eq!(run.rests(), rests, "{time:?}");
    }
    // Nor is what others did, too.
    let mut run = Run::new();
    run.alone(1, 800);
    assert_eq!(run.together(1, 800), Some(Gain::MOMENT));
    run.goes_on(1, 800);
    assert_eq!(run.rests(), Some(Gain::MOMENT), "judged again");
}

/// Who retreats does not try again after what was doubtful before.
#[test]
fn one_trial_counts_once() {
    let mut run = Run::new();
    run.alone(1, 800);
    assert_eq!(run.together(4, 400), Some(Gain::MOMENT));
    assert!(run.gain.retreats(run.at()));
    assert_eq!(run.rests(), Some(Gain::FIRST));
    run.gain.begins_alone(run.at());
    run.goes_on(4, 800);
    assert_eq!(run.rests(), None);
}

/// Where functions need long to return it is looked for longer, but not so long that it is something else.
#[test]
fn a_moment_is_longer_than_it_takes_to_return() {
    assert_eq!(Gain::least(Duration::ZERO), Duration::ZERO);
    assert_eq!(Gain::least(Gain::SHORT), 8 * Gain::SHORT);
    assert!(Gain::least(Duration::from_secs(1)) < Gain::FRESH);
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
    assert_eq!(run.doubtful(1, 200, 200), Some(Gain::FIRST));
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
    assert_eq!(run.doubtful(1, 119, 104), Some(Gain::FIRST), "a hundred is known");
}

/// Who has just got all of it back is slow at first.
#[test]
fn what_is_doubtful_is_measured_for_long() {
    let mut run = Run::new();
    run.alone(1, 800);
    assert_eq!(run.doubtful(1, 1040, 800), Some(Gain::ENOUGH));
    run.alone(2, 840);
    assert_eq!(run.together(1, 1040), None, "that was long enough");
    run.alone(2, 960);
    assert_eq!(run.doubtful(1, 1040, 960), Some(Gain::FIRST), "it does not pay");
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
    assert_eq!(run.doubtful(1, 55, 48), Some(Gain::FIRST));
    run.goes_on(4, 100);
    assert_eq!(run.rests(), Some(4 * Gain::FIRST));
    run.goes_on(16, 100);
    assert_eq!(run.rests(), None, "once is enough");
    run.gain.shares(run.at());
    assert_eq!(run.together(1, 150), None);
}

/// What surely paid was of other interactions than what one alone does faster; so may be what is long ago.
#[test]
fn what_one_alone_does_later_may_be_cheaper() {
    let mut run = Run::new();
    run.alone(1, 50);
    assert_eq!(run.together(1, 100), None);
    run.gain.begins_alone(run.at());
    run.goes_on(4, 200);
    assert_eq!(run.rests(), None);
    let mut run = Run::new();
    run.alone(1, 50);
    assert_eq!(run.doubtful(1, 55, 48), Some(Gain::FIRST));
    run.goes_on(9, 200);
    assert_eq!(run.rests(), None);
}

#[test]
fn who_does_harm_retreats() {
    let mut run = Run::new();
    run.goes_on(100, 0);
    assert!(!run.gain.retreats(run.at()), "nothing is known");
    run.alone(1, 100);
    run.goes_on(3, 90);
    assert!(!run.gain.retreats(run.at()), "too early to say");
    run.goes_on(1, 90);
    assert!(run.gain.retreats(run.at()));
    assert!(!run.gain.retreats(run.at()), "one is enough");
    // Who has all of it now keeps it for a while.
    run.gain.begins_alone(run.at());
    assert_eq!(run.rests(), Some(Gain::FIRST));
    run.goes_on(4, 100);
    assert!(!run.gain.retreats(run.at()), "it is alone");
    run.gain.shares(run.at());
    run.goes_on(8, 110);
    assert!(!run.gain.retreats(run.at()), "it is little, and no harm");
    // The first half of it does not count any more.
    run.goes_on(8, 80);
    assert!(run.gain.retreats(run.at()));
    // Another one who leaves then makes the rest no longer.
    run.goes_on(4, 80);
    assert!(run.gain.retreats(run.at()));
    run.gain.begins_alone(run.at());
    assert_eq!(run.rests(), Some(12 * Gain::LONG));
    // The next time it is sooner, until it has paid.
    run.gain.begins_alone(run.at());
    run.alone(1, 100);
    run.goes_on(1, 80);
    assert!(!run.gain.retreats(run.at()), "too early again");
    run.goes_on(1, 80);
    assert!(run.gain.may_retreat(run.at()) && run.gain.retreats(run.at()));
    run.alone(70, 100);
    assert_eq!(run.together(1, 200), None);
    run.goes_on(1, 10);
    assert!(!run.gain.may_retreat(run.at()), "it paid");
}

/// Interactions may be others by then: what one alone does of these is measured before it is believed that all others do harm.
#[test]
fn what_one_did_long_ago_is_measured_again() {
    for (alone, retreats) in [(100, true), (50, false)] {
        let mut run = Run::new();
        run.alone(1, 100);
        run.goes_on(40, 110);
        assert!(!run.gain.may_retreat(run.at()) && !run.gain.retreats(run.at()));
        run.goes_on(40, 80);
        assert!(run.gain.may_retreat(run.at()) && run.gain.retreats(run.at()));
        run.goes_on(8, 80);
        assert!(!run.gain.may_retreat(run.at()), "of many workers none need be alone then: once is enough");
        run.gain.begins_alone(run.at());
        run.goes_on(1, alone);
        assert_eq!(run.rests(), None);
        run.gain.shares(run.at());
        run.goes_on(4, 80);
        assert_eq!(run.gain.may_retreat(run.at()), retreats, "{alone}");
    }
}

/// Others have hardly waited: one alone is not measured for long, as they would wait meanwhile; but at some time, whatever else is asked.
#[test]
fn who_works_is_not_judged() {
    let mut run = Run::new();
    run.alone(1, 800);
    let times = (Gain::VERY_LONG.as_nanos() / Gain::LONG.as_nanos()) as u32;
    for _ in 1..times {
        assert_eq!(run.busy(1, 900), None);
        assert!(!run.gain.retreats(run.at()));
    }
    assert_eq!(run.busy(1, 900), Some(Gain::SHORT), "what one alone did is long ago");
}

/// Nor does it help that one has all there is now and then, for so short a time that nothing is measured.
#[test]
fn moments_alone_are_no_excuse() {
    let mut run = Run::new();
    run.alone(1, 800);
    for _ in 0..7 {
        assert_eq!(run.busy(4, 900), None);
        run.gain.begins_alone(run.at());
        run.gain.shares(run.at());
    }
    assert_eq!(run.busy(4, 900), Some(Gain::SHORT));
}

/// What surely pays, though it is not judged, is a new beginning for what does not.
#[test]
fn who_works_is_believed() {
    for (interactions, times) in [(1600, 1), (900, 4)] {
        let mut run = Run::new();
        run.alone(1, 800);
        assert_eq!(run.doubtful(1, 800, 800), Some(Gain::FIRST));
        run.goes_on(4, 800);
        run.gain.shares(run.at());
        assert_eq!(run.busy(2, interactions), None);
        run.alone(1, 800);
        assert_eq!(run.doubtful(1, 800, 800), Some(times * Gain::FIRST), "{interactions}");
    }
}

/// Of what others waited so much is forgotten as of the time in which they did.
#[test]
fn waits_are_forgotten_too() {
    let mut run = Run::new();
    run.alone(1, 800);
    run.idle += 8 * Gain::LONG / 5;
    assert_eq!(run.busy(8, 900), None);
    run.idle += Gain::LONG / 2;
    assert_eq!(run.busy(2, 900), None, "0.4 and 0.5 of 4");
    run.idle += Gain::LONG;
    assert_eq!(run.busy(1, 900), Some(Gain::SHORT), "1.9 of 5");
}

/// But it is once they wait, however long they did not.
#[test]
fn who_waits_is_judged_soon() {
    for (busy, waits, rests) in
        [(1, 1, Some(Gain::MOMENT)), (4, 1, None), (4, 2, Some(Gain::MOMENT)), (20, 2, Some(Gain::SHORT))]
    {
        let mut run = Run::new();
        run.alone(1, 400);
        assert_eq!((0..busy).find_map(|_| run.busy(1, 400)), None);
        run.goes_on(waits, 400);
        run.idle += waits * Gain::LONG * 3 / 4;
        assert_eq!(run.rests(), rests, "{busy} {waits}");
    }
}
