//! What stops a run: limits, cancellation, faults; and what its workers share.

use crate::{
    error::Met,
    gain::{At, Gain},
    heap::MAX_WORDS,
    pool::Pool,
    quantum::Quantum,
    sync::{AtomicBool, AtomicU64, Condvar, Mutex, Ordering, outside},
    watch::{CancelToken, Progress},
    word::Redex,
};
use core::time::Duration;
use polarnet_syntax::{native::Panicked, number::Fault};
use std::{
    sync::{Arc, PoisonError},
    time::Instant,
};

/// Why a run stopped before the normal form.
#[derive(Clone, PartialEq, Debug)]
pub enum Stop {
    /// The memory limit, in bytes.
    Memory(u64),
    /// The limit of interactions.
    Interactions(u64),
    /// The time limit.
    Timeout(Duration),
    /// A [`CancelToken`] was used.
    Cancelled,
    /// A strict run met an undefined arithmetic operation.
    Arithmetic(Fault),
    /// Two agents met for which the book has no rule.
    NoRule([Met; 2]),
    /// The Rust of a rule panicked.
    Panic(Box<Panicked>),
}

/// The limits of one run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of heap and bags.
    pub memory: u64,
    /// Interactions.
    pub interactions: Option<u64>,
    /// Time.
    pub timeout: Option<Duration>,
    /// Stop at undefined arithmetic.
    pub strict: bool,
    /// Asks to stop.
    pub cancel: CancelToken,
}

/// Interactions between two looks at the limits, at most; on several threads at others, and at the limits where the last look was [long
/// ago](Quantum::looks_at_limits).
const QUANTUM: u64 = 1 << 14;

/// How much more of them in direct style, where an interaction takes a nanosecond or two: a fraction of a millisecond.
const SELDOM: u64 = 1 << 3;

/// Entries that a bag may grow by in so many interactions.
const GROWTH: u64 = 1 << 20;

/// What the workers of one run share.
pub struct Control {
    limits: Limits,
    progress: Arc<Progress>,
    started: Instant,
    /// Where its workers leave work for each other.
    pub pool: Pool<Redex>,
    /// Whether it pays that they do.
    pub(crate) gain: Gain,
    /// Interactions of this run, for that; none are counted for one worker. `progress` may be several runs'.
    done: outside::AtomicU64,
    workers: u64,
    /// Interactions between two looks at the limits, at most.
    quantum: u64,
    /// Threads that the system refused.
    refused: AtomicU64,
    /// Only looked at where there is a limit of interactions.
    allowance: Mutex<Allowance>,
    /// Somebody settled, or the run was stopped.
    settled: Condvar,
    /// Bytes of all bags, and the most they were.
    bags: AtomicU64,
    peak: AtomicU64,
    stopped: AtomicBool,
    why: Mutex<Option<Stop>>,
}

/// What is left of the limit of interactions.
struct Allowance {
    /// Interactions that may still be handed out; negative if too many were made.
    left: i64,
    /// Parts that were drawn and are not settled yet.
    drawn: u64,
}

#[cfg(all(test, not(any(loom, shuttle))))]
impl Limits {
    /// Of small tests.
    pub fn of_a_test() -> Self {
        Limits { memory: 1 << 20, interactions: None, timeout: None, strict: false, cancel: CancelToken::new() }
    }
}

impl Control {
    /// The control of a run that starts now.
    pub fn new(limits: Limits, workers: usize, progress: Arc<Progress>) -> Self {
        Control {
            allowance: Mutex::new(Allowance {
                left: limits.interactions.unwrap_or(0).try_into().unwrap_or(i64::MAX),
                drawn: 0,
            }),
            settled: Condvar::new(),
            limits,
            progress,
            started: Instant::now(),
            pool: Pool::with_one(workers),
            gain: Gain::default(),
            done: outside::AtomicU64::new(0),
            workers: workers as u64,
            quantum: QUANTUM,
            refused: AtomicU64::new(0),
            bags: AtomicU64::new(0),
            peak: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
            why: Mutex::new(None),
        }
    }

    /// One interaction may make so many redexes: where they are many, the limits are looked at more often.
    #[must_use]
    pub fn expecting(mut self, redexes: usize) -> Self {
        self.quantum = (GROWTH / (redexes as u64 + 1)).clamp(1, QUANTUM);
        self
    }

    /// To look at the limits takes more time than usual, and interactions less: it is done less often.
    #[must_use]
    pub fn seldom(mut self) -> Self {
        self.quantum *= SELDOM;
        self
    }

    /// The heap has so many bytes. Where the system gave it less than was asked for, bags must do with less too.
    #[must_use]
    pub fn within(mut self, heap: u64) -> Self {
        let asked = self.limits.memory & !15;
        if heap < asked.min(MAX_WORDS * 8) {
            self.limits.memory = heap;
        }
        self
    }

    /// The system refuses so many threads.
    pub fn refuse(&self, threads: usize) {
        self.pool.miss(threads);
        self.refused.fetch_add(threads as u64, Ordering::Relaxed);
    }

