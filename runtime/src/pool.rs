//! Sharing by offer.
//!
//! Bags are private: no atomic instruction a push or pop. A worker that sees hunger gives away every second of its
//! redexes, oldest first, through a monitor. Being a monitor makes the end a single line: *all are idle and no batch is
//! left*, decided under the lock, so that it can neither be missed nor come early: whoever is not idle may still
//! offer, whoever is idle holds nothing.

use crate::sync::{AtomicUsize, Condvar, Mutex, Ordering};
use std::sync::PoisonError;

struct State<T> {
    batches: Vec<Vec<T>>,
    idle: usize,
    over: bool,
}

/// Where workers leave work for each other.
pub struct Pool<T> {
    state: Mutex<State<T>>,
    wake: Condvar,
    hungry: AtomicUsize,
    workers: usize,
}

impl<T> Pool<T> {
    /// A pool for `workers` workers, all of them busy.
    pub fn new(workers: usize) -> Self {
        Pool {
            state: Mutex::new(State { batches: Vec::new(), idle: 0, over: false }),
            wake: Condvar::new(),
            hungry: AtomicUsize::new(0),
            workers,
        }
    }

    /// Is somebody waiting? A hint that may be stale either way, which costs time and never correctness: hence
    /// `Relaxed`.
    #[inline(always)]
    pub fn hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) != 0
    }

    /// Leaves a batch for a worker that waits. The caller must be busy: not in [`next`](Self::next).
    pub fn offer(&self, batch: Vec<T>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.batches.push(batch);
        self.set_hunger(&state);
        drop(state);
        self.wake.notify_one();
    }

    /// Waits for a batch; the caller's own bag is empty, and its hands too. `None`: the net is in normal form, or the
    /// run was stopped.
    pub fn next(&self) -> Option<Vec<T>> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.idle += 1;
        loop {
            if state.over {
                return None; // and stays idle: the end is for good
            }
            if let Some(batch) = state.batches.pop() {
                state.idle -= 1;
                self.set_hunger(&state);
                return Some(batch);
            }
            if state.idle == self.workers {
                state.over = true;
                self.wake.notify_all();
                return None;
            }
            self.set_hunger(&state);
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the run for everybody: a limit, a cancellation, a panic.
    pub fn stop(&self) {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.wake.notify_all();
    }

    fn set_hunger(&self, state: &State<T>) {
        self.hungry.store(state.idle.saturating_sub(state.batches.len()), Ordering::Relaxed);
    }
}
