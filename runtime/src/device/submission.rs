//! What an encoder's commands, values and fence have in common.

use super::{Error, backend::Backend};
use crate::passes::backend::{Fresh, Residents};
use std::{
    cell::RefCell,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};

/// The commands of one encoder, whether submitted or not. Two are the same if they are at one place.
///
/// Which of two came first is known by the device's stamps: so it is the program, not chance, that says whether a kernel may
/// read what another submission computed.
#[derive(Debug)]
pub struct Submission {
    pub device: Arc<Backend>,
    /// What its scope has on the device.
    pub residents: Arc<Residents>,
    /// When it was submitted.
    started: OnceLock<u64>,
    /// When it had been waited for.
    synced: OnceLock<u64>,
    /// Why a command has not made its value. Those after it are not run.
    failure: OnceLock<Error>,
    /// What its command has made on the device, if it is one that lets columns [stay](super::Encoder::pass) there.
    fresh: Mutex<Option<Vec<Fresh>>>,
}

impl Submission {
    pub fn on(device: &Arc<Backend>, residents: Arc<Residents>) -> Arc<Submission> {
        let device = Arc::clone(device);
        Arc::new(Submission {
            device,
            residents,
            started: OnceLock::new(),
            synced: OnceLock::new(),
            failure: OnceLock::new(),
            fresh: Mutex::default(),
        })
    }

    /// It is submitted now.
    pub fn start(&self) {
        self.device.submit();
        self.started.get_or_init(|| self.device.stamp());
    }

    /// It has been waited for.
    pub fn sync(&self) {
        self.device.synchronise();
        self.synced.get_or_init(|| self.device.stamp());
    }

    /// A command could not do what it is for.
    pub fn fail(&self, error: Error) {
        self.failure.get_or_init(|| error);
    }

    pub fn failure(&self) -> Option<&Error> {
        self.failure.get()
    }

    /// Does this, and gives what it has made on the device.
    pub fn making<R>(&self, make: impl FnOnce() -> R) -> (R, Vec<Fresh>) {
        *self.fresh() = Some(Vec::new());
        let made = make();
        (made, self.fresh().take().unwrap_or_default())
    }

    /// It has made this on the device, if anybody wants to know.
    #[cfg(all(feature = "cuda", not(any(loom, shuttle, miri))))]
    pub fn has_made(&self, fresh: impl FnOnce() -> Fresh) {
        if let Some(all) = &mut *self.fresh() {
            all.push(fresh());
        }
    }

    fn fresh(&self) -> MutexGuard<'_, Option<Vec<Fresh>>> {
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Had it been waited for when the other one was submitted?
    pub fn synced_before(&self, other: &Submission) -> bool {
        match (self.synced.get(), other.started.get()) {
            (Some(synced), Some(started)) => synced < started,
            _ => false,
        }
    }
}

thread_local! {
    /// Of which submission this thread runs the commands.
    static RUNNING: RefCell<Option<Arc<Submission>>> = const { RefCell::new(None) };
}

/// Of which submission this thread runs the commands, if of one.
pub fn running() -> Option<Arc<Submission>> {
    RUNNING.with_borrow(Clone::clone)
}

/// While it is there, the thread runs the commands of a submission.
pub struct Run {
    /// What it ran before: a kernel may use a device, too.
    before: Option<Arc<Submission>>,
}

impl Run {
    pub fn of(submission: &Arc<Submission>) -> Run {
        Run { before: RUNNING.replace(Some(Arc::clone(submission))) }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        RUNNING.set(self.before.take());
    }
}
