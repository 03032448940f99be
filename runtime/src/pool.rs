//! Sharing by offer.
//!
//! Bags are private: no atomic instruction a push or pop. A worker that sees hunger gives away [half](crate::half) of its
//! redexes through a monitor. Being a monitor makes the end a single line: *all are idle and no batch is
//! left*, decided under the lock, so that it can neither be missed nor come early: whoever is not idle may still
//! offer, whoever is idle holds nothing.

use crate::{
    portion::Portion,
    processors::{Id, Processors},
    sync::{AtomicUsize, Condvar, Mutex, MutexGuard, Ordering},
};
use std::{
    sync::{PoisonError, TryLockError},
    time::{Duration, Instant},
};

/// How long who waits stays awake: what it waits for comes soon, as a rule. To sleep and be woken takes longer, and Linux may wake a thread on the
/// processor of the one that wakes it, where both then take turns.
pub(crate) const AWAKE: Duration = Duration::from_micros(200);

/// How often who needs the lock tries to get it before it sleeps, and how long it pauses in between: 25 µs in all on an EPYC. Who has it has it for
/// about one.
const TRIES: usize = 64;
const PAUSE: usize = 16;

/// May so many workers stay awake? Each has a processor then. Not under loom and shuttle, whose schedules have no time, nor in Miri, where each turn
/// of a loop is slow.
#[cfg(not(any(loom, shuttle, miri)))]
fn may_watch(workers: usize) -> bool {
    workers > 1 && workers <= crate::machine::most_processors()
}

#[cfg(any(loom, shuttle, miri))]
fn may_watch(_: usize) -> bool {
    false
}

struct State<T> {
    batches: Vec<Vec<T>>,
    /// What workers gave back, for one that is busy.
    returned: Vec<Vec<T>>,
    workers: usize,
    /// Those that hold nothing: they wait, or have not come yet.
    idle: usize,
    /// How long they were, each of them added, until their number changed then.
    idled: Duration,
    changed: Instant,
    /// Those of them that have to be woken, who sleeps for longest first; `None` for a thread of the user's.
    asleep: Vec<Option<Id>>,
    /// How many of these were told.
    told: usize,
    over: bool,
}

impl<T> State<T> {
    fn new(workers: usize, idle: usize) -> Self {
        State {
            batches: Vec::new(),
            returned: Vec::new(),
            workers,
            idle,
            idled: Duration::ZERO,
            changed: Instant::now(),
            asleep: Vec::new(),
            told: 0,
            over: false,
        }
    }

    fn idled(&self, now: Instant) -> Duration {
        self.idled + self.idle as u32 * now.saturating_duration_since(self.changed)
    }

    /// The same, of one of those that are not busy as a rule: of all but one.
    fn idled_on_average(&self, now: Instant) -> Duration {
        self.idled(now) / (self.workers.max(2) - 1) as u32
    }

    /// From then on so many are.
    fn set_idle(&mut self, idle: usize, now: Instant) {
        (self.idled, self.changed, self.idle) = (self.idled(now), now, idle);
    }

    /// Those that are to be woken next, so many, begin on other processors than this thread's, where it goes on. Are there any?
    fn keep_away(&mut self, most: usize) -> bool {
        let told = self.asleep.len().min(self.told.saturating_add(most));
        let next = &self.asleep[self.told.min(told)..told];
        if let Some(processors) = next.iter().any(Option::is_some).then(Processors::of_this_thread).flatten() {
            // SAFETY: who is asleep needs the lock, which this thread has, to go on.
            next.iter().flatten().for_each(|&id| unsafe { processors.keep_away(id) });
        }
        self.told = told;
        !self.asleep.is_empty()
    }
}

/// Where workers leave work for each other.
pub struct Pool<T> {
    state: Mutex<State<T>>,
    wake: Condvar,
    /// May who waits stay awake? Of the workers that were asked for; fewer may come.
    watches: bool,
    hungry: AtomicUsize,
    /// What `State` has.
    workers: AtomicUsize,
    /// Counts offers, ends and stops: who watches looks again, under the lock, when it has changed.
    news: AtomicUsize,
    /// How many batches were given back, and nobody has.
    returned: AtomicUsize,
    /// Batches that were reduced, of each [`Portion`].
    eaten: [AtomicUsize; 3],
}

impl<T> Pool<T> {
    /// A pool for `workers` workers, all of them busy.
    #[cfg(loom)]
    pub fn new(workers: usize) -> Self {
        Self::with_idle(workers, 0)
    }

    /// A pool for `workers` workers. One is busy, the others [will come](Self::arrive).
    pub fn with_one(workers: usize) -> Self {
        Self::with_idle(workers, workers - 1)
    }

