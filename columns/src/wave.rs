//! Levels, one after the other, each by several threads.
//!
//! Rayon's own way, a parallel loop for each level, wakes its threads up for each: where levels are of some hundred rows, that
//! takes longer than the rows. Here the threads stay from level to level. Who finishes a level's last piece opens the next
//! one; nobody waits for a thread that has not come, and a helper that finds nothing to do for a while goes home, so passes
//! can be nested in each other and in other work of the pool.

use core::ops::Range;

/// Levels of no more rows are done by one thread, if a chunk is not smaller: to share them takes longer.
#[cfg(feature = "threads")]
const SOLO: usize = 256;

/// Where levels begin and end among all rows, and in which order they are done.
#[derive(Clone, Copy)]
pub(crate) struct Wave<'l> {
    /// Where each level begins, and where the last one ends.
    pub starts: &'l [usize],
    /// From the last level to the first.
    pub down: bool,
    #[cfg_attr(not(feature = "threads"), allow(dead_code))]
    /// Rows that a thread takes at once, at most. All there are: one thread does all.
    pub chunk: usize,
}

impl Wave<'_> {
    fn len(self) -> usize {
        self.starts.len() - 1
    }

    /// Is a level of so many rows done by one thread?
    #[cfg(feature = "threads")]
    fn solo(self, rows: usize) -> bool {
        rows <= SOLO.min(self.chunk)
    }

    /// The places of the rows of a level, the first to be done being 0.
    fn level(self, at: usize) -> Range<usize> {
        let at = if self.down { self.len() - 1 - at } else { at };
        self.starts[at]..self.starts[at + 1]
    }

    /// Calls `work` with all places, in pieces: those of a level when it is done with the levels before.
    ///
    /// # Panics
    ///
    /// When `work` does; pieces that were begun are done then.
    #[cfg(not(feature = "threads"))]
    pub fn run(self, work: impl Fn(Range<usize>) + Sync) {
        (0..self.len()).for_each(|at| work(self.level(at)));
    }

    /// Calls `work` with all places, in pieces: those of a level when it is done with the levels before.
    ///
    /// # Panics
    ///
    /// When `work` does; pieces that were begun are done then.
    #[cfg(feature = "threads")]
    pub fn run(self, work: impl Fn(Range<usize>) + Sync) {
        let threads = rayon::current_num_threads();
        if threads == 1 || self.chunk == usize::MAX || (0..self.len()).all(|at| self.solo(self.level(at).len())) {
            return (0..self.len()).for_each(|at| work(self.level(at)));
        }
        let team = team::Team::new(self, threads, work);
        rayon::scope(|scope| team.run(scope));
    }
}

#[cfg(test)]
mod tests;

#[cfg(feature = "threads")]
mod team {
    use super::Wave;
    use core::sync::atomic::{
        AtomicU64, AtomicUsize,
        Ordering::{AcqRel, Acquire, Relaxed, Release},
    };
    use rayon::Scope;

    /// The least piece that is worth a claim, if a chunk is not smaller.
    const PIECE: usize = 64;
    /// How often who waits looks before it lets others run, and how often then, before it goes.
    const LOOKS: u32 = 200;
    const YIELDS: u32 = 200;
    /// What `open` says when all levels are done, or a thread has panicked.
    const END: u64 = u64::MAX;

    /// On a cache line of its own (two, as they are fetched in pairs).
    #[repr(align(128))]
    struct Apart<T>(T);

    pub(super) struct Team<'l, F> {
        wave: Wave<'l>,
        threads: usize,
        work: F,
        /// The level that is open, above, and how many of its rows are claimed. It only grows.
        open: Apart<AtomicU64>,
        /// How many rows of that level are done.
        done: Apart<AtomicUsize>,
        helpers: Apart<AtomicUsize>,
    }

    /// Ends the pass for all, if it is not forgotten.
    struct Abort<'t>(&'t AtomicU64);

    impl Drop for Abort<'_> {
        fn drop(&mut self) {
            self.0.store(END, Release);
        }
    }

    impl<'l, F: Fn(core::ops::Range<usize>) + Sync> Team<'l, F> {
        pub fn new(wave: Wave<'l>, threads: usize, work: F) -> Self {
            let (open, done, helpers) = (AtomicU64::new(END), AtomicUsize::new(0), AtomicUsize::new(0));
            Team { wave, threads, work, open: Apart(open), done: Apart(done), helpers: Apart(helpers) }
        }

        /// All of it. Who calls it waits for pieces that others have begun, and for nothing else: a circle of such waits
        /// would be one in time.
        pub fn run<'s>(&'s self, scope: &Scope<'s>) {
            self.open(scope, 0);
            self.take_part(scope, true);
        }

        /// Opens a level: all before it is done, and this thread alone knows.
        fn open<'s>(&'s self, scope: &Scope<'s>, from: usize) {
            let abort = Abort(&self.open.0);
            for at in from..self.wave.len() {
                let rows = self.wave.level(at);
                let pieces = rows.len().div_ceil(self.piece(rows.len()));
                if self.wave.solo(rows.len()) || pieces < 2 {
                    (self.work)(rows);
                    continue;
                }
                core::mem::forget(abort);
                self.done.0.store(0, Relaxed);
                // Release: who claims a piece sees what was done in the levels before.
                self.open.0.store((at as u64) << 32, Release);
                let wanted = self.threads.min(pieces) - 1;
                while self.helpers.0.fetch_update(Relaxed, Relaxed, |is| (is < wanted).then_some(is + 1)).is_ok() {
                    scope.spawn(|scope| self.take_part(scope, false));
                }
                return;
            }
            drop(abort);
        }

        /// Rows to take at once, of a level of so many: two pieces a thread, if these are not too large or small.
        fn piece(&self, rows: usize) -> usize {
            rows.div_ceil(2 * self.threads).max(PIECE).min(self.wave.chunk)
        }

        fn take_part<'s>(&'s self, scope: &Scope<'s>, stays: bool) {
            let mut waited = 0;
            loop {
                // Acquire: the levels before were done.
                let open = self.open.0.load(Acquire);
                if open == END {
                    return;
                }
                let (at, from) = ((open >> 32) as usize, open as u32 as usize);
                let rows = self.wave.level(at);
                if from < rows.len() {
                    let to = rows.len().min(from + self.piece(rows.len()));
                    // `open` only grows: if it is still the same, nobody else has these rows.
                    if self.open.0.compare_exchange(open, (at as u64) << 32 | to as u64, AcqRel, Relaxed).is_err() {
                        continue;
                    }
                    let abort = Abort(&self.open.0);
                    (self.work)(rows.start + from..rows.start + to);
                    core::mem::forget(abort);
                    // Release: what was done here is seen by who counts last; Acquire: that is perhaps this thread.
                    if self.done.0.fetch_add(to - from, AcqRel) + (to - from) == rows.len() {
                        self.open(scope, at + 1);
                    }
                    waited = 0;
                } else {
                    waited = u32::saturating_add(waited, 1);
                    if waited < LOOKS {
                        core::hint::spin_loop();
                    } else if stays && rayon::yield_local() == Some(rayon::Yield::Executed) {
                        // A piece that others do may wait for work that lies with this thread: a broadcast.
                    } else if stays || waited < LOOKS + YIELDS {
                        std::thread::yield_now();
                    } else {
                        self.helpers.0.fetch_sub(1, Relaxed);
                        return;
                    }
                }
            }
        }
    }
}
