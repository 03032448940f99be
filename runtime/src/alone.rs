//! How long the first worker of a run is alone, before the others come.
//!
//! To wake a thread takes 10 µs of the one that wakes it, and to start it 100; it is slow at first, as its caches are cold, and what it is given becomes
//! nodes. So two threads take longer than one for what takes one less than about a millisecond. Nobody knows before how long a run will take. But who runs
//! short nets does so again and again: where the last one was long, the others come soon, if there is anything for them that does not wait for something
//! else.

use core::{cell::Cell, time::Duration};
use std::time::Instant;

/// What takes one thread so long is worth others.
const WORTH: Duration = Duration::from_millis(1);

/// Where they are not expected to be worth it they come after so long. Of two threads, what takes one 1 to 5 ms loses a tenth by that.
const LATE: Duration = Duration::from_millis(2);

/// Where they are expected to be worth it they come after so long, as runs differ; and where nothing is known, as in a process's first run. To share for
/// the first time takes as long, which is lost where the run ends soon: so what is lost is never more than a run has taken already.
const SOON: Duration = Duration::from_micros(100);

/// In debug builds they come at once, so that small nets test it; and schedules that are explored have no time.
const AT_ONCE: bool = cfg!(any(test, debug_assertions, loom, shuttle));

thread_local! {
    /// How long the last run that this thread has started would have taken one alone. What is measured is its beginning, when caches are cold: it may
    /// have been less.
    static LAST: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// The time in which one worker is alone.
pub(crate) struct Alone {
    since: Instant,
    until: Instant,
    /// Until then if it may have nothing for others.
    late: Instant,
}

/// What it did then.
pub(crate) struct Did {
    time: Duration,
    interactions: u64,
}

impl Alone {
    /// From now on, in a run that began so long ago.
    pub fn begin(run: Duration) -> Self {
        let since = Instant::now();
        // Where the thread ends nothing is known.
        let last = LAST.try_with(Cell::get).unwrap_or_default();
        let [until, late] = [last, Some(Duration::ZERO)].map(|last| since + Self::time(last, run));
        Alone { since, until, late }
    }

    fn time(last: Option<Duration>, run: Duration) -> Duration {
        if AT_ONCE { Duration::ZERO } else { Self::time_for(last, run) }
    }

    fn time_for(last: Option<Duration>, run: Duration) -> Duration {
        let time = match last {
            Some(last) if last < WORTH => LATE,
            Some(_) | None => SOON,
        };
        time.saturating_sub(run).max(SOON)
    }

    /// Until when its functions need not return for others.
    pub fn until(&self) -> Instant {
        self.until
    }

    /// Until when, if all there is for others waits for something.
    pub fn late(&self) -> Instant {
        self.late
    }

    /// It has done so much.
    pub fn end(&self, interactions: u64) -> Did {
        Did { time: self.since.elapsed(), interactions }
    }
}

impl Did {
    /// The run is at its end, after so many interactions by all.
    pub fn remember(&self, interactions: u64) {
        let _ = LAST.try_with(|last| last.set(Some(self.all(interactions))));
    }

    /// How long one would have taken for all of them.
    fn all(&self, interactions: u64) -> Duration {
        let times = interactions as f64 / self.interactions.max(1) as f64;
        Duration::try_from_secs_f64(self.time.as_secs_f64() * times).unwrap_or(Duration::MAX)
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    const MICROSECOND: Duration = Duration::from_micros(1);

    #[test]
    fn what_one_would_have_taken() {
        let did = |micros: u32, interactions| Did { time: micros * MICROSECOND, interactions };
        assert_eq!(did(100, 1000).all(1000), 100 * MICROSECOND);
        assert_eq!(did(100, 1000).all(20_000), 2000 * MICROSECOND);
        // Slow Rust before the first rule was applied.
        assert_eq!(did(u32::MAX, 0).all(u64::MAX), Duration::MAX);
        assert_eq!(did(0, 0).all(0), Duration::ZERO);
    }

    #[test]
    fn others_come_soon_where_the_last_run_was_long() {
        let time = |last: u32, run: u32| Alone::time_for(Some(last * MICROSECOND), run * MICROSECOND);
        assert_eq!([time(0, 0), time(999, 0), time(1000, 0)], [LATE, LATE, SOON]);
        // What comes later in a long run.
        assert_eq!([time(0, 500), time(0, 10_000)], [1500 * MICROSECOND, SOON]);
        // The first run of all.
        assert_eq!([0, 10_000].map(|run| Alone::time_for(None, run * MICROSECOND)), [SOON, SOON]);
    }

    /// A run remembers; one that was stopped does not, as nobody knows how long it would have taken.
    #[test]
    fn a_run_is_remembered() {
        let remembers = |text| {
            LAST.set(Some(Duration::MAX));
            let runtime = crate::run::Runtime::new().threads(2).max_interactions(1 << 10);
            let done = crate::test_books::book(text).with(|book| runtime.run(book).is_ok());
            (done, LAST.get() < Some(Duration::MAX))
        };
        let [short, endless] = [
            "@main = r & @twice ~ (21 r)  @twice = ($([*2] x) x)",
            "@main = r & @on ~ (1 r)  @on = (x r) & @on ~ (x r)",
        ];
        assert_eq!([remembers(short), remembers(endless)], [(true, true), (false, false)]);
    }
}