    /// Threads that there are.
    pub fn threads(&self) -> usize {
        (self.workers - self.refused.load(Ordering::Relaxed)) as usize
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// A part of the interactions that are left, which the caller settles later. Close to the limit the parts get small.
    /// When nothing is left, this waits for what others have drawn: they may give some of it back.
    pub fn draw(&self) -> Result<u64, Stop> {
        let Some(limit) = self.limits.interactions else { return Ok(self.quantum) };
        let mut allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Ok(left @ 1..) = u64::try_from(allowance.left) {
                let part = (left / (4 * self.workers)).clamp(1, self.quantum);
                allowance.left -= part as i64;
                allowance.drawn += 1;
                return Ok(part);
            }
            if allowance.drawn == 0 || self.stopped() {
                return Err(Stop::Interactions(limit));
            }
            allowance = self.settled.wait(allowance).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The same for one of several workers, but nothing where there is a limit of interactions: so much that it is soon seen that others have
    /// nothing to do. The worker does not look at others before `until`; without a quantum, not at all.
    pub fn unlimited(&self, quantum: Option<&mut Quantum>, until: Option<Instant>) -> Option<u64> {
        self.limits.interactions.is_none().then(|| match quantum {
            Some(quantum) if self.workers > 1 => quantum.next(self.quantum, until),
            _ => self.quantum,
        })
    }

    /// Have functions done so much that they should return, if they have put off anything?
    pub fn is_long(&self, counted: i64) -> bool {
        counted >= self.quantum as i64
    }

    /// Of the interactions that were drawn: how many rules to apply. Where there is a limit they are fewer, because one
    /// application may do several interactions.
    pub fn steps(&self, part: u64) -> u64 {
        if self.limits.interactions.is_some() { part.div_ceil(16) } else { part }
    }

    /// Of `part` drawn interactions, `used` were made. Rules that do several at once may make a few too many.
    pub fn settle(&self, part: u64, used: u64) {
        if self.limits.interactions.is_some() {
            let mut allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
            allowance.left += part as i64 - used as i64;
            allowance.drawn -= 1;
            self.settled.notify_all();
        }
        self.count(used);
    }

    /// So many interactions were made that nobody knows of yet.
    pub fn count(&self, used: u64) {
        if used == 0 {
            return;
        }
        self.progress.interactions.fetch_add(used, Ordering::Relaxed);
        if self.workers > 1 {
            self.done.fetch_add(used, Ordering::Relaxed);
        }
    }

    /// What its workers have done until now, with so many interactions that were not counted yet.
    pub(crate) fn at(&self, used: u64) -> At {
        let (now, idle) = self.pool.idled();
        At { now, done: self.done.load(Ordering::Relaxed) + used, idle }
    }

    /// What so many interactions have led to is given up, and begun again.
    pub fn take_back(&self, interactions: u64) {
        self.progress.interactions.fetch_sub(interactions, Ordering::Relaxed);
    }

    /// Were more interactions made than there may be? Then the run counts as stopped, though it came to its end.
    pub fn overdrawn(&self) -> Result<(), Stop> {
        let left = self.allowance.lock().unwrap_or_else(PoisonError::into_inner).left;
        match self.limits.interactions {
            Some(limit) if left < 0 => Err(Stop::Interactions(limit)),
            _ => Ok(()),
        }
    }

    /// Looks at all limits but that of interactions. `heap` is what the heap has handed out, in bytes; `bag` and
    /// `before` are the bytes of the caller's bag, now and when it last called.
    pub fn check(&self, heap: u64, bag: u64, before: u64, fault: Option<&Fault>) -> Result<(), Stop> {
        // Written only where it changes: all workers read it.
        let bags = match bag.wrapping_sub(before) {
            0 => self.bags.load(Ordering::Relaxed),
            more => self.bags.fetch_add(more, Ordering::Relaxed).wrapping_add(more),
        };
        let bytes = heap + bags;
        if bytes > self.peak.load(Ordering::Relaxed) {
            self.peak.fetch_max(bytes, Ordering::Relaxed);
        }
        if bytes != self.progress.bytes.load(Ordering::Relaxed) {
            self.progress.bytes.store(bytes, Ordering::Relaxed);
        }
        if bytes > self.limits.memory {
            return Err(Stop::Memory(self.limits.memory));
        }
        if self.limits.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if let Some(timeout) = self.limits.timeout
            && self.started.elapsed() >= timeout
        {
            return Err(Stop::Timeout(timeout));
        }
        match fault {
            Some(fault) if self.limits.strict => Err(Stop::Arithmetic(*fault)),
            _ => Ok(()),
        }
    }

    /// The heap, of so many bytes, is full.
    pub fn out_of_memory(&self, heap: u64) -> Stop {
        // A heap has whole nodes.
        Stop::Memory(if self.limits.memory & !15 <= heap { self.limits.memory } else { heap })
    }

    /// The most bytes that were seen to be held.
    pub fn peak(&self) -> u64 {
        self.peak.load(Ordering::Relaxed)
    }

    /// Stops all workers. The first reason is kept.
    pub fn stop(&self, why: Stop) {
        self.why.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        // Under the lock, so that nobody begins to wait between the two lines.
        let _allowance = self.allowance.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.settled.notify_all();
        self.pool.stop();
    }

    /// Has a worker stopped the run?
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Why it was stopped.
    pub fn why(&self) -> Result<(), Stop> {
        match self.why.lock().unwrap_or_else(PoisonError::into_inner).clone() {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }
}