    fn with_idle(workers: usize, idle: usize) -> Self {
        Pool {
            state: Mutex::new(State::new(workers, idle)),
            wake: Condvar::new(),
            watches: may_watch(workers),
            hungry: AtomicUsize::new(idle),
            workers: AtomicUsize::new(workers),
            news: AtomicUsize::new(0),
            returned: AtomicUsize::new(0),
            eaten: [(); 3].map(|()| AtomicUsize::new(0)),
        }
    }

    /// The same once more, after it was over.
    pub fn open(&self, workers: usize) {
        let mut state = self.lock();
        let idled = state.idled(Instant::now());
        *state = State { idled, ..State::new(workers, workers - 1) };
        self.returned.store(0, Ordering::Relaxed);
        self.set_hunger(&state);
    }

    /// A worker that was to come is there, and busy.
    pub fn arrive(&self) {
        let mut state = self.lock();
        let idle = state.idle - 1;
        state.set_idle(idle, Instant::now());
        self.set_hunger(&state);
    }

    /// So many that were to come will not.
    pub fn miss(&self, workers: usize) {
        let mut state = self.lock();
        let idle = state.idle - workers;
        state.set_idle(idle, Instant::now());
        state.workers -= workers;
        self.set_hunger(&state);
    }

    /// Is the caller, who is busy, the only one who holds anything? Then that stays so until it [offers](Self::offer), and
    /// whatever the others did happened before. What they gave back is for the caller.
    pub fn is_alone(&self) -> bool {
        let state = self.lock();
        state.idle + 1 == state.workers && state.batches.is_empty()
    }

    /// How long others than one have had nothing until now; where they are several, on average.
    pub fn idled(&self) -> (Instant, Duration) {
        let (state, now) = (self.lock(), Instant::now());
        (now, state.idled_on_average(now))
    }

    /// Is somebody waiting? A hint that may be stale either way, which costs time and never correctness: hence
    /// `Relaxed`.
    #[inline(always)]
    pub fn hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) != 0
    }

    /// A hint, too: are all others waiting?
    #[inline(always)]
    pub fn may_be_alone(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) + 1 >= self.workers.load(Ordering::Relaxed).max(2)
    }

    /// What a worker had is reduced, and was so much. For who asks: `Relaxed`, as above.
    pub fn ate(&self, portion: Portion) {
        self.eaten[portion as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How many batches were reduced, of each [`Portion`].
    pub fn eaten(&self) -> [usize; 3] {
        self.eaten.each_ref().map(|count| count.load(Ordering::Relaxed))
    }

    /// Leaves a batch for a worker that waits. The caller must be busy: not in [`next`](Self::next).
    pub fn offer(&self, batch: Vec<T>) {
        let mut state = self.lock();
        state.batches.push(batch);
        self.set_hunger(&state);
        self.tell();
        let sleeps = state.keep_away(1);
        drop(state);
        if sleeps {
            self.wake.notify_one();
        }
    }

    /// Leaves all that the caller has to those that are busy, beside whom it does more harm than good. Or it has it back, if nobody else is.
    pub fn give_back(&self, batch: Vec<T>) -> Result<(), Vec<T>> {
        let mut state = self.lock();
        if state.over || state.idle + 1 >= state.workers {
            return Err(batch);
        }
        state.returned.push(batch);
        self.returned.store(state.returned.len(), Ordering::Relaxed);
        Ok(())
    }

    /// What somebody gave back, for the caller, who is busy.
    pub fn take_back(&self) -> Option<Vec<T>> {
        // A hint: what it misses it finds the next time, or `next` does.
        if self.returned.load(Ordering::Relaxed) == 0 {
            return None;
        }
        self.pop_returned(&mut self.lock())
    }

    fn pop_returned(&self, state: &mut State<T>) -> Option<Vec<T>> {
        let batch = state.returned.pop();
        self.returned.store(state.returned.len(), Ordering::Relaxed);
        batch
    }

    /// Waits for a batch; the caller's own bag is empty, and its hands too. `None`: the net is in normal form, or the
    /// run was stopped.
    pub fn next(&self) -> Option<Vec<T>> {
        let mut state = self.lock();
        let idle = state.idle + 1;
        state.set_idle(idle, Instant::now());
        let mut awake = None;
        loop {
            if state.over {
                return None; // and stays idle: the end is for good
            }
            let nobody_is_busy = state.idle == state.workers;
            let batch = state.batches.pop();
            // What was given back is for who is busy, if anybody is.
            let batch = batch.or_else(|| nobody_is_busy.then(|| self.pop_returned(&mut state)).flatten());
            if let Some(batch) = batch {
                let idle = state.idle - 1;
                state.set_idle(idle, Instant::now());
                self.set_hunger(&state);
                return Some(batch);
            }
            if nobody_is_busy {
                self.end(state);
                return None;
            }
            self.set_hunger(&state);
            if self.watches {
                let until = *awake.get_or_insert_with(|| Instant::now() + AWAKE);
                if Instant::now() < until {
                    let seen = self.news.load(Ordering::Relaxed);
                    drop(state);
                    self.watch(seen, until);
                    state = self.lock();
                    continue;
                }
            }
            state = self.sleep(state);
        }
    }

    /// Until somebody is woken, who need not be this one. Who wakes a helper says first where it may not begin, and it is free again here.
    fn sleep<'p>(&self, mut state: MutexGuard<'p, State<T>>) -> MutexGuard<'p, State<T>> {
        let id = Id::of_this_helper();
        let processors = id.and_then(|_| Processors::of_this_thread());
        state.asleep.push(id);
        state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        let at = state.asleep.iter().position(|&other| other == id).expect("nobody else takes it off");
        state.asleep.remove(at);
        state.told = state.told.saturating_sub(1);
        if let Some(processors) = processors {
            processors.allow_this_thread();
        }
        state
    }

    /// Ends the run for everybody: a limit, a cancellation, a panic.
    pub fn stop(&self) {
        self.end(self.lock());
    }

    fn end(&self, mut state: MutexGuard<'_, State<T>>) {
        state.over = true;
        self.tell();
        let sleep = state.keep_away(usize::MAX);
        drop(state);
        if sleep {
            self.wake.notify_all();
        }
    }

    /// For who watches. A hint, hence `Relaxed`: what has changed is read under the lock.
    fn tell(&self) {
        self.news.fetch_add(1, Ordering::Relaxed);
    }

    /// Stays awake until there is news, or it is time to sleep.
    fn watch(&self, seen: usize, until: Instant) {
        while self.news.load(Ordering::Relaxed) == seen && Instant::now() < until {
            std::thread::yield_now();
        }
    }

    /// Who sleeps for the lock is woken by the one who had it, and under Linux may go on, for milliseconds, on that one's processor. So it rather
    /// tries for a while.
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        if self.watches {
            for _ in 0..TRIES {
                match self.state.try_lock() {
                    Ok(state) => return state,
                    Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                    Err(TryLockError::WouldBlock) => (0..PAUSE).for_each(|_| core::hint::spin_loop()),
                }
            }
        }
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_hunger(&self, state: &State<T>) {
        self.hungry.store(state.idle.saturating_sub(state.batches.len()), Ordering::Relaxed);
        self.workers.store(state.workers, Ordering::Relaxed);
    }
}

#[cfg(all(test, not(any(loom, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn who_waits_is_idle() {
        let second = |count| Duration::from_secs(count);
        let mut state = State::<()>::new(4, 3);
        let begin = state.changed;
        // Three that have not come yet, of whom two come.
        assert_eq!(state.idled_on_average(begin + second(2)), second(2));
        state.set_idle(1, begin + second(2));
        assert_eq!(state.idled(begin + second(5)), second(9));
        state.set_idle(0, begin + second(5));
        assert_eq!(state.idled_on_average(begin + second(60)), second(3));
        // A clock that another thread has read before.
        assert_eq!(state.idled(begin), second(9));
    }

    /// What was before is not forgotten where workers begin once more.
    #[test]
    fn a_pool_says_how_long() {
        let pool = Pool::with_one(2);
        std::thread::sleep(Duration::from_millis(2));
        let (begin, idle) = pool.idled();
        assert!(idle >= Duration::from_millis(2));
        pool.open(2);
        assert!(pool.idled().1 >= idle);
        pool.arrive();
        let idle = pool.idled().1;
        std::thread::sleep(Duration::from_millis(2));
        let (end, same) = pool.idled();
        assert!(same == idle && end > begin, "both are busy");
        // One waits for a batch.
        std::thread::scope(|threads| {
            let waits = threads.spawn(|| pool.next());
            while !pool.hungry() {
                std::thread::yield_now();
            }
            std::thread::sleep(Duration::from_millis(2));
            pool.offer(vec![()]);
            assert_eq!(waits.join().expect("no panic"), Some(vec![()]));
        });
        let waited = pool.idled().1;
        assert!(waited - idle >= Duration::from_millis(2));
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(pool.idled().1, waited, "it has one");
        pool.open(3);
        pool.miss(1);
        assert_eq!(pool.next(), None, "the one that will come holds nothing");
    }
}
